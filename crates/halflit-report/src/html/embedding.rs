//! The section with the interactive scatter: its controls are real form elements, so that they work
//! with a keyboard and a screen reader.

use super::marker::swatch;
use super::{Section, escape};
use crate::data::Embedding;
use crate::palette::look;
use crate::pictures::classes;

pub(super) fn section(embedding: &Embedding) -> Section {
    let (rows, axes) = (embedding.points.len(), embedding.axes());
    let labeled = embedding.labels.iter().flatten().count();
    let reading = match axes {
        1 => {
            "Each mark is one row at its place on the only axis, in the lane of its class; classes that \
             do not overlap are easy to tell apart."
        }
        _ => {
            "Each mark is one row; rows of one class should lie together and apart from other classes. \
             Axes have no unit: only distances between rows matter."
        }
    };
    let body = format!(
        "<p class=\"reading\">{reading} Large marks with a rim came with a label ({labeled} of {rows}), \
         small ones are coloured by their predicted class. Hover over a mark for its row; drag to move, \
         pinch or hold Ctrl and turn the wheel to zoom.</p>\n\
         {controls}{legend}\
         <div class=\"chart tall\" id=\"chart-embedding\" tabindex=\"0\" role=\"application\" \
         aria-roledescription=\"scatter plot\" aria-label=\"Scatter plot of {rows} rows, {labeled} of them labeled. \
         Arrow keys step through the rows, plus and minus zoom, zero shows everything.\"></div>\n\
         <p class=\"visually-hidden\" id=\"embedding-row\" aria-live=\"polite\"></p>\n",
        controls = controls(axes),
        legend = legend(embedding),
    );
    Section::new("embedding", "Where the rows land", body)
}

fn controls(axes: usize) -> String {
    let options = |chosen: usize| {
        let option = |axis: usize| {
            let selected = if axis == chosen { " selected" } else { "" };
            format!("<option value=\"{axis}\"{selected}>axis {}</option>", axis + 1)
        };
        (0..axes).map(option).collect::<String>()
    };
    let select = |(words, id, chosen)| {
        format!("<label>{words} <select id=\"{id}\">{}</select></label>\n", options(chosen))
    };
    let choices = [("Across", "x-axis", 0), ("Up", "y-axis", 1)];
    let selects: String = choices.into_iter().filter(|_| axes > 2).map(select).collect();
    format!(
        "<div class=\"controls\">\n{selects}\
         <label><input type=\"checkbox\" id=\"show-labeled\" checked> labeled rows</label>\n\
         <label><input type=\"checkbox\" id=\"show-unlabeled\" checked> unlabeled rows</label>\n\
         <span class=\"buttons\"><button type=\"button\" id=\"zoom-in\" aria-label=\"Zoom in\">+</button>\n\
         <button type=\"button\" id=\"zoom-out\" aria-label=\"Zoom out\">−</button>\n\
         <button type=\"button\" id=\"zoom-reset\">Show everything</button></span>\n</div>\n"
    )
}

/// A check box with its marker for each class, and one for rows without a class.
fn legend(embedding: &Embedding) -> String {
    let classes = classes(embedding);
    let classless = (0..embedding.points.len()).any(|row| embedding.class_of(row).is_none());
    let entry = |number: i64, name: &str, swatch: String| {
        format!(
            "<label><input type=\"checkbox\" data-class=\"{number}\" checked> {swatch}{}</label>\n",
            escape(name)
        )
    };
    let mut entries: String = (classes.names.iter().enumerate())
        .map(|(number, name)| entry(number as i64, name, swatch(look(number))))
        .collect();
    if classless {
        entries += &entry(-1, "no class", swatch(crate::legend::NO_CLASS));
    }
    format!("<fieldset class=\"legend\"><legend>Classes</legend>\n{entries}</fieldset>\n")
}
