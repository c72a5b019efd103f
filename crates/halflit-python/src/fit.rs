//! Fitting.

use halflit::evaluation::{Grid, Prepared, Tuned, tune, tune_automatically};
use halflit::learner::{LabelChoice, UnlabelChoice};
use halflit::{
    AnyLearner, AxisWeights, Constraint, Dataset, Kernel, NegativeEigenvalues, Reduction, Scaling,
};
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::convert::{self, Codes, GivenCost, Rows, read_json, refused, write_json};
use crate::model::Model;
use crate::threads::run;

/// What an estimator chose, as it comes from Python.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Choice {
    learner: String,
    parameters: Map<String, Value>,
    n_components: usize,
    weights: AxisWeights,
    ridge: Option<f64>,
    scaling: Scaling,
    kernel: Option<Kernel>,
    negative_eigenvalues: NegativeEigenvalues,
    /// Values to try; absent where nothing is tuned.
    grid: Option<GridChoice>,
}

/// Parameters to tune: `"auto"` for the library's choice, or values.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct GridChoice {
    gamma: Option<Axis>,
    alpha: Option<Axis>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Axis {
    Auto,
    #[serde(untagged)]
    Values(Vec<f64>),
}

impl Axis {
    fn values(this: Option<&Axis>, default: Vec<f64>) -> Vec<f64> {
        match this {
            None => Vec::new(),
            Some(Axis::Auto) => default,
            Some(Axis::Values(values)) => values.clone(),
        }
    }
}

impl Choice {
    pub(crate) fn reduction(&self) -> PyResult<Reduction<AnyLearner>> {
        let learner = AnyLearner::from_parameters(&self.learner, &self.parameters);
        Ok(Reduction {
            scaling: self.scaling,
            weights: self.weights,
            ridge: self.ridge,
            kernel: self.kernel.clone(),
            negative_eigenvalues: self.negative_eigenvalues,
            ..Reduction::new(learner.map_err(refused)?, self.n_components)
        })
    }

    /// How open parameters are found; absent where there is none.
    fn search(&self, learner: &AnyLearner) -> Option<Search> {
        let choice = self.grid.as_ref()?;
        let is_auto = |axis: &Option<Axis>| matches!(axis, Some(Axis::Auto));
        if is_auto(&choice.gamma) && is_auto(&choice.alpha) {
            return Some(Search::Automatic);
        }
        let default = Grid::default_for(learner);
        Some(Search::Over(Grid {
            gamma: Axis::values(choice.gamma.as_ref(), default.gamma),
            alpha: Axis::values(choice.alpha.as_ref(), default.alpha),
            ..Grid::default()
        }))
    }
}

/// How open parameters are found.
enum Search {
    /// By balance and margins.
    Automatic,
    /// By cross-validation.
    Over(Grid),
}

/// What a search found, for Python.
#[derive(Serialize)]
struct Found {
    gamma: Option<f64>,
    alpha: Option<f64>,
    settings: Vec<halflit::evaluation::SettingScore>,
    /// Right and tested rows of every setting on every fold.
    folds: Vec<Vec<(usize, usize)>>,
    skipped: Vec<String>,
}

impl Found {
    fn new(tuned: &Tuned) -> Self {
        let outcomes = tuned.scores.trials.iter().filter(|trial| trial.skipped.is_none());
        Self {
            gamma: tuned.best.setting.gamma,
            alpha: tuned.best.setting.alpha,
            settings: tuned.scores.summary(),
            folds: outcomes
                .map(|trial| trial.outcomes.iter().map(|o| (o.right, o.tested)).collect())
                .collect(),
            skipped: tuned.scores.skipped().map(str::to_owned).collect(),
        }
    }
}

/// A model; the class number of every training row, predicted where it had none, if any had one; and what a search
/// for parameters found, as JSON.
type Fitted<'py> = (Model, Option<Bound<'py, PyArray1<i64>>>, Option<String>);

/// Fits one estimator.
#[pyfunction]
#[pyo3(signature = (samples, codes, classes, choice, *, votes=1, seed=0, threads=0, feature_names=None,
    distances=None, label_cost=None, unlabel_cost=None, constraint=None))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
pub(crate) fn fit<'py>(
    py: Python<'py>,
    samples: PyReadonlyArray2<'py, f64>,
    codes: PyReadonlyArray1<'py, i64>,
    classes: Vec<String>,
    choice: &str,
    votes: usize,
    seed: u64,
    threads: usize,
    feature_names: Option<Vec<String>>,
    distances: Option<PyReadonlyArray2<'_, f64>>,
    label_cost: Option<GivenCost<'_>>,
    unlabel_cost: Option<GivenCost<'_>>,
    constraint: Option<PyReadonlyArray2<'_, f64>>,
) -> PyResult<Fitted<'py>> {
    let choice: Choice = read_json(choice)?;
    let mut reduction = choice.reduction()?;
    if let AnyLearner::Custom(custom) = &mut reduction.learner {
        if let Some(cost) = label_cost {
            custom.label = LabelChoice::Given(cost.cost()?);
        }
        if let Some(cost) = unlabel_cost {
            custom.unlabel = UnlabelChoice::Given(cost.cost()?);
        }
        if let Some(matrix) = &constraint {
            let values = convert::values(matrix)?.to_vec();
            let columns = convert::shape(matrix).0;
            custom.constraint = Constraint::given(values, columns).map_err(refused)?;
        }
    }
    let (rows, codes) = (Rows::new(&samples)?, Codes::new(&codes, &classes)?);
    let distances = distances.as_ref().map(convert::values).transpose()?;
    let search = choice.search(&reduction.learner);
    let (model, transduction, found) = run(py, threads, || {
        let mut samples = rows.samples()?;
        if let Some(distances) = distances {
            samples = samples.with_distances(distances)?;
        }
        let data = Dataset::new(samples, codes.labels())?;
        let tuned = match search {
            None => None,
            Some(Search::Automatic) => {
                Some(tune_automatically(&reduction, &data, seed, &|_, _| {})?)
            }
            Some(Search::Over(grid)) => Some(tune(&reduction, &data, &grid, seed, &|_, _| {})?),
        };
        let reduction = tuned.as_ref().map_or(&reduction, |tuned| &tuned.reduction);
        let mut model = reduction.fit(&data)?;
        if let Some(names) = feature_names {
            model = model.with_feature_names(names)?;
        }
        let model = Model(model);
        let transduction = model.transduction(&data, votes)?;
        Ok((model, transduction, tuned.as_ref().map(Found::new)))
    })?
    .map_err(refused)?;
    let transduction = transduction.map(|classes| convert::indices(py, classes));
    Ok((model, transduction, found.as_ref().map(write_json).transpose()?))
}

/// The number of axes that samples span, in the coordinates of the kernel where there is one.
#[pyfunction]
#[pyo3(signature = (samples, choice, *, threads=0))]
pub(crate) fn rank(
    py: Python<'_>,
    samples: PyReadonlyArray2<'_, f64>,
    choice: &str,
    threads: usize,
) -> PyResult<usize> {
    let reduction = read_json::<Choice>(choice)?.reduction()?;
    let rows = Rows::new(&samples)?;
    run(py, threads, || Ok(Prepared::new(&rows.samples()?, &reduction)?.rank()))?.map_err(refused)
}

/// Every learner by its name, with what it asks for in a few words.
#[pyfunction]
pub(crate) fn learners() -> Vec<(&'static str, &'static str)> {
    AnyLearner::TABLE.to_vec()
}
