//! Fitting: a plan meets rows that are here, or sums over rows that are elsewhere.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use halflit::evaluation::Check;
use halflit::learner::LabelChoice;
use halflit::{
    AnyLearner, Constraint, Engine, Fit, Gathered, Labels, Plan, Prepared, Result, Threads,
    UnlabelChoice,
};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::convert::{self, Codes, GivenCost, refused, refused_by_name};
use crate::engine::PythonEngine;
use crate::gathered::PairSums;
use crate::held::Held;
use crate::model::Model;
use crate::report;
use crate::rows::{GivenRows, Rows};
use crate::statistics::Statistics;
use crate::threads::{Request, run_answering, run_shown};

/// A model, and what is to be told of the fit, as JSON.
type Answer = (Model, String);

/// A fit, and what it finds of labels that it does not see, where that was asked for.
type Checked = (Fit, Option<Check>);

/// Fits a plan to rows that are here; `engine` works on them if given.
#[pyfunction]
#[pyo3(signature = (samples, codes, classes, plan, *, check=true, threads=0, verbose=false, feature_names=None, weights=None,
    distances=None, label_cost=None, unlabel_cost=None, constraint=None, engine=None))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
pub(crate) fn fit(
    py: Python<'_>,
    samples: GivenRows<'_>,
    codes: PyReadonlyArray1<'_, i64>,
    classes: Vec<String>,
    plan: &str,
    check: bool,
    threads: usize,
    verbose: bool,
    feature_names: Option<Vec<String>>,
    weights: Option<PyReadonlyArray1<'_, f64>>,
    distances: Option<PyReadonlyArray2<'_, f64>>,
    label_cost: Option<GivenCost<'_>>,
    unlabel_cost: Option<GivenCost<'_>>,
    constraint: Option<PyReadonlyArray2<'_, f64>>,
    engine: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let plan = Parts { label_cost, unlabel_cost, constraint }.put_into(convert::plan(plan)?)?;
    let (mut rows, codes) = (Rows::new(&samples)?, Codes::new(&codes, classes)?);
    let weights = convert::weights(weights.as_ref());
    let distances = distances.as_ref().map(Held::new).transpose()?;
    let (engine, requests) = working(py, engine)?;
    let found = run_answering(py, threads, verbose, requests, move || {
        let mut samples = convert::weighed(rows.samples()?, weights)?;
        if let Some(distances) = &distances {
            samples = samples.with_distances(&**distances)?;
        }
        checked(&plan.prepare_by(&engine, &samples)?, &codes.labels()?, check)
    })?;
    answer(found, feature_names)
}

/// Fits a plan to sums over all rows and to the rows that were kept, the labeled ones at least.
#[pyfunction]
#[pyo3(signature = (statistics, samples, codes, classes, plan, *, sums=None, engine="threads", check=true, threads=0,
    verbose=false, feature_names=None))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
pub(crate) fn fit_gathered(
    py: Python<'_>,
    statistics: &Statistics,
    samples: GivenRows<'_>,
    codes: PyReadonlyArray1<'_, i64>,
    classes: Vec<String>,
    plan: &str,
    sums: Option<&PairSums>,
    engine: &str,
    check: bool,
    threads: usize,
    verbose: bool,
    feature_names: Option<Vec<String>>,
) -> PyResult<Answer> {
    let (plan, codes) = (convert::plan(plan)?, Codes::new(&codes, classes)?);
    let (none, mut rows) = (samples.shape().0 == 0, Rows::new(&samples)?);
    let (statistics, sums) = (statistics.get(), sums.map(PairSums::get));
    let engine = engine.to_owned();
    let found = run_shown(py, threads, verbose, move || {
        let kept = match none {
            true => None,
            false => Some((rows.samples()?, codes.labels()?)),
        };
        let kept = statistics.kept(kept)?;
        let sums = Gathered { statistics: &statistics, kept: &kept, sums: sums.as_deref() };
        let (fit, check) = checked(&plan.prepare_sums(&sums)?, kept.labels(), check)?;
        Ok((Fit { model: fit.model.with_engine(engine), ..fit }, check))
    })?;
    answer(found, feature_names)
}

/// The map to the principal axes of samples, so many of them as the plan says, or all: with a kernel, the coordinates of kernel PCA.
#[pyfunction]
#[pyo3(signature = (samples, plan, *, threads=0, verbose=false, feature_names=None))]
pub(crate) fn coordinates(
    py: Python<'_>,
    samples: GivenRows<'_>,
    plan: &str,
    threads: usize,
    verbose: bool,
    feature_names: Option<Vec<String>>,
) -> PyResult<Model> {
    let (plan, mut rows) = (convert::plan(plan)?, Rows::new(&samples)?);
    let found = run_shown(py, threads, verbose, move || {
        let samples = rows.samples()?;
        let mut prepared = plan.prepare(&samples)?;
        if plan.dimension.is_none() {
            prepared = prepared.with(&plan.axes(prepared.rank()?))?;
        }
        checked(&prepared, &Labels::none(samples.rows()), false)
    })?;
    Ok(answer(found, feature_names)?.0)
}

/// Fits what was prepared.
fn checked(prepared: &Prepared<'_>, labels: &Labels, check: bool) -> Result<Checked> {
    let fit = prepared.fit(labels)?;
    let check = if check { prepared.check(labels)? } else { None };
    Ok((fit, check))
}

/// What Python is told, columns being called as they are there.
fn answer(found: Result<Checked>, names: Option<Vec<String>>) -> PyResult<Answer> {
    let (fit, check) = found.map_err(|error| refused_by_name(error, names.as_deref()))?;
    let told = report::of(&fit, check.as_ref())?;
    Ok((Model::named(fit.model, names)?, told))
}

/// An engine, and what it asks this thread for where it is an object of Python.
type Working = (Arc<dyn Engine>, Option<Receiver<Request>>);

/// The engine that works on the rows.
fn working(py: Python<'_>, engine: Option<Py<PyAny>>) -> PyResult<Working> {
    match engine {
        None => Ok((Arc::new(Threads), None)),
        Some(object) => {
            let (engine, requests) = PythonEngine::new(py, object)?;
            Ok((Arc::new(engine), Some(requests)))
        }
    }
}

/// Parts of a custom learner that are matrices.
struct Parts<'py> {
    label_cost: Option<GivenCost<'py>>,
    unlabel_cost: Option<GivenCost<'py>>,
    constraint: Option<PyReadonlyArray2<'py, f64>>,
}

impl Parts<'_> {
    /// Puts them into a plan, if its learner is a custom one.
    fn put_into(self, mut plan: Plan) -> PyResult<Plan> {
        if let Some(AnyLearner::Custom(custom)) = plan.method.learner_mut() {
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
        Ok(plan)
    }
}
