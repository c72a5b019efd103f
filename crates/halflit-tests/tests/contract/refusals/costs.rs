//! Costs and constraints.

use halflit::UnlabelChoice;
use halflit::graph::{Graph, Neighborhood, Pairs, Weights};
use halflit::learner::{Custom, Fda, LabelChoice, Lpp, LppStar, Pca};
use halflit::{
    AnyLearner, Constraint, Cost, Dataset, Error, Kernel, Plan, Samples,
};

use super::{assert_refused, fit, learner, near, small};
use crate::common::diagonal;
use crate::common::table::Table;
use crate::common::variants::{Variant, defaults};
use crate::common::with::{ShortFit, With};
use crate::contract::tall;

/// Those whose ridge is γ, as published, which says nothing about a constraint that vanishes.
const PAPERS: [&str; 5] = ["self", "ss-fda", "ss-mfa", "ss-lde", "ss-lfda"];

/// A fit with the ridge of the paper's tables.
fn as_published(learner: &AnyLearner, table: &Table) -> halflit::Result<halflit::Model> {
    let plain = Plan::new(learner.clone()).axes(1);
    plain.published().model(&table.dataset())
}

#[test]
fn with_one_label_a_class_the_spread_of_all_rows_stands_in() {
    let rows = [[0.0, 0.3], [1.0, 2.0], [3.0, 1.0], [5.0, 7.0], [2.0, 6.0]];
    let table = small(&rows, &["a", "b", "c", "-", "-"]);
    for name in PAPERS {
        assert_refused! {
            name, as_published(&learner(name), &table)
                => Error::ZeroConstraint { learner, .. } if learner == name,
        }
        // It is said.
        let model = fit(&learner(name), &table, 1).expect("a model");
        assert!(model.diagnostics().cautions()[0].contains("stands in"), "{name}");
    }
    for Variant { name, learner } in defaults() {
        assert!(fit(&learner, &table, 1).is_ok(), "{name}");
    }
    let paired = small(&rows, &["a", "a", "b", "b", "-"]);
    for name in PAPERS {
        let model = fit(&learner(name), &paired, 1).expect("a model");
        assert!(model.diagnostics().cautions().is_empty(), "{name}");
    }
    for name in &PAPERS[1..] {
        let blended = learner(name).with("constraint", "blended").expect("constraint");
        assert!(fit(&blended, &table, 1).is_ok(), "{name}: unlabeled rows make up for it");
    }
}

#[test]
fn classes_of_equal_rows_leave_the_papers_constraint_zero() {
    let (a, b) = ([0.1, 0.7], [1.3, 2.9]);
    let rows = [a, a, a, b, b, b, [5.1, 7.3], [2.2, 6.6]];
    let table = small(&rows, &["a", "a", "a", "b", "b", "b", "-", "-"]);
    for name in PAPERS {
        assert_refused! { name, as_published(&learner(name), &table) => Error::ZeroConstraint { .. }, }
    }
    for name in ["fda", "mfa", "lde", "lfda"].into_iter().chain(PAPERS) {
        assert!(fit(&learner(name), &table, 1).is_ok(), "{name}: shrunk to the variances alone");
    }
}

/// One edge of this weight.
fn one_edge(weight: f64) -> Cost<'static> {
    Cost::graph(Graph::new(42, [(3, 5, weight)]).expect("edge"))
}

/// A learner with a given cost of near rows only.
fn given(cost: Cost<'static>, alpha: f64, constraint: Constraint) -> Custom {
    let unlabel = UnlabelChoice::Given(cost);
    Custom { label: LabelChoice::None, unlabel, constraint, gamma: 1.0, alpha }
}

#[test]
fn powers_that_do_not_exist() {
    let data = tall().dataset();
    let centred = tall().mapped(|row| row.iter().map(|v| v - 5.0).collect()).dataset();
    let power = |cost, alpha| given(cost, alpha, Constraint::Identity).fit(&data, 1);
    let mut dense = vec![0.5; 42 * 42];
    (dense[42 + 7], dense[7 * 42 + 1]) = (-0.5, -0.5);
    let two = one_edge(1.0).plus(one_edge(2.0));
    let cosine = |graph: &LppStar| LppStar { alpha: 2.0, ..graph.clone() }.fit(&centred, 1);
    let narrow = LppStar { alpha: 2.0, ..near(Weights::Heat(1e-3), Pairs::All) };
    let narrow_near = LppStar { alpha: 2.0, ..near(Weights::Heat(1e-3), Pairs::Nearest(3)) };
    assert_refused! {
        "a negative edge", power(one_edge(-0.5), 2.0)
            => Error::NegativeCost { row: 3, column: 5, value: -0.5 },
        "a negative entry", power(Cost::dense(dense, 42).expect("dense"), 2.0)
            => Error::NegativeCost { row: 1, column: 7, value: -0.5 },
        "obtuse angles", cosine(&near(Weights::Cosine, Pairs::All)) => Error::NegativeCost { .. },
        "obtuse angles of near pairs", cosine(&near(Weights::Cosine, Pairs::Nearest(41)))
            => Error::NegativeCost { .. },
        "a sum", power(two, 2.0) => Error::NotAGraph { .. },
        "a negative constant", power(Cost::constant(42, -1.0), 2.0) => Error::NotAGraph { .. },
        "PCA's cost", Custom { unlabel: UnlabelChoice::Variance, alpha: 2.0, ..Default::default() }.fit(&data, 1)
            => Error::NotAGraph { .. },
        "class-wise constants", power(Cost::classes(&data, |_| 1.0, 0.0), 2.0)
            => Error::NotAGraph { .. },
        "no edge", power(Cost::graph(Graph::new(42, []).expect("graph")), 2.0)
            => Error::ZeroCost { alpha: 2.0 },
        "weights that underflow", narrow.fit(&data, 1) => Error::ZeroCost { alpha: 2.0 },
        "weights of near pairs that underflow", narrow_near.fit(&data, 1)
            => Error::ZeroCost { alpha: 2.0 },
        "zeros", power(Cost::dense(vec![0.0; 42 * 42], 42).expect("dense"), 2.0)
            => Error::ZeroCost { alpha: 2.0 },
        "a graph to the power NaN", Graph::new(2, [(0, 1, 1.0)]).and_then(|g| g.power(f64::NAN))
            => Error::Parameter { .. },
        "rows to the power 0", one_edge(1.0).row_reader(0.0).map(drop) => Error::Parameter { .. },
    }
}

#[test]
fn constraints_that_cannot_be() {
    let data = tall().dataset();
    let custom = |label, unlabel, constraint| {
        Custom { label, unlabel, constraint, ..Default::default() }.fit(&data, 1)
    };
    let near = || UnlabelChoice::Near(Neighborhood::default());
    let fda = || LabelChoice::Fda(Fda::default());
    let given = |values| custom(fda(), near(), diagonal(values));
    let singular = Custom { constraint: diagonal([1.0, 1.0, 0.0, 1.0]), ..Default::default() };
    assert_refused! {
        "no part", custom(LabelChoice::None, UnlabelChoice::None, Constraint::Identity)
            => Error::MissingPart { .. },
        "B of no label part", custom(LabelChoice::None, near(), Constraint::Label)
            => Error::MissingPart { .. },
        "a blend with no label part", custom(LabelChoice::None, near(), Constraint::Blended)
            => Error::MissingPart { .. },
        "degrees of no unlabel part", custom(fda(), UnlabelChoice::None, Constraint::Degree)
            => Error::MissingPart { .. },
        "a blend with no unlabel part", custom(fda(), UnlabelChoice::None, Constraint::Blended)
            => Error::MissingPart { .. },
        "zero", given([0.0; 4]) => Error::ZeroConstraint { .. },
        "indefinite", given([1.0, 1.0, -1.0, 1.0]) => Error::NotPositiveDefinite { .. },
        "singular without a ridge", Plan::new(singular).axes(1).ridge(0.0).fit(&data)
            => Error::NotPositiveDefinite { ridge: 0.0 },
        "weights that underflow", Lpp { graph: near_heat(1e-3) }.fit(&data, 1)
            => Error::ZeroConstraint { .. },
        "of another size", custom(fda(), near(), Constraint::given(vec![1.0], 1).expect("one"))
            => Error::Shape { .. },
    }
}

fn near_heat(sigma: f64) -> Neighborhood {
    Neighborhood { weights: Weights::Heat(sigma), ..Default::default() }
}

#[test]
fn negative_constraints_are_not_called_zero() {
    let data = tall().dataset();
    let minus = diagonal([-1.0; 4]);
    let custom =
        |unlabel, constraint| Custom { unlabel, constraint, ..Default::default() }.fit(&data, 1);
    assert_refused! {
        "degrees of PCA's cost", custom(UnlabelChoice::Variance, Constraint::Degree)
            => Error::NotPositiveDefinite { .. },
        "a negative matrix", custom(UnlabelChoice::Variance, minus)
            => Error::NotPositiveDefinite { .. },
    }
}

#[test]
fn given_matrices() {
    let data = tall().dataset();
    let fit = |label: Cost<'static>| {
        Custom { label: LabelChoice::Given(label), ..Default::default() }.fit(&data, 1)
    };
    let precomputed = |values: Vec<f64>, rows: usize| {
        let samples = Samples::from_row_major(values.clone(), rows, values.len() / rows)?;
        Plan::new(Pca::default()).axes(1)
            .kernel(Kernel::Precomputed {})
            .fit(&Dataset::unlabeled(samples)?)
    };
    assert_refused! {
        "a cost that is not symmetric", Cost::dense(vec![0.0, 1.0, 2.0, 0.0], 2)
            => Error::NotSymmetric { row: 1, column: 0, value: 2.0, mirrored: 1.0, .. },
        "a cost that is not square", Cost::dense(vec![0.0; 5], 2) => Error::Shape { .. },
        "a cost that is not finite", Cost::dense(vec![0.0, f64::NAN, f64::NAN, 0.0], 2)
            => Error::NotFinite { row: 0, column: 1, .. },
        "a cost of other rows", fit(Cost::constant(41, 1.0)) => Error::Shape { .. },
        "a constraint that is not symmetric", Constraint::given(vec![1.0, 1.0, 2.0, 1.0], 2)
            => Error::NotSymmetric { .. },
        "a constraint that is not square", Constraint::given(vec![1.0; 3], 2)
            => Error::Shape { .. },
        "a constraint that is not finite", Constraint::given(vec![f64::INFINITY], 1)
            => Error::NotFinite { row: 0, column: 0, .. },
        "edges that disagree", Graph::new(3, [(0, 1, 1.0), (1, 0, 2.0)])
            => Error::NotSymmetric { .. },
        "an edge to itself", Graph::new(3, [(1, 1, 1.0)]) => Error::Shape { .. },
        "an edge to nowhere", Graph::new(3, [(1, 3, 1.0)]) => Error::Shape { .. },
        "an edge that is not a number", Graph::new(3, [(1, 2, f64::NAN)])
            => Error::Parameter { .. },
        "a kernel that is not symmetric", precomputed(vec![1.0, 0.5, 0.4, 1.0], 2)
            => Error::NotSymmetric { .. },
        "a kernel that is not square", precomputed(vec![1.0; 6], 2) => Error::Shape { .. },
    }
}
