//! What the command can say of itself: manual pages, shell completions, licences.

use std::io::Write;
use std::path::Path;

use clap::CommandFactory;
use halflit_io::write_bytes_atomically;

use crate::args::{Arguments, Global};
use crate::failure::{CommandResult, Failure};
use crate::files;
use crate::printer::Printer;

/// Written by `cargo xtask notices`.
const NOTICES: &str = include_str!("../../THIRDPARTY.txt");

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
    print(&rendered(page)?)
}

/// The manual pages of the whole command and of all its commands, as files.
pub(crate) fn write(folder: &Path, force: bool, global: &Global) -> CommandResult {
    let mut command = Arguments::command().disable_help_subcommand(true);
    command.build();
    files::make_folder(folder)?;
    write_pages(&command, folder, force)?;
    Printer::new(global).wrote("the manual pages", folder);
    Ok(())
}

fn write_pages(command: &clap::Command, folder: &Path, force: bool) -> CommandResult {
    let man = clap_mangen::Man::new(command.clone());
    let path = folder.join(man.get_filename());
    write_bytes_atomically(&path, &rendered(command.clone())?, force)?;
    command.get_subcommands().try_for_each(|own| write_pages(own, folder, force))
}

/// A page in the language of manuals.
fn rendered(command: clap::Command) -> CommandResult<Vec<u8>> {
    let mut page = Vec::new();
    let rendered = clap_mangen::Man::new(command).render(&mut page);
    rendered.map_err(|error| Failure::unprinted(&error))?;
    Ok(page)
}

/// The licences of all that is inside.
pub(crate) fn licences() -> CommandResult {
    print(NOTICES.as_bytes())
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
