//! The library's tables of names, from which the Python side takes its checks and its documentation.

use std::collections::BTreeMap;

use halflit::learner::{Kind, SemiConstraint};
use halflit::neighbors::Search;
use halflit::{
    AnyLearner, AxisWeights, Breadth, Constraint, Kernel, Labels, Metric, Named,
    NegativeEigenvalues, Scaling,
};
use pyo3::prelude::*;

/// (name, what it does, what it looks at, of SS-X the name of X, its three parts in symbols).
type Learner = (&'static str, &'static str, String, Option<&'static str>, [&'static str; 3]);

/// Every learner.
#[pyfunction]
pub(crate) fn learners() -> Vec<Learner> {
    let base = |kind| match kind {
        Kind::SemiSupervised(base) => base,
        _ => None,
    };
    let entry = |info: &halflit::learner::LearnerInfo| {
        (info.name, info.about, info.kind.to_string(), base(info.kind), info.parts)
    };
    AnyLearner::TABLE.iter().map(entry).collect()
}

/// (name, range, default).
type Parameter = (&'static str, &'static str, &'static str);

/// Every kernel: (name, another name, formula, parameters).
#[pyfunction]
pub(crate) fn kernels() -> Vec<(&'static str, Option<&'static str>, &'static str, Vec<Parameter>)> {
    let entry = |info: &halflit::KernelInfo| {
        (info.name, info.alias, info.formula, info.parameters.to_vec())
    };
    Kernel::TABLE.iter().map(entry).collect()
}

/// (name, what it means).
type Meaning = (&'static str, &'static str);

/// Every other choice by name, the default first, of constraints the simplest.
#[pyfunction]
pub(crate) fn choices() -> BTreeMap<&'static str, Vec<Meaning>> {
    let constraints = Constraint::TABLE.iter().map(|(name, _, about)| (*name, *about));
    BTreeMap::from([
        ("constraint", constraints.collect()),
        ("metric", table::<Metric>()),
        ("negative_eigenvalues", table::<NegativeEigenvalues>()),
        ("scaling", table::<Scaling>()),
        ("search", table::<Search>()),
        ("semi_constraint", table::<SemiConstraint>()),
        ("views", table::<Breadth>()),
        ("weights", table::<AxisWeights>()),
    ])
}

/// Whether a text in a column of labels means that there is none.
#[pyfunction]
pub(crate) fn is_marker(text: &str) -> bool {
    Labels::is_marker(text)
}

fn table<T: Named>() -> Vec<Meaning> {
    T::TABLE.iter().map(|(name, _, about)| (*name, *about)).collect()
}
