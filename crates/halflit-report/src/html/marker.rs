//! A class's marker on the page: on the map and as a small drawing.

use crate::palette::{Look, Shape, variable};
use serde_json::{Value, json};

/// A class on the map: its name, its colours, and the outline of its marker of radius 10.
pub(super) fn styled(name: &str, look: Look) -> Value {
    let (light, dark) = (look.color.hex(), look.color.dark().hex());
    json!({ "name": name, "light": light, "dark": dark, "outline": outline(look.shape, 10.0) })
}

/// A marker as SVG path data around the origin; none for a circle.
fn outline(shape: Shape, radius: f64) -> Option<String> {
    let corner = |(x, y): (f64, f64)| format!("{:.1},{:.1}", radius * x, radius * y);
    let corners: Vec<String> = shape.corners().into_iter().map(corner).collect();
    (!corners.is_empty()).then(|| format!("M{}Z", corners.join("L")))
}

/// A small drawing of a class's marker.
pub(super) fn swatch(look: Look) -> String {
    let mark = match outline(look.shape, 5.0) {
        None => "<circle r=\"5.5\"/>".into(),
        Some(outline) => format!("<path d=\"{outline}\"/>"),
    };
    let color = variable(look.color);
    format!(
        "<svg class=\"swatch\" viewBox=\"-8 -8 16 16\" fill=\"{color}\" aria-hidden=\"true\">{mark}</svg>"
    )
}
