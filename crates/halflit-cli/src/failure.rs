//! What went wrong, in two lines: what and where, then what to do.

mod usage;
mod words;

pub(crate) use words::{option_of, unknown_parameter};

use std::io::Write;

use halflit::Error;
use halflit_io::{IoError, clean};
use halflit_studio::{Kind, StudioError};

use crate::wrap;

/// Why a command ended without its result.
#[derive(Debug)]
pub(crate) struct Failure {
    what: String,
    help: String,
    code: u8,
}

/// What a command, or a part of one, comes to.
pub(crate) type CommandResult<T = ()> = Result<T, Failure>;

impl Failure {
    /// Something failed: exit code 1.
    pub(crate) fn new(what: impl Into<String>, help: impl Into<String>) -> Self {
        Self { what: what.into(), help: help.into(), code: 1 }
    }

    /// The command was used wrongly: exit code 2.
    pub(crate) fn usage(what: impl Into<String>, help: impl Into<String>) -> Self {
        Self { code: 2, ..Self::new(what, help) }
    }

    /// A mistake of ours: exit code 101.
    pub(crate) fn internal(place: &str) -> Self {
        let repository = env!("CARGO_PKG_REPOSITORY");
        let help = format!("please report it at {repository}/issues, with the command line");
        Self { code: 101, ..Self::new(format!("internal error{place}"), help) }
    }

    /// Everything was said already.
    pub(crate) fn silent(code: u8) -> Self {
        Self { code, ..Self::new("", "") }
    }

    /// Standard output could not be written. A reader that went away (`| head`) is no failure.
    pub(crate) fn unprinted(error: &std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::silent(0),
            _ => Self::new(
                format!("standard output: cannot be written: {error}"),
                "check that there is room where it goes",
            ),
        }
    }

    /// This failure, of a certain file.
    pub(crate) fn about(mut self, path: &std::path::Path) -> Self {
        self.what = format!("{}: {}", path.display(), self.what);
        self
    }

    /// Prints the two lines and gives the exit code.
    pub(crate) fn report(&self) -> u8 {
        if self.code != 0 && !self.what.is_empty() {
            let (red, cyan) = (bold(anstyle::AnsiColor::Red), bold(anstyle::AnsiColor::Cyan));
            // Names and values come from files, and could tell the terminal what to do.
            let [what, help] = [&self.what, &self.help].map(|text| wrap::talk(&clean(text), 7, 7));
            tell(&format!("{red}error{red:#}: {what}"));
            tell(&format!("{cyan} help{cyan:#}: {help}"));
        }
        self.code
    }
}

/// A line on standard error. Where nobody reads it there is nobody to tell that either.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// The style of the word before a message.
pub(crate) fn bold(color: anstyle::AnsiColor) -> anstyle::Style {
    anstyle::Style::new().bold().fg_color(Some(color.into()))
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        words::of_library(&error)
    }
}

impl From<IoError> for Failure {
    fn from(error: IoError) -> Self {
        match error.is_broken_pipe() {
            true => Self::silent(0),
            false => words::of_table(&error),
        }
    }
}

impl From<StudioError> for Failure {
    fn from(error: StudioError) -> Self {
        let option = match error.kind {
            Kind::Busy | Kind::OtherData | Kind::File => " (--labels-out)",
            Kind::Port => " (--port)",
            _ => "",
        };
        Self::new(error.what, error.help + option)
    }
}

impl From<halflit_report::Error> for Failure {
    fn from(error: halflit_report::Error) -> Self {
        let what = format!("the picture could not be drawn: {error}");
        Self::new(what, "leave out the picture and the report")
    }
}

impl From<halflit_study::StudyError> for Failure {
    fn from(error: halflit_study::StudyError) -> Self {
        use halflit_study::StudyError;
        // What a protocol asks for is set by no option, so no option is named.
        match error {
            StudyError::Learner(error) => Self::new(error.what(), error.help()),
            StudyError::Table(error @ IoError::Exists { .. }) => error.into(),
            StudyError::Table(error) => Self::new(error.to_string(), error.help()),
            StudyError::Report(error) => error.into(),
            StudyError::File { .. } => {
                Self::new(error.to_string(), "check the path and its permissions")
            }
            StudyError::Busy { .. } => Self::new(
                error.to_string(),
                "wait until it has ended, or choose another folder with --output",
            ),
            StudyError::OtherRun { .. } => Self::new(
                error.to_string(),
                "go on as that run was begun, or begin anew: with --output in another folder, or with --force in this one",
            ),
            other => Self::new(
                other.to_string(),
                "see the protocols in crates/halflit-study/experiments of the repository",
            ),
        }
    }
}
