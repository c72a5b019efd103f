//! A row of weight 2 is that row twice.

use halflit::{AnyLearner, AxisWeights, Dataset, Model, PcaFirst, Reduction, Scaling, Solver};

use crate::common::compare::{Fit, assert_none, fitted};
use crate::common::table::Table;
use crate::common::variants::{Variant, defaults, variants};
use crate::common::with::With;
use crate::{tall, wide};

const TOLERANCE: f64 = 1e-10;

/// 1, 2 or 3, without a pattern.
fn weights(rows: usize) -> Vec<f64> {
    (0..rows).map(|i| [1.0, 3.0, 2.0, 1.0, 1.0, 2.0, 1.0][(i * i + i / 3) % 7]).collect()
}

fn weighed(table: &Table) -> Dataset<'static> {
    table.dataset().with_weights(weights(table.x.len())).expect("weights")
}

/// Every row written as often as it counts.
fn written(table: &Table) -> Dataset<'static> {
    let rows = weights(table.x.len()).into_iter().enumerate();
    let order: Vec<usize> = rows.flat_map(|(row, weight)| vec![row; weight as usize]).collect();
    table.permuted(&order).dataset()
}

/// Of both the map of the rows themselves, its eigenvalues, and its predictions by one and by five votes.
fn difference(weighed: &Model, written: &Model, data: &Dataset<'_>) -> Option<String> {
    let (found, expected) = (Fit::of(weighed, data), Fit::of(written, data));
    if let Some(difference) = found.difference(&expected, TOLERANCE) {
        return Some(difference);
    }
    let (a, b) = (weighed.diagnostics(), written.diagnostics());
    if (a.ridge / b.ridge - 1.0).abs() > TOLERANCE {
        return Some(format!("the ridge: {} for {}", a.ridge, b.ridge));
    }
    let elect = |model: &Model, votes| model.elect(data.samples(), Some(votes)).ok();
    for votes in [1, 5] {
        let (Some(a), Some(b)) = (elect(weighed, votes), elect(written, votes)) else { continue };
        let shares = a.probabilities.values().iter().zip(b.probabilities.values());
        if a.classes != b.classes || shares.into_iter().any(|(a, b)| (a - b).abs() > TOLERANCE) {
            return Some(format!("predictions by {votes} votes"));
        }
    }
    None
}

fn wrong(name: &str, reduction: &Reduction<AnyLearner>, table: &Table) -> Option<String> {
    let (weighed, written) = (weighed(table), written(table));
    let (found, expected) = (fitted(reduction, &weighed), fitted(reduction, &written));
    difference(&found, &expected, &table.dataset()).map(|what| format!("{name}: {what}"))
}

#[test]
fn a_weight_is_a_number_of_rows() {
    let table = tall();
    let of = |variant: &Variant| {
        wrong(&variant.name, &Reduction::new(variant.learner.clone(), 3), &table)
    };
    assert_none(&variants().iter().filter_map(of).collect::<Vec<_>>());
}

#[test]
fn whatever_is_done_to_the_rows_first() {
    let plain = |variant: &Variant| Reduction::new(variant.learner.clone(), 2);
    let mut wrongs = Vec::new();
    for variant in defaults() {
        let choices = [
            ("standard", plain(&variant).scaling(Scaling::Standard)),
            ("minmax", plain(&variant).scaling(Scaling::Minmax)),
            ("unit", plain(&variant).scaling(Scaling::Unit)),
            ("pca", plain(&variant).pca_first(PcaFirst::Axes(3))),
            ("published", plain(&variant).published()),
            ("unit axes", plain(&variant).weights(AxisWeights::UnitSqrt)),
            ("low rank", Reduction { solver: Solver::LowRank, ..plain(&variant) }),
        ];
        for (what, reduction) in choices {
            wrongs.extend(wrong(&format!("{} {what}", variant.name), &reduction, &tall()));
        }
        // Of more columns than rows LPP* has eigenvalues of 1e-8, which rounding changes in the eighth digit.
        if variant.name != "lpp*" {
            wrongs.extend(wrong(&format!("{} wide", variant.name), &plain(&variant), &wide()));
        }
    }
    assert_none(&wrongs);
}
