//! Dense, partial, low-rank and matrix-free solvers find the same axes, and each is really reached.

use std::collections::HashMap;

use halflit::choose::{Grid, Search};
use halflit::learner::Kind;
use halflit::{AnyLearner, Fit, Learner, Model, Plan, Solver};

use crate::common::compare::{Geometry, assert_same, fitted};
use crate::common::table::Table;
use crate::common::variants::{Variant, defaults, variants};
use crate::common::with::With;

/// 84 rows of 66 columns with nine labels.
fn few_labels() -> Table {
    Table::clusters(84, 66, 3, 3, 23).with_distances()
}

fn fit(learner: &AnyLearner, solver: Solver, table: &Table) -> Model {
    let plan = Plan { solver, ..Plan::new(learner.clone()).axes(2) };
    fitted(&plan, &table.dataset())
}

#[test]
fn every_solver_finds_the_axes_of_the_dense_one() {
    let table = few_labels();
    let mut found: HashMap<(String, String), usize> = HashMap::new();
    for Variant { name, learner } in variants() {
        let dense = fit(&learner, Solver::Dense, &table);
        assert_eq!(dense.diagnostics().solver, Solver::Dense);
        for solver in [Solver::Fastest, Solver::Partial, Solver::LowRank, Solver::MatrixFree] {
            let model = fit(&learner, solver, &table);
            let by = model.diagnostics().solver;
            *found.entry((by.to_string(), learner.name().to_owned())).or_default() += 1;
            let of = |model| Geometry::of(model, &table.dataset());
            assert_same(&format!("{name} by {solver}, {by}"), &of(&dense), &of(&model), 1e-6);
            let residual = model.diagnostics().residual;
            let allowed = 1e-9f64.max(10.0 * dense.diagnostics().residual);
            assert!(residual < allowed, "{name} by {by}: {residual:e}");
        }
    }
    for info in AnyLearner::TABLE {
        let count =
            |by: &str| found.get(&(by.to_owned(), info.name.to_owned())).copied().unwrap_or(0);
        assert!(count("partial") > 0, "{} is never solved partially: {found:?}", info.name);
        assert!(count("matrix-free") > 0, "{} is never matrix-free: {found:?}", info.name);
        if let Kind::SemiSupervised(Some(_)) = info.kind {
            assert!(count("low-rank") > 0, "{} never uses its few labels: {found:?}", info.name);
        }
    }
}

#[test]
fn a_tuned_fit_ends_with_the_low_rank_solver() {
    // Large enough for the low-rank solver to pay.
    let data = Table::clusters(120, 90, 3, 3, 23).dataset();
    let mut proved = 0;
    for Variant { name, learner } in defaults() {
        let Kind::SemiSupervised(Some(_)) = learner.info().kind else { continue };
        let grid = Grid { gamma: vec![0.1, 1.0], alpha: vec![1.0, 8.0], ..Grid::default() };
        let tuned = Plan { search: Search::Grid(grid), ..Plan::new(learner.clone()).axes(3) };
        let Fit { model, selection, .. } = tuned.fit(&data).expect("a fit");
        let best = selection.expect("a search").best.setting;
        let by_hand = Plan {
            solver: Solver::Dense,
            ..Plan::new(best.apply(&learner).expect("setting")).axes(3)
        };
        assert_same(
            &name,
            &Geometry::of(&model, &data),
            &Geometry::of(&fitted(&by_hand, &data), &data),
            1e-6,
        );
        proved += usize::from(model.diagnostics().solver == Solver::LowRank);
    }
    // Where B^ℓ is stiff beside its ridge the low-rank solver declines.
    assert!(proved >= 3, "{proved} of 7");
}

#[test]
fn a_given_ridge_counts_for_every_solver() {
    let data = few_labels().dataset();
    for name in ["ss-dne", "ss-mmc", "ss-lfda"] {
        let chosen = Plan::new(Variant::named(name).learner).axes(2).ridge(0.5);
        let by = |solver: Solver| fitted(&Plan { solver, ..chosen.clone() }, &data);
        let [dense, few] = [Solver::Dense, Solver::LowRank].map(by);
        assert_eq!(few.diagnostics().solver, Solver::LowRank, "{name}");
        assert_same(name, &Geometry::of(&dense, &data), &Geometry::of(&few, &data), 1e-6);
    }
}
