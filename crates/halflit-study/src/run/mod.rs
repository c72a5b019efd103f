//! Runs a protocol: every learner on every split of every dataset in every space.

mod cell;
mod contestant;
mod journal;
mod record;
#[cfg(test)]
mod same_everywhere;
mod scene;
mod split;
mod terms;

pub use journal::Journal;
pub use record::{Key, Record};
pub use terms::{DatasetTerms, Terms};

use std::sync::atomic::{AtomicU64, Ordering};

use halflit::choose::Rule;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::protocol::{DatasetPlan, Protocol};
use crate::sources::Loaded;
use cell::Cell;

/// What may differ from one run of a protocol to the next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Choices {
    /// Random splits; the protocol's own number where absent.
    pub splits: Option<usize>,
    /// Seed of the splits and folds.
    pub seed: u64,
    /// Rules that will be asked for.
    pub rules: Vec<Rule>,
    /// Constraints of the semi-supervised learners: `paper`, `blended`.
    pub constraints: Vec<String>,
    /// c in the kernel (⟨x, x′⟩ + c)².
    pub kernel_constant: f64,
}

impl Default for Choices {
    fn default() -> Self {
        Self {
            splits: None,
            seed: 0,
            rules: vec![Rule::Cv],
            constraints: vec!["paper".into()],
            kernel_constant: 1.0,
        }
    }
}

/// Called with the work done and all of it, in the same unit, from any thread.
pub type Progress<'p> = &'p (dyn Fn(u64, u64) + Sync);

/// A protocol and those of its datasets that are there.
pub struct Experiment<'p> {
    /// What to do.
    pub protocol: &'p Protocol,
    /// On what, in the order of the protocol.
    pub datasets: Vec<(&'p DatasetPlan, &'p Loaded)>,
}

/// Runs protocols, one list of records each. The same records for any number of threads.
///
/// # Errors
/// What the library refuses; a learner that cannot be fitted on a split is no error, but a record that says so.
pub fn run(
    experiments: &[Experiment<'_>],
    choices: &Choices,
    journal: &Journal,
    progress: Progress<'_>,
) -> Result<Vec<Vec<Record>>> {
    let mut cells = Vec::new();
    for (number, experiment) in experiments.iter().enumerate() {
        let splits = choices.splits.unwrap_or(experiment.protocol.splits);
        for &(plan, loaded) in &experiment.datasets {
            for &space in &experiment.protocol.spaces {
                let cell = Cell::new(experiment.protocol, plan, loaded, space, choices)?;
                cells.push((number, splits, cell));
            }
        }
    }
    let total = cells.iter().map(|(_, splits, cell)| cell.work() * *splits as u64).sum();
    let done = AtomicU64::new(0);
    let advance = |work: u64| progress(done.fetch_add(work, Ordering::Relaxed) + work, total);
    let mut records = vec![Vec::new(); experiments.len()];
    for (number, splits, cell) in &cells {
        let shared = cell.shared()?;
        let of_split = |split| cell.split(split, shared.as_ref(), journal, &advance);
        let found: Vec<Vec<Record>> =
            (0..*splits).into_par_iter().map(of_split).collect::<Result<_>>()?;
        records[*number].extend(found.into_iter().flatten());
    }
    Ok(records)
}
