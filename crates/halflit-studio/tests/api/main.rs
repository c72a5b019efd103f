//! The studio over real HTTP on a real port.

mod actions;
mod checks;
mod client;
mod exports;
mod hostile;
mod images;
mod restart;
mod world;
