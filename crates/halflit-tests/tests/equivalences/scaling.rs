//! Scaling inside a reduction is scaling beforehand; going back undoes a map.

use halflit::{Error, Kernel, Model, Plan, Samples, Scaling};

use crate::common::compare::{Geometry, assert_same, fitted, matrix, with_kernel};
use crate::common::dense::length;
use crate::common::table::Table;
use crate::common::variants::{Variant, defaults};
use crate::common::with::With;
use crate::equivalences::blobs;

const BY_COLUMNS: [Scaling; 2] = [Scaling::Standard, Scaling::Minmax];

/// The scaled training rows and new rows.
fn by_hand(scaling: Scaling, table: &Table, new: &Table) -> [Table; 2] {
    let column = |j: usize| table.x.iter().map(|row| row[j]).collect::<Vec<f64>>();
    let n = table.x.len() as f64;
    let offset_and_size = |j: usize| {
        let column = column(j);
        let (low, high) =
            column.iter().fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(*v), h.max(*v)));
        let mean = column.iter().sum::<f64>() / n;
        let deviation = (column.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n).sqrt();
        if scaling == Scaling::Standard { (mean, deviation) } else { (low, high - low) }
    };
    let parts: Vec<(f64, f64)> = (0..table.x[0].len()).map(offset_and_size).collect();
    let scaled = |row: &[f64]| match scaling {
        Scaling::None => row.to_vec(),
        Scaling::Unit => row.iter().map(|v| v / length(row)).collect(),
        _ => row.iter().zip(&parts).map(|(v, (offset, size))| (v - offset) / size).collect(),
    };
    [table.mapped(scaled), new.mapped(scaled)]
}

#[test]
fn scaling_is_a_fit_on_scaled_rows() {
    let (table, new) = (blobs(), Table::clusters(7, 4, 3, 0, 3));
    for scaling in [Scaling::None, Scaling::Standard, Scaling::Minmax, Scaling::Unit] {
        let [scaled, scaled_new] = by_hand(scaling, &table, &new);
        for kernel in [None, Some(Kernel::rbf())] {
            for Variant { name, learner } in defaults() {
                let plain = with_kernel(&learner, 2, kernel.as_ref());
                let inside = fitted(&plain.clone().scaling(scaling), &table.dataset());
                let outside = fitted(&plain, &scaled.dataset());
                let what = format!("{name} {scaling:?} {kernel:?}");
                let (a, b) =
                    (Geometry::of(&inside, &table.dataset()), Geometry::of(&outside, &scaled.dataset()));
                assert_same(&what, &a, &b, 1e-6);
                let rows = inside.transform(&new.samples()).expect("rows");
                let expected = outside.transform(&scaled_new.samples()).expect("rows");
                let difference = matrix(&rows).plus(-1.0, &matrix(&expected)).largest();
                assert!(difference < 1e-5 * matrix(&expected).largest(), "{what}: {difference:e}");
            }
        }
    }
}

#[test]
fn units_do_not_matter_to_scaled_columns() {
    let table = blobs();
    let units = [1e-3, 60.0, 2.54, 1e6];
    let other =
        table.mapped(|row| row.iter().zip(units).map(|(v, unit)| 32.0 * unit + v * unit).collect());
    for scaling in BY_COLUMNS {
        for Variant { name, learner } in defaults() {
            let chosen = Plan::new(learner).axes(1).scaling(scaling);
            let [a, b] = [&table, &other].map(|t| Geometry::full_by(&chosen, &t.dataset()));
            assert_same(&format!("{name} {scaling:?}"), &a, &b, 1e-7);
        }
    }
}

/// The largest entry by which two sets of rows differ.
fn distance(a: &Samples<'_>, b: &Samples<'_>) -> f64 {
    matrix(&a.to_rows()).plus(-1.0, &matrix(&b.to_rows())).largest()
}

fn there_and_back(model: &Model, samples: &Samples<'_>) -> Samples<'static> {
    let points = model.transform(samples).expect("points");
    let rows = model.inverse_transform(&points).expect("rows");
    Samples::from_row_major(rows.values().to_vec(), rows.rows(), rows.columns()).expect("samples")
}

#[test]
fn all_axes_there_and_back_are_the_rows_themselves() {
    let mut table = blobs();
    table.x.iter_mut().for_each(|row| row.push(0.25)); // a constant column comes back too
    let data = table.dataset();
    for scaling in [Scaling::None, Scaling::Standard, Scaling::Minmax] {
        for Variant { name, learner } in defaults() {
            let model = fitted(&Plan::new(learner).axes(4).scaling(scaling), &data);
            let difference = distance(&there_and_back(&model, data.samples()), data.samples());
            assert!(difference < 1e-8, "{name} {scaling:?}: {difference:e}");
        }
    }
}

#[test]
fn what_comes_back_is_mapped_to_where_it_came_from() {
    let (data, mut models) = (blobs().dataset(), 0);
    for scaling in [Scaling::None, Scaling::Standard, Scaling::Minmax] {
        for Variant { name, learner } in defaults() {
            let model = fitted(&Plan::new(learner).axes(2).scaling(scaling), &data);
            let back = there_and_back(&model, data.samples());
            let [a, b] =
                [data.samples(), &back].map(|s| matrix(&model.transform(s).expect("rows")));
            let difference = a.plus(-1.0, &b).largest() / a.largest();
            assert!(difference < 1e-9, "{name} {scaling:?}: {difference:e}");
            models += 1;
        }
    }
    assert_eq!(models, 3 * defaults().len());
}

#[test]
fn some_maps_have_no_way_back() {
    let data = blobs().dataset();
    let plain = Plan::new(Variant::named("pca").learner).axes(2);
    let points = fitted(&plain, &data).transform(data.samples()).expect("points");
    for chosen in [plain.clone().scaling(Scaling::Unit), plain.clone().kernel(Kernel::rbf())] {
        assert_eq!(fitted(&chosen, &data).inverse_transform(&points), Err(Error::NotInvertible));
    }
    let three = fitted(&Plan::new(Variant::named("pca").learner).axes(3), &data);
    let wrong = three.inverse_transform(&points);
    assert_eq!(wrong, Err(Error::ColumnCount { expected: 3, found: 2 }));
}
