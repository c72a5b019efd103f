//! What was missing, where the numbers come from, and how to get them again.

use super::markdown::{code, list, plain, table, words};
use super::{Provenance, Study, names};

const DATA: &str =
    "The data. Equal digests mean equal values and labels, whatever the form of the file";
const SAME: &str = "The same version, data and seed give the same numbers, whatever the number of threads. Compare the \
    digests above first: where they differ, so do the data.";

pub(super) fn section(study: &Study) -> Vec<String> {
    let mut blocks = missing(&study.missing);
    blocks.push("## Where the numbers come from".into());
    let heads = vec![words("What"), words("Value")];
    blocks.extend(table("How this report came about", heads, facts(&study.provenance)));
    blocks.extend(data(&study.provenance));
    blocks.extend(repeat(&study.provenance));
    blocks
}

fn missing(missing: &[(String, String)]) -> Vec<String> {
    if missing.is_empty() {
        return Vec::new();
    }
    let item = |(name, hint): &(String, String)| format!("**{}**: {hint}.", plain(name));
    vec![
        "## Missing datasets".into(),
        "These were not there, so the tables leave them out:".into(),
        list(missing.iter().map(item)),
    ]
}

fn facts(provenance: &Provenance) -> Vec<Vec<String>> {
    let kernel = match provenance.kernel_constant {
        0.0 => "⟨x, x′⟩²".to_owned(),
        constant => format!("(⟨x, x′⟩ + {constant})²"),
    };
    let facts = [
        ("Version", format!("halflit {}", provenance.version)),
        ("Commit", provenance.commit.clone().unwrap_or_else(|| "unknown".into())),
        ("Machine", plain(&provenance.machine)),
        ("Splits of each dataset", provenance.splits.to_string()),
        ("Seed of the splits", provenance.seed.to_string()),
        ("Kernel", kernel),
        ("Time", names::duration(provenance.elapsed)),
    ];
    facts.map(|(what, value)| vec![what.into(), value]).to_vec()
}

fn data(provenance: &Provenance) -> Vec<String> {
    if provenance.data.is_empty() {
        return Vec::new();
    }
    let row = |(name, origin, digest): &(String, String, String)| {
        vec![plain(name), plain(origin), format!("`{digest}`")]
    };
    let heads = ["Dataset", "Origin", "Digest"].map(words).to_vec();
    table(DATA, heads, provenance.data.iter().map(row).collect()).to_vec()
}

fn repeat(provenance: &Provenance) -> [String; 4] {
    let commit = provenance.commit.as_ref();
    let commit = commit.map_or(String::new(), |commit| format!(" as of commit {commit}"));
    [
        "## How to repeat it".into(),
        format!("With halflit {}{commit}, type:", provenance.version),
        code(&provenance.command),
        SAME.into(),
    ]
}
