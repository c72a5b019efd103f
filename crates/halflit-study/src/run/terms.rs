//! What a record depends on beside its key, so that records of another run are not mixed in.

use halflit::choose::Grid;
use serde::{Deserialize, Serialize};

/// The terms of a run: those of all its records, and those of each dataset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Version of this program, and the commit where it is known: other code may give other numbers.
    pub version: String,
    /// Seed of the splits.
    pub seed: u64,
    /// c in (⟨x, x′⟩ + c)².
    pub kernel_constant: f64,
    /// The datasets that were there.
    pub datasets: Vec<DatasetTerms>,
}

/// The terms of a dataset with some labels: what is in it, not where it lies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatasetTerms {
    /// The dataset's name.
    pub dataset: String,
    /// Rows shown with a label.
    pub labeled: usize,
    /// Digest of its values and labels.
    pub digest: String,
    /// Whether every class gets the same share of the labeled rows.
    pub per_class: bool,
    /// Rows shown without their label; absent for all the rest.
    pub unlabeled: Option<usize>,
    /// d.
    pub dimension: usize,
    /// Whether constraints are as the paper has them.
    pub paper: bool,
    /// The parameters to try.
    pub grid: Grid,
}

impl Terms {
    /// What keeps records of the other terms out of this run, in words: what they have, and what this has.
    pub(super) fn conflict(&self, other: &Terms) -> Option<String> {
        let differ = |what: &str, theirs: String, ours: String| {
            (theirs != ours).then(|| format!("was written with {what} {theirs}, not {ours}"))
        };
        let Terms { version, seed, kernel_constant, datasets } = other;
        differ("version", version.clone(), self.version.clone())
            .or_else(|| differ("seed", seed.to_string(), self.seed.to_string()))
            .or_else(|| {
                let ours = self.kernel_constant.to_string();
                differ("kernel constant", kernel_constant.to_string(), ours)
            })
            .or_else(|| datasets.iter().find_map(|theirs| self.twin(theirs)?.conflict(theirs)))
    }

    /// Whether every dataset of this run is among those of the others.
    pub(super) fn are_within(&self, others: &[Terms]) -> bool {
        self.datasets.iter().all(|own| others.iter().any(|terms| terms.twin(own).is_some()))
    }

    /// The dataset of that name and number of labels: all that a record knows of it.
    fn twin(&self, other: &DatasetTerms) -> Option<&DatasetTerms> {
        self.datasets
            .iter()
            .find(|own| own.dataset == other.dataset && own.labeled == other.labeled)
    }
}

impl DatasetTerms {
    fn conflict(&self, other: &DatasetTerms) -> Option<String> {
        let rest =
            |unlabeled: Option<usize>| unlabeled.map_or("all the rest".into(), |n| n.to_string());
        let grid = |grid: &Grid| serde_json::to_string(grid).unwrap_or_default();
        let facts = [
            ("data of digest", other.digest.clone(), self.digest.clone()),
            ("per_class", other.per_class.to_string(), self.per_class.to_string()),
            ("unlabeled rows:", rest(other.unlabeled), rest(self.unlabeled)),
            ("dimension", other.dimension.to_string(), self.dimension.to_string()),
            ("paper", other.paper.to_string(), self.paper.to_string()),
            ("grid", grid(&other.grid), grid(&self.grid)),
        ];
        let (what, theirs, ours) = facts.into_iter().find(|(_, theirs, ours)| theirs != ours)?;
        let Self { dataset, labeled, .. } = self;
        Some(format!(
            "was written with {what} {theirs}, not {ours}, for {dataset} with {labeled} labels"
        ))
    }
}
