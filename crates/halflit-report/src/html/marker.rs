//! A class's or curve's marker on the page: as a symbol of the chart library and as a small drawing.

use crate::number::rounded;
use crate::palette::{Look, Shape};
use crate::ticks::Range;
use serde_json::{Value, json};

/// A class, a curve: anything with a colour and a marker. The chart library fits a symbol into a
/// square; with this size all shapes look equally large.
pub(super) fn styled(name: &str, look: Look) -> Value {
    let (light, dark) = (look.color.hex(), look.color_on_dark.hex());
    let symbol = match look.shape {
        Shape::Circle => "circle".into(),
        Shape::Square => "rect".into(),
        other => format!("path://{}", outline(other, 10.0)),
    };
    json!({ "name": name, "light": light, "dark": dark, "symbol": symbol, "size": extent(look.shape) })
}

/// Half of the longer side of the box around a shape.
fn extent(shape: Shape) -> f64 {
    if shape == Shape::Circle {
        return 1.0;
    }
    let side = |values: Vec<f64>| Range::of(values.into_iter()).width();
    let (x, y) = shape.corners().into_iter().unzip();
    rounded(0.5 * side(x).max(side(y)))
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
    let (light, dark) = (look.color.hex(), look.color_on_dark.hex());
    format!(
        "<svg class=\"swatch\" viewBox=\"-8 -8 16 16\" aria-hidden=\"true\" \
         style=\"--light:{light};--dark:{dark}\">{mark}</svg>"
    )
}
