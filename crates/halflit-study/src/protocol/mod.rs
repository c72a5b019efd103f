//! Protocols: what a study does, as data. One file per table; a researcher's own comparison is one more file.
//!
//! ```toml
//! title = "My comparison"
//! opening = "What it is about."
//! learners = ["pca", "ss-lfda"]    # and always the nearest neighbour without any, "raw"
//! splits = 25
//!
//! [[dataset]]
//! table = "mine.csv"    # or source = "ionosphere"
//! label = "species"
//! labeled = 20
//! dimension = 2
//! ```

mod dataset;
mod published;
mod space;

pub use dataset::DatasetPlan;
pub use published::{Printed, Published};
pub use space::Space;

use std::path::Path;

use halflit::AnyLearner;
use halflit::choose::Grid;
use halflit::learner::Kind;
use serde::{Deserialize, Serialize};

use crate::error::{Result, StudyError};
use crate::sources::Source;

/// The name of the nearest neighbour without any learner.
pub const RAW: &str = "raw";

/// X for SS-X, and nothing for a learner that is not semi-supervised in this way.
pub(crate) fn supervised_form(learner: &str) -> Option<&'static str> {
    match AnyLearner::TABLE.iter().find(|info| info.name == learner)?.kind {
        Kind::SemiSupervised(base) => base,
        _ => None,
    }
}

/// A comparison of learners on datasets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Protocol {
    /// The headline of its report.
    pub title: String,
    /// What the report begins with, in plain words.
    pub opening: Option<String>,
    /// Whether it is one of the paper's tables, so that the report judges the paper's claims.
    #[serde(default)]
    pub paper: bool,
    /// Names of learners, and `raw`, which is always among them.
    pub learners: Vec<String>,
    /// Spaces in which they learn; the input space unless said otherwise.
    #[serde(default = "linear")]
    pub spaces: Vec<Space>,
    /// Random splits of each dataset.
    #[serde(default = "twenty_five")]
    pub splits: usize,
    /// The parameters to try, for learners that have them; by default γ ∈ 10^{−3…3} and α ∈ {1, 2, 4, 8, 16}.
    #[serde(default = "Grid::usual")]
    pub grid: Grid,
    /// What they learn from.
    #[serde(rename = "dataset")]
    pub datasets: Vec<DatasetPlan>,
    /// What others have published for it.
    #[serde(default)]
    pub published: Vec<Published>,
}

fn linear() -> Vec<Space> {
    vec![Space::Linear]
}

fn twenty_five() -> usize {
    25
}

/// The tables of accuracies in the paper, as files of `experiments/`.
const BUILT_IN: [(&str, &str); 2] = [
    ("table2", include_str!("../../experiments/table2.toml")),
    ("table3", include_str!("../../experiments/table3.toml")),
];

impl Protocol {
    /// A table of the paper.
    ///
    /// # Errors
    /// [`StudyError::Content`] for another name.
    pub fn built_in(name: &str) -> Result<Self> {
        let found = BUILT_IN.iter().find(|(own, _)| *own == name);
        let Some((_, text)) = found else {
            return Err(StudyError::content(name, "no such table: give table2 or table3"));
        };
        Self::parse(text, Path::new(&format!("experiments/{name}.toml")))
    }

    /// A protocol from a file.
    ///
    /// # Errors
    /// [`StudyError::File`] where it cannot be read, [`StudyError::Content`] where it is not a protocol.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).map_err(|e| StudyError::file(path, e))?;
        let mut protocol = Self::parse(&text, path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        protocol.datasets.iter_mut().for_each(|plan| plan.beside = folder.to_owned());
        Ok(protocol)
    }

    fn parse(text: &str, path: &Path) -> Result<Self> {
        let mut protocol: Protocol = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].lines().count().max(1));
            StudyError::content(path, format!("line {line}: {}", error.message()))
        })?;
        protocol.check().map_err(|reason| StudyError::content(path, reason))?;
        // Without it nobody could say whether reducing was worth it.
        if !protocol.learners.iter().any(|name| name == RAW) {
            protocol.learners.insert(0, RAW.into());
        }
        Ok(protocol)
    }

    fn check(&self) -> std::result::Result<(), String> {
        if self.title.trim().is_empty() {
            return Err("title is empty: say what the report is to be called".into());
        }
        if self.datasets.is_empty() || self.learners.is_empty() || self.spaces.is_empty() {
            return Err("datasets, learners and spaces need at least one entry each".into());
        }
        if self.splits < 2 {
            return Err(format!("splits is {}: give at least 2", self.splits));
        }
        for name in self.learners.iter().filter(|name| *name != RAW) {
            AnyLearner::named(name).map_err(|error| error.to_string())?;
        }
        self.datasets.iter().try_for_each(DatasetPlan::check)?;
        self.check_names()
    }

    /// Rows, records and tables tell datasets apart by their name and the number of labels.
    fn check_names(&self) -> std::result::Result<(), String> {
        for (place, plan) in self.datasets.iter().enumerate() {
            let (name, labeled) = (plan.name(), plan.labeled);
            for twin in self.datasets[..place].iter().filter(|twin| twin.name() == name) {
                if twin.table != plan.table {
                    return Err(format!(
                        "two datasets are called {name}: give one file another name"
                    ));
                }
                if twin.labeled == labeled {
                    return Err(format!(
                        "{name} with {labeled} labels is there twice: leave one out"
                    ));
                }
            }
        }
        Ok(())
    }

    /// What was published for a dataset, a space and a learner.
    pub fn printed(&self, source: Option<Source>, space: Space, learner: &str) -> Option<Printed> {
        let row = self.published.iter().find(|p| Some(p.dataset) == source && p.space == space)?;
        row.learners.get(learner).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_the_paper_are_complete() {
        for name in ["table2", "table3"] {
            let protocol = Protocol::built_in(name).expect("valid");
            assert!(protocol.paper);
            assert_eq!((protocol.datasets.len(), protocol.published.len()), (5, 10));
            assert!(protocol.published.iter().all(|row| row.learners.len() == 7));
        }
    }

    #[test]
    fn the_paper_counts_its_own_wins_as_it_says() {
        let wins = |name: &str| -> usize {
            let protocol = Protocol::built_in(name).expect("valid");
            let cells = protocol.published.iter().flat_map(|row| row.learners.values());
            cells.filter(|printed| printed.bold).count()
        };
        // "18 out of 20" and "14 out of 20": 32 of 40.
        assert_eq!((wins("table2"), wins("table3")), (18, 14));
    }

    #[test]
    fn mistakes_are_named() {
        let parse = |text: &str| Protocol::parse(text, Path::new("p.toml"));
        let start = "title = 'T'\nlearners = ['pca']\n";
        let error = |rest: &str| parse(&format!("{start}{rest}")).expect_err("refused").to_string();
        assert!(
            error("splits = 1\n[[dataset]]\nsource = 'bci'\nlabeled = 9\ndimension = 1")
                .contains("splits is 1")
        );
        assert!(error("[[dataset]]\nsource = 'bcj'\nlabeled = 9\ndimension = 1").contains("bcj"));
        assert!(error("[[dataset]]\nlabeled = 9\ndimension = 1").contains("source"));
        assert!(
            error("[[dataset]]\nsource = 'bci'\nlabeled = 1\ndimension = 1")
                .contains("labeled is 1")
        );
        let twins = |path: &str, labeled: usize| {
            let own = |path: &str, labeled: usize| {
                format!(
                    "[[dataset]]\ntable = '{path}'\nlabel = 'y'\nlabeled = {labeled}\ndimension = 1\n"
                )
            };
            parse(&format!("{start}{}{}", own("a/x.csv", 9), own(path, labeled)))
        };
        let refused = |path, labeled| twins(path, labeled).expect_err("refused").to_string();
        assert!(refused("b/x.csv", 10).contains("two datasets are called x"));
        assert!(refused("a/x.csv", 9).contains("x with 9 labels is there twice"));
        assert!(twins("a/x.csv", 10).is_ok());
        let untitled =
            start.replace("'T'", "' '") + "[[dataset]]\nsource = 'bci'\nlabeled = 9\ndimension = 1";
        assert!(parse(&untitled).expect_err("refused").to_string().contains("title is empty"));
        let unknown = "title = 'T'\nlearners = ['pcb']\n[[dataset]]\nsource = 'bci'\nlabeled = 9\ndimension = 1";
        assert!(parse(unknown).expect_err("refused").to_string().contains("pcb"));
    }
}
