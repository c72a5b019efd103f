//! `halflit methods`: what there is.

use halflit::learner::LearnerInfo;
use halflit::{Kernel, KernelInfo, Method, Plan};
use serde_json::{Value, json};

use crate::args::Global;
use crate::failure::CommandResult;
use crate::printer::{NOTHING, Printer, table, table_within};
use crate::wrap;

pub(crate) fn run(kernels: bool, global: &Global) -> CommandResult {
    let printer = Printer::new(global);
    match kernels {
        true => printer.result(|| Kernel::TABLE.iter().map(kernel_json).collect(), kernel_text),
        false => printer.result(|| Method::table().map(json).collect(), text),
    }
}

fn text() -> String {
    let row = |info: &LearnerInfo| {
        let [label, unlabel, constraint] = info.parts.map(str::to_owned);
        vec![info.name.into(), info.kind.to_string(), label, unlabel, constraint, info.about.into()]
    };
    let heading = ["method", "kind", "label cost", "unlabel cost", "constraint", "asks for"];
    table_within(&heading, &Method::table().map(row).collect::<Vec<_>>(), wrap::columns())
}

fn json(info: &LearnerInfo) -> Value {
    let [label, unlabel, constraint] = info.parts;
    let plan = Plan::named(info.name).map(|plan| json!(plan)).unwrap_or_default();
    json!({
        "name": info.name,
        "kind": info.kind.to_string(),
        "about": info.about,
        "label_cost": label,
        "unlabel_cost": unlabel,
        "constraint": constraint,
        "parameters": plan["method"]["parameters"],
    })
}

/// One line for each parameter of each kernel, and one for a kernel without any.
fn kernel_text() -> String {
    let rows = |kernel: &KernelInfo| {
        let none = [(NOTHING, "", "")];
        let parameters = if kernel.parameters.is_empty() { &none } else { kernel.parameters };
        let row = |(at, (name, range, default)): (usize, &(&str, &str, &str))| {
            let [own, formula] = if at == 0 { [kernel.name, kernel.formula] } else { ["", ""] };
            [own, formula, name, range, default].map(str::to_owned).to_vec()
        };
        parameters.iter().enumerate().map(row).collect::<Vec<_>>()
    };
    let heading = ["kernel", "formula", "parameter", "range", "default"];
    table(&heading, &Kernel::TABLE.iter().flat_map(rows).collect::<Vec<_>>())
}

fn kernel_json(kernel: &KernelInfo) -> Value {
    let parameter = |(name, range, default): &(&str, &str, &str)| json!({ "name": name, "range": range, "default": default });
    json!({
        "name": kernel.name,
        "alias": kernel.alias,
        "formula": kernel.formula,
        "parameters": kernel.parameters.iter().map(parameter).collect::<Vec<_>>(),
    })
}
