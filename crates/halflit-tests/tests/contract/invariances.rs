//! What must not matter: the order of rows, the names of classes, the origin.

use halflit::{Kernel, Plan};

use crate::common::compare::{Geometry, assert_none, with_kernel};
use crate::common::table::{Table, shuffled};
use crate::common::variants::{Variant, defaults, variants};
use crate::contract::{kernels, tall, wide};

const TOLERANCE: f64 = 1e-7;

/// A change of the data after which the rows are embedded as before.
struct Change {
    what: &'static str,
    apply: fn(&Table) -> Table,
    /// Puts the rows of the changed fit back.
    back: fn(Geometry) -> Geometry,
    applies_to: fn(&Variant) -> bool,
}

fn order(rows: usize) -> Vec<usize> {
    shuffled(rows, 3)
}

fn changes() -> [Change; 3] {
    [
        Change {
            what: "another order of rows",
            apply: |table| table.permuted(&order(table.x.len())),
            back: |fit| {
                let rows = fit.embedding.rows;
                fit.unpermuted(&order(rows))
            },
            applies_to: |_| true,
        },
        Change {
            what: "other names of classes",
            apply: Table::renamed_in_reverse,
            back: |fit| fit,
            applies_to: |_| true,
        },
        Change {
            what: "another origin",
            apply: Table::translated,
            back: |fit| fit,
            applies_to: |variant| !variant.looks_at_angles(),
        },
    ]
}

/// What changes although it must not.
fn moved(
    variants: &[Variant],
    table: &Table,
    fit: impl Fn(&Variant, &Table) -> Geometry,
) -> Vec<String> {
    let mut wrong = Vec::new();
    for variant in variants {
        let before = fit(variant, table);
        for change in changes().iter().filter(|change| (change.applies_to)(variant)) {
            let after = (change.back)(fit(variant, &(change.apply)(table)));
            if let Some(difference) = before.difference(&after, TOLERANCE) {
                wrong.push(format!("{}: {} changes {difference}", variant.name, change.what));
            }
        }
    }
    wrong
}

#[test]
fn order_names_and_origin_do_not_matter() {
    let full = |variant: &Variant, table: &Table| Geometry::full(&variant.learner, &table.dataset());
    assert_none(&moved(&variants(), &tall(), full));
}

#[test]
fn order_names_and_origin_do_not_matter_for_wide_data() {
    let first = |variant: &Variant, table: &Table| {
        Geometry::first(&Plan::new(variant.learner.clone()).axes(2), &table.dataset())
    };
    assert_none(&moved(&defaults(), &wide(), first));
}

#[test]
fn order_names_and_origin_do_not_matter_to_kernels() {
    let first = |kernel: &Kernel, variant: &Variant, table: &Table| {
        Geometry::first(&with_kernel(&variant.learner, 2, Some(kernel)), &table.dataset())
    };
    let [polynomial, rbf] = kernels();
    // A polynomial looks at the origin, so only the other two changes leave it alone.
    let mut table = tall();
    let mut wrong = moved(&defaults(), &table, |v, t| first(&rbf, v, t));
    table.x = table.translated().x;
    for variant in defaults() {
        let before = first(&polynomial, &variant, &table);
        for change in &changes()[..2] {
            let after = (change.back)(first(&polynomial, &variant, &(change.apply)(&table)));
            let difference = before.difference(&after, TOLERANCE);
            wrong.extend(difference.map(|d| format!("{}: {} {d}", variant.name, change.what)));
        }
    }
    assert_none(&wrong);
}
