//! A picture as SVG, alone or inside a page: one element per item.

use crate::error::Result;
use crate::font::FAMILY;
use crate::html::escape;
use crate::palette::{Color, variable};
use crate::picture::{Item, Picture, Place, Stroke, Words};

/// How a colour is written.
type Ink = fn(Color) -> String;

impl Picture {
    /// The picture as an SVG document. Its words stay text.
    pub fn svg(&self) -> Result<String> {
        let (width, height) = self.size();
        Ok(format!(
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             font-family=\"{FAMILY}\" xmlns=\"http://www.w3.org/2000/svg\">\n<title>{}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n{}</svg>\n",
            escape(&self.title),
            self.elements(Color::hex)
        ))
    }

    /// The picture inside a page that has [`base_style`](crate::base_style): without a ground, in the font and the
    /// colours of the page. `label` says what it is to those who cannot see it.
    pub(crate) fn inline(&self, label: &str) -> String {
        let (width, height) = self.size();
        format!(
            "<svg viewBox=\"0 0 {width} {height}\" style=\"--width:{width}\" role=\"img\" \
             aria-label=\"{}\">\n{}</svg>\n",
            escape(label),
            self.elements(variable)
        )
    }

    fn elements(&self, ink: Ink) -> String {
        self.items.iter().map(|item| element(item, ink)).collect()
    }
}

fn element(item: &Item, ink: Ink) -> String {
    match item {
        Item::Line { path, stroke } => line(path, *stroke, ink),
        Item::Area { corners, fill } => {
            format!("<polygon points=\"{}\"{}/>\n", points(corners), colored("fill", *fill, ink))
        }
        Item::Rectangle { from, to, fill } => {
            let (sides, fill) = (sides(*from, *to), colored("fill", *fill, ink));
            format!("<rect{sides}{fill} shape-rendering=\"crispEdges\"/>\n")
        }
        Item::Disc { center, radius, fill } => {
            let [x, y, radius] = [center.0, center.1, *radius].map(hundredths);
            let fill = colored("fill", *fill, ink);
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{fill}/>\n")
        }
        Item::Words(words) => text(words, ink),
        Item::Hint { from, to, text } => {
            let (sides, text) = (sides(*from, *to), escape(text));
            format!(
                "<rect class=\"hint\"{sides} fill=\"none\" pointer-events=\"all\"><title>{text}</title></rect>\n"
            )
        }
    }
}

fn sides(from: Place, to: Place) -> String {
    let [x, y, width, height] = [from.0, from.1, to.0 - from.0, to.1 - from.1].map(hundredths);
    format!(" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

fn line(path: &[Place], stroke: Stroke, ink: Ink) -> String {
    let (points, color, width) =
        (points(path), colored("stroke", stroke.color, ink), hundredths(stroke.width));
    let dash = |(on, off)| format!(" stroke-dasharray=\"{on} {off}\"");
    let dash = stroke.dash.map(dash).unwrap_or_default();
    format!("<polyline points=\"{points}\" fill=\"none\"{color} stroke-width=\"{width}\"{dash}/>\n")
}

/// The baseline is given in numbers: viewers disagree about other ways to centre a text.
fn text(words: &Words, ink: Ink) -> String {
    let ((x, y), turn) = words.baseline();
    let [x, y, size] = [x, y, words.size].map(hundredths);
    let turn =
        if turn == 0.0 { "".into() } else { format!(" transform=\"rotate({turn} {x} {y})\"") };
    let anchor = ["start", "middle", "end"][words.align as usize];
    let (fill, letters) = (colored("fill", words.color, ink), escape(&words.text));
    format!(
        "<text x=\"{x}\" y=\"{y}\"{turn} text-anchor=\"{anchor}\" font-size=\"{size}\"{fill}>{letters}</text>\n"
    )
}

fn points(path: &[Place]) -> String {
    let pairs: Vec<_> =
        path.iter().map(|(x, y)| format!("{},{}", hundredths(*x), hundredths(*y))).collect();
    pairs.join(" ")
}

fn colored(attribute: &str, color: Color, ink: Ink) -> String {
    match color.alpha {
        1.0 => format!(" {attribute}=\"{}\"", ink(color)),
        alpha => format!(" {attribute}=\"{}\" {attribute}-opacity=\"{alpha}\"", ink(color)),
    }
}

/// Hundredths of a point are more than anybody sees.
fn hundredths(value: f64) -> f64 {
    (100.0 * value).round() / 100.0
}
