//! Three tables to begin with.

use halflit::datasets;
use serde::Serialize;

use crate::choice::Choice;
use crate::examples;

/// UCI Ionosphere, as the library embeds it: see its `data/README.md`.
const IONOSPHERE: &str = include_str!("../../halflit/data/ionosphere.csv");

/// A table, and what its columns are for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExampleSet {
    /// The name of its file.
    pub file: &'static str,
    /// CSV.
    #[serde(skip)]
    pub csv: String,
    /// What its columns are for.
    pub choice: Choice,
}

/// The tables. Where nobody could tell the class by looking at a row, the row says it: the user plays the expert.
pub fn sets() -> [ExampleSet; 3] {
    let reads = |name: &str| Choice { text: Some(name.to_owned()), ..Choice::default() };
    let messages = examples::files().into_iter().find(|(name, _)| *name == "messages.csv");
    let messages = messages.map(|(_, text)| text).unwrap_or_default();
    let ids = Choice { id: Some("id".into()), ..reads("text") };
    [
        ExampleSet { file: "ionosphere.csv", csv: IONOSPHERE.to_owned(), choice: reads("class") },
        ExampleSet { file: "balance.csv", csv: balance(), choice: reads("tips") },
        ExampleSet { file: "messages.csv", csv: messages, choice: ids },
    ]
}

fn balance() -> String {
    let data = datasets::balance();
    let (samples, labels) = (data.samples(), data.labels());
    let mut csv = "left_weight,left_distance,right_weight,right_distance,tips\n".to_owned();
    for row in 0..samples.rows() {
        let values: Vec<String> = samples.row(row).iter().map(f64::to_string).collect();
        csv += &format!("{},{}\n", values.join(","), labels.name_of(row).unwrap_or_default());
    }
    csv
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::material;

    #[test]
    fn every_set_opens_and_learns_from_numbers_alone() {
        let shapes = sets().map(|set| {
            let own = material(set.file, set.csv.as_bytes(), &set.choice).expect("opens");
            assert!(own.text.is_some() && own.table.labels.is_none());
            (own.table.rows, own.table.width())
        });
        assert_eq!(shapes, [(351, 34), (625, 4), (500, 12)]);
    }
}
