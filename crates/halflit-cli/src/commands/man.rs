//! Manual pages and shell completions.

use std::io::Write;

use clap::CommandFactory;

use crate::args::Arguments;
use crate::failure::{CommandResult, Failure};

/// The manual page of the whole command or of one of its commands.
pub(crate) fn run(name: Option<&str>) -> CommandResult {
    let mut command = Arguments::command();
    command.build();
    let page = match name {
        None => command,
        Some(name) => {
            let found = command.find_subcommand(name).cloned();
            found.ok_or_else(|| {
                Failure::usage(format!("there is no command '{name}'"), "see 'halflit --help'")
            })?
        }
    };
    let mut out = Vec::new();
    clap_mangen::Man::new(page).render(&mut out).map_err(|error| Failure::unprinted(&error))?;
    print(&out)
}

/// A completion script.
pub(crate) fn completions(shell: clap_complete::Shell) -> CommandResult {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "halflit", &mut out);
    print(&out)
}

fn print(bytes: &[u8]) -> CommandResult {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| Failure::unprinted(&error))
}
