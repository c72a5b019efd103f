//! The datasets of a run.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::details::{Details, DetailsProtocol};
use crate::error::Result;
use crate::protocol::{DatasetPlan, Protocol};
use crate::run::{Choices, DatasetTerms, Experiment, Terms};
use crate::sources::{Loaded, Lookup, Source};

/// Datasets, each read once.
#[derive(Default)]
pub(crate) struct Datasets {
    pub(crate) folder: Option<PathBuf>,
    pub(crate) loaded: BTreeMap<String, Loaded>,
    /// Those that are not there, with where to get them.
    pub(crate) missing: BTreeMap<String, String>,
}

impl Datasets {
    /// Reads a dataset, once.
    pub(crate) fn load(&mut self, plan: &DatasetPlan) -> Result<()> {
        let name = plan.name();
        if self.loaded.contains_key(&name) || self.missing.contains_key(&name) {
            return Ok(());
        }
        let found = plan.load(self.folder.as_deref())?;
        self.keep(name, found);
        Ok(())
    }

    /// Table 1, of the datasets that are there.
    pub(crate) fn details(&mut self, choices: &Choices) -> Result<Vec<Details>> {
        let mut details = Vec::new();
        for plan in DetailsProtocol::built_in()?.datasets {
            if let Some(loaded) = self.source(plan.source)? {
                details.push(plan.measure(&loaded.data, choices.kernel_constant)?);
            }
        }
        Ok(details)
    }

    fn source(&mut self, source: Source) -> Result<Option<&Loaded>> {
        let name = source.name().to_owned();
        if !self.loaded.contains_key(&name) {
            let found = source.load(self.folder.as_deref())?;
            self.keep(name.clone(), found);
        }
        Ok(self.loaded.get(&name))
    }

    fn keep(&mut self, name: String, found: Lookup) {
        match found {
            Lookup::Data(loaded) => _ = self.loaded.insert(name, loaded),
            Lookup::Missing { hint, .. } => _ = self.missing.insert(name, hint),
        }
    }

    /// A protocol with those of its datasets that are there.
    pub(crate) fn experiment<'p>(&'p self, protocol: &'p Protocol) -> Experiment<'p> {
        let there = |plan: &'p DatasetPlan| Some((plan, self.loaded.get(&plan.name())?));
        Experiment { protocol, datasets: protocol.datasets.iter().filter_map(there).collect() }
    }

    /// What records of these protocols depend on.
    pub(crate) fn terms(&self, protocols: &[Protocol], choices: &Choices) -> Terms {
        let commit = option_env!("HALFLIT_COMMIT").unwrap_or("unknown");
        let plans = protocols
            .iter()
            .flat_map(|protocol| protocol.datasets.iter().map(move |plan| (protocol, plan)));
        Terms {
            version: format!("{}, commit {commit}", env!("CARGO_PKG_VERSION")),
            seed: choices.seed,
            kernel_constant: choices.kernel_constant,
            datasets: plans.filter_map(|(protocol, plan)| self.terms_of(protocol, plan)).collect(),
        }
    }

    fn terms_of(&self, protocol: &Protocol, plan: &DatasetPlan) -> Option<DatasetTerms> {
        let dataset = plan.name();
        let digest = self.loaded.get(&dataset)?.digest.clone();
        let (paper, grid) = (protocol.paper, protocol.grid.clone());
        let DatasetPlan { labeled, per_class, unlabeled, dimension, .. } = *plan;
        Some(DatasetTerms {
            dataset,
            labeled,
            digest,
            per_class,
            unlabeled,
            dimension,
            paper,
            grid,
        })
    }
}
