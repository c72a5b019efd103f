//! Fitting.

use halflit::choose::{Found, Grid, Outcome, Search, Setting, SettingScore};
use halflit::learner::{LabelChoice, Pca};
use halflit::{
    AnyLearner, Constraint, Dataset, Kernel, Reduction, Result, RidgeRule, Space, SpaceChoice,
    UnlabelChoice, usual_dimension,
};
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::cautions;
use crate::convert::{self, Codes, GivenCost, read_json, refused, refused_by_name, write_json};
use crate::model::Model;
use crate::rows::{GivenRows, Rows};
use crate::threads::{caught, run_shown};

/// What an estimator chose, as it comes from Python.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Choice {
    learner: String,
    parameters: Map<String, Value>,
    /// `None` for a number that fits the classes.
    n_components: Option<usize>,
    weights: String,
    ridge: Option<Ridge>,
    space: SpaceWords,
    search: Search,
    /// Parameters whose usual values are part of a grid.
    usual: Vec<String>,
}

/// ε, or the name of a rule.
#[derive(Deserialize)]
#[serde(untagged)]
enum Ridge {
    Given(f64),
    Rule(String),
}

/// What is done to the samples first, in words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SpaceWords {
    scaling: String,
    kernel: Option<String>,
    kernel_params: Map<String, Value>,
    negative_eigenvalues: String,
    kernel_rank: String,
}

impl Choice {
    fn reduction(&self, seed: u64) -> Result<Reduction<AnyLearner>> {
        let learner = AnyLearner::from_parameters(&self.learner, &self.parameters)?;
        let (ridge, ridge_rule) = match &self.ridge {
            None => (None, RidgeRule::default()),
            Some(Ridge::Given(ridge)) => (Some(*ridge), RidgeRule::default()),
            Some(Ridge::Rule(name)) => (None, name.parse()?),
        };
        let mut search = self.search.clone();
        if let Search::Grid(grid) = &mut search {
            let usual = Grid::default_for(&learner);
            for name in &self.usual {
                match name.as_str() {
                    "gamma" => grid.gamma.clone_from(&usual.gamma),
                    _ => grid.alpha.clone_from(&usual.alpha),
                }
            }
        }
        Ok(Reduction {
            weights: self.weights.parse()?,
            ridge,
            ridge_rule,
            space: self.space.choice()?,
            search,
            seed,
            ..Reduction::new(learner, self.n_components.unwrap_or(0))
        })
    }
}

impl SpaceWords {
    pub(crate) fn choice(&self) -> Result<SpaceChoice> {
        let kernel = |name: &String| Kernel::named(name, &self.kernel_params);
        Ok(SpaceChoice {
            scaling: self.scaling.parse()?,
            kernel: self.kernel.as_ref().map(kernel).transpose()?,
            negative_eigenvalues: self.negative_eigenvalues.parse()?,
            kernel_rank: self.kernel_rank.parse()?,
            ..SpaceChoice::default()
        })
    }
}

/// What an estimator without parts of its own chose.
pub(crate) fn reduction_of(choice: &str, seed: u64) -> PyResult<Reduction<AnyLearner>> {
    caught(|| read_json::<Choice>(choice)?.reduction(seed).map_err(refused))
}

/// What a search found, for Python.
#[derive(Serialize)]
pub(crate) struct Choosing {
    best: Setting,
    settings: Vec<SettingScore>,
    /// The accuracy of every setting on every fold.
    folds: Vec<Vec<f64>>,
    skipped: Vec<String>,
    /// What the automatic choice went by; empty for cross-validation.
    margins: Vec<f64>,
}

impl Choosing {
    pub(crate) fn new(found: Found) -> Self {
        let folds = found.scores.trials.iter().filter(|trial| trial.skipped.is_none());
        Self {
            best: found.best.setting,
            settings: found.scores.summary(),
            folds: folds
                .map(|trial| trial.outcomes.iter().map(Outcome::accuracy).collect())
                .collect(),
            skipped: found.scores.skipped().map(str::to_owned).collect(),
            margins: found.margins,
        }
    }
}

/// A model; the class number of every training row, predicted where it had none, if any had one; what a search
/// for parameters found, as JSON; and what to warn of.
type Fitted<'py> = (Model, Option<Bound<'py, PyArray1<i64>>>, Option<String>, Vec<String>);

/// Fits one estimator.
#[pyfunction]
#[pyo3(signature = (samples, codes, classes, choice, *, votes=1, seed=0, threads=0, verbose=false,
    feature_names=None, distances=None, weights=None, label_cost=None, unlabel_cost=None, constraint=None))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
pub(crate) fn fit<'py>(
    py: Python<'py>,
    samples: GivenRows<'py>,
    codes: PyReadonlyArray1<'py, i64>,
    classes: Vec<String>,
    choice: &str,
    votes: usize,
    seed: u64,
    threads: usize,
    verbose: bool,
    feature_names: Option<Vec<String>>,
    distances: Option<PyReadonlyArray2<'_, f64>>,
    weights: Option<PyReadonlyArray1<'_, f64>>,
    label_cost: Option<GivenCost<'_>>,
    unlabel_cost: Option<GivenCost<'_>>,
    constraint: Option<PyReadonlyArray2<'_, f64>>,
) -> PyResult<Fitted<'py>> {
    let given = Given { label_cost, unlabel_cost, constraint };
    let mut reduction = caught(|| given.put_into(read_json::<Choice>(choice)?.reduction(seed)))?;
    let (rows, codes) = (Rows::new(&samples)?, Codes::new(&codes, classes)?);
    let distances = distances.as_ref().map(convert::values).transpose()?.map(<[f64]>::to_vec);
    let (names, weights) = (feature_names.clone(), convert::weights(weights.as_ref()));
    let (model, transduction, found, cautions) = run_shown(py, threads, verbose, move || {
        let mut samples = convert::weighed(rows.samples()?, weights)?;
        if let Some(distances) = distances {
            samples = samples.with_distances(distances)?;
        }
        let data = Dataset::new(samples, codes.labels()?)?;
        let open = reduction.dimension == 0;
        if open {
            reduction.dimension = usual_dimension(data.labels(), usize::MAX);
        }
        let choice = reduction.space_for_fit(data.samples().rows());
        let mut space = Space::of(data.samples(), &choice)?;
        if open {
            reduction.dimension = usual_dimension(data.labels(), space.rank());
        }
        let (mut model, found) = reduction.fit_in(&space, &data)?;
        // With labels the fit is checked, beside the rows in the whole space.
        if choice != reduction.space && !data.labels().labeled_rows().is_empty() {
            space = Space::of(data.samples(), &reduction.space)?;
        }
        let cautions = cautions::of_reduction(&model, &space, &reduction, found.as_ref(), &data)?;
        if let Some(names) = feature_names {
            model = model.with_feature_names(names)?;
        }
        let model = Model::new(model);
        let transduction = model.transduction(&data, Some(votes))?;
        Ok((model, transduction, found.map(Choosing::new), cautions))
    })?
    .map_err(|error| refused_by_name(error, names.as_deref()))?;
    let transduction = transduction.map(|classes| convert::indices(py, classes));
    Ok((model, transduction, found.as_ref().map(write_json).transpose()?, cautions))
}

/// Parts of a custom learner that are matrices.
struct Given<'py> {
    label_cost: Option<GivenCost<'py>>,
    unlabel_cost: Option<GivenCost<'py>>,
    constraint: Option<PyReadonlyArray2<'py, f64>>,
}

impl Given<'_> {
    /// Puts them into the reduction, if that is a custom one.
    fn put_into(self, reduction: Result<Reduction<AnyLearner>>) -> PyResult<Reduction<AnyLearner>> {
        let mut reduction = reduction.map_err(refused)?;
        if let AnyLearner::Custom(custom) = &mut reduction.learner {
            if let Some(cost) = self.label_cost {
                custom.label = LabelChoice::Given(cost.cost()?);
            }
            if let Some(cost) = self.unlabel_cost {
                custom.unlabel = UnlabelChoice::Given(cost.cost()?);
            }
            if let Some(matrix) = &self.constraint {
                let values = convert::values(matrix)?.to_vec();
                let columns = convert::shape(matrix).0;
                custom.constraint = Constraint::given(values, columns).map_err(refused)?;
            }
        }
        Ok(reduction)
    }
}

/// The map to the principal axes of samples, so many of them or all: with a kernel, the coordinates of kernel PCA.
#[pyfunction]
#[pyo3(signature = (samples, space, axes, *, threads=0, verbose=false, feature_names=None))]
pub(crate) fn coordinates(
    py: Python<'_>,
    samples: GivenRows<'_>,
    space: &str,
    axes: Option<usize>,
    threads: usize,
    verbose: bool,
    feature_names: Option<Vec<String>>,
) -> PyResult<Model> {
    let choice = caught(|| read_json::<SpaceWords>(space)?.choice().map_err(refused))?;
    let (rows, names) = (Rows::new(&samples)?, feature_names.clone());
    run_shown(py, threads, verbose, move || {
        let data = Dataset::unlabeled(rows.samples()?)?;
        let mut plain = Reduction::new(Pca::default(), axes.unwrap_or(0));
        plain.space = choice;
        if axes.is_some() {
            plain.space = plain.space_for_fit(data.samples().rows());
        }
        let space = Space::of(data.samples(), &plain.space)?;
        plain.dimension = axes.unwrap_or(space.rank());
        let (mut model, _) = plain.fit_in(&space, &data)?;
        if let Some(names) = feature_names {
            model = model.with_feature_names(names)?;
        }
        Ok(Model::new(model))
    })?
    .map_err(|error| refused_by_name(error, names.as_deref()))
}
