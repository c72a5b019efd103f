//! From words to values: `local-scaling:3`, `poly:degree=2,coef0=1`.

use halflit::Kernel;
use halflit::graph::{Pairs, Weights};
use serde_json::{Map, Value, json};

use crate::failure::{Failure, Outcome};

/// `all`, or a number of nearest neighbours.
pub(super) fn pairs(text: &str) -> Outcome<Pairs> {
    match text {
        "all" => Ok(Pairs::All),
        count => whole("--graph", count, "all, or a whole number such as 10").map(Pairs::Nearest),
    }
}

/// How pairs are weighed.
pub(super) fn weights(option: &str, text: &str) -> Outcome<Weights> {
    let kinds = "local-scaling:K, heat:SIGMA, cosine or binary";
    let tagged = tagged(option, text)?;
    serde_json::from_value(tagged).map_err(|_| unknown(option, text, kinds))
}

/// The affinity within a class.
pub(super) fn affinity(text: &str) -> Outcome<Value> {
    let kinds = "nearest:K or local-scaling:K";
    match tagged("--affinity", text)? {
        Value::Object(map)
            if map.iter().all(|(kind, k)| {
                ["nearest", "local-scaling"].contains(&kind.as_str()) && k.is_u64()
            }) =>
        {
            Ok(Value::Object(map))
        }
        _ => Err(unknown("--affinity", text, kinds)),
    }
}

/// `kind:number` as `{"kind": number}`, `kind` as `"kind"`.
fn tagged(option: &str, text: &str) -> Outcome<Value> {
    match text.split_once(':') {
        None => Ok(json!(text)),
        Some((kind, number)) => match serde_json::from_str::<Value>(number) {
            Ok(value) if value.is_number() => Ok(json!({ kind: value })),
            _ => Err(Failure::usage(
                format!("{option} {text}: '{number}' is not a number"),
                format!("write it as {kind}:3"),
            )),
        },
    }
}

/// `name:key=value,key=value` as a kernel.
pub(super) fn kernel(text: &str) -> Outcome<Kernel> {
    let (name, list) = text.split_once(':').unwrap_or((text, ""));
    let name = match name {
        "poly" => "polynomial",
        "gaussian" => "rbf",
        other => other,
    };
    let Some(known) = kernel_parameters(name) else {
        let known = "linear, poly, rbf, laplacian, sigmoid, cosine or precomputed";
        return Err(unknown("--kernel", text, known));
    };
    let mut parameters = Map::new();
    for pair in list.split(',').filter(|pair| !pair.is_empty()) {
        let value = pair.split_once('=').and_then(|(key, value)| {
            serde_json::from_str::<Value>(value).ok().filter(Value::is_number).map(|v| (key, v))
        });
        let Some((key, value)) = value else {
            let what = format!("--kernel {text}: '{pair}' is not of the form name=number");
            return Err(Failure::usage(what, "write it as poly:degree=2,coef0=1"));
        };
        if !known.contains(&key) {
            let what = format!("--kernel {text}: {name} has no parameter '{key}'");
            let help = match known.is_empty() {
                true => format!("{name} has no parameters: leave them out"),
                false => format!("{name} has {}", known.join(", ")),
            };
            return Err(Failure::usage(what, help));
        }
        parameters.insert(key.into(), value);
    }
    serde_json::from_value(json!({ name: parameters })).map_err(|_| {
        let what = format!("--kernel {text}: a number of the wrong kind");
        Failure::usage(what, "degree is a whole number, the others are any")
    })
}

fn kernel_parameters(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "polynomial" => &["degree", "coef0", "scale"],
        "rbf" | "laplacian" => &["width"],
        "sigmoid" => &["scale", "coef0"],
        "linear" | "cosine" | "precomputed" => &[],
        _ => return None,
    })
}

/// A choice by its name.
pub(super) fn named<T: serde::de::DeserializeOwned>(option: &str, text: &str) -> Outcome<T> {
    serde_json::from_value(json!(text)).map_err(|error| {
        // "unknown variant `x`, expected one of `a`, `b`": the list is what helps.
        let reason = error.to_string();
        let expected = reason.split_once(", expected ").map_or("another", |(_, expected)| expected);
        unknown(option, text, expected.trim_start_matches("one of ").replace('`', ""))
    })
}

/// A choice from a list.
pub(super) fn one_of<'t>(option: &str, text: &'t str, known: &[&str]) -> Outcome<&'t str> {
    match known.contains(&text) {
        true => Ok(text),
        false => Err(unknown(option, text, known.join(", "))),
    }
}

fn unknown(option: &str, text: &str, known: impl std::fmt::Display) -> Failure {
    Failure::usage(format!("{option} does not know '{text}'"), format!("use one of {known}"))
}

/// A whole number of at least 1.
pub(super) fn whole(option: &str, text: &str, allowed: &str) -> Outcome<usize> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(Failure::usage(
            format!("{option} {text} is not understood"),
            format!("give {allowed}"),
        )),
    }
}
