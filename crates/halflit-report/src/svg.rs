//! A picture as SVG: one element per item.

use crate::error::Result;
use crate::font::FAMILY;
use crate::html::escape;
use crate::palette::Color;
use crate::picture::{Item, Picture, Place, Stroke, Words};

impl Picture {
    /// The picture as an SVG document. Its words stay text.
    pub fn svg(&self) -> Result<String> {
        let (width, height) = self.size();
        Ok(format!(
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             font-family=\"{FAMILY}\" xmlns=\"http://www.w3.org/2000/svg\">\n<title>{}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n{}</svg>\n",
            escape(&self.title),
            self.items.iter().map(element).collect::<String>()
        ))
    }
}

fn element(item: &Item) -> String {
    match item {
        Item::Line { path, stroke } => line(path, *stroke),
        Item::Area { corners, fill } => {
            format!("<polygon points=\"{}\"{}/>\n", points(corners), colored("fill", *fill))
        }
        Item::Rectangle { from, to, fill } => {
            let [x, y, width, height] = [from.0, from.1, to.0 - from.0, to.1 - from.1].map(short);
            let fill = colored("fill", *fill);
            format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{fill} shape-rendering=\"crispEdges\"/>\n"
            )
        }
        Item::Disc { center, radius, fill } => {
            let [x, y, radius] = [center.0, center.1, *radius].map(short);
            let fill = colored("fill", *fill);
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{fill}/>\n")
        }
        Item::Words(words) => text(words),
    }
}

fn line(path: &[Place], stroke: Stroke) -> String {
    let (points, color, width) =
        (points(path), colored("stroke", stroke.color), short(stroke.width));
    let dash = |(on, off)| format!(" stroke-dasharray=\"{on} {off}\"");
    let dash = stroke.dash.map(dash).unwrap_or_default();
    format!("<polyline points=\"{points}\" fill=\"none\"{color} stroke-width=\"{width}\"{dash}/>\n")
}

/// The baseline is given in numbers: viewers disagree about other ways to centre a text.
fn text(words: &Words) -> String {
    let ((x, y), turn) = words.baseline();
    let [x, y, size] = [x, y, words.size].map(short);
    let turn =
        if turn == 0.0 { "".into() } else { format!(" transform=\"rotate({turn} {x} {y})\"") };
    let anchor = ["start", "middle", "end"][words.align as usize];
    let (fill, letters) = (colored("fill", words.color), escape(&words.text));
    format!(
        "<text x=\"{x}\" y=\"{y}\"{turn} text-anchor=\"{anchor}\" font-size=\"{size}\"{fill}>{letters}</text>\n"
    )
}

fn points(path: &[Place]) -> String {
    let pairs: Vec<_> = path.iter().map(|(x, y)| format!("{},{}", short(*x), short(*y))).collect();
    pairs.join(" ")
}

fn colored(attribute: &str, color: Color) -> String {
    match color.alpha {
        1.0 => format!(" {attribute}=\"{}\"", color.hex()),
        alpha => format!(" {attribute}=\"{}\" {attribute}-opacity=\"{alpha}\"", color.hex()),
    }
}

/// Hundredths of a point are more than anybody sees.
fn short(value: f64) -> f64 {
    (100.0 * value).round() / 100.0
}
