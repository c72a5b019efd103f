//! Columns that add nothing, and data of fewer dimensions than columns.

use halflit::learner::{Fda, Pca};
use halflit::{AnyLearner, Dataset, Error, PcaFirst, Plan};
use serde_json::json;

use crate::common::Noise;
use crate::common::compare::{Geometry, assert_none, assert_same, fitted, with_kernel};
use crate::common::dense::{eigen, isometry, worst};
use crate::common::rebuild::Rebuilt;
use crate::common::table::Table;
use crate::common::variants::{Variant, defaults, variants};
use crate::common::with::With;
use crate::equivalences::blobs;

/// Variants for which only Euclidean geometry counts.
fn euclidean() -> Vec<Variant> {
    variants().into_iter().filter(Variant::is_euclidean).collect()
}

/// What changes between two sets of the same rows. Shrinkage looks at single columns, so nothing is shrunk.
fn changed(variants: &[Variant], before: &Table, after: &Table, tolerance: f64) -> Vec<String> {
    let mut wrong = Vec::new();
    for variant in variants {
        let plain = Plan::new(variant.learner.clone()).axes(1).published();
        let [a, b] = [before, after].map(|table| Geometry::full_by(&plain, &table.dataset()));
        wrong.extend(a.difference(&b, tolerance).map(|d| format!("{}: {d}", variant.name)));
    }
    wrong
}

#[test]
fn constant_columns_change_nothing() {
    let table = blobs().with_distances();
    let constant = |row: &[f64]| [&[0.1], &row[..2], &[-7e5], &row[2..], &[0.0]].concat();
    let variants: Vec<Variant> = variants().into_iter().filter(|v| !v.looks_at_angles()).collect();
    assert_none(&changed(&variants, &table, &table.mapped(constant), 1e-7));
}

#[test]
fn a_column_split_into_collinear_ones_changes_nothing() {
    let table = blobs();
    // (0.6 x)² + (0.8 x)² = x², so distances stay.
    let split = |row: &[f64]| [&[0.6 * row[0], 0.8 * row[0]], &row[1..]].concat();
    assert_none(&changed(&euclidean(), &table, &table.mapped(split), 1e-7));
}

#[test]
fn rotated_data_change_nothing() {
    let table = blobs();
    assert_none(&changed(&euclidean(), &table, &table.times(&isometry(4, 4)), 1e-7));
}

#[test]
fn data_in_more_columns_than_rows_are_those_they_come_from() {
    let table = blobs();
    assert_none(&changed(&euclidean(), &table, &table.times(&isometry(4, 60)), 1e-7));
}

#[test]
fn fda_does_not_see_repeated_columns() {
    let table = blobs();
    let repeated = table.mapped(|row| [row, &[row[0], 5.0 * row[1] - row[2]]].concat());
    let [plain, repeated] = [table, repeated]
        .map(|t| Geometry::first(&Plan::new(Fda::default()).axes(2).ridge(1e-9), &t.dataset()));
    assert_same("FDA", &plain.truncated(2), &repeated.truncated(2), 1e-6);
}

/// The basis of the span is found from columns of unit length and scaled back, so the direction of a column that is
/// smaller than its collinear neighbours by a factor f is right to about 1e-16/f: down to 1e-9 that is enough.
#[test]
fn a_tiny_column_is_not_lost_beside_collinear_ones() {
    let mut noise = Noise::new(3);
    let pairs: Vec<[f64; 2]> = (0..30).map(|_| [noise.draw(), noise.draw()]).collect();
    for scale in [1e-6, 1e-7, 1e-8, 1e-9] {
        let row = |[x, y]: &[f64; 2]| vec![*x, scale * (y + x), 2.0 * x];
        let table =
            Table { x: pairs.iter().map(row).collect(), y: vec![None; 30], distances: vec![] };
        let data = table.dataset();
        let model = fitted(&Plan::new(Pca::default()).axes(2), &data);
        assert_eq!(model.diagnostics().rank, 2, "{scale:e}");
        let axes = model.projection().expect("linear").components();
        // The span is {(a, b, 2a)}, and its second principal axis is all but (0, 1, 0).
        for j in 0..2 {
            let axis = axes.row(j);
            assert!((axis[2] - 2.0 * axis[0]).abs() < 1e-6, "{scale:e}: axis {j} is {axis:?}");
        }
        assert!((axes.row(1)[1] - 1.0).abs() < 1e-6, "{scale:e}: {:?}", axes.row(1));
    }
}

#[test]
fn all_principal_axes_first_change_nothing() {
    let (data, mut wrong) = (blobs().dataset(), Vec::new());
    for Variant { name, learner } in euclidean() {
        let first = Plan::new(learner.clone()).axes(1).pca_first(PcaFirst::Axes(4));
        let difference = Geometry::full(&learner, &data).difference(&Geometry::full_by(&first, &data), 1e-7);
        wrong.extend(difference.map(|d| format!("{name}: {d}")));
    }
    assert_none(&wrong);
}

#[test]
fn some_principal_axes_first_are_a_fit_on_their_scores() {
    let table = blobs();
    let scores =
        Geometry::of(&fitted(&Plan::new(Pca::default()).axes(3), &table.dataset()), &table.dataset());
    let rows = (0..48).map(|i| scores.embedding.row(i).to_vec()).collect();
    let scores = Table { x: rows, ..table.clone() };
    for Variant { name, learner } in defaults() {
        // Scores are columns of their own, by which nothing is shrunk where they are found on the way.
        let plain = Plan::new(learner.clone()).axes(1).published();
        let by_hand = Geometry::full_by(&plain, &scores.dataset());
        let by_option = Geometry::full_by(&plain.pca_first(PcaFirst::Axes(3)), &table.dataset());
        assert_same(&name, &by_option, &by_hand, 1e-8);
    }
}

/// How many eigenvalues of S(C) are not zero.
fn objective_rank(learner: &AnyLearner, data: &Dataset<'_>) -> usize {
    let (values, _) = eigen(&Rebuilt::without_ridge(learner, data).objective);
    let largest = worst(values.iter().copied());
    values.iter().filter(|v| v.abs() > 1e-10 * largest).count()
}

#[test]
fn principal_axes_go_first_up_to_the_rank_of_the_objective() {
    let wide = Table::clusters(20, 40, 3, 4, 9).dataset();
    let mut ranks = Vec::new();
    // With γ = 0 the unlabeled rows add nothing to the rank.
    let labels_alone = Variant::named("ss-lfda").with("gamma", json!(0.0));
    for Variant { name, learner } in defaults().into_iter().chain([labels_alone]) {
        let first = Plan::new(learner.clone()).axes(1).pca_first(PcaFirst::ObjectiveRank);
        let rank = objective_rank(&learner, &wide);
        assert_eq!(fitted(&first, &wide).diagnostics().rank, rank, "{name}");
        let too_many = with_kernel(&learner, rank + 1, None).pca_first(PcaFirst::ObjectiveRank);
        let expected = Error::DimensionTooLarge { dimension: rank + 1, rank };
        assert_eq!(too_many.model(&wide), Err(expected), "{name}");
        ranks.push((name, rank));
    }
    // S_b of three classes has two dimensions, and all rows together nineteen.
    assert!(ranks.contains(&("fda".into(), 2)) && ranks.contains(&("pca".into(), 19)), "{ranks:?}");
}
