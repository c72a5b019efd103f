//! Panics: mistakes of ours that no one else should have to read.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::failure::{CommandResult, Failure};

/// Where the last panic was: file and line.
static PLACE: Mutex<Option<String>> = Mutex::new(None);

/// From now on a panic prints nothing: the code that catches it knows what to say.
pub(crate) fn keep_panics_silent() {
    std::panic::set_hook(Box::new(note_place));
}

fn note_place(info: &PanicHookInfo<'_>) {
    let place = info.location().map(|at| {
        let file = Path::new(at.file()).file_name().unwrap_or_default();
        format!("{}:{}", file.to_string_lossy(), at.line())
    });
    *PLACE.lock().unwrap_or_else(PoisonError::into_inner) = place;
}

/// Runs a command, and makes a failure like any other of a panic that nobody caught.
pub(crate) fn guarded(command: impl FnOnce() -> CommandResult) -> CommandResult {
    // Nothing that the command touched is looked at afterwards.
    catch_unwind(AssertUnwindSafe(command)).unwrap_or_else(|_| Err(internal()))
}

/// Its message is for programmers; where it was is enough to find it.
fn internal() -> Failure {
    let place = PLACE.lock().unwrap_or_else(PoisonError::into_inner).take();
    Failure::internal(&place.map_or(String::new(), |place| format!(" at {place}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_failure_that_asks_for_a_report() {
        keep_panics_silent();
        let failure = guarded(|| panic!("words for programmers")).expect_err("a failure");
        let said = format!("{failure:?}");
        assert!(said.contains("internal error at internal.rs:"), "{said}");
        assert!(said.contains("please report"), "{said}");
        assert!(said.contains("code: 101"), "{said}");
        assert!(!said.contains("programmers"), "{said}");
        assert!(guarded(|| Ok(())).is_ok());
    }
}
