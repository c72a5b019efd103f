//! Pictures and a page for halflit's results.
//!
//! Plain structs in, bytes or text out: this crate computes nothing, reads no file and writes none.
//!
//! ```text
//! data structs ──▶ pictures::… ──▶ Picture ──▶ .png() bytes, .svg() text
//!             └──▶ Report ──▶ html() ──▶ one page that needs no network
//! ```
//!
//! Each function in [`pictures`] makes a [`Picture`]: a list of lines, areas, markers and words, which
//! is painted as PNG, as SVG or into the page, so the three never differ. Only the map of the page, which
//! follows the pointer, is drawn by a script. Colours and marker shapes come from one [`palette`] everywhere.
//!
//! ```
//! use halflit_report::{Embedding, Report, html, pictures};
//!
//! let embedding = Embedding {
//!     points: vec![vec![0.0, 1.0], vec![2.0, 0.5]],
//!     labels: vec![Some("cat".into()), None],
//!     predicted: vec![None, Some("dog".into())],
//!     classes: vec!["cat".into(), "dog".into()],
//!     ..Embedding::default()
//! };
//! let picture = pictures::embedding(&embedding, "Two animals")?;
//! assert!(picture.svg()?.starts_with("<svg"));
//! assert_eq!(&picture.png()?[1..4], b"PNG");
//!
//! let report = Report { title: "Two animals".into(), embedding: Some(embedding), ..Report::default() };
//! assert!(html(&report)?.starts_with("<!doctype html>"));
//! # Ok::<(), halflit_report::Error>(())
//! ```

mod classes;
mod data;
mod error;
mod font;
mod frame;
mod html;
mod legend;
mod number;
pub mod palette;
mod picture;
pub mod pictures;
mod png;
mod svg;
mod ticks;

pub use data::*;
pub use error::{Error, Result};
pub use font::Font;
pub use html::{base_style, escape, html};
pub use number::short;
pub use picture::Picture;
