//! What B is shrunk towards has the units of the columns, and matters less with every label.

use halflit::learner::{Fda, Lfda};
use halflit::{AnyLearner, Kernel, Model, Plan};

use crate::common::Noise;
use crate::common::compare::{Geometry, assert_none, assert_same, fitted, matrix, with_kernel};
use crate::common::dense::{subspace_difference, worst};
use crate::common::table::Table;
use crate::common::with::With;
use crate::equivalences::{blobs, supervised};

const SHRUNK: [&str; 4] = ["fda", "lfda", "mfa", "lde"];
const UNITS: [f64; 7] = [1e-6, 1e-4, 1e-2, 1.0, 1e2, 1e4, 1e6];

fn named(name: &str) -> AnyLearner {
    AnyLearner::named(name).expect("in the table")
}

/// One column in other units.
fn in_units(table: &Table, column: usize, unit: f64) -> Table {
    table.mapped(|row| {
        let scaled = |(j, v): (usize, &f64)| if j == column { v * unit } else { *v };
        row.iter().enumerate().map(scaled).collect()
    })
}

/// Two classes apart along the first column alone; the first `labeled` rows of each labeled.
fn one_column_tells(columns: usize, labeled: usize) -> Table {
    let mut noise = Noise::new(9);
    let row = |i: usize, noise: &mut Noise| {
        let apart = if i.is_multiple_of(2) { 2.0 } else { -2.0 };
        (0..columns).map(|j| noise.draw() + if j == 0 { apart } else { 0.0 }).collect()
    };
    let x: Vec<Vec<f64>> = (0..240).map(|i| row(i, &mut noise)).collect();
    let label = |i: usize| (i / 2 < labeled).then(|| ["even", "odd"][i % 2].to_owned());
    Table { x, y: (0..240).map(label).collect(), distances: Vec::new() }
}

/// Share of the unlabeled rows that get the class of their row number.
fn accuracy(model: &Model, table: &Table) -> f64 {
    let data = table.dataset();
    let found = model.transduction(&data, None).expect("classes");
    let right = found.iter().filter(|own| own.class == ["even", "odd"][own.row % 2]).count();
    right as f64 / found.len() as f64
}

#[test]
fn the_units_of_a_column_do_not_matter_to_fda() {
    // As tall as wide data go, and wider than it is tall.
    for (what, table) in [("tall", blobs()), ("wide", Table::clusters(15, 24, 3, 4, 5))] {
        let plain = Geometry::of(
            &fitted(&Plan::new(Fda::default()).axes(2), &table.dataset()),
            &table.dataset(),
        );
        for unit in UNITS {
            let data = in_units(&table, 1, unit).dataset();
            let other = Geometry::of(&fitted(&Plan::new(Fda::default()).axes(2), &data), &data);
            assert_same(&format!("{what}, {unit:e}"), &plain, &other, 1e-5);
        }
    }
}

#[test]
fn a_column_in_any_units_is_found_by_all_four() {
    let mut wrong = Vec::new();
    for (columns, labeled) in [(6, 8), (6, 60), (40, 40)] {
        let table = one_column_tells(columns, labeled);
        for name in SHRUNK {
            let of = |unit: f64| {
                let other = in_units(&table, 0, unit);
                accuracy(&fitted(&Plan::new(named(name)).axes(1), &other.dataset()), &other)
            };
            let found = UNITS.map(of);
            // Which rows are near follows the units, so that all but FDA may differ a little. The heat weights of LDE see
            // nothing but a column that is larger than all others, and every pair across the classes is then far.
            let (wanted, units) = match name {
                "fda" => (found[3], 0..7),
                "lde" => (found[3].min(0.95) - 0.05, 0..4),
                _ => (found[3].min(0.95) - 0.05, 0..7),
            };
            if found[units].iter().any(|&share| share < wanted) || found[3] < 0.8 {
                wrong.push(format!("{name}, {columns} columns, {labeled} labels: {found:.3?}"));
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn a_common_unit_changes_nothing_at_all() {
    let table = blobs();
    for name in SHRUNK {
        let plain = Geometry::full(&named(name), &table.dataset());
        for unit in [1e-3, 1024.0] {
            let data = table.mapped(|row| row.iter().map(|v| v * unit).collect()).dataset();
            assert_same(name, &plain, &Geometry::full(&named(name), &data), 1e-7);
        }
    }
}

#[test]
fn with_many_labels_the_axes_are_those_without_a_ridge() {
    let angle = |labeled: usize| {
        let data = Table::clusters(3 * labeled, 4, 3, labeled, 21).dataset();
        let [shrunk, plain] =
            [Plan::new(Fda::default()).axes(2), Plan::new(Fda::default()).axes(2).ridge(0.0)].map(
                |chosen| matrix(fitted(&chosen, &data).projection().expect("linear").components()),
            );
        subspace_difference(&shrunk.transposed(), &plain.transposed())
    };
    let angles = [20, 200, 2000].map(angle);
    assert!(angles[0] > angles[1] && angles[1] > angles[2], "{angles:?}");
    assert!(angles[2] < 2e-3, "{angles:?}");
}

#[test]
fn one_label_a_class_is_enough() {
    let table = blobs().with_labels(&[1, 1, 1]);
    for name in SHRUNK {
        let model = fitted(&Plan::new(named(name)).axes(2), &table.dataset());
        assert_eq!(model.diagnostics().shrinkage, Some(1.0), "{name}");
    }
    // All that is left is the metric of the variances.
    let [fda, lfda] = [named("fda"), named("lfda")]
        .map(|l| Geometry::first(&Plan::new(l).axes(1), &table.dataset()));
    assert_same("fda and lfda", &fda, &lfda, 1e-9);
}

#[test]
fn less_is_shrunk_with_every_label_and_nothing_where_a_ridge_is_given() {
    let share = |labels: usize| {
        let data = blobs().with_labels(&[labels; 3]).dataset();
        fitted(&Plan::new(Lfda::default()).axes(2), &data).diagnostics().shrinkage.expect("shrunk")
    };
    let shares = [1, 2, 4, 8].map(share);
    assert!(shares.windows(2).all(|two| two[1] < two[0]), "{shares:?}");
    for name in supervised() {
        let shrinkage = |chosen| fitted(&chosen, &blobs().dataset()).diagnostics().shrinkage;
        assert_eq!(
            shrinkage(Plan::new(named(name)).axes(2)).is_some(),
            named(name).info().parts[2] != "I",
            "{name}"
        );
        assert_eq!(shrinkage(Plan::new(named(name)).axes(2).ridge(0.1)), None, "{name}");
    }
}

#[test]
fn in_a_kernels_space_all_directions_are_shrunk_alike() {
    let data = blobs().dataset();
    for name in SHRUNK {
        for kernel in [Kernel::rbf(), Kernel::polynomial(2)] {
            let chosen = with_kernel(&named(name), 2, Some(&kernel));
            let by_rule = fitted(&chosen, &data);
            let found = by_rule.diagnostics();
            assert!(found.shrinkage.is_some(), "{name}");
            let given = fitted(&chosen.ridge(found.ridge), &data);
            let difference =
                worst(by_rule.eigenvalues().iter().zip(given.eigenvalues()).map(|(a, b)| a - b));
            assert!(difference < 1e-9, "{name} {kernel:?}: {difference:e}");
        }
    }
}
