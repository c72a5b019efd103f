//! The pictures, one function each. An empty title leaves the room for it out.

mod accuracy;
mod curves;
mod heat_map;
mod layout;
mod loadings;
mod pair_graph;
mod projection_axes;
mod scatter;
mod spectrum;
mod strip;
#[cfg(test)]
mod tests;

pub use accuracy::accuracy;
pub use curves::curves;
pub use heat_map::heat_map;
pub use layout::layout;
pub(crate) use loadings::features_bars;
pub use loadings::loadings;
pub use pair_graph::{graph_layout, pair_graph};
pub use projection_axes::{linked_axes, projection_axes};
pub(crate) use scatter::classes;
pub use scatter::{embedding, embedding_on};
pub use spectrum::spectrum;

use crate::frame::{Axis, Frame};
use crate::legend::Legend;
use crate::palette::SOFT_INK;
use crate::picture::{Align, Picture};

/// A frame that says why it is empty: a picture is made even when there is nothing to show.
fn empty(title: &str, reason: &str) -> Picture {
    let axis = Axis::names(vec![], "", 0.0);
    let (mut picture, frame) = Frame::new(title, (420.0, 220.0), &axis, &axis, &Legend::default());
    picture.words(reason, frame.place(0.0, 0.0), 13.0, SOFT_INK, Align::Center);
    picture
}
