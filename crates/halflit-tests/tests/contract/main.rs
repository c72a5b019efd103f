//! The contract that every learner keeps, run over every learner of the table and every option that it has.

mod columns;
mod condensed;
mod determinism;
mod engines;
mod graph_engines;
mod identities;
mod invariances;
mod kernel_rank;
mod refusals;
mod sparse;
mod statistics;
mod storage;
mod weights;

use crate::common::table::Table;
use halflit::Kernel;

/// Three classes in four dimensions, 18 of 42 rows labeled, no two distances equal, all angles acute. One class has
/// fewer labels than learners ask neighbours for.
fn tall() -> Table {
    Table::clusters(42, 4, 3, 14, 7).with_labels(&[3, 9, 6]).with_distances()
}

/// Fewer rows of the same kind, for kernels.
fn few() -> Table {
    Table::clusters(24, 4, 3, 8, 7).with_labels(&[3, 7, 5])
}

/// More columns than rows.
fn wide() -> Table {
    Table::clusters(16, 30, 3, 5, 11).with_labels(&[3, 5, 4]).with_distances()
}

/// One kernel that depends on the origin and one that does not.
fn kernels() -> [Kernel; 2] {
    [Kernel::polynomial(2), Kernel::rbf()]
}
