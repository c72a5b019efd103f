//! Fewer coordinates of a kernel: leading ones are exact, landmarks come near, and what is left out is stated.

use halflit::learner::{Pca, SsLfda};
use halflit::{Error, Kernel, KernelRank, Learner, Model, NegativeEigenvalues, Plan, Solve};
use halflit::{Samples, Space, SpaceChoice};
use rayon::ThreadPoolBuilder;
use serde_json::Value;

use crate::common::compare::{fitted, learner_of};
use crate::common::table::Table;
use crate::common::with::With;
use crate::common::{axis_difference, column};

/// Rows from which few pairs are looked for as such.
const MANY: usize = 420;

fn many() -> Table {
    Table::clusters(MANY, 4, 3, 6, 3)
}

fn pca(axes: usize, rank: KernelRank) -> Plan {
    Plan::new(Pca::default()).axes(axes).kernel(Kernel::rbf()).kernel_rank(rank)
}

fn ss_lfda(rank: KernelRank) -> Plan {
    Plan::new(SsLfda::default()).axes(2).kernel(Kernel::rbf()).kernel_rank(rank)
}

/// The largest difference of any axis over some rows.
fn difference(a: &Model, b: &Model, rows: &Samples<'_>) -> f64 {
    let [a, b] = [a, b].map(|model| model.transform(rows).expect("rows"));
    let of_axis = |j| axis_difference(&column(&a, j), &column(&b, j));
    (0..a.columns()).map(of_axis).fold(0.0, f64::max)
}

#[test]
fn leading_coordinates_are_the_first_of_all() {
    let (data, new) = (many().dataset(), Table::clusters(9, 4, 3, 0, 8).samples());
    let full = fitted(&pca(5, KernelRank::Full), &data);
    assert_eq!(full.diagnostics().kernel_left_out, 0.0);
    let few = fitted(&pca(5, KernelRank::Leading(6)), &data);
    assert_eq!(few.diagnostics().rank, 6);
    assert!(difference(&full, &few, &new) < 1e-9);
    // λ is minus the spread along an axis, and k(x, x) = 1.
    let kept: f64 = fitted(&pca(6, KernelRank::Full), &data).eigenvalues().iter().sum();
    let all: f64 =
        fitted(&pca(full.diagnostics().rank, KernelRank::Full), &data).eigenvalues().iter().sum();
    assert!((few.diagnostics().kernel_left_out - (1.0 - kept / all)).abs() < 1e-9);
    // So are those of a matrix that was given.
    let gram = Kernel::rbf().resolve(data.samples()).expect("kernel");
    let gram = gram.between(data.samples(), data.samples()).expect("values");
    let rows = (0..MANY).map(|i| gram.row(i).to_vec()).collect();
    let given = Table { x: rows, ..many() }.dataset();
    let precomputed = pca(5, KernelRank::Leading(6)).kernel(Kernel::Precomputed {});
    let precomputed = fitted(&precomputed, &given).transform(given.samples()).expect("rows");
    let own = few.transform(data.samples()).expect("rows");
    for j in 0..5 {
        assert!(axis_difference(&column(&precomputed, j), &column(&own, j)) < 1e-9);
    }
}

#[test]
fn principal_axes_of_many_rows_are_exact_by_themselves() {
    let data = Table::clusters(520, 4, 3, 6, 3).dataset();
    let [own, full] = [KernelRank::Auto, KernelRank::Full].map(|rank| fitted(&pca(3, rank), &data));
    assert_eq!(own.diagnostics().rank, 4);
    assert!(difference(&own, &full, data.samples()) < 1e-9);
    let other = fitted(&ss_lfda(KernelRank::Auto), &data);
    let found = other.diagnostics();
    assert!(found.rank <= 300 && found.kernel_left_out > 0.0 && found.kernel_left_out <= 0.01);
    let few = many().with_labels(&[3, 3, 3]).dataset();
    let [own, full] = [KernelRank::Auto, KernelRank::Full]
        .map(|rank| fitted(&ss_lfda(rank), &few).to_bytes().expect("bytes"));
    assert!(own == full);
}

#[test]
fn all_rows_as_landmarks_are_the_whole_kernel() {
    let (data, new) = (Table::clusters(60, 4, 3, 8, 5).dataset(), many().samples());
    let full = fitted(&ss_lfda(KernelRank::Full), &data);
    let landmarks = fitted(&ss_lfda(KernelRank::Landmarks(60)), &data);
    assert!(difference(&full, &landmarks, &new) < 1e-7);
    assert!(landmarks.diagnostics().kernel_left_out < 1e-8);
}

#[test]
fn more_landmarks_leave_out_less() {
    let data = many().dataset();
    let full = fitted(&pca(3, KernelRank::Full), &data);
    let with = |count| fitted(&pca(3, KernelRank::Landmarks(count)), &data);
    let models = [10, 40, 160].map(with);
    let left_out = models.each_ref().map(|model| model.diagnostics().kernel_left_out);
    assert!(
        left_out[0] < 1.0 && left_out[1] < 0.6 * left_out[0] && left_out[2] < 0.3 * left_out[1]
    );
    let wrong = models.each_ref().map(|model| difference(model, &full, data.samples()));
    assert!(wrong[1] < wrong[0] && wrong[2] < 0.2 * wrong[1], "{wrong:?}");
    // Only they become part of the model.
    assert_eq!(models.map(|model| model.compared_rows(false)), [10, 40, 160]);
}

#[test]
fn training_rows_are_mapped_to_where_they_were_embedded() {
    let data = Table::clusters(300, 4, 3, 6, 3).dataset();
    for rank in [KernelRank::Leading(20), KernelRank::Landmarks(50)] {
        let plan = ss_lfda(rank);
        let space = Space::of(data.samples(), &plan.space).expect("space");
        let problem = learner_of(&plan).problem(&space.dataset(data.labels()).expect("data"));
        let solution = problem.expect("problem").solve(&space, &Solve::axes(2)).expect("solution");
        let embedded = solution.embedding(&space).expect("embedding");
        let mapped = fitted(&plan, &data).transform(data.samples()).expect("rows");
        for j in 0..2 {
            assert!(axis_difference(&column(&embedded, j), &column(&mapped, j)) < 1e-9, "{rank}");
        }
    }
}

#[test]
fn the_same_bits_on_any_number_of_threads_and_from_bytes() {
    let data = Table::clusters(700, 4, 3, 6, 3).dataset();
    for rank in [KernelRank::Leading(8), KernelRank::Landmarks(60)] {
        let with = |threads: usize| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| fitted(&ss_lfda(rank), &data))
        };
        let (one, three) = (with(1), with(3));
        assert_eq!(one.to_bytes(), three.to_bytes(), "{rank}");
        let again = Model::from_bytes(&one.to_bytes().expect("bytes")).expect("a model");
        assert_eq!(again, one, "{rank}");
        assert_eq!(again.transform(data.samples()), three.transform(data.samples()), "{rank}");
    }
}

#[test]
fn a_model_of_landmarks_is_told_from_one_of_all_rows() {
    let data = Table::clusters(60, 4, 3, 8, 5).dataset();
    let header = |rank: KernelRank| -> Value {
        let bytes = fitted(&ss_lfda(rank), &data).to_bytes().expect("bytes");
        let (_, metadata) = safetensors::SafeTensors::read_metadata(&bytes).expect("metadata");
        let entries = metadata.metadata().as_ref().expect("entries");
        serde_json::from_str(&entries["halflit"]).expect("JSON")
    };
    let [all, some] = [KernelRank::Full, KernelRank::Landmarks(20)].map(header);
    assert_eq!((&all["landmarks"], &some["landmarks"]), (&false.into(), &true.into()));
}

#[test]
fn negative_eigenvalues_are_seen_where_few_pairs_are_looked_for() {
    let data = many().dataset();
    let sigmoid = Kernel::Sigmoid { scale: Some(0.01), coef0: -1.0 };
    let chosen = |rank| pca(2, rank).kernel(sigmoid.clone());
    let refused = |rank| chosen(rank).fit(&data).expect_err("an indefinite kernel");
    assert_eq!(refused(KernelRank::Leading(4)), refused(KernelRank::Full));
    assert!(matches!(refused(KernelRank::Landmarks(40)), Error::IndefiniteKernel { .. }));
    let share = |rank| {
        let cut = chosen(rank).negative_eigenvalues(NegativeEigenvalues::Drop);
        fitted(&cut, &data).diagnostics().dropped_negative
    };
    assert_eq!(share(KernelRank::Leading(4)), share(KernelRank::Full));
    assert!(share(KernelRank::Landmarks(40)) > 0.0);
}

#[test]
fn what_does_not_go_together_is_refused() {
    let data = Table::clusters(30, 30, 3, 5, 5).dataset();
    let fit = |rank, kernel: Option<Kernel>| {
        let space = SpaceChoice { kernel, kernel_rank: rank, ..SpaceChoice::default() };
        Plan { space, ..Plan::new(Pca::default()).axes(1) }.fit(&data).expect_err("refused")
    };
    let landmarks = KernelRank::Landmarks(5);
    for (rank, kernel) in [
        (landmarks, Some(Kernel::Precomputed {})),
        (landmarks, None),
        (KernelRank::Full, None),
    ] {
        assert!(matches!(fit(rank, kernel), Error::Incompatible { .. }), "{rank}");
    }
    for rank in [KernelRank::Leading(0), KernelRank::Landmarks(0), KernelRank::Landmarks(31)] {
        let error = fit(rank, Some(Kernel::rbf()));
        assert!(matches!(error, Error::Parameter { name: "kernel_rank", .. }), "{rank}: {error}");
    }
    assert_eq!(fit(landmarks, Some(Kernel::function(|_, _| 1.0))), Error::FlatKernel);
}
