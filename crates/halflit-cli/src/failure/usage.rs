//! A command line that could not be parsed, in two lines like any other failure.

use clap::CommandFactory;
use clap::error::ErrorKind;

use super::Failure;
use crate::args::Arguments;

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        let text = error.render().to_string();
        let mut help = None;
        let mut what = Vec::new();
        // "error: what:\n  this\n  that\n\n  tip: a similar one exists\n\nUsage: ..."
        let (message, rest) = text.split_once("\n\n").unwrap_or((&text, ""));
        for line in message.lines().map(str::trim) {
            match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                Some(values) => help = values.strip_prefix("possible values: ").map(one_of),
                None => what.push(line.trim_start_matches("error: ")),
            }
        }
        let tips = rest.lines().filter_map(|line| line.trim().strip_prefix("tip: "));
        // How to pass it as a value is advice that leads away from what was meant.
        let tip = tips.map(str::to_owned).find(|tip| !tip.starts_with("to pass"));
        let (first, more) = what.split_first().unwrap_or((&"not understood", &[]));
        let what = format!("{first} {}", more.join(", "));
        // "invalid value 'x' for '--dim <NUMBER>': give a whole number": that is what to do.
        match what.trim_end().rsplit_once(": ") {
            Some((what, advice)) if error.kind() == ErrorKind::ValueValidation => {
                Failure::usage(what, advice)
            }
            _ => Failure::usage(what.trim_end(), help.or(tip).unwrap_or_else(see_help)),
        }
    }
}

fn one_of(values: &str) -> String {
    format!("use one of {values}")
}

/// Where to look, for the command that was asked for.
fn see_help() -> String {
    let mut command = Arguments::command();
    command.build();
    let mut path = vec!["halflit".to_owned()];
    let mut at = &command;
    for word in std::env::args().skip(1) {
        if let Some(found) = at.find_subcommand(&word) {
            path.push(word);
            at = found;
        }
    }
    format!("see '{} --help'", path.join(" "))
}
