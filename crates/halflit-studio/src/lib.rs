//! Label on the map, watch the map answer: a server on this machine and one page.

mod error;
mod journal;
mod session;

pub use error::{Kind, Result, StudioError};
pub use session::{Action, Settings};
