//! The section with the interactive scatter: its controls are real form elements, so that they work
//! with a keyboard and a screen reader.

use super::marker::swatch;
use super::{Section, escape};
use crate::data::Embedding;
use crate::error::Result;
use crate::palette::look;
use crate::pictures::classes;

/// Classes beyond this many are folded away until asked for.
const UNFOLDED: usize = 10;

pub(super) fn section(embedding: &Embedding) -> Result<Section> {
    embedding.check()?;
    let rows = embedding.points.len();
    let labeled = embedding.labels.iter().flatten().count();
    let body = format!(
        "<noscript><p class=\"notice\">The map needs JavaScript. All else can be read without it.</p></noscript>\n\
         <div class=\"map\">\n<div>\n\
         <div id=\"chart-embedding\" tabindex=\"0\" role=\"application\" \
         aria-roledescription=\"scatter plot\" aria-label=\"Scatter plot of {rows} rows, {labeled} of them labeled. \
         Arrow keys step through the rows, plus and minus zoom, zero shows everything.\"></div>\n{controls}</div>\n\
         <div>\n{search}{legend}</div>\n</div>\n\
         <p class=\"visually-hidden\" id=\"embedding-row\" aria-live=\"polite\"></p>\n\
         <p class=\"reading\">{reading}</p>\n",
        controls = controls(embedding),
        search = search(embedding),
        legend = legend(embedding),
        reading = reading(embedding),
    );
    Ok(Section::new("embedding", "Where the rows land", body))
}

fn reading(embedding: &Embedding) -> String {
    let labeled = embedding.labels.iter().flatten().count();
    let what = match embedding.axes() {
        1 => {
            "Each mark is one row at its place on the only axis, in the lane of its class, where height means \
             nothing; classes that do not overlap are easy to tell apart."
        }
        _ if !embedding.axis_names.is_empty() => {
            "Each mark is one row. The picture keeps which rows lie near to each other, as well as two dimensions can; distances \
             between far groups mean little, and its axes mean nothing."
        }
        _ => {
            "Each mark is one row; rows of one class should lie together and apart from other classes. \
             Axes have no unit: only distances between rows matter."
        }
    };
    format!(
        "{what} Large marks with a rim came with a label ({labeled} of {}), small ones are coloured by their predicted \
         class. Point at a mark for its row{}; drag to move, pinch or hold Ctrl and turn the wheel to zoom. A click on \
         the name of a class shows only that class.",
        embedding.points.len(),
        values(embedding),
    )
}

/// Which values a row is shown with.
fn values(embedding: &Embedding) -> String {
    match embedding.features.len() {
        0 => String::new(),
        1 => " and its value of one feature".into(),
        shown => format!(" and its values of {shown} features"),
    }
}

fn search(embedding: &Embedding) -> String {
    let row = if embedding.row_names.is_some() { "name of a row" } else { "number of a row" };
    format!(
        "<div class=\"search\" role=\"search\"><label for=\"find\">Find a class or a row</label>\n\
         <input type=\"search\" id=\"find\" placeholder=\"class, or {row}\" autocomplete=\"off\" spellcheck=\"false\">\n\
         <ul id=\"hits\" aria-label=\"Found\"></ul>\n<p id=\"no-hit\" role=\"status\" hidden>Nothing of that name.</p></div>\n"
    )
}

fn controls(embedding: &Embedding) -> String {
    let axes = embedding.axes();
    let options = |chosen: usize| {
        let option = |axis: usize| {
            let selected = if axis == chosen { " selected" } else { "" };
            let name = escape(&embedding.axis_name(axis));
            format!("<option value=\"{axis}\"{selected}>{name}</option>")
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

/// For each class a check box, and its marker, name and number of rows, which ask for this class only; one more for
/// rows without a class.
fn legend(embedding: &Embedding) -> String {
    let classes = classes(embedding);
    let mut counts = vec![0; classes.names.len()];
    let mut classless = 0;
    for row in 0..embedding.points.len() {
        match embedding.class_of(row).and_then(|name| classes.number(name)) {
            Some(number) => counts[number] += 1,
            None => classless += 1,
        }
    }
    let named = classes.names.iter().zip(&counts).enumerate();
    let mut entries: Vec<String> = named
        .map(|(number, (name, count))| {
            entry(&number.to_string(), name, swatch(look(number)), *count)
        })
        .collect();
    if classless > 0 {
        entries.push(entry("-1", "no class", swatch(crate::legend::NO_CLASS), classless));
    }
    let (shown, folded) = entries.split_at(entries.len().min(UNFOLDED));
    let folded = match folded.len() {
        0 => String::new(),
        _ => format!(
            "<details><summary>Show all {} classes</summary>\n{}</details>\n",
            entries.len(),
            folded.concat()
        ),
    };
    format!(
        "<fieldset class=\"classes\"><legend>Classes</legend>\n{}{folded}\
         <button type=\"button\" id=\"all-classes\" hidden>Show every class</button></fieldset>\n",
        shown.concat()
    )
}

fn entry(number: &str, name: &str, swatch: String, count: usize) -> String {
    let name = escape(name);
    format!(
        "<div><input type=\"checkbox\" data-class=\"{number}\" aria-label=\"show {name}\" checked>\
         <button type=\"button\" data-only=\"{number}\" aria-pressed=\"false\" title=\"only {name}\">\
         {swatch}<span>{name}</span><span>{count}</span></button></div>\n"
    )
}
