//! Pairs of ways to the same result: two learners that coincide in a limit, two code paths for one formula, the
//! library and scikit-learn, a search and the same fits by hand.

#[path = "../common/mod.rs"]
mod common;

mod automatic;
mod graphs;
mod kernels;
mod limits;
mod packages;
mod parts;
mod scaling;
mod search;
mod solvers;
mod span;

use common::table::Table;

/// Three classes in four dimensions, 24 of 48 rows labeled, all angles acute.
fn blobs() -> Table {
    Table::clusters(48, 4, 3, 8, 21)
}

/// The supervised learners, whose semi-supervised forms are `ss-` and their name.
const SUPERVISED: [&str; 7] = ["fda", "mmc", "dne", "mfa", "lde", "snle", "lfda"];
/// Those of them whose constraint is the identity.
const IDENTITY: [&str; 3] = ["mmc", "dne", "snle"];
