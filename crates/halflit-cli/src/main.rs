//! The `halflit` command; all of it is in the library beside this.

use std::env::args_os;
use std::process::ExitCode;

fn main() -> ExitCode {
    halflit_cli::command(&args_os().collect::<Vec<_>>()).into()
}
