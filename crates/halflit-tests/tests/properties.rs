//! Claims about random data of every shape: small, flat, repeated, huge and tiny.

use crate::common::Noise;
use crate::common::compare::{Geometry, fitted, matrix};
use crate::common::dense::{Matrix, worst};
use crate::common::rebuild::{Rebuilt, hadamard_power};
use crate::common::table::{Table, shuffled};
use crate::common::variants::{Variant, defaults};
use crate::common::with::ShortFit;
use halflit::evaluation::{
    cross_validation, draw_labeled, draw_labeled_per_class, leave_one_out, stratified_folds,
};
use halflit::graph::{Graph, Neighborhood, Weights};
use halflit::{
    AnyLearner, Constraint, Cost, CostFunction, Dataset, Error, LabelPart, Labels, Learner, Model, Plan,
    Result, Samples, Span, UnlabelChoice,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};

/// So many cases, the same ones in every run, and no file of failures.
fn cases(cases: u32) -> ProptestConfig {
    let mut config = ProptestConfig::with_cases(cases);
    config.failure_persistence = None;
    // PROPTEST_RNG_SEED and PROPTEST_CASES look further.
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(20_090_405);
    }
    config
}

/// What may be wrong with a set of rows.
#[derive(Debug, Clone)]
struct Shape {
    rows: usize,
    columns: usize,
    classes: usize,
    labeled: f64,
    seed: u64,
    /// Whole numbers instead of fractions.
    whole: bool,
    /// Every so many rows repeat their predecessor.
    repeat: usize,
    /// Every so many columns are constant.
    constant: usize,
    /// Every so many columns repeat their predecessor.
    collinear: usize,
    /// Powers of ten: of all columns, and of every other column beside it.
    scale: i32,
    mixed: i32,
    offset: f64,
}

fn shapes() -> impl Strategy<Value = Shape> {
    let sizes = (2usize..16, 1usize..7, 1usize..5, 0.0..1.2f64, any::<u64>());
    let flaws = (any::<bool>(), 1usize..6, 2usize..9, 2usize..9);
    let mixed = prop_oneof![Just(0), -4i32..=4];
    let units = (-30i32..=30, mixed, prop_oneof![Just(0.0), -3.0..3.0f64]);
    (sizes, flaws, units).prop_map(|(sizes, flaws, (scale, mixed, offset))| {
        let (rows, columns, classes, labeled, seed) = sizes;
        let (whole, repeat, constant, collinear) = flaws;
        Shape {
            rows,
            columns,
            classes,
            labeled,
            seed,
            whole,
            repeat,
            constant,
            collinear,
            scale,
            mixed,
            offset,
        }
    })
}

impl Shape {
    fn table(&self) -> Table {
        let mut noise = Noise::new(self.seed);
        let unit = |j: usize| 10f64.powi(self.scale + self.mixed * (j % 2) as i32);
        let mut x: Vec<Vec<f64>> = Vec::new();
        for i in 0..self.rows {
            let mut row: Vec<f64> = Vec::new();
            for j in 0..self.columns {
                let value = match noise.draw() * 3.0 {
                    value if self.whole => value.round(),
                    value => value,
                };
                row.push(match j + 1 {
                    at if at.is_multiple_of(self.constant) => unit(j) * 0.7,
                    at if j > 0 && at.is_multiple_of(self.collinear) => 2.0 * row[j - 1],
                    _ => unit(j) * (value + self.offset),
                });
            }
            let repeats = self.repeat > 1 && i % self.repeat == 1;
            x.push(if repeats { x[i - 1].clone() } else { row });
        }
        let label = |_| {
            let class = ((noise.draw() + 1.0) * 0.5 * self.classes as f64) as usize;
            (0.5 * (noise.draw() + 1.0) < self.labeled).then(|| class.to_string())
        };
        let y = (0..self.rows).map(label).collect();
        Table { x, y, distances: Vec::new() }
    }
}

/// Every learner with its defaults, and SS-X with the blended constraint too.
fn learners() -> Vec<Variant> {
    let semi = defaults().into_iter().filter(|v| v.name.starts_with("ss-"));
    let blended = semi.map(|v| v.with("constraint", json!("blended")));
    defaults().into_iter().chain(blended).collect()
}

/// Errors that random data may deserve; anything else is a fault of the library.
fn is_deserved(error: &Error) -> bool {
    matches!(
        error,
        Error::NoSpread { .. }
            | Error::NoLabels { .. }
            | Error::OneClass { .. }
            | Error::ZeroConstraint { .. }
            | Error::DimensionTooLarge { .. }
            | Error::NoLocalScale { .. }
            | Error::ZeroCost { .. }
    )
}

fn is_finite(model: &Model, samples: &Samples<'_>) -> bool {
    let diagnostics = model.diagnostics();
    let numbers = [diagnostics.ridge, diagnostics.condition, diagnostics.residual];
    let components = model.projection().expect("linear").components().values();
    let embedding = model.transform(samples).expect("training rows");
    let all =
        model.eigenvalues().iter().chain(components).chain(embedding.values()).chain(&numbers);
    worst(all.copied()).is_finite()
}

/// What is wrong with a fit, if anything.
fn fault(variant: &Variant, data: &Dataset<'_>, dimension: usize) -> Option<String> {
    let model = match variant.learner.fit(data, dimension) {
        Ok(model) => model,
        Err(error) if is_deserved(&error) => return None,
        Err(error) => return Some(format!("refused: {error}")),
    };
    if !is_finite(&model, data.samples()) {
        return Some(format!("not finite: {model:?}"));
    }
    let rebuilt = Rebuilt::of(&variant.learner, data, &model);
    let axes = matrix(model.projection().expect("linear").components());
    // Of columns of very different size the rebuilt span may lack one.
    let condition = rebuilt.spectrum().0.max(model.diagnostics().condition);
    let (error, limit) = (rebuilt.constraint_error(&axes), 1e-9 + 1e-13 * condition);
    if error > limit {
        return Some(format!("A B Aᵀ − I is {error:e}, allowed {limit:e}"));
    }
    let again = model.to_bytes().and_then(|bytes| Model::from_bytes(&bytes));
    (again.as_ref() != Ok(&model)).then(|| format!("does not survive as bytes: {again:?}"))
}

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn a_fit_is_right_or_refused_by_name(shape in shapes(), dimension in 1usize..4) {
        let data = shape.table().dataset();
        for variant in learners() {
            let fault = fault(&variant, &data, dimension);
            prop_assert_eq!(fault, None, "{}", variant.name);
        }
    }
}

/// Data without ties and with enough labels for every learner to be well posed.
fn clusters() -> impl Strategy<Value = Table> {
    let labels = prop::collection::vec(3usize..9, 2..4);
    (27usize..45, 1usize..5, labels, any::<u64>()).prop_map(|(rows, columns, labels, seed)| {
        Table::clusters(rows, columns, labels.len(), 9, seed).with_labels(&labels)
    })
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn order_names_and_origin_do_not_matter(table in clusters(), seed in any::<u64>()) {
        let order = shuffled(table.x.len(), seed);
        for Variant { name, learner } in learners() {
            let fit = |table: &Table| Geometry::full(&learner, &table.dataset());
            let before = fit(&table);
            let changed = [
                ("order", fit(&table.permuted(&order)).unpermuted(&order)),
                ("names", fit(&table.renamed_in_reverse())),
                ("origin", fit(&table.translated())),
            ];
            for (what, after) in changed {
                prop_assert_eq!(before.difference(&after, 1e-5), None, "{}, {}", name, what);
            }
        }
    }

    #[test]
    fn eigenvalues_of_lpp_lie_between_0_and_2(table in clusters(), alpha in 1.0..10.0f64) {
        let learner = Variant::named("lpp*").with("alpha", json!(alpha)).learner;
        let fit = Geometry::full(&learner, &table.dataset());
        let inside = |v: &f64| (-1e-9..=2.0 + 1e-9).contains(v);
        prop_assert!(fit.eigenvalues.iter().all(inside), "{:?}", fit.eigenvalues);
    }

    #[test]
    fn transduction_is_prediction_of_unlabeled_rows(table in clusters()) {
        let data = table.dataset();
        let model = fitted(&Plan::new(Variant::named("ss-lfda").learner).axes(1), &data);
        let predicted = model.predict(data.samples()).expect("predictions");
        let found = model.transduction(&data, None).expect("transduction");
        prop_assert!(found.iter().map(|guess| guess.row).eq(data.labels().unlabeled_rows()));
        prop_assert!(found.iter().all(|guess| predicted[guess.row] == guess.class));
        // A labeled row is its own nearest neighbour.
        let own = |&row: &usize| data.labels().name_of(row) == Some(predicted[row]);
        prop_assert!(data.labels().labeled_rows().iter().all(own));
    }
}

/// A few weighted pairs of `rows` rows.
fn edges(rows: usize, smallest: f64) -> impl Strategy<Value = Graph> {
    prop::collection::vec((0..rows, 1..rows, smallest..1.0), 1..40).prop_map(move |pairs| {
        let mut seen = std::collections::BTreeMap::new();
        for (i, step, weight) in pairs {
            let j = (i + step) % rows;
            seen.insert((i.min(j), i.max(j)), weight);
        }
        Graph::new(rows, seen.into_iter().map(|((i, j), weight)| (i, j, weight))).expect("graph")
    })
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn a_hadamard_power_keeps_the_norm_and_the_order(graph in edges(12, 1e-3), alpha in 1.0..12.0f64) {
        let powered = graph.power(alpha).expect("power");
        prop_assert!(worst([powered.norm() / graph.norm() - 1.0]) < 1e-12);
        prop_assert_eq!(graph.power(1.0).expect("power"), graph.clone());
        for (a, b) in graph.edges().iter().zip(powered.edges()) {
            prop_assert_eq!((a.first, a.second), (b.first, b.second));
            let first = (graph.edges()[0].weight, powered.edges()[0].weight);
            let expected = (a.weight / first.0).powf(alpha);
            prop_assert!(worst([b.weight / first.1 / expected - 1.0]) < 1e-9);
        }
    }

    #[test]
    fn a_power_read_row_by_row_is_the_power_of_the_matrix(
        table in clusters(), alpha in 1.0..9.0f64, sigma in 0.5..4.0f64,
    ) {
        let samples = table.samples();
        for weights in [Weights::Heat(sigma), Weights::LocalScaling(3), Weights::Cosine, Weights::Binary] {
            let cost = Neighborhood { weights, ..Default::default() }.cost(&samples).expect("cost");
            let n = cost.rows();
            let dense = Matrix { rows: n, columns: n, values: cost.to_dense().expect("dense") };
            prop_assert!((0..n).all(|i| dense[(i, i)] == 0.0));
            prop_assert!((0..n * n).all(|at| worst([dense[(at / n, at % n)] - dense[(at % n, at / n)]]) < 1e-14));
            let reader = cost.row_reader(alpha).expect("reader");
            let values = (0..n).flat_map(|i| reader.row(i)).collect();
            let powered = Matrix { rows: n, columns: n, values };
            prop_assert!(worst([powered.norm() / dense.norm() - 1.0]) < 1e-12);
            let difference = powered.plus(-1.0, &hadamard_power(&dense, alpha)).largest();
            prop_assert!(difference < 1e-12 * powered.largest(), "{:?}: {:e}", weights, difference);
        }
    }
}

/// A learner of the user's own: one form of cost, of labeled and unlabeled rows alike.
#[derive(Debug, Clone)]
struct OneCost {
    form: &'static str,
    graph: Graph,
    labels: Labels,
    values: [f64; 4],
    constraint: Constraint,
}

const FORMS: [&str; 8] =
    ["edges", "classes", "everyone", "heat", "local scaling", "cosine", "dense", "a sum"];

impl OneCost {
    fn cost<'a>(&self, samples: &'a Samples<'_>) -> Result<Cost<'a>> {
        let (n, [a, b, c, d]) = (samples.rows(), self.values);
        let edges = || Cost::graph(self.graph.clone());
        let data = Dataset::new(samples.borrowed(), self.labels.clone())?;
        let classes = || Cost::classes(&data, |size| a + b / size, c);
        let dense = || Cost::dense(edges().plus(classes()).to_dense()?, n);
        let near = |weights| Neighborhood { weights, ..Default::default() }.cost(samples);
        Ok(match self.form {
            "edges" => edges(),
            "classes" => classes(),
            "everyone" => Cost::constant(n, a),
            "heat" => near(Weights::Heat(1.0 + b.abs()))?,
            "local scaling" => near(Weights::LocalScaling(2))?,
            "cosine" => near(Weights::Cosine)?,
            "dense" => dense()?,
            _ => {
                let stored = edges().times(d).plus(dense()?.times(0.5));
                let constants = classes().times(b).plus(Cost::constant(n, c));
                stored.plus(constants).plus(near(Weights::Heat(2.0))?.times(a))
            }
        })
    }
}

impl Learner for OneCost {
    fn name(&self) -> &'static str {
        "one cost"
    }

    fn parameters(&self) -> Value {
        json!({"form": self.form})
    }

    fn check(&self) -> Result<()> {
        Ok(())
    }

    fn label_part(&self, _: &Dataset<'_>) -> Result<Option<LabelPart>> {
        Ok(None)
    }

    fn unlabel(&self) -> UnlabelChoice {
        let own = self.clone();
        UnlabelChoice::Function(CostFunction::new(move |data| {
            own.cost(data.samples()).map(Cost::into_owned)
        }))
    }

    fn constraint(&self) -> Constraint {
        self.constraint.clone()
    }
}

/// A cost of 27 rows with entries of any sign.
fn one_cost(smallest: f64) -> impl Strategy<Value = (Table, OneCost)> {
    let values = prop::array::uniform4(smallest..1.0);
    (clusters(), edges(27, smallest), values).prop_map(|(table, graph, values)| {
        let table = table.permuted(&(0..27).collect::<Vec<_>>());
        let (form, labels, constraint) = ("edges", table.labels(), Constraint::Identity);
        (table, OneCost { form, graph, labels, values, constraint })
    })
}

/// All axes, and the matrices that they should solve.
fn solved(learner: &OneCost, data: &Dataset<'_>) -> (Model, Matrix, Rebuilt) {
    let rank = Span::of(data.samples()).expect("span").rank();
    let model = fitted(&Plan::new(AnyLearner::own(learner.clone())).axes(rank), data);
    let rebuilt = Rebuilt::of(learner, data, &model);
    let axes = matrix(model.projection().expect("linear").components());
    (model, axes, rebuilt)
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn the_scatter_of_every_cost_is_that_of_its_matrix((table, learner) in one_cost(-1.0)) {
        let data = table.dataset();
        for form in FORMS {
            let (model, axes, rebuilt) = solved(&OneCost { form, ..learner.clone() }, &data);
            let residuals = rebuilt.residuals(&axes, model.eigenvalues());
            prop_assert!(worst(residuals.iter().copied()) < 1e-9, "{}: {:?}", form, residuals);
            let (_, spectrum) = rebuilt.spectrum();
            prop_assert_eq!(spectrum.len(), model.dimension());
            let size = rebuilt.objective.norm();
            let differences = model.eigenvalues().iter().zip(&spectrum).map(|(a, b)| (a - b) / size);
            prop_assert!(worst(differences) < 1e-10, "{}: {:?}", form, spectrum);
        }
    }

    #[test]
    fn the_degrees_of_every_cost_are_those_of_its_matrix((table, learner) in one_cost(0.1)) {
        let data = table.dataset();
        for form in FORMS {
            let constraint = Constraint::Degree;
            let (_, axes, rebuilt) = solved(&OneCost { form, constraint, ..learner.clone() }, &data);
            let (condition, _) = rebuilt.spectrum();
            let error = rebuilt.constraint_error(&axes);
            prop_assert!(error < 1e-10 + 1e-13 * condition, "{}: {:e}", form, error);
        }
    }
}

/// Some labels, some of them absent.
fn labels() -> impl Strategy<Value = Labels> {
    prop::collection::vec(prop::option::weighted(0.8, 0usize..4), 2..60).prop_map(Labels::new)
}

fn is_ascending(rows: &[usize]) -> bool {
    rows.windows(2).all(|pair| pair[0] < pair[1])
}

/// Every labeled row once, and no other row.
fn is_partition(folds: &[Vec<usize>], labels: &Labels) -> bool {
    let mut all = folds.concat();
    all.sort_unstable();
    all == labels.labeled_rows()
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn folds_partition_the_labeled_rows(labels in labels(), folds in 2usize..8, seed in any::<u64>()) {
        let labeled = labels.labeled_rows().len();
        match stratified_folds(&labels, folds, seed) {
            Err(error) => prop_assert_eq!(error, Error::Folds { folds, labeled }),
            Ok(found) => {
                prop_assert_eq!(found.len(), folds);
                prop_assert!(is_partition(&found, &labels));
                prop_assert!(found.iter().all(|rows| !rows.is_empty() && is_ascending(rows)));
                for class in 0..labels.classes().len() {
                    let count = |rows: &Vec<usize>| {
                        rows.iter().filter(|&&row| labels.class_of(row) == Some(class)).count()
                    };
                    let counts: Vec<usize> = found.iter().map(count).collect();
                    let (low, high) = (counts.iter().min(), counts.iter().max());
                    prop_assert!(high.zip(low).is_some_and(|(h, l)| h - l <= 1), "{:?}", counts);
                }
            }
        }
        if labeled >= 2 {
            prop_assert!(is_partition(&leave_one_out(&labels).expect("folds"), &labels));
            let default = cross_validation(&labels, seed).expect("folds");
            prop_assert!(is_partition(&default, &labels));
            prop_assert_eq!(default.len(), if labeled <= 20 { labeled } else { 5 });
        }
    }

    #[test]
    fn draws_are_labeled_rows_of_two_classes(labels in labels(), count in 2usize..10, seed in any::<u64>()) {
        let usable = labels.present_classes().len() > 1 && labels.labeled_rows().len() >= count;
        let drawn = draw_labeled(&labels, count, seed);
        prop_assert_eq!(drawn.is_ok(), usable);
        for drawn in drawn.iter() {
            prop_assert!(drawn.len() == count && is_ascending(drawn));
            prop_assert!(drawn.iter().all(|&row| labels.class_of(row).is_some()));
            let first = labels.class_of(drawn[0]);
            prop_assert!(drawn.iter().any(|&row| labels.class_of(row) != first));
        }
        let sizes: Vec<usize> = labels.rows_by_class().iter().map(Vec::len).collect();
        let drawn = draw_labeled_per_class(&labels, count, seed);
        prop_assert_eq!(drawn.is_ok(), sizes.iter().all(|&size| size >= count));
        for drawn in drawn.iter() {
            for class in 0..sizes.len() {
                let of_class = drawn.iter().filter(|&&row| labels.class_of(row) == Some(class));
                prop_assert_eq!(of_class.count(), count);
            }
        }
    }

    #[test]
    fn labels_keep_their_names(names in prop::collection::vec(prop::option::of("[a-c0-9.-]{1,3}"), 1..20)) {
        let labels = Labels::new(names.iter().cloned());
        prop_assert_eq!(labels.len(), names.len());
        for (i, name) in names.iter().enumerate() {
            prop_assert_eq!(labels.name_of(i), name.as_deref());
        }
        let mut classes = labels.classes().to_vec();
        classes.sort();
        classes.dedup();
        prop_assert_eq!(classes.len(), labels.classes().len());
    }

    #[test]
    fn bytes_that_are_no_model_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let read = Model::from_bytes(&bytes);
        prop_assert!(matches!(read, Err(Error::BadModel { .. })), "{:?}", read);
    }
}
