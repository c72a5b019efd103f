//! The studio over real HTTP on a real port.

mod actions;
mod checks;
mod client;
mod embedded;
mod exports;
mod finding;
mod hostile;
mod images;
mod restart;
mod world;
