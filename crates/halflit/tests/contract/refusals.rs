//! Every bad input gets the error that names it.

use halflit::evaluation::{
    Grid, Prepared, Trial, accuracy, cross_validation, draw_labeled, good_neighbors, good_pairs,
    paired_t_test, stratified_folds,
};
use halflit::graph::{ClassNeighborhood, Graph, Neighborhood, Pairs, Weights, local_scales};
use halflit::learner::{
    Affinity, Custom, Fda, LabelChoice, Lfda, Lpp, LppStar, Mmc, Pca, SelfLearner, SsLfda, SsMmc,
    UnlabelChoice,
};
use halflit::neighbors::{Exact, Index, Queries};
use halflit::{
    AnyLearner, Constraint, Cost, Dataset, Error, Kernel, Labels, Learner, Metric, Model,
    NearestNeighbors, NegativeEigenvalues, PcaFirst, Reduction, Result, Samples, Scaling, datasets,
};
use serde_json::json;

use crate::common::compare::{assert_none, fitted, reduction};
use crate::common::diagonal;
use crate::common::table::Table;
use crate::common::variants::{Variant, defaults};
use crate::{few, tall};

/// Runs every attempt and lists those that are not refused by their pattern.
macro_rules! assert_refused {
    ($($what:expr, $attempt:expr => $pattern:pat $(if $guard:expr)?,)*) => {{
        let mut wrong: Vec<String> = Vec::new();
        $(match $attempt {
            Err($pattern) $(if $guard)? => {}
            Err(other) => wrong.push(format!("{}: refused as {other:?}", $what)),
            Ok(_) => wrong.push(format!("{}: accepted", $what)),
        })*
        assert_none(&wrong);
    }};
}

/// Learners that need no label.
const UNSUPERVISED: [&str; 3] = ["pca", "lpp", "lpp*"];
/// Learners whose constraint is a scatter of pairs within classes.
const CONSTRAINED: [&str; 9] =
    ["fda", "mfa", "lde", "lfda", "self", "ss-fda", "ss-mfa", "ss-lde", "ss-lfda"];

const BAD_NUMBERS: [f64; 4] = [-1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

fn learner(name: &str) -> AnyLearner {
    AnyLearner::named(name).expect("in the table")
}

fn fit(learner: &AnyLearner, table: &Table, dimension: usize) -> Result<Model> {
    Reduction::new(learner.clone(), dimension).fit(&table.dataset())
}

fn supervised() -> impl Iterator<Item = Variant> {
    defaults().into_iter().filter(|v| !UNSUPERVISED.contains(&v.name.as_str()))
}

/// Rows of two columns with text labels, `-` for none.
fn small(rows: &[[f64; 2]], labels: &[&str]) -> Table {
    Table {
        x: rows.iter().map(|row| row.to_vec()).collect(),
        y: labels.iter().map(|&l| (l != "-").then(|| l.to_owned())).collect(),
        distances: Vec::new(),
    }
}

#[test]
fn samples() {
    let none: [[f64; 0]; 0] = [];
    let with = |value: f64| Samples::from_rows(&[[0.0, 1.0, 2.0], [3.0, 4.0, value]]);
    assert_refused! {
        "no row", Samples::from_rows(&none) => Error::Empty { rows: 0, columns: 0 },
        "no column", Samples::from_row_major(vec![], 3, 0) => Error::Empty { rows: 3, columns: 0 },
        "no row of three", Samples::from_row_major(vec![], 0, 3) => Error::Empty { rows: 0, columns: 3 },
        "too few values", Samples::from_row_major(vec![1.0; 5], 2, 3) => Error::Shape { .. },
        "too many rows for any memory", Samples::from_row_major(vec![], usize::MAX, 3) => Error::Shape { .. },
        "ragged", Samples::from_rows(&[vec![1.0, 2.0], vec![1.0, 2.0], vec![3.0]])
            => Error::Ragged { row: 2, expected: 2, found: 1 },
        "NaN", with(f64::NAN) => Error::NotFinite { row: 1, column: 2, value } if value.is_nan(),
        "infinity", with(f64::INFINITY) => Error::NotFinite { row: 1, column: 2, .. },
        "minus infinity", with(f64::NEG_INFINITY) => Error::NotFinite { row: 1, column: 2, .. },
        "1e308", with(1e308) => Error::TooLarge { row: 1, column: 2, value: 1e308 },
        "-2e100", with(-2e100) => Error::TooLarge { row: 1, column: 2, .. },
    }
}

#[test]
fn labels() {
    let samples = || Samples::from_rows(&[[0.0], [1.0], [2.0]]).expect("samples");
    let one = Samples::from_rows(&[[0.0]]).expect("samples");
    assert_refused! {
        "one row", Dataset::unlabeled(one) => Error::TooFewRows { rows: 1 },
        "too few labels", Dataset::new(samples(), Labels::new([Some(1)]))
            => Error::LabelCount { rows: 3, labels: 1 },
        "too many labels", Dataset::new(samples(), Labels::none(4))
            => Error::LabelCount { rows: 3, labels: 4 },
        "other labels", Dataset::unlabeled(samples()).and_then(|d| d.with_labels(Labels::none(2)))
            => Error::LabelCount { rows: 3, labels: 2 },
    }
}

#[test]
fn learners_that_need_labels_say_so() {
    let unlabeled = tall().unlabeled();
    let mut one_class = tall();
    one_class.y.iter_mut().flatten().for_each(|name| *name = "only".into());
    for Variant { name, learner } in supervised() {
        assert_refused! {
            name, fit(&learner, &unlabeled, 2) => Error::NoLabels { learner } if *learner == name,
            name, fit(&learner, &one_class, 2)
                => Error::OneClass { learner, class } if *learner == name && class == "only",
        }
    }
    for name in UNSUPERVISED {
        assert!(fit(&learner(name), &unlabeled, 2).is_ok(), "{name} needs no label");
        assert!(fit(&learner(name), &one_class, 2).is_ok(), "{name} needs no classes");
    }
}

#[test]
fn dimensions() {
    let mut constant = tall();
    constant.x.iter_mut().for_each(|row| row[1] = 0.1);
    for Variant { name, learner } in defaults() {
        assert_refused! {
            name, fit(&learner, &tall(), 0) => Error::Parameter { name: "dimension", .. },
            name, fit(&learner, &tall(), 5) => Error::DimensionTooLarge { dimension: 5, rank: 4 },
            name, fit(&learner, &constant, 4) => Error::DimensionTooLarge { dimension: 4, rank: 3 },
        }
        let kernel = reduction(&learner, 42, Some(&Kernel::Linear {}));
        assert_refused! {
            name, kernel.fit(&tall().dataset()) => Error::DimensionTooLarge { dimension: 42, rank: 4 },
        }
    }
}

#[test]
fn parameters_out_of_range() {
    let mut seen = [0; 3];
    for Variant { name, learner } in defaults() {
        for bad in BAD_NUMBERS {
            let mut changed = learner.clone();
            if changed.set_gamma(bad) {
                seen[0] += 1;
                assert_refused! { name, fit(&changed, &tall(), 2) => Error::Parameter { name: "gamma", .. }, }
            }
        }
        for bad in BAD_NUMBERS.into_iter().chain([0.0, 0.999]) {
            let mut changed = learner.clone();
            if changed.set_alpha(bad) {
                seen[1] += 1;
                assert_refused! { name, fit(&changed, &tall(), 2) => Error::Parameter { name: "alpha", .. }, }
            }
        }
        let mut changed = learner.clone();
        if changed.set_neighbors(0) {
            seen[2] += 1;
            assert_refused! { name, fit(&changed, &tall(), 2) => Error::Parameter { .. }, }
        }
        for bad in BAD_NUMBERS {
            let ridge = Reduction::new(learner.clone(), 2).ridge(bad);
            assert_refused! { name, ridge.fit(&tall().dataset()) => Error::Parameter { name: "ridge", .. }, }
        }
        for count in [0, 5] {
            let first = Reduction::new(learner.clone(), 1).pca_first(PcaFirst::Axes(count));
            assert_refused! { name, first.fit(&tall().dataset()) => Error::Parameter { name: "pca_first", .. }, }
        }
    }
    assert_eq!(seen, [9 * 4, 9 * 6, 12], "learners with γ, with α, with neighbours, times values");
}

/// A learner with this graph of near rows.
fn near(weights: Weights, pairs: Pairs) -> LppStar {
    LppStar { graph: Neighborhood { weights, pairs, metric: Metric::Euclidean }, alpha: 1.0 }
}

#[test]
fn graphs_out_of_range() {
    let data = tall().dataset();
    for sigma in BAD_NUMBERS.into_iter().chain([0.0]) {
        let heat = Weights::Heat(sigma);
        let ss = SsLfda {
            graph: Neighborhood { weights: heat, ..Default::default() },
            ..Default::default()
        };
        assert_refused! {
            sigma, near(heat, Pairs::All).fit(&data, 2) => Error::Parameter { name: "heat", .. },
            sigma, near(heat, Pairs::Nearest(3)).fit(&data, 2) => Error::Parameter { name: "heat", .. },
            sigma, ss.fit(&data, 2) => Error::Parameter { name: "heat", .. },
            sigma, Mmc { within_weight: sigma.min(-1.0) }.fit(&data, 2)
                => Error::Parameter { name: "within_weight", .. },
        }
    }
    let none = ClassNeighborhood { neighbors_same: 0, ..Default::default() };
    let lfda = |affinity| Lfda { affinity, ..Default::default() }.fit(&data, 2);
    assert_refused! {
        "local scaling 0", near(Weights::LocalScaling(0), Pairs::All).fit(&data, 2)
            => Error::Parameter { name: "local-scaling", .. },
        "nearest 0", near(Weights::Binary, Pairs::Nearest(0)).fit(&data, 2)
            => Error::Parameter { name: "nearest", .. },
        "no neighbour of the same class", none.graphs(&data)
            => Error::Parameter { name: "neighbors_same", .. },
        "affinity of 0", lfda(Affinity::Nearest(0)) => Error::Parameter { .. },
        "affinity scale of 0", lfda(Affinity::LocalScaling(0)) => Error::Parameter { .. },
        "scale of 0", local_scales(data.samples(), 0, Metric::Euclidean) => Error::Parameter { .. },
        "a classifier by no row", fitted(&Reduction::new(Pca::default(), 2), &data).classifier(0)
            => Error::Parameter { name: "neighbors", .. },
        "SS-MMC", SsMmc { base: Mmc { within_weight: f64::NAN }, ..Default::default() }.fit(&data, 2)
            => Error::Parameter { name: "within_weight", .. },
    }
}

#[test]
fn unknown_learners_get_a_suggestion() {
    let suggests = |given: &str, known: &str| match AnyLearner::named(given) {
        Err(Error::UnknownLearner { name, suggestion, .. }) => {
            name == given && suggestion.contains(&format!("'{known}'"))
        }
        _ => false,
    };
    for (given, known) in
        [("ss-lfd", "ss-lfda"), ("pac", "pca"), ("Lppp", "lpp"), ("SS_DNEE", "ss-dne")]
    {
        assert!(suggests(given, known), "{given}: {:?}", AnyLearner::named(given));
    }
    assert_refused! {
        "nothing like it", AnyLearner::named("random forest")
            => Error::UnknownLearner { suggestion, .. } if suggestion.is_empty(),
        "no name", AnyLearner::named("") => Error::UnknownLearner { .. },
    }
    for (given, known) in [("SS_LFDA", "ss-lfda"), (" Lpp* ", "lpp*"), ("lpp star", "lpp*")] {
        assert_eq!(AnyLearner::named(given).map(|l| l.name()), Ok(known));
    }
}

#[test]
fn unknown_parameters() {
    for Variant { name, learner } in defaults() {
        assert_refused! { name, learner.with("bogus", 1) => Error::UnknownParameter { .. }, }
        for (parameter, has) in [("gamma", learner.gamma()), ("alpha", learner.alpha())] {
            if has.is_none() {
                assert_refused! {
                    name, learner.with(parameter, 1.0) => Error::UnknownParameter { learner, parameter: p, .. }
                        if *learner == name && p == parameter,
                }
            }
        }
    }
    let none = ["pca", "lpp", "fda", "mmc", "dne", "mfa", "lde", "snle", "lfda"];
    assert!(
        none.iter().all(|name| learner(name).gamma().is_none() && learner(name).alpha().is_none())
    );
    assert!(learner("lpp*").gamma().is_none() && learner("self").alpha().is_none());
}

#[test]
fn parameters_of_the_wrong_kind() {
    let with = |name: &str, parameter: &str, value| learner(name).with(parameter, value);
    assert_refused! {
        "text for a number", with("ss-lfda", "gamma", json!("much")) => Error::BadParameter { .. },
        "null for a number", with("ss-lfda", "alpha", json!(null)) => Error::BadParameter { .. },
        "a list for a number", with("self", "gamma", json!([1.0])) => Error::BadParameter { .. },
        "a fraction of a neighbour", with("dne", "neighbors_same", json!(2.5)) => Error::BadParameter { .. },
        "a negative count", with("mfa", "neighbors_other", json!(-3)) => Error::BadParameter { .. },
        "an unknown metric", with("lfda", "metric", json!("hamming")) => Error::BadParameter { .. },
        "an unknown affinity", with("lfda", "affinity", json!({"farthest": 3})) => Error::BadParameter { .. },
        "an unknown weight", with("lde", "heat", json!({"cold": 3})) => Error::BadParameter { .. },
        "an unknown part of a graph", with("lpp", "graph", json!({"weight": "binary"})) => Error::BadParameter { .. },
        "an unknown constraint", with("ss-fda", "constraint", json!("none")) => Error::BadParameter { .. },
        "an unknown label part", with("custom", "label", json!({"pca": {}})) => Error::BadParameter { .. },
        "a heat of 0", with("lpp", "graph", json!({"weights": {"heat": 0.0}})) => Error::Parameter { name: "heat", .. },
        "a γ below 0", with("ss-mfa", "gamma", json!(-0.1)) => Error::Parameter { name: "gamma", .. },
        "an α below 1", with("lpp*", "alpha", json!(0.5)) => Error::Parameter { name: "alpha", .. },
    }
}

// fails: `label: {"dne": {…}}` ignores fields that it does not know (also mfa, lde, snle and lfda)
#[test]
fn misspelt_parameters_inside_a_custom_label_part() {
    for part in ["mmc", "dne", "mfa", "lde", "snle", "lfda"] {
        let misspelt = json!({part: {"neighbours_same": 5}});
        assert_refused! { part, learner("custom").with("label", misspelt) => Error::BadParameter { .. }, }
    }
}

#[test]
fn zero_rows_under_the_cosine() {
    let mut table = tall();
    table.x[9] = vec![0.0; 4];
    let graph = |graph: serde_json::Value| learner("lpp").with("graph", graph).expect("graph");
    let cosine = reduction(&learner("pca"), 2, Some(&Kernel::Cosine {}));
    let model = fitted(&cosine, &tall().dataset());
    assert_refused! {
        "weights", fit(&graph(json!({"weights": "cosine"})), &table, 2) => Error::ZeroRow { row: 9 },
        "weights of near pairs", fit(&graph(json!({"weights": "cosine", "pairs": {"nearest": 3}})), &table, 2)
            => Error::ZeroRow { row: 9 },
        "metric", fit(&graph(json!({"metric": "cosine"})), &table, 2) => Error::ZeroRow { row: 9 },
        "metric of near pairs", fit(&graph(json!({"metric": "cosine", "pairs": {"nearest": 3}})), &table, 2)
            => Error::ZeroRow { row: 9 },
        "metric of a class graph", fit(&learner("dne").with("metric", "cosine").expect("metric"), &table, 2)
            => Error::ZeroRow { row: 9 },
        "kernel", cosine.fit(&table.dataset()) => Error::ZeroRow { row: 9 },
        "kernel of new rows", model.transform(&table.samples()) => Error::ZeroRow { row: 9 },
        "scaling to unit length", Reduction::new(Pca::default(), 2).scaling(Scaling::Unit).fit(&table.dataset())
            => Error::ZeroRow { row: 9 },
        "score", good_neighbors(&Dataset::new(table.samples(), Labels::new(vec![Some(1); 42])).expect("data"), Metric::Cosine)
            => Error::ZeroRow { row: 9 },
    }
}

#[test]
fn duplicates_everywhere() {
    let table = tall().mapped(|_| vec![0.1, 0.2, 0.3, 1e15]);
    for Variant { name, learner } in defaults() {
        assert_refused! { name, fit(&learner, &table, 1) => Error::NoSpread { rows: 42, .. }, }
    }
    let data = table.dataset();
    assert_refused! {
        "local scales", local_scales(data.samples(), 3, Metric::Euclidean) => Error::NoLocalScale { row: 0 },
        "local scaling", near(Weights::LocalScaling(3), Pairs::All).graph.cost(data.samples())
            => Error::NoLocalScale { row: 0 },
        "rbf", Reduction::new(Pca::default(), 1).kernel(Kernel::rbf()).fit(&data) => Error::Parameter { name: "width", .. },
        "polynomial", Reduction::new(Pca::default(), 1).kernel(Kernel::polynomial(2)).fit(&data)
            => Error::FlatKernel | Error::NoSpread { .. },
    }
}

#[test]
fn a_class_of_duplicates_has_no_local_scale() {
    let rows = [[0.0, 0.0], [1.0, 2.0], [3.0, 1.0], [7.0, 7.0], [7.0, 7.0], [7.0, 7.0]];
    let table = small(&rows, &["a", "a", "a", "b", "b", "b"]);
    let lfda = learner("lfda").with("affinity", json!({"local-scaling": 7})).expect("affinity");
    let mut given = table.clone();
    given.distances = vec![0.0; 36];
    let lpp = learner("lpp").with("graph", json!({"metric": "precomputed"})).expect("graph");
    assert_refused! {
        "Sugiyama's affinity", fit(&lfda, &table, 1) => Error::NoLocalScale { row: 3 },
        "given distances that are all 0", fit(&lpp, &given, 1) => Error::NoLocalScale { row: 0 },
    }
}

#[test]
fn classes_of_one_row_make_the_constraint_zero() {
    let rows = [[0.0, 0.3], [1.0, 2.0], [3.0, 1.0], [5.0, 7.0], [2.0, 6.0]];
    let table = small(&rows, &["a", "b", "c", "-", "-"]);
    for name in CONSTRAINED {
        assert_refused! {
            name, fit(&learner(name), &table, 1) => Error::ZeroConstraint { learner, .. } if learner == name,
        }
    }
    for Variant { name, learner } in defaults() {
        let zero = CONSTRAINED.contains(&name.as_str()) || name == "custom";
        assert_eq!(fit(&learner, &table, 1).is_ok(), !zero, "{name}");
    }
    for name in ["ss-fda", "ss-mfa", "ss-lde", "ss-lfda"] {
        let blended = learner(name).with("constraint", "blended").expect("constraint");
        assert!(fit(&blended, &table, 1).is_ok(), "{name}: unlabeled rows make up for it");
    }
}

// fails: FDA takes the rounding of class means for a scatter
#[test]
fn classes_of_equal_rows_make_the_constraint_zero() {
    let (a, b) = ([0.1, 0.7], [1.3, 2.9]);
    let rows = [a, a, a, b, b, b, [5.1, 7.3], [2.2, 6.6]];
    let table = small(&rows, &["a", "a", "a", "b", "b", "b", "-", "-"]);
    for name in CONSTRAINED {
        assert_refused! { name, fit(&learner(name), &table, 1) => Error::ZeroConstraint { .. }, }
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
        "a negative edge", power(one_edge(-0.5), 2.0) => Error::NegativeCost { row: 3, column: 5, value: -0.5 },
        "a negative entry", power(Cost::dense(dense, 42).expect("dense"), 2.0)
            => Error::NegativeCost { row: 1, column: 7, value: -0.5 },
        "obtuse angles", cosine(&near(Weights::Cosine, Pairs::All)) => Error::NegativeCost { .. },
        "obtuse angles of near pairs", cosine(&near(Weights::Cosine, Pairs::Nearest(41))) => Error::NegativeCost { .. },
        "a sum", power(two, 2.0) => Error::NotAGraph { .. },
        "a negative constant", power(Cost::constant(42, -1.0), 2.0) => Error::NotAGraph { .. },
        "PCA's cost", Custom { unlabel: UnlabelChoice::Variance, alpha: 2.0, ..Default::default() }.fit(&data, 1)
            => Error::NotAGraph { .. },
        "class-wise constants", power(Cost::classes(data.labels(), |_| 1.0, 0.0), 2.0) => Error::NotAGraph { .. },
        "no edge", power(Cost::graph(Graph::new(42, []).expect("graph")), 2.0) => Error::ZeroCost { alpha: 2.0 },
        "weights that underflow", narrow.fit(&data, 1) => Error::ZeroCost { alpha: 2.0 },
        "weights of near pairs that underflow", narrow_near.fit(&data, 1) => Error::ZeroCost { alpha: 2.0 },
        "zeros", power(Cost::dense(vec![0.0; 42 * 42], 42).expect("dense"), 2.0) => Error::ZeroCost { alpha: 2.0 },
        "a graph to the power NaN", Graph::new(2, [(0, 1, 1.0)]).and_then(|g| g.power(f64::NAN)) => Error::Parameter { .. },
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
    assert_refused! {
        "no part", custom(LabelChoice::None, UnlabelChoice::None, Constraint::Identity) => Error::MissingPart { .. },
        "B of no label part", custom(LabelChoice::None, near(), Constraint::Label) => Error::MissingPart { .. },
        "a blend with no label part", custom(LabelChoice::None, near(), Constraint::Blended) => Error::MissingPart { .. },
        "degrees of no unlabel part", custom(fda(), UnlabelChoice::None, Constraint::Degree) => Error::MissingPart { .. },
        "a blend with no unlabel part", custom(fda(), UnlabelChoice::None, Constraint::Blended) => Error::MissingPart { .. },
        "zero", given([0.0; 4]) => Error::ZeroConstraint { .. },
        "indefinite", given([1.0, 1.0, -1.0, 1.0]) => Error::NotPositiveDefinite { .. },
        "singular without a ridge",
            Reduction::new(Custom { constraint: diagonal([1.0, 1.0, 0.0, 1.0]), ..Default::default() }, 1).ridge(0.0).fit(&data)
            => Error::NotPositiveDefinite { ridge: 0.0 },
        "weights that underflow", Lpp { graph: near_heat(1e-3) }.fit(&data, 1) => Error::ZeroConstraint { .. },
        "of another size", custom(fda(), near(), Constraint::given(vec![1.0], 1).expect("one")) => Error::Shape { .. },
    }
}

fn near_heat(sigma: f64) -> Neighborhood {
    Neighborhood { weights: Weights::Heat(sigma), ..Default::default() }
}

// fails: a negative trace is reported as "every weight of the unlabel cost is zero" or "the given matrix vanishes"
#[test]
fn negative_constraints_are_not_called_zero() {
    let data = tall().dataset();
    let minus = diagonal([-1.0; 4]);
    let custom =
        |unlabel, constraint| Custom { unlabel, constraint, ..Default::default() }.fit(&data, 1);
    assert_refused! {
        "degrees of PCA's cost", custom(UnlabelChoice::Variance, Constraint::Degree) => Error::NotPositiveDefinite { .. },
        "a negative matrix", custom(UnlabelChoice::Variance, minus) => Error::NotPositiveDefinite { .. },
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
        Reduction::new(Pca::default(), 1)
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
        "a constraint that is not symmetric", Constraint::given(vec![1.0, 1.0, 2.0, 1.0], 2) => Error::NotSymmetric { .. },
        "a constraint that is not square", Constraint::given(vec![1.0; 3], 2) => Error::Shape { .. },
        "a constraint that is not finite", Constraint::given(vec![f64::INFINITY], 1) => Error::NotFinite { row: 0, column: 0, .. },
        "edges that disagree", Graph::new(3, [(0, 1, 1.0), (1, 0, 2.0)]) => Error::NotSymmetric { .. },
        "an edge to itself", Graph::new(3, [(1, 1, 1.0)]) => Error::Shape { .. },
        "an edge to nowhere", Graph::new(3, [(1, 3, 1.0)]) => Error::Shape { .. },
        "an edge that is not a number", Graph::new(3, [(1, 2, f64::NAN)]) => Error::Parameter { .. },
        "a kernel that is not symmetric", precomputed(vec![1.0, 0.5, 0.4, 1.0], 2) => Error::NotSymmetric { .. },
        "a kernel that is not square", precomputed(vec![1.0; 6], 2) => Error::Shape { .. },
    }
}

#[test]
fn kernels_out_of_range() {
    let data = tall().dataset();
    let fit = |kernel: Kernel| Reduction::new(Pca::default(), 1).kernel(kernel).fit(&data);
    let polynomial = |degree, coef0, scale| fit(Kernel::Polynomial { degree, coef0, scale });
    for bad in BAD_NUMBERS {
        assert_refused! {
            bad, polynomial(2, bad, 1.0) => Error::Parameter { name: "coef0", .. },
            bad, polynomial(2, 1.0, bad) => Error::Parameter { name: "scale", .. },
            bad, fit(Kernel::Rbf { width: Some(bad) }) => Error::Parameter { name: "width", .. },
            bad, fit(Kernel::Laplacian { width: Some(bad) }) => Error::Parameter { name: "width", .. },
            bad, fit(Kernel::Sigmoid { scale: Some(bad), coef0: 1.0 }) => Error::Parameter { name: "scale", .. },
        }
    }
    assert_refused! {
        "degree 0", polynomial(0, 1.0, 1.0) => Error::Parameter { name: "degree", .. },
        "scale 0", polynomial(2, 1.0, 0.0) => Error::Parameter { name: "scale", .. },
        "width 0", fit(Kernel::Rbf { width: Some(0.0) }) => Error::Parameter { name: "width", .. },
        "sigmoid coef0", fit(Kernel::Sigmoid { scale: None, coef0: f64::NAN }) => Error::Parameter { name: "coef0", .. },
        "not a number", fit(Kernel::function(|a, b| if a[0] == b[0] { 1.0 } else { f64::NAN }))
            => Error::BadKernelValue { row: 0, column: 1, .. },
        "an overflow", polynomial(1000, 1.0, 1.0) => Error::BadKernelValue { .. },
        "a constant", fit(Kernel::function(|_, _| 1.0)) => Error::FlatKernel,
        "a huge width", fit(Kernel::Rbf { width: Some(1e30) }) => Error::FlatKernel,
    }
}

#[test]
fn indefinite_kernels_are_refused_or_cut() {
    let data = tall().dataset();
    let sigmoid = Kernel::Sigmoid { scale: Some(0.01), coef0: -1.0 };
    for Variant { name, learner } in defaults() {
        let chosen = reduction(&learner, 2, Some(&sigmoid));
        assert_refused! {
            name, chosen.fit(&data) => Error::IndefiniteKernel { smallest, largest } if smallest < 0.0 && largest > 0.0,
        }
        let cut = chosen.negative_eigenvalues(NegativeEigenvalues::Drop);
        let share = fitted(&cut, &data).diagnostics().dropped_negative;
        assert!(share > 0.0 && share < 1.0, "{name}: dropped {share}");
    }
    let definite = fitted(&reduction(&learner("pca"), 2, Some(&Kernel::polynomial(2))), &data);
    assert_eq!(definite.diagnostics().dropped_negative, 0.0);
}

#[test]
fn given_distances() {
    let samples = || Samples::from_rows(&[[0.0], [1.0], [3.0]]).expect("samples");
    let with = |at: usize, value: f64| {
        let mut distances = vec![0.0, 1.0, 3.0, 1.0, 0.0, 2.0, 3.0, 2.0, 0.0];
        distances[at] = value;
        samples().with_distances(distances)
    };
    let mut missing = tall();
    missing.distances.clear();
    let dne = learner("dne").with("metric", "precomputed").expect("metric");
    let lpp = |pairs: serde_json::Value| {
        let graph = json!({"metric": "precomputed", "pairs": pairs});
        fit(&learner("lpp").with("graph", graph).expect("graph"), &missing, 1)
    };
    let tall = tall();
    let points = tall.samples();
    let index = Exact::new(&points, Metric::Precomputed).expect("index");
    assert_refused! {
        "missing", fit(&dne, &missing, 1) => Error::NoDistances,
        "missing in a graph", lpp(json!("all")) => Error::NoDistances,
        "missing in a sparse graph", lpp(json!({"nearest": 3})) => Error::NoDistances,
        "of other points", index.nearest(Queries::Points(&points), 1) => Error::NoDistances,
        "negative", with(5, -2.0) => Error::BadDistance { row: 1, column: 2, value: -2.0 },
        "not a number", with(3, f64::NAN) => Error::BadDistance { row: 1, column: 0, .. },
        "infinite", with(2, f64::INFINITY) => Error::BadDistance { row: 0, column: 2, .. },
        "of another shape", samples().with_distances(vec![0.0; 6]) => Error::Shape { .. },
    }
}

// fails: accepted, and then only the part above the diagonal is used, so the order of rows matters
#[test]
fn given_distances_that_are_not_symmetric() {
    let samples = Samples::from_rows(&[[0.0], [1.0], [3.0]]).expect("samples");
    let distances = vec![0.0, 1.0, 3.0, 1.5, 0.0, 2.0, 3.0, 2.0, 0.0];
    assert_refused! {
        "d(0, 1) ≠ d(1, 0)", samples.with_distances(distances) => Error::NotSymmetric { .. },
    }
}

#[test]
fn rows_of_other_columns() {
    let (data, other) = (few().dataset(), Samples::from_rows(&[[1.0, 2.0, 3.0]]).expect("samples"));
    for kernel in [None, Some(Kernel::polynomial(2)), Some(Kernel::rbf()), Some(Kernel::Cosine {})]
    {
        let model = fitted(&reduction(&learner("ss-lfda"), 2, kernel.as_ref()), &data);
        let what = format!("{kernel:?}");
        assert_refused! {
            what, model.transform(&other) => Error::ColumnCount { expected: 4, found: 3 },
            what, model.predict(&other) => Error::ColumnCount { expected: 4, found: 3 },
            what, model.probabilities(&other, 1) => Error::ColumnCount { expected: 4, found: 3 },
            what, model.clone().with_feature_names(vec!["one".into()]) => Error::ColumnCount { expected: 4, found: 1 },
        }
    }
    for scaling in [Scaling::Standard, Scaling::Minmax, Scaling::Unit] {
        let model = fitted(&Reduction::new(learner("pca"), 2).scaling(scaling), &data);
        assert_refused! {
            format!("{scaling:?}"), model.transform(&other) => Error::ColumnCount { expected: 4, found: 3 },
        }
    }
    let gram = Kernel::rbf()
        .resolve(data.samples())
        .and_then(|k| k.between(data.samples(), data.samples()));
    let gram = gram.expect("kernel values");
    let gram = Samples::from_row_major(gram.values().to_vec(), gram.rows(), gram.columns())
        .expect("samples");
    let gram = Dataset::new(gram, data.labels().clone()).expect("dataset");
    let model = fitted(&reduction(&learner("pca"), 2, Some(&Kernel::Precomputed {})), &gram);
    let points = data.samples();
    let index = Exact::new(points, Metric::Euclidean).expect("index");
    assert_refused! {
        "a precomputed kernel", model.transform(&other) => Error::ColumnCount { expected: 24, found: 3 },
        "neighbours", index.nearest(Queries::Points(&other), 1) => Error::ColumnCount { expected: 4, found: 3 },
    }
}

#[test]
fn classifiers() {
    let data = few().dataset();
    let points = fitted(&Reduction::new(Pca::default(), 2), &data)
        .transform(data.samples())
        .expect("points");
    let none = fitted(&Reduction::new(Pca::default(), 2), &few().unlabeled().dataset());
    assert_refused! {
        "no class a point", NearestNeighbors::new(points.clone(), vec![0; 3], 1, 1)
            => Error::LabelCount { rows: 24, labels: 3 },
        "no point", NearestNeighbors::new(points.clone(), vec![], 1, 1) => Error::NothingToCompare,
        "no neighbour", NearestNeighbors::new(points.clone(), vec![0; 24], 1, 0) => Error::Parameter { .. },
        "a model without labels", none.predict(data.samples()) => Error::NothingToCompare,
        "its probabilities", none.probabilities(data.samples(), 1) => Error::NothingToCompare,
        "its transduction", none.transduction(&few().unlabeled().dataset()) => Error::NothingToCompare,
    }
}

// fails: accepted, and `predict` then panics with an index out of bounds
#[test]
fn classes_beyond_the_class_count() {
    let data = few().dataset();
    let points = fitted(&Reduction::new(Pca::default(), 2), &data)
        .transform(data.samples())
        .expect("points");
    assert_refused! {
        "class 7 of 2", NearestNeighbors::new(points, vec![7; 24], 2, 1) => Error::Parameter { .. },
    }
}

#[test]
fn evaluations() {
    let data = few().dataset();
    let labels = data.labels();
    let chosen = |name: &str| Reduction::new(learner(name), 2);
    let settings = |name: &str, grid: Grid| grid.settings(&chosen(name));
    let prepared = Prepared::new(data.samples(), &chosen("ss-lfda")).expect("prepared");
    let trials = [Trial::hiding(labels, &[0, 1])];
    let given = Custom { label: LabelChoice::Given(Cost::constant(24, 1.0)), ..Default::default() };
    let given = Reduction::new(AnyLearner::from(given), 1);
    let scores = |reduction: &Reduction<AnyLearner>, grid: &Grid, trials: &[Trial]| {
        prepared.scores(reduction, grid, trials, &|_, _| {})
    };
    let gamma = |gamma: f64| Grid { gamma: vec![1.0, gamma], ..Default::default() };
    let alpha = |alpha: f64| Grid { alpha: vec![alpha], ..Default::default() };
    let neighbors = |k: usize| Grid { neighbors: vec![k], ..Default::default() };
    let dimension = |d: usize| Grid { dimension: vec![1, d], ..Default::default() };
    let one_column = Samples::from_rows(&[[1.0]]).expect("samples");
    let graph = Neighborhood::default().cost(data.samples()).expect("graph");
    assert_refused! {
        "γ of PCA", settings("pca", gamma(1.0)) => Error::UnknownParameter { .. },
        "α of SELF", settings("self", alpha(1.0)) => Error::UnknownParameter { .. },
        "neighbours of FDA", settings("fda", neighbors(3)) => Error::UnknownParameter { .. },
        "γ below 0", settings("ss-lfda", gamma(-1.0)) => Error::Parameter { name: "gamma", .. },
        "α of NaN", settings("lpp*", alpha(f64::NAN)) => Error::Parameter { name: "alpha", .. },
        "no neighbour", settings("dne", neighbors(0)) => Error::Parameter { .. },
        "dimensions above the rank", scores(&chosen("ss-lfda"), &dimension(5), &trials)
            => Error::DimensionTooLarge { dimension: 5, rank: 4 },
        "a fixed label cost", scores(&given, &Grid::default(), &trials) => Error::FixedLabelCost { .. },
        "no trial", scores(&chosen("ss-lfda"), &Grid::default(), &[]) => Error::NoUsableFold { .. },
        "no label left", scores(&chosen("ss-lfda"), &Grid::default(), &[Trial::hiding(labels, &labels.labeled_rows())])
            => Error::NoUsableFold { .. },
        "PCA first", Prepared::new(data.samples(), &chosen("pca").pca_first(PcaFirst::Axes(2))).map(drop)
            => Error::Parameter { name: "pca_first", .. },
        "a trial on other columns", prepared.trial_outside(labels.clone(), &one_column, vec![0])
            => Error::ColumnCount { expected: 4, found: 1 },
        "a trial without truth", prepared.trial_outside(labels.clone(), data.samples(), vec![0])
            => Error::LabelCount { rows: 24, labels: 1 },
        "one fold", stratified_folds(labels, 1, 0) => Error::Folds { folds: 1, labeled: 15 },
        "more folds than rows", stratified_folds(labels, 16, 0) => Error::Folds { folds: 16, labeled: 15 },
        "folds of no label", cross_validation(&Labels::none(5), 0) => Error::Folds { .. },
        "one label drawn", draw_labeled(labels, 1, 0) => Error::Parameter { .. },
        "too many drawn", draw_labeled(labels, 16, 0) => Error::Parameter { .. },
        "one class to draw", draw_labeled(&Labels::new(vec![Some(1); 5]), 2, 0) => Error::NoUsableSplit { .. },
        "no dataset with one label", datasets::balance_with_labels(1, 0) => Error::Parameter { .. },
        "the accuracy of nothing", accuracy(&[], &[]) => Error::NothingToCompare,
        "the accuracy of others", accuracy(&[1], &[1, 2]) => Error::LabelCount { .. },
        "a test of one pair", paired_t_test(&[1.0], &[1.0]) => Error::TooFewPairs { pairs: 1 },
        "a test of odd pairs", paired_t_test(&[1.0, 2.0], &[1.0]) => Error::LabelCount { .. },
        "good neighbours of one row", good_neighbors(&data.relabeled(labels.hide(&labels.labeled_rows()[1..])).expect("data"), Metric::Euclidean)
            => Error::NothingToCompare,
        "good pairs of other rows", good_pairs(&graph, 1.0, &Labels::none(3), &[0.5]) => Error::LabelCount { .. },
    }
    let self_default = SelfLearner::default();
    assert!(self_default.fit(&data, 1).is_ok(), "the same data, nothing wrong with them");
}

// fails: only the largest dimension of a grid is checked, so 0 is accepted and every row is at distance 0
#[test]
fn no_dimension_in_a_grid() {
    let data = few().dataset();
    let chosen = Reduction::new(learner("ss-lfda"), 2);
    let prepared = Prepared::new(data.samples(), &chosen).expect("prepared");
    let grid = Grid { dimension: vec![1, 0], ..Default::default() };
    let trials = [Trial::hiding(data.labels(), &[0, 1])];
    assert_refused! {
        "d = 0", prepared.scores(&chosen, &grid, &trials, &|_, _| {}) => Error::Parameter { name: "dimension", .. },
    }
}
