//! `halflit inspect`: what is in a model.

use serde_json::json;

use crate::args::{Global, Inspect};
use crate::failure::Outcome;
use crate::printer::{Printer, short};
use crate::{files, show};

pub(crate) fn run(options: &Inspect, global: &Global) -> Outcome {
    let model = files::read_model(&options.model)?;
    let top = show::top_features(&model, options.top);
    let json = || {
        let mut value = show::model_json(&model);
        value["top_features"] = json!(top);
        value
    };
    Printer::new(global).result(json, || {
        let mut text = show::pairs_text(&show::parameters(&model));
        text += "\n\ndiagnostics\n";
        text += &show::pairs_text(&show::diagnostics(&model));
        if !model.classes().is_empty() {
            text += &format!("\n\nclasses\n  {}", model.classes().join(", "));
        }
        text += "\n\naxes";
        for (j, eigenvalue) in model.eigenvalues().iter().enumerate() {
            text += &format!("\n  {}  eigenvalue {}", j + 1, short(*eigenvalue));
            if let Some(features) = top.get(j) {
                let features =
                    features.iter().map(|(name, weight)| format!("{name} {}", short(*weight)));
                text += &format!("  {}", features.collect::<Vec<_>>().join(", "));
            }
        }
        text
    })
}
