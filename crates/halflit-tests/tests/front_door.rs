//! The front door: a plan is one value, rows are prepared once, and every way to ask the same thing has the same answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use halflit::choose::{Grid, Open, Search};
use halflit::evaluation::cross_validation;
use halflit::learner::{SemiConstraint, SemiSupervised, Supervised};
use halflit::neighbors::NearestRows;
use halflit::{
    Adjacency, AnyLearner, AxisWeights, Breadth, Cost, Dataset, Engine, Error, GraphFunctions,
    Kernel, KernelRank, LabelConstraint, LabelPart, Labels, Learner, Model, Named,
    NegativeEigenvalues, PcaFirst, Placement, Plan, Predictions, Prepared, Result, RowMatrix,
    Samples, Scaling, Shape, Solver, Threads, compare,
};

use crate::common::compare::assert_none;
use crate::common::dense::worst;
use crate::common::table::Table;
use crate::common::variants::{Variant, variants};
use crate::common::with::With;

fn learner(name: &str) -> AnyLearner {
    AnyLearner::named(name).expect("in the table")
}

fn named(name: &str) -> Plan {
    Plan::named(name).expect("in the table")
}

/// Class means far apart, however wide the classes are: a learner that no table has.
#[derive(Debug, Clone, Default, serde::Serialize)]
struct MeansApart {}

impl Supervised for MeansApart {
    const NAME: &'static str = "means-apart";
    const SEMI_NAME: &'static str = "ss-means-apart";

    fn check(&self) -> Result<()> {
        Ok(())
    }

    fn label_part(&self, data: &Dataset<'_>) -> Result<LabelPart> {
        let labeled: f64 = data.class_sizes().iter().sum();
        let cost = Cost::classes(data, |size| 1.0 / size - 1.0 / labeled, -1.0 / labeled);
        Ok(LabelPart { cost, constraint: LabelConstraint::Identity })
    }
}

// ---- a plan as JSON ----

fn through_json(plan: &Plan) -> Result<Plan> {
    Plan::from_json(&serde_json::to_string(plan).expect("JSON"))
}

/// Every search that a learner has something for.
fn searches(learner: &AnyLearner) -> Vec<Search> {
    let grid = Grid { dimension: vec![1, 3], ..Grid::default_for(learner) };
    let open = Grid { open: Open { gamma: true, alpha: false }, ..Grid::default() };
    let one = Search::Auto(Open { gamma: false, alpha: true });
    vec![Search::Fixed, Search::auto(), one, Search::Grid(grid), Search::Grid(open)]
}

#[test]
fn a_plan_of_every_method_and_variant_goes_through_json() {
    for breadth in [Breadth::Full, Breadth::Thin] {
        let plan = Plan { seed: u64::MAX, ..Plan::auto(breadth).axes(7) };
        assert_eq!(through_json(&plan), Ok(plan));
    }
    let mut wrong = Vec::new();
    for Variant { name, learner } in variants() {
        for search in searches(&learner) {
            let plan = Plan { search, ..Plan::new(learner.clone()) };
            let again = through_json(&plan);
            wrong.extend((again.as_ref() != Ok(&plan)).then(|| format!("{name}: {again:?}")));
        }
    }
    assert_none(&wrong);
}

#[test]
fn everything_around_a_learner_goes_through_json() {
    let plain = || named("ss-lfda").axes(3);
    let mut plans = vec![plain().ridge(0.1 + 0.2), plain().published()];
    plans.extend(AxisWeights::TABLE.iter().map(|own| plain().weights(own.1)));
    plans.extend(Scaling::TABLE.iter().map(|own| plain().scaling(own.1)));
    plans.extend(Solver::TABLE.iter().map(|own| Plan { solver: own.1, ..plain() }));
    plans.extend([PcaFirst::Axes(4), PcaFirst::ObjectiveRank].map(|own| plain().pca_first(own)));
    for info in Kernel::TABLE {
        let kernel: Kernel = info.name.parse().expect("in the table");
        plans.push(plain().kernel(kernel).negative_eigenvalues(NegativeEigenvalues::Drop));
    }
    let ranks = [KernelRank::Full, KernelRank::Leading(8), KernelRank::Landmarks(60)];
    plans.extend(ranks.map(|rank| plain().kernel(Kernel::rbf()).kernel_rank(rank)));
    for plan in plans {
        assert_eq!(through_json(&plan).as_ref(), Ok(&plan));
    }
}

// ---- plans that make no sense ----

/// Plans that no data could be fitted by, and what is said of them.
fn nonsense() -> Vec<(Plan, &'static str)> {
    let auto = Plan::default;
    let pca = || Plan::new(learner("pca"));
    let grid = |plan: Plan, grid: Grid| Plan { search: Search::Grid(grid), ..plan };
    let gamma = |gamma: f64| Grid { gamma: vec![gamma], ..Grid::default() };
    let mut negative = learner("ss-lfda");
    negative.slots().gamma.into_iter().for_each(|gamma| *gamma = -1.0);
    vec![
        (auto().axes(0), "dimension = 0 is out of range"),
        (pca().axes(0), "dimension = 0 is out of range"),
        (auto().scaling(Scaling::Unit), "auto has no parameter 'scaling'"),
        (auto().kernel(Kernel::rbf()), "auto has no parameter 'kernel'"),
        (auto().kernel_rank(KernelRank::Full), "auto has no parameter 'kernel_rank'"),
        (auto().pca_first(PcaFirst::Axes(2)), "auto has no parameter 'pca_first'"),
        (
            auto().negative_eigenvalues(NegativeEigenvalues::Drop),
            "auto has no parameter 'negative_eigenvalues'",
        ),
        (auto().weights(AxisWeights::Unit), "auto has no parameter 'weights'"),
        (auto().ridge(0.5), "auto has no parameter 'ridge'"),
        (Plan { solver: Solver::Dense, ..auto() }, "auto has no parameter 'solver'"),
        (grid(auto(), Grid::default()), "auto has no parameter 'search'"),
        (grid(pca(), gamma(1.0)), "pca has no parameter 'gamma'"),
        (grid(named("self"), gamma(-1.0)), "gamma = -1 is out of range"),
        (
            grid(pca(), Grid { dimension: vec![1, 0], ..Grid::default() }),
            "dimension = 0 is out of range",
        ),
        (Plan::new(negative), "gamma = -1 is out of range"),
        (pca().ridge(-1.0), "ridge = -1 is out of range"),
        (pca().ridge(f64::NAN), "ridge = NaN is out of range"),
        (pca().kernel(Kernel::Rbf { width: Some(0.0) }), "width = 0 is out of range"),
        (pca().pca_first(PcaFirst::Axes(0)), "pca_first = 0 is out of range"),
        (pca().kernel_rank(KernelRank::Full), "kernel_rank does not go with rows without a kernel"),
        (
            pca().kernel(Kernel::Precomputed {}).scaling(Scaling::Unit),
            "scaling does not go with a precomputed kernel",
        ),
    ]
}

#[test]
fn plans_that_make_no_sense_are_refused_wherever_they_are_given() {
    let data = Table::clusters(12, 4, 2, 3, 1).dataset();
    let prepared = Plan::default().prepare(data.samples()).expect("rows");
    for (plan, words) in nonsense() {
        let what = |error: Option<Error>| error.map(|error| error.what()).unwrap_or_default();
        assert_eq!(what(plan.check().err()), words);
        assert_eq!(what(plan.prepare(data.samples()).err()), words);
        assert_eq!(what(prepared.with(&plan).err()), words);
        assert_eq!(what(plan.fit(&data).err()), words);
    }
}

#[test]
fn text_that_is_no_plan_is_refused_with_what_is_wrong() {
    let what = |text: &str| Plan::from_json(text).map_err(|error| error.what()).err();
    let starts = |text: &str, words: &str| {
        let found = what(text).unwrap_or_default();
        assert!(found.starts_with(words), "{text}: {found}");
    };
    starts("ss-lfda", "the plan is not understood");
    starts(r#"{"method": "ss-lfda"}"#, "the plan is not understood");
    starts(r#"{"method": {"name": "ss-lfdaa"}}"#, "there is no method 'ss-lfdaa', did you mean");
    starts(r#"{"method": {"name": "means-apart"}}"#, "there is no method 'means-apart'");
    starts(r#"{"method": {"name": "fda", "parameters": [1]}}"#, "parameter of fda not understood");
    starts(r#"{"weights": "heavy"}"#, "there is no");
    starts(r#"{"search": {"auto": {"beta": true}}}"#, "the plan is not understood");
}

// ---- a learner of one's own ----

#[test]
fn a_learner_of_ones_own_is_fitted_assessed_and_compared() {
    let data = Table::clusters(60, 6, 3, 5, 3).dataset();
    let labels = data.labels();
    let own = Plan::new(AnyLearner::own(MeansApart {})).prepare(data.samples()).expect("rows");
    let mmc = learner("mmc").with("within_weight", 0.0).expect("a weight");
    let same = own.with(&Plan::new(mmc)).expect("a plan");
    let [a, b] = [&own, &same].map(|own| own.fit(labels).expect("a fit").model);
    assert_eq!((a.projection(), a.eigenvalues()), (b.projection(), b.eigenvalues()));
    assert_eq!(own.check(labels), same.check(labels));
    let folds = cross_validation(labels, 2).expect("folds");
    assert_eq!(own.assess(labels, &folds), same.assess(labels, &folds));
    let found = compare(&[own, same], labels, &folds).expect("a comparison");
    let names: Vec<&str> = found.standings.iter().map(|own| own.name.as_str()).collect();
    assert_eq!(names, ["raw 1-NN", "means-apart", "mmc"]);
}

#[test]
fn its_semi_supervised_form_has_its_parameters_chosen() {
    let data = Table::clusters(40, 4, 3, 4, 3).dataset();
    let own = AnyLearner::own(SemiSupervised::<MeansApart>::default());
    let plan = Plan { search: Search::auto(), ..Plan::new(own) };
    let fit = plan.fit(&data).expect("a fit");
    assert_eq!(fit.selection.expect("a search").scores.settings.len(), 20);
    assert_eq!((fit.plan.name(), &fit.plan.search), ("ss-means-apart", &Search::Fixed));
}

#[test]
fn a_model_file_holds_no_more_than_the_name_of_a_learner_of_ones_own() {
    let data = Table::clusters(30, 4, 3, 4, 3).dataset();
    let semi = SemiSupervised::<MeansApart>::default();
    for own in [AnyLearner::own(MeansApart {}), AnyLearner::own(semi)] {
        let name = own.name().to_owned();
        let model = Plan::new(own).model(&data).expect("a model");
        let bytes = model.to_bytes().expect("bytes");
        let again = Model::from_bytes(&bytes).expect("a model");
        assert_eq!((&again, again.to_bytes()), (&model, Ok(bytes)));
        assert_eq!(again.predict(data.samples()), model.predict(data.samples()));
        assert_eq!(again.plan().name(), name);
        let refused = Err(Error::RecordedLearner { name });
        assert_eq!(again.plan().model(&data), refused);
        assert_eq!(again.plan().prepare(data.samples()).map(drop), refused.map(drop));
    }
}

// ---- one answer about training rows ----

/// 80 rows, and the first six again without their labels.
fn rows_and_copies() -> Dataset<'static> {
    let order: Vec<usize> = (0..80).chain(0..6).collect();
    let mut table = Table::clusters(80, 5, 3, 5, 3).permuted(&order);
    table.y[80..].fill(None);
    table.dataset()
}

/// The default in both breadths, learners, kernels.
fn plans() -> Vec<Plan> {
    let rbf = |name: &str| Plan::new(learner(name)).kernel(Kernel::rbf());
    vec![
        Plan::default(),
        Plan::auto(Breadth::Thin),
        named("pca"),
        named("fda").scaling(Scaling::Standard),
        named("ss-lfda"),
        rbf("lfda"),
        rbf("pca"),
        rbf("ss-dne").kernel_rank(KernelRank::Landmarks(30)),
        Plan::new(learner("self")).pca_first(PcaFirst::Axes(3)),
    ]
}

fn assert_close(what: &str, a: &RowMatrix<'_>, b: &RowMatrix<'_>) {
    assert_eq!((a.rows(), a.columns()), (b.rows(), b.columns()), "{what}");
    let size = worst(b.values().iter().copied());
    let difference = worst(a.values().iter().zip(b.values()).map(|(a, b)| a - b));
    assert!(difference <= 1e-9 * size, "{what}: {difference:e} of {size:e}");
}

fn assert_placed(what: &str, placed: &Placement, points: &RowMatrix<'_>, said: &Predictions) {
    assert_close(what, &placed.points, points);
    assert_close(what, &placed.predictions.probabilities, &said.probabilities);
    assert_eq!(placed.predictions.classes, said.classes, "{what}");
}

#[test]
fn training_rows_lie_and_are_the_same_however_they_are_asked_for() {
    let data = rows_and_copies();
    for plan in plans() {
        let prepared = plan.prepare(data.samples()).expect("rows");
        let fit = prepared.fit(data.labels()).expect("a fit");
        for votes in [None, Some(1), Some(3)] {
            let what = format!("{} {:?} {votes:?}", plan.name(), plan.method);
            let placed = prepared.place(data.labels(), votes).expect("a placement");
            let again = prepared.placement(&fit, votes).expect("a placement");
            let (points, said) = fit.model.place(data.samples(), votes).expect("points");
            assert_placed(&what, &placed, &points, &said);
            assert_placed(&what, &again, &points, &said);
            assert_eq!((&placed.plan, &placed.margins), (&fit.plan, &again.margins), "{what}");
            let by_nearest = votes == Some(1) || votes.is_none() && plan.learner().is_some();
            assert_eq!(placed.margins.is_some(), by_nearest, "{what}");
            let guesses = fit.model.transduction(&data, votes).expect("guesses");
            assert!(guesses.iter().map(|guess| guess.row).eq(data.labels().unlabeled_rows()));
            for guess in guesses {
                let class = again.predictions.classes[guess.row];
                assert_eq!(guess.class, data.labels().classes()[class], "{what}");
                let share = again.predictions.probabilities.row(guess.row)[class];
                assert!((guess.probability - share).abs() < 1e-12, "{what}");
            }
        }
    }
}

#[test]
fn the_plan_of_a_fit_is_the_plan_with_nothing_open() {
    let data = rows_and_copies();
    for plan in plans() {
        let plan = Plan { seed: 5, ..plan };
        let fit = plan.fit(&data).expect("a fit");
        let same = Plan {
            method: fit.plan.method.clone(),
            ridge: fit.plan.ridge,
            search: Search::Fixed,
            dimension: Some(fit.model.dimension()),
            ..plan.clone()
        };
        assert_eq!(fit.plan, same);
        assert_eq!(fit.plan.name(), plan.name());
        // It makes the same map again, without a search.
        let again = fit.plan.fit(&data).expect("a fit").model;
        let points = |model: &Model| model.transform(data.samples()).expect("points");
        assert_close(plan.name(), &points(&again), &points(&fit.model));
    }
}

// ---- what prepared rows share ----

/// The threads, counting how often nearest rows are asked for. They may say that they found a share of those of given columns.
#[derive(Debug, Default)]
struct Counting {
    asked: AtomicUsize,
    share: Option<f64>,
}

impl Engine for Counting {
    fn name(&self) -> String {
        "counting".into()
    }

    fn nearest(
        &self,
        samples: &Samples<'_>,
        scale: Option<(&[f64], &[f64])>,
        k: usize,
    ) -> Result<NearestRows> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let mut found = Threads.nearest(samples, scale, k)?;
        let as_given = scale.is_some_and(|(_, factor)| factor.iter().all(|&own| own == 1.0));
        if let (true, Some(share)) = (as_given, self.share) {
            found.searched.recall = share;
        }
        Ok(found)
    }

    fn leading(&self, graph: &Adjacency, wanted: usize) -> Result<(Vec<f64>, Vec<f64>)> {
        Threads.leading(graph, wanted)
    }

    fn functions(&self, asked: &GraphFunctions<'_>) -> Result<Vec<Vec<f64>>> {
        Threads.functions(asked)
    }
}

#[test]
fn a_model_names_the_engine_that_was_asked_for_something() {
    let data = rows_and_copies();
    let engine: Arc<dyn Engine> = Arc::new(Counting::default());
    let by = |plan: Plan| {
        let prepared = plan.prepare_by(&engine, data.samples()).expect("rows");
        prepared.fit(data.labels()).expect("a fit").model.diagnostics().engine.clone()
    };
    // It sums no pairs, so that learners do not need it.
    let plans = [Plan::default(), named("fda"), named("ss-lfda")];
    assert_eq!(plans.map(by), ["counting", "threads", "threads"]);
}

#[test]
fn another_plan_for_the_same_rows_gives_the_bits_of_a_fresh_one() {
    let data = rows_and_copies();
    let first = Plan::default().prepare(data.samples()).expect("rows");
    for plan in plans().into_iter().chain(plans().into_iter().rev()) {
        let shared = first.with(&plan).expect("a plan").fit(data.labels()).expect("a fit").model;
        let fresh = plan.model(&data).expect("a model");
        assert!(shared.to_bytes() == fresh.to_bytes(), "{} {:?}", plan.name(), plan.method);
    }
}

#[test]
fn a_fit_without_a_search_is_the_same_after_one() {
    // Large enough for the eigenpairs that a search shares to pay.
    let data = Table::clusters(120, 90, 3, 3, 23).dataset();
    let grid = Grid { gamma: vec![0.1, 1.0], alpha: vec![1.0, 8.0], ..Grid::default() };
    let mut shared = 0;
    for name in ["ss-dne", "ss-mmc", "ss-snle", "ss-lfda"] {
        let fixed = Plan::new(learner(name)).axes(3);
        let tuned = Plan { search: Search::Grid(grid.clone()), ..fixed.clone() };
        let first = tuned.prepare(data.samples()).expect("rows");
        let searched = first.fit(data.labels()).expect("a fit").model;
        shared += usize::from(searched.diagnostics().solver == Solver::LowRank);
        let own = first.with(&fixed).expect("a plan");
        let fresh = fixed.prepare(data.samples()).expect("rows");
        let model = |own: &Prepared<'_>| own.fit(data.labels()).expect("a fit").model.to_bytes();
        assert!(model(&own) == model(&fresh), "{name}");
        assert_eq!(own.check(data.labels()), fresh.check(data.labels()), "{name}");
    }
    assert!(shared > 0, "no search shares eigenpairs");
}

#[test]
fn of_all_searches_for_near_rows_the_worst_is_told() {
    let data = rows_and_copies();
    let engine: Arc<dyn Engine> = Arc::new(Counting { share: Some(0.96), ..Counting::default() });
    let prepared = Plan::auto(Breadth::Thin).prepare_by(&engine, data.samples()).expect("rows");
    let told = prepared.fit(data.labels()).expect("a fit").model.diagnostics().neighbors;
    assert_eq!(told.map(|own| own.recall), Some(0.96));
}

#[test]
fn near_rows_are_found_once_for_both_breadths_and_for_suggestions() {
    let data = rows_and_copies();
    let engine = Arc::new(Counting::default());
    let full = Plan::default().prepare_by(&(engine.clone() as _), data.samples()).expect("rows");
    let thin = full.with(&Plan::auto(Breadth::Thin)).expect("a plan");
    let fits = [&full, &thin].map(|own| own.fit(data.labels()).expect("a fit").model);
    thin.suggest(data.labels(), &[], 5).expect("rows");
    full.check(data.labels()).expect("a check");
    // Once for columns as they come and once for standardised ones. Full views also have ranks and, as some columns stand alone here, columns
    // that go together.
    assert_eq!(engine.asked.load(Ordering::Relaxed), 4);
    assert!(fits.iter().all(|model| model.diagnostics().engine == "counting"));
}

// ---- how many settings are tried ----

/// Labels by which every row is left out once.
fn few_labels() -> Dataset<'static> {
    Table::clusters(42, 4, 3, 14, 7).with_labels(&[3, 9, 6]).with_distances().dataset()
}

/// How many eigenproblems the estimate of a search counts.
fn counted(plan: &Plan, labeled: usize) -> usize {
    let estimate = plan.estimate(&Shape::new(42, 4, labeled, 3));
    let how = &estimate.steps[estimate.steps.len() - 1].how;
    let before = how.split(" times to choose").next().unwrap_or_default();
    let count = before.rsplit(' ').next().and_then(|word| word.parse().ok());
    count.unwrap_or_else(|| panic!("no search: {how}"))
}

/// One label more is one fold more, in which every setting is tried once more.
fn promised(plan: &Plan) -> usize {
    counted(plan, 11) - counted(plan, 10)
}

fn tried(plan: &Plan) -> usize {
    let data = few_labels();
    let prepared = plan.prepare(data.samples()).expect("rows");
    let (_, selection) = prepared.choose(data.labels()).expect("a choice");
    selection.expect("a search").scores.settings.len()
}

fn searched(learner: AnyLearner) -> Plan {
    Plan { search: Search::auto(), ..Plan::new(learner).axes(2) }
}

#[test]
fn as_many_settings_are_tried_as_were_promised() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for Variant { name, learner } in variants() {
        for plan in [searched(learner.clone()), searched(learner).published()] {
            if plan.open() == Open::default() {
                continue;
            }
            let (promised, tried) = (promised(&plan), tried(&plan));
            let what = || format!("{name}, {:?}: {promised} promised, {tried}", plan.ridge);
            wrong.extend((promised != tried).then(what));
            seen += 1;
        }
    }
    assert_none(&wrong);
    assert!(seen > 100, "{seen} plans");
}

#[test]
fn the_number_of_settings_of_every_kind_of_search() {
    let blended = |name: &str| {
        let mut learner = learner(name);
        let slot = learner.slots().constraint;
        slot.into_iter().for_each(|constraint| *constraint = SemiConstraint::Blended);
        searched(learner)
    };
    let plain = |name: &str| searched(learner(name));
    assert_eq!([plain("ss-lfda"), plain("ss-dne"), plain("custom")].map(|p| tried(&p)), [20; 3]);
    assert_eq!([plain("self"), plain("self").published()].map(|plan| tried(&plan)), [8, 7]);
    assert_eq!(tried(&plain("lpp*")), 5);
    assert_eq!(["fda", "mfa", "lde", "lfda"].map(|x| tried(&blended(&format!("ss-{x}")))), [28; 4]);
    assert_eq!(["dne", "mmc", "snle"].map(|x| tried(&blended(&format!("ss-{x}")))), [20; 3]);
    assert_eq!(tried(&blended("ss-lfda").published()), 20);
}

#[test]
fn a_grid_is_as_large_as_was_promised() {
    let learner = learner("ss-lfda");
    let open = Grid { open: Open { gamma: true, alpha: true }, ..Grid::default() };
    let given = Grid { gamma: vec![0.1, 1.0], dimension: vec![1, 2, 3], ..open.clone() };
    let k = Grid { neighbors: vec![1, 4], ..Grid::default() };
    for (grid, settings) in [(open, 35), (given, 30), (k, 2), (Grid::default(), 1)] {
        let plan = Plan { search: Search::Grid(grid), ..Plan::new(learner.clone()).axes(2) };
        assert_eq!((promised(&plan), tried(&plan)), (settings, settings));
    }
}

// ---- an open number of axes ----

/// Rows in clusters, every class with so many labels.
fn classes(rows: usize, columns: usize, classes: usize, labels: usize) -> Dataset<'static> {
    Table::clusters(rows, columns, classes, labels, 5).dataset()
}

/// Rows, a plan without a number of axes, and the number that it has for them.
fn open_plans() -> Vec<(&'static str, Dataset<'static>, Plan, usize)> {
    let rbf = |name: &str| Plan::new(learner(name)).kernel(Kernel::rbf());
    vec![
        ("two classes", classes(30, 5, 2, 4), named("fda"), 2),
        ("two classes, a search", classes(30, 5, 2, 4), named("ss-dne"), 2),
        ("one column", classes(30, 1, 2, 4), named("fda"), 1),
        ("more columns than rows", classes(10, 30, 2, 4), named("lfda"), 2),
        ("forty classes", classes(120, 60, 40, 2), named("fda"), 39),
        ("forty classes, a search", classes(120, 45, 40, 2), named("ss-mmc"), 39),
        ("forty classes, few columns", classes(120, 10, 40, 2), named("mmc"), 10),
        ("a wide kernel", classes(120, 3, 40, 2), rbf("fda"), 39),
        ("principal axes of a kernel", classes(520, 1, 6, 4), rbf("pca"), 5),
        ("behind PCA", classes(60, 12, 6, 4), named("fda").pca_first(PcaFirst::Axes(3)), 3),
    ]
}

/// Everything but the estimate, which sees no row.
fn assert_axes(what: &str, data: &Dataset<'_>, plan: &Plan, axes: usize) {
    let given = plan.clone().axes(axes);
    let prepared = plan.prepare(data.samples()).expect("rows");
    let (labels, same) = (data.labels(), prepared.with(&given).expect("a plan"));
    let fit = prepared.fit(labels).expect("a fit");
    assert_eq!((fit.model.dimension(), fit.plan.dimension), (axes, Some(axes)), "{what}");
    assert_eq!(prepared.choose(labels).expect("a choice").0.dimension, Some(axes), "{what}");
    let folds = cross_validation(labels, 0).expect("folds");
    let found = prepared.assess(labels, &folds).expect("an assessment");
    assert_eq!(found, same.assess(labels, &folds).expect("an assessment"), "{what}");
    assert!(found.chosen.iter().flatten().all(|own| own.dimension == axes), "{what}");
    let check = prepared.check(labels).expect("a check");
    assert!(check.is_some(), "{what}");
    assert_eq!(check, same.check(labels).expect("a check"), "{what}");
}

#[test]
fn an_open_number_of_axes_is_one_number() {
    for (what, data, plan, axes) in open_plans() {
        assert_axes(what, &data, &plan, axes);
        let (shape, given) = (Shape::of(&data), plan.clone().axes(axes));
        assert_eq!(plan.estimate(&shape), given.estimate(&shape), "{what}");
        let with_check = |plan: &Plan| plan.estimate_with_check(&shape);
        assert_eq!(with_check(&plan), with_check(&given), "{what}");
    }
}

#[test]
fn columns_that_repeat_each_other_are_one_axis() {
    let line = Table::clusters(30, 1, 2, 4, 5);
    let data = line.mapped(|row| vec![row[0], 2.0 * row[0], 3.0 * row[0]]).dataset();
    for name in ["pca", "fda", "ss-lfda"] {
        assert_axes(name, &data, &named(name), 1);
    }
}

#[test]
fn a_fold_that_hides_a_class_has_the_axes_of_the_others() {
    // The last of five classes has one label.
    let data = Table::clusters(50, 10, 5, 3, 5).with_labels(&[3, 3, 3, 3, 1]).dataset();
    let (labels, samples) = (data.labels(), data.samples());
    let only = labels.rows_by_class()[4].clone();
    let other = vec![labels.rows_by_class()[0][0]];
    for name in ["fda", "ss-dne"] {
        let prepared = named(name).prepare(samples).expect("rows");
        assert_eq!(prepared.fit(labels).expect("a fit").model.dimension(), 4, "{name}");
        let folds = [only.clone(), other.clone()];
        let found = prepared.assess(labels, &folds).expect("an assessment");
        let axes: Vec<_> = found.chosen.iter().flatten().map(|own| own.dimension).collect();
        assert_eq!((axes, found.skipped.len()), (vec![3, 4], 0), "{name}");
        let left = prepared.fit(&labels.hide(&only)).expect("a fit").model;
        assert_eq!(left.dimension(), 3, "{name}");
    }
}

// ---- weights below 1 ----

/// Two classes that overlap, rows of one weighing 0.3, of the other 0.9.
fn light() -> Dataset<'static> {
    let table = Table::clusters(60, 2, 2, 8, 19);
    let weights = (0..60).map(|i| [0.3, 0.9][i % 2]).collect();
    table.dataset().with_weights(weights).expect("weights")
}

/// The weighed share of labels that fits without them find.
fn found_by_fits(prepared: &Prepared<'_>, data: &Dataset<'_>) -> f64 {
    let (labels, samples) = (data.labels(), data.samples());
    let (mut right, mut all) = (0.0, 0.0);
    for fold in cross_validation(labels, 0).expect("folds") {
        let model = prepared.fit(&labels.hide(&fold)).expect("a fit").model;
        let said = model.elect(&samples.gather(&fold), None).expect("predictions").classes;
        for (row, class) in fold.into_iter().zip(said) {
            let own = if labels.class_of(row) == Some(class) { samples.weight(row) } else { 0.0 };
            (right, all) = (right + own, all + samples.weight(row));
        }
    }
    right / all
}

#[test]
fn a_check_of_light_rows_is_what_predictions_of_hidden_labels_give() {
    let data = light();
    for name in ["pca", "fda", "lfda", "ss-lfda"] {
        let prepared = named(name).prepare(data.samples()).expect("rows");
        let check = prepared.check(data.labels()).expect("a check").expect("enough labels");
        let expected = found_by_fits(&prepared, &data);
        assert!((check.accuracy - expected).abs() < 1e-12, "{name}: {expected} {check:?}");
        assert!(expected < 1.0, "{name}: nothing overlaps");
    }
}

#[test]
fn a_check_of_rows_that_count_often_is_what_predictions_of_hidden_labels_give() {
    let weights = (0..60).map(|i| [1.0, 4.0][i / 7 % 2]).collect();
    let data = Table::clusters(60, 2, 2, 8, 19).dataset().with_weights(weights).expect("weights");
    for plan in [Plan::default(), Plan::auto(Breadth::Thin)] {
        let prepared = plan.prepare(data.samples()).expect("rows");
        let check = prepared.check(data.labels()).expect("a check").expect("enough labels");
        let expected = found_by_fits(&prepared, &data);
        assert!((check.accuracy - expected).abs() < 1e-12, "{expected} {check:?}");
        assert!(expected < 1.0, "nothing overlaps");
    }
}

#[test]
fn margins_of_light_rows_lie_between_minus_one_and_one() {
    let data = light();
    for name in ["pca", "fda", "lfda", "ss-lfda"] {
        let prepared = named(name).prepare(data.samples()).expect("rows");
        let placed = prepared.place(data.labels(), None).expect("a placement");
        let margins = placed.margins.expect("margins");
        // The nearest labeled row is of the predicted class.
        assert!(margins.iter().all(|margin| (0.0..=1.0).contains(margin)), "{name}: {margins:?}");
        let fit = prepared.fit(data.labels()).expect("a fit");
        let other: Vec<usize> = placed.predictions.classes.iter().map(|class| 1 - class).collect();
        let turned = fit.model.margins(&placed.points, &other).expect("margins");
        assert!(turned.iter().zip(&margins).all(|(a, b)| (a + b).abs() < 1e-12), "{name}");
    }
}

// ---- labels of other rows ----

#[test]
fn labels_of_other_rows_are_refused_by_whatever_takes_labels() {
    let data = Table::clusters(40, 4, 2, 6, 3).dataset();
    for rows in [30, 50] {
        let labels = Labels::new((0..rows).map(|i| Some(i % 2)));
        let folds = vec![vec![0, 1]];
        for plan in [Plan::default(), Plan::auto(Breadth::Thin), named("fda"), named("ss-dne")] {
            let own = plan.prepare(data.samples()).expect("rows");
            let answers = [
                own.fit(&labels).map(drop),
                own.place(&labels, None).map(drop),
                own.assess(&labels, &folds).map(drop),
                own.assess_raw(&labels, &folds).map(drop),
                own.suggest(&labels, &[], 1).map(drop),
                compare(&[own], &labels, &folds).map(drop),
            ];
            let refused = Err(Error::LabelCount { rows: 40, labels: rows });
            assert_eq!(answers, [(); 6].map(|()| refused.clone()), "{}", plan.name());
        }
    }
}
