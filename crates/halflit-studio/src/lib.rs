//! Label on the map, watch the map answer: one page, and what answers it.
//!
//! A `Studio` has a port of this machine. An [`Office`] has none: the program that embeds it carries requests and replies. A [`Soloist`] needs no
//! thread either. The feature `server`, which is on by default, brings the first one.
//!
//! | file | holds |
//! |---|---|
//! | `session/` | labels, classes, undo and redo: a pure state |
//! | `identity.rs` | what tells a row from others |
//! | `journal.rs` | every action kept before anyone is told |
//! | `engine/` | from labels to a map, turned onto the last one |
//! | `orders.rs`, `worker.rs` | what fits, and what it is to do |
//! | `scout.rs` | what reads all rows and chooses those to label, beside fits |
//! | `easel.rs` | what draws the picture |
//! | `queue.rs` | the questions, round by round |
//! | `desk.rs` | where all these meet |
//! | `state.rs`, `accuracy.rs`, `line.rs` | what the page is told |
//! | `exports/` | labels, map, model and report to take home |
//! | `answers/` | one request, one reply |
//! | `changes.rs`, `follower.rs` | what the page is told without asking |
//! | `office.rs`, `soloist.rs` | a studio with threads, and one without |
//! | `studio.rs`, `server/` | a studio on a port: HTTP, and the guard before it |
//! | `address.rs` | where a page finds its studio, again after a restart |
//!
//! Nothing leaves this machine, and nothing is served but the embedded page, what it asks for, and pictures under one folder.

mod accuracy;
#[cfg(feature = "server")]
mod address;
mod answers;
mod changes;
mod desk;
mod easel;
mod engine;
mod error;
mod exports;
mod follower;
mod identity;
mod journal;
mod line;
mod material;
mod office;
mod orders;
mod queue;
mod regions;
mod replay;
mod scout;
#[cfg(feature = "server")]
mod server;
mod session;
mod soloist;
mod state;
#[cfg(feature = "server")]
mod studio;
mod worker;

pub use answers::{Reply, Request};
pub use error::{Kind, Result, StudioError};
pub use follower::{Event, Follower};
pub use material::{Material, Origin};
pub use office::Office;
pub use session::{Action, Settings};
pub use soloist::Soloist;
#[cfg(feature = "server")]
pub use studio::{Stopper, Studio};
