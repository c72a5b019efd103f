//! Pairs of ways to the same result: two learners that coincide in a limit, two code paths for one formula, the
//! library and scikit-learn, a search and the same fits by hand.

mod automatic;
mod graphs;
mod kernels;
mod limits;
mod packages;
mod parts;
mod scaling;
mod search;
mod shrinkage;
mod solvers;
mod span;

use crate::common::table::Table;
use halflit::learner::Kind;
use halflit::{AnyLearner, LabelConstraint, Learner};

/// Three classes in four dimensions, 24 of 48 rows labeled, all angles acute.
fn blobs() -> Table {
    Table::clusters(48, 4, 3, 8, 21)
}

/// The supervised learners, whose semi-supervised forms are `ss-` and their name.
fn supervised() -> impl Iterator<Item = &'static str> {
    let all = AnyLearner::TABLE.iter().filter(|info| info.kind == Kind::Supervised);
    all.map(|info| info.name)
}

/// Whether the constraint of a supervised learner is the identity.
fn is_unconstrained(name: &str) -> bool {
    let learner = AnyLearner::named(name).expect("in the table");
    let part = learner.label_part(&blobs().dataset()).expect("a part").expect("supervised");
    part.constraint == LabelConstraint::Identity
}
