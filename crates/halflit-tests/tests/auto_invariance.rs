//! What must not change what the default says: the order of rows and columns, names, units, columns that are constant.

use halflit::{Labels, Plan, Samples, datasets};

/// Predictions of all rows, by name.
fn predicted(rows: &[Vec<f64>], labels: &Labels) -> Vec<String> {
    let samples = Samples::from_rows(rows).expect("rows");
    let placed = Plan::default().prepare(&samples).expect("prepared").place(labels, None);
    let classes = placed.expect("placed").predictions.classes;
    classes.into_iter().map(|class| labels.classes()[class].clone()).collect()
}

fn ionosphere() -> (Vec<Vec<f64>>, Vec<Option<String>>) {
    let data = datasets::ionosphere_with_labels(20, 5).expect("embedded");
    let name = |i: usize| data.labels().class_of(i).map(|c| data.labels().classes()[c].clone());
    ((0..351).map(|i| data.samples().row(i).to_vec()).collect(), (0..351).map(name).collect())
}

fn labels(names: &[Option<String>]) -> Labels {
    Labels::new(names.iter().map(Option::as_deref))
}

/// How many rows are called something else.
fn differing(a: &[String], b: &[String]) -> usize {
    a.iter().zip(b).filter(|(a, b)| a != b).count()
}

#[test]
fn the_order_of_rows_and_columns_changes_nothing() {
    let (rows, names) = ionosphere();
    let plain = predicted(&rows, &labels(&names));
    let order: Vec<usize> = (0..351).map(|i| (i * 100 + 17) % 351).collect();
    let turned: Vec<Vec<f64>> =
        order.iter().map(|&i| rows[i].iter().rev().copied().collect()).collect();
    let named: Vec<Option<String>> = order.iter().map(|&i| names[i].clone()).collect();
    let found = predicted(&turned, &labels(&named));
    let expected: Vec<String> = order.iter().map(|&i| plain[i].clone()).collect();
    assert!(differing(&found, &expected) <= 1, "{}", differing(&found, &expected));
}

#[test]
fn names_units_and_constant_columns_change_nothing() {
    let (rows, names) = ionosphere();
    let plain = predicted(&rows, &labels(&names));
    // Names whose order is the other way round.
    let other = |name: &str| if name == "good" { "a" } else { "z" };
    let renamed: Vec<Option<String>> =
        names.iter().map(|name| name.as_deref().map(|name| other(name).to_owned())).collect();
    let found = predicted(&rows, &labels(&renamed));
    let expected: Vec<String> = plain.iter().map(|name| other(name).to_owned()).collect();
    assert_eq!(differing(&found, &expected), 0);
    // A constant column, and all of them in another unit from another origin.
    let changed: Vec<Vec<f64>> =
        rows.iter().map(|row| row.iter().map(|x| 64.0 * x + 3.0).chain([7.0]).collect()).collect();
    assert!(differing(&predicted(&changed, &labels(&names)), &plain) <= 1);
}

#[test]
fn rows_that_are_repeated_are_rows_of_that_weight() {
    let (rows, names) = ionosphere();
    let weight = |i: usize| 1 + usize::from(i.is_multiple_of(7));
    let written: Vec<usize> = (0..351).flat_map(|i| std::iter::repeat_n(i, weight(i))).collect();
    let repeated: Vec<Vec<f64>> = written.iter().map(|&i| rows[i].clone()).collect();
    let named: Vec<Option<String>> = written.iter().map(|&i| names[i].clone()).collect();
    let found = predicted(&repeated, &labels(&named));
    let weights: Vec<f64> = (0..351).map(|i| weight(i) as f64).collect();
    let samples = Samples::from_rows(&rows).expect("rows").with_weights(weights).expect("weights");
    let own = labels(&names);
    let placed = Plan::default().prepare(&samples).expect("prepared").place(&own, None);
    let classes = placed.expect("placed").predictions.classes;
    let expected: Vec<String> =
        written.iter().map(|&i| own.classes()[classes[i]].clone()).collect();
    assert!(differing(&found, &expected) <= 1, "{}", differing(&found, &expected));
}
