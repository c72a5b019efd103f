//! A class's or curve's marker on the page: as a symbol of the chart library and as a small drawing.

use crate::number::rounded;
use crate::palette::{Look, Shape};
use crate::ticks::Range;
use serde::Serialize;
use std::borrow::Cow;

/// A class, a curve: anything with a colour and a marker.
#[derive(Serialize)]
pub(super) struct Styled<'a> {
    name: Cow<'a, str>,
    light: String,
    dark: String,
    symbol: String,
    /// The chart library fits a symbol into a square: its side that makes all shapes look equally large.
    size: f64,
}

impl<'a> Styled<'a> {
    pub(super) fn new(name: impl Into<Cow<'a, str>>, look: Look) -> Self {
        let (light, dark) = (look.color.hex(), look.color_on_dark.hex());
        Self {
            name: name.into(),
            light,
            dark,
            symbol: symbol(look.shape),
            size: extent(look.shape),
        }
    }
}

/// A marker in the chart library's terms.
fn symbol(shape: Shape) -> String {
    match shape {
        Shape::Circle => "circle".into(),
        Shape::Square => "rect".into(),
        other => format!("path://{}", outline(other, 10.0)),
    }
}

/// Half of the longer side of the box around a shape.
fn extent(shape: Shape) -> f64 {
    let corners = shape.corners();
    let side = |values: Vec<f64>| Range::of(values.into_iter()).width();
    match shape {
        Shape::Circle => 1.0,
        _ => {
            let (x, y) = corners.into_iter().unzip();
            rounded(0.5 * side(x).max(side(y)))
        }
    }
}

/// A marker as SVG path data around the origin; none for a circle.
fn outline(shape: Shape, radius: f64) -> String {
    let corner = |(x, y): (f64, f64)| format!("{:.1},{:.1}", radius * x, radius * y);
    format!("M{}Z", shape.corners().into_iter().map(corner).collect::<Vec<_>>().join("L"))
}

/// A small drawing of a class's marker; both colours are there and the style picks one.
pub(super) fn swatch(look: Look) -> String {
    let mark = match look.shape {
        Shape::Circle => "<circle r=\"5.5\"/>".into(),
        shape => format!("<path d=\"{}\"/>", outline(shape, 5.0)),
    };
    format!(
        "<svg class=\"swatch\" viewBox=\"-8 -8 16 16\" aria-hidden=\"true\" \
         style=\"--light:{};--dark:{}\">{mark}</svg>",
        look.color.hex(),
        look.color_on_dark.hex()
    )
}
