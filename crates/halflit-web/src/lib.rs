//! The playground: the studio in one thread of a browser. The page talks to it by messages, and nothing leaves the browser.
//!
//! | file | holds |
//! |---|---|
//! | `choice.rs` | what the columns of a table are for, and the table read so |
//! | `sets.rs` | three tables to begin with |
//! | `bindings.rs` | what JavaScript calls |
//!
//! `cargo xtask playground` builds it, with the page of `studio/src/playground`.

#[cfg(target_arch = "wasm32")]
pub mod bindings;
mod choice;
#[path = "../../halflit-cli/src/examples.rs"]
mod examples;
mod sets;

pub use choice::{Choice, material};
pub use sets::{ExampleSet, sets};
