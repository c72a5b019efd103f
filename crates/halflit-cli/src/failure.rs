//! What went wrong, in two lines: what and where, then what to do.

use std::process::ExitCode;

use halflit::Error;
use halflit_io::IoError;

/// Why a command ended without its result.
#[derive(Debug)]
pub(crate) struct Failure {
    what: String,
    help: Option<String>,
    code: u8,
}

/// The result of a command.
pub(crate) type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    /// Something failed: exit code 1.
    pub(crate) fn new(what: impl Into<String>, help: impl Into<String>) -> Self {
        Self { what: what.into(), help: Some(help.into()), code: 1 }
    }

    /// The command was used wrongly: exit code 2.
    pub(crate) fn usage(what: impl Into<String>, help: impl Into<String>) -> Self {
        Self { code: 2, ..Self::new(what, help) }
    }

    /// The same failure of a certain file.
    pub(crate) fn about(mut self, path: &std::path::Path) -> Self {
        self.what = format!("{}: {}", path.display(), self.what);
        self
    }

    /// Prints the two lines and gives the exit code. A reader that went away (`| head`) is no failure.
    pub(crate) fn report(&self) -> ExitCode {
        if self.what == BROKEN_PIPE {
            return ExitCode::SUCCESS;
        }
        let (red, cyan) = (bold(anstyle::AnsiColor::Red), bold(anstyle::AnsiColor::Cyan));
        anstream::eprintln!("{red}error{red:#}: {}", self.what);
        if let Some(help) = &self.help {
            anstream::eprintln!("{cyan} help{cyan:#}: {help}");
        }
        ExitCode::from(self.code)
    }
}

const BROKEN_PIPE: &str = "broken pipe";

fn bold(color: anstyle::AnsiColor) -> anstyle::Style {
    anstyle::Style::new().bold().fg_color(Some(color.into()))
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        if let Some((what, help)) = in_words_of_the_command(&error) {
            let code = if is_usage(&error) { 2 } else { 1 };
            return Self { what, help: Some(help), code };
        }
        // The library writes "what: what to do".
        match message.rsplit_once(": ") {
            Some((what, help)) => {
                let code = if is_usage(&error) { 2 } else { 1 };
                Self { what: what.into(), help: Some(help.into()), code }
            }
            None => Self { what: message, help: None, code: 1 },
        }
    }
}

/// Errors whose remedy is an option of this command.
fn in_words_of_the_command(error: &Error) -> Option<(String, String)> {
    let message = error.to_string();
    let what = message.rsplit_once(": ").map_or(message.as_str(), |(what, _)| what).to_owned();
    let help = match error {
        Error::DimensionTooLarge { rank, .. } => format!("use --dim 1 to {rank}"),
        Error::NoLabels { .. } => {
            "name the column with --label, label some rows, or use --method pca, lpp or lpp*".into()
        }
        Error::OneClass { .. } => {
            "label rows of another class, or check --label and --unlabeled".into()
        }
        Error::NotFinite { .. } => "remove or impute such values".into(),
        Error::UnknownLearner { known, suggestion, name } => {
            return Some((
                format!("there is no method '{name}'{suggestion}"),
                format!("use one of {known}"),
            ));
        }
        Error::UnknownParameter { learner, parameter, known } => {
            let option = parameter.replace('_', "-");
            let what = format!("{learner} has no parameter '{parameter}'");
            let known = if known.is_empty() || known == "none" {
                format!("leave out --{option}: {learner} has no parameters of its own")
            } else {
                format!("leave out --{option}; {learner} has {known}")
            };
            return Some((what, known));
        }
        Error::NotPositiveDefinite { .. } => "give a larger --ridge".into(),
        Error::IndefiniteKernel { .. } => {
            "drop the negative part with --negative-eigenvalues drop, or use another kernel".into()
        }
        _ => return None,
    };
    Some((what, help))
}

/// Whether the command line is to blame rather than the data.
fn is_usage(error: &Error) -> bool {
    matches!(
        error,
        Error::Parameter { .. }
            | Error::UnknownParameter { .. }
            | Error::UnknownLearner { .. }
            | Error::BadParameter { .. }
    )
}

impl From<IoError> for Failure {
    fn from(error: IoError) -> Self {
        if error.is_broken_pipe() {
            return Self { what: BROKEN_PIPE.into(), help: None, code: 0 };
        }
        Self { what: error.to_string(), help: Some(error.help()), code: 1 }
    }
}

impl From<halflit_report::Error> for Failure {
    fn from(error: halflit_report::Error) -> Self {
        Self { what: format!("the picture could not be drawn: {error}"), help: None, code: 1 }
    }
}
