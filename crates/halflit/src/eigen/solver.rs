//! Who finds the eigenpairs.

use serde::{Deserialize, Serialize};

use crate::names::named;

/// The solvers of the eigenproblem. They find the same axes; which is fastest depends on how many are wanted and on how many
/// labels there are. One that cannot do it, or cannot prove that it did, hands over to the dense one, and
/// [`Diagnostics::solver`](crate::Diagnostics) says who found the axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Solver {
    /// Whichever is expected to be fastest.
    #[default]
    Fastest,
    /// All eigenpairs: O(r³).
    Dense,
    /// The wanted eigenpairs only, by bisection and inverse iteration.
    Partial,
    /// A change of the unlabel scatter by few labels, from the eigenpairs of that scatter.
    LowRank,
    /// Products alone, by a block iteration: for sparse samples, and where r × r matrices are out of reach.
    MatrixFree,
}

named!(Solver, "solver", {
    "fastest" => Fastest, "whichever is expected to be fastest";
    "dense" => Dense, "all eigenpairs";
    "partial" => Partial, "the wanted eigenpairs only";
    "low-rank" => LowRank, "few labels as a small change of the unlabel scatter";
    "matrix-free" => MatrixFree, "products with the samples alone, for sparse or very many columns";
});
