//! `halflit inspect`: what is in a model.

use halflit::Model;
use serde_json::json;

use crate::args::{Global, Inspect};
use crate::failure::CommandResult;
use crate::printer::{Printer, short};
use crate::{files, show};

pub(crate) fn run(options: &Inspect, global: &Global) -> CommandResult {
    let model = files::read_model(&options.model)?;
    let json = || {
        let mut value = show::model_json(&model);
        let axis = |features: &Vec<(String, f64)>| {
            let entry =
                |(name, weight): &(String, f64)| json!({ "feature": name, "weight": weight });
            features.iter().map(entry).collect::<Vec<_>>()
        };
        let top = heaviest(&model, options.top);
        value["top_features"] = json!(top.iter().map(axis).collect::<Vec<_>>());
        let relevant =
            |(name, share): (String, f64)| json!({ "feature": name, "relevance": share });
        let columns = show::relevant_columns(&model, options.top).into_iter().map(relevant);
        value["relevant_columns"] = json!(columns.collect::<Vec<_>>());
        value
    };
    Printer::new(global).result(json, || text(&model, options.top))
}

fn text(model: &Model, count: usize) -> String {
    let mut text = show::pairs_text(&show::parameters(model));
    text += "\n\ndiagnostics\n";
    text += &show::pairs_text(&show::diagnostics(model));
    if !model.classes().is_empty() {
        let classes = model.classes().iter().map(|name| show::quoted(name));
        text += &format!("\n\nclasses\n  {}", classes.collect::<Vec<_>>().join(", "));
    }
    let held = model.compared_rows(false);
    if held > 0 {
        text += &format!("\n\nholds {held} rows of the data that it was fitted to, as they are");
    }
    let relevant = show::relevant_columns(model, count);
    if !relevant.is_empty() {
        text += "\n\ncolumns, with the share of their spread that lies between the classes found";
    }
    for (name, share) in relevant {
        text += &format!("\n  {:>5.1} %  {name}", 100.0 * share);
    }
    let top = heaviest(model, count);
    text += match top.is_empty() {
        true => "\n\naxes",
        false if model.spread().is_some() => {
            "\n\naxes, with the columns that spread rows most: weight times standard deviation"
        }
        // No rows were at hand that could say how much a column varies.
        false => "\n\naxes, with their largest weights for a unit of a column as the map sees it",
    };
    for (j, eigenvalue) in model.eigenvalues().iter().enumerate() {
        text += &format!("\n  {}  eigenvalue {}", j + 1, short(*eigenvalue));
        for (name, weight) in top.get(j).into_iter().flatten() {
            text += &format!("\n     {:>10}  {name}", short(*weight));
        }
    }
    text
}

/// The features that count most on every axis, by the rule of the report where the rows of the fit were at hand; none for a model
/// without a linear map.
fn heaviest(model: &Model, count: usize) -> Vec<Vec<(String, f64)>> {
    if let Some(spread) = model.spread() {
        return show::top_features(model, &spread, count);
    }
    let weights = model.projection().map(|projection| projection.components());
    weights.map_or(Vec::new(), |weights| show::top_features(model, weights, count))
}
