//! Every bad input gets the error that names it.

mod costs;
mod evaluations;
mod inputs;
mod kernels;
mod parameters;

use halflit::graph::{Neighborhood, Pairs, Weights};
use halflit::learner::LppStar;
use halflit::{AnyLearner, Model, Result};

use crate::common::table::Table;
use crate::common::variants::{Variant, defaults};
use crate::common::with::ShortFit;

/// Runs every attempt and lists those that are not refused by their pattern.
macro_rules! assert_refused {
    ($($what:expr, $attempt:expr => $pattern:pat $(if $guard:expr)?,)*) => {{
        let mut wrong: Vec<String> = Vec::new();
        $(match $attempt {
            Err($pattern) $(if $guard)? => {}
            Err(other) => wrong.push(format!("{}: refused as {other:?}", $what)),
            Ok(_) => wrong.push(format!("{}: accepted", $what)),
        })*
        $crate::common::compare::assert_none(&wrong);
    }};
}

use assert_refused;

/// Learners that need no label.
const UNSUPERVISED: [&str; 3] = ["pca", "lpp", "lpp*"];
const BAD_NUMBERS: [f64; 4] = [-1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

fn learner(name: &str) -> AnyLearner {
    AnyLearner::named(name).expect("in the table")
}

fn fit(learner: &AnyLearner, table: &Table, dimension: usize) -> Result<Model> {
    ShortFit::fit(learner, &table.dataset(), dimension)
}

fn supervised() -> impl Iterator<Item = Variant> {
    defaults().into_iter().filter(|v| !UNSUPERVISED.contains(&v.name.as_str()))
}

/// Rows of two columns with text labels, `-` for none.
fn small(rows: &[[f64; 2]], labels: &[&str]) -> Table {
    Table {
        x: rows.iter().map(|row| row.to_vec()).collect(),
        y: labels.iter().map(|&l| (l != "-").then(|| l.to_owned())).collect(),
        distances: Vec::new(),
    }
}

/// A learner with this graph of near rows.
fn near(weights: Weights, pairs: Pairs) -> LppStar {
    LppStar { graph: Neighborhood { weights, pairs, ..Default::default() }, alpha: 1.0 }
}
