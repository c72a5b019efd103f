//! Which rows to label next: typical ones of every cluster first, unsure ones later, check rows whatever anybody knows.

use halflit::suggest::{Known, Reason, Suggestion};
use halflit::{Error, Labels, Plan, Predictions, Prepared, Samples, datasets};

/// A number from −1 to 1 that looks random.
fn noise(i: usize) -> f64 {
    let hashed = (i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31);
    let hashed = (hashed ^ (hashed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (hashed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// Clusters of the given sizes, far from each other, and the cluster of every row.
fn clusters(sizes: &[usize]) -> (Samples<'static>, Vec<usize>) {
    let of_row: Vec<usize> =
        sizes.iter().enumerate().flat_map(|(cluster, &size)| vec![cluster; size]).collect();
    let angle = |cluster: usize| std::f64::consts::TAU * cluster as f64 / sizes.len() as f64;
    let row = |(i, &cluster): (usize, &usize)| {
        let (x, y) = (10.0 * angle(cluster).cos(), 10.0 * angle(cluster).sin());
        [x + noise(3 * i), y + noise(3 * i + 1), noise(3 * i + 2)]
    };
    let rows: Vec<[f64; 3]> = of_row.iter().enumerate().map(row).collect();
    (Samples::from_rows(&rows).expect("rows"), of_row)
}

/// Rows to be asked about, check rows drawn by a seed.
fn prepared<'a>(samples: &'a Samples<'_>, seed: u64) -> Prepared<'a> {
    Plan { seed, ..Plan::default() }.prepare(samples).expect("a plan")
}

fn first(prepared: &Prepared<'_>, count: usize) -> Vec<Suggestion> {
    let labels = Labels::none(prepared.samples().rows());
    prepared.suggest_by(&Known::of(&labels), count).expect("rows")
}

/// By what a model says.
fn by_model(
    prepared: &Prepared<'_>,
    labels: &Labels,
    said: &Predictions,
    count: usize,
) -> Vec<Suggestion> {
    let known = Known { predictions: Some(said), ..Known::of(labels) };
    prepared.suggest_by(&known, count).expect("rows")
}

fn numbers(suggestions: &[Suggestion]) -> Vec<usize> {
    suggestions.iter().map(|one| one.row).collect()
}

/// Labels of some rows, the others unknown. All classes have their names, whether they are seen or not.
fn labels_of(rows: &[usize], classes: &[usize]) -> Labels {
    let hidden: Vec<usize> = (0..classes.len()).filter(|row| !rows.contains(row)).collect();
    Labels::new(classes.iter().map(|&class| Some(["a", "b", "c", "d"][class]))).hide(&hidden)
}

fn predictions(shares: &[[f64; 3]]) -> Predictions {
    let values: Vec<f64> = shares.iter().flatten().copied().collect();
    let probabilities = Samples::from_row_major(values, shares.len(), 3).expect("shares").to_rows();
    Predictions { classes: vec![0; shares.len()], probabilities }
}

#[test]
fn the_first_rows_are_one_of_each_cluster_the_largest_first() {
    let (samples, of_row) = clusters(&[20, 70, 40, 110]);
    let found = first(&prepared(&samples, 0), 4);
    let seen: Vec<usize> = found.iter().map(|one| of_row[one.row]).collect();
    assert_eq!(seen, [3, 1, 2, 0]);
    assert_eq!(found[0].reason, Reason::Typical { of: 109 });
    assert_eq!(found[0].reason.to_string(), "typical of the 109 rows around it");
}

#[test]
fn from_the_fifteenth_on_every_fifth_is_a_check_row_whatever_labels_and_models_say() {
    let (samples, of_row) = clusters(&[60, 60, 60]);
    let prepared_by_seven = prepared(&samples, 7);
    let unlabeled = first(&prepared_by_seven, 20);
    let positions =
        |all: &[Suggestion]| (0..all.len()).filter(|&i| all[i].is_check()).collect::<Vec<_>>();
    assert_eq!(positions(&unlabeled), [14, 19]);
    // Twelve labels: three more, and the next would be the fifteenth.
    let labeled: Vec<usize> = (0..180).step_by(15).collect();
    let scrambled: Vec<usize> = of_row.iter().map(|class| (class + 1) % 3).collect();
    let shares = |a: usize| {
        let row = |i: usize| {
            if (i / 7 + a).is_multiple_of(2) { [0.5, 0.4, 0.1] } else { [0.1, 0.0, 0.9] }
        };
        predictions(&(0..180).map(row).collect::<Vec<_>>())
    };
    let ask = |classes: &[usize], model: &Predictions| {
        let labels = labels_of(&labeled, classes);
        let known = Known { taken: &[1, 2], predictions: Some(model), ..Known::of(&labels) };
        prepared_by_seven.suggest_by(&known, 40).expect("rows")
    };
    let (one, other) = (ask(&of_row, &shares(0)), ask(&scrambled, &shares(1)));
    assert_ne!(numbers(&one), numbers(&other), "models have a say");
    assert_eq!(positions(&one)[..3], [0, 5, 10]);
    let checks = |all: &[Suggestion]| {
        all.iter().filter(|one| one.is_check()).map(|one| one.row).collect::<Vec<_>>()
    };
    assert_eq!(checks(&one), checks(&other), "but not about check rows");
    // The order that was fixed from the start, without rows that have a label.
    let before: Vec<usize> =
        checks(&unlabeled).into_iter().filter(|row| !labeled.contains(row)).collect();
    assert_eq!(checks(&one)[..before.len()], before);
    assert_ne!(checks(&first(&prepared(&samples, 8), 20)), checks(&unlabeled));
}

#[test]
fn no_cluster_is_asked_about_twice_while_another_has_no_label() {
    // Every cluster is far out in a column of its own.
    let sizes = [60, 50, 40, 35, 30, 25, 20, 20, 15, 15, 12, 12];
    let each = sizes.iter().enumerate();
    let of_row: Vec<usize> = each.flat_map(|(cluster, &size)| vec![cluster; size]).collect();
    let value = |row: usize, column: usize| {
        0.2 * noise(12 * row + column) + if of_row[row] == column { 10.0 } else { 0.0 }
    };
    let rows: Vec<[f64; 12]> =
        (0..of_row.len()).map(|row| std::array::from_fn(|column| value(row, column))).collect();
    let samples = Samples::from_rows(&rows).expect("rows");
    let prepared = prepared(&samples, 0);
    let found = first(&prepared, 12);
    let mut seen: Vec<usize> = found.iter().map(|one| of_row[one.row]).collect();
    seen.sort_unstable();
    assert_eq!(seen, (0..12).collect::<Vec<_>>());
    // In two rounds as well, whether the first has its answers or not.
    let labels = Labels::new((0..samples.rows()).map(|row| {
        let asked = found[..7].iter().any(|one| one.row == row);
        asked.then(|| format!("class {}", of_row[row]))
    }));
    let asked: Vec<usize> = numbers(&found[..7]);
    let none = Labels::none(samples.rows());
    let later = [Known { asked: &asked, ..Known::of(&none) }, Known::of(&labels)];
    for known in later {
        let next = prepared.suggest_by(&known, 5).expect("rows");
        let mut seen: Vec<usize> =
            next.iter().chain(&found[..7]).map(|one| of_row[one.row]).collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..12).collect::<Vec<_>>());
    }
}

#[test]
fn a_sketch_of_many_rows_covers_them_all() {
    let (samples, of_row) = clusters(&[2000, 1500, 900, 600]);
    let prepared = prepared(&samples, 0);
    let found = first(&prepared, 4);
    let seen: Vec<usize> = found.iter().map(|one| of_row[one.row]).collect();
    assert_eq!(seen, [0, 1, 2, 3]);
    assert!(found[0].reason.to_string().starts_with("typical of about "), "{}", found[0].reason);
    let about = |one: &Suggestion| match one.reason {
        Reason::Central { about } => about,
        _ => panic!("{one:?}"),
    };
    for (one, size) in found.iter().zip([2000, 1500, 900, 600]) {
        assert!(about(one).abs_diff(size) <= size / 10, "{one:?} of {size}");
    }
    // Rows that are in no sketch hold their clusters.
    let last = [1999, 3499, 4399];
    let labels = labels_of(&last, &of_row);
    let known = Known::of(&labels);
    let next = prepared.suggest_by(&known, 1).expect("rows");
    assert_eq!(of_row[next[0].row], 3);
    let asked = numbers(&next);
    let again = prepared.suggest_by(&Known { asked: &asked, ..known }, 12).expect("rows");
    assert!(again.iter().all(|one| !asked.contains(&one.row) && !last.contains(&one.row)));
}

#[test]
fn a_row_of_a_small_cluster_stands_for_itself_too() {
    let (samples, of_row) = clusters(&[2500, 1600, 2]);
    let found = first(&prepared(&samples, 0), 12);
    let small = found.iter().find(|one| of_row[one.row] == 2).expect("a row of the small cluster");
    assert_eq!(small.reason, Reason::Central { about: 2 });
}

#[test]
fn a_sketch_is_not_asked_for_more_rows_than_it_can_tell_answered_or_not() {
    let (samples, _) = clusters(&[1700, 1300, 1200]);
    let prepared = prepared(&samples, 0);
    let labels = Labels::none(4200);
    let is_sketched = |asked: usize| {
        let asked: Vec<usize> = (0..asked).map(|k| 10 * k).collect();
        let known = Known { asked: &asked, ..Known::of(&labels) };
        let found = prepared.suggest_by(&known, 2).expect("rows");
        found.iter().any(|one| matches!(one.reason, Reason::Central { .. }))
    };
    // One row in ten of the 4,000 of a sketch, those that nobody has answered yet among them.
    assert_eq!([300, 399].map(is_sketched), [true, false]);
}

#[test]
fn while_labels_are_few_it_does_not_matter_what_they_say() {
    let data = datasets::ionosphere_with_labels(4, 1).expect("data");
    let other = data.labels().iter().map(|class| class.map(|class| 1 - class)).collect();
    let other = Labels::from_codes(data.labels().classes().to_vec(), other).expect("labels");
    let prepared = prepared(data.samples(), 0);
    let found = prepared.suggest(data.labels(), &[], 20).expect("rows");
    assert_eq!(found, prepared.suggest(&other, &[], 20).expect("rows"));
}

#[test]
fn classes_are_covered_though_light_moves_their_rows_farther() {
    // Twenty classes that differ a little in forty columns, which three other things move ten times as far.
    let table = |first: usize| {
        let noise = |i: usize| noise(first + i);
        let value = |row: usize, j: usize| {
            let lit: f64 = (0..3).map(|k| noise(7 * row + k) * noise(900_000 + 3 * j + k)).sum();
            let class = noise(700_000 + 40 * (row % 20) + j);
            10.0 * lit + class + 0.05 * noise(100_000 + 40 * row + j)
        };
        let row = |row: usize| (0..40).map(|j| value(row, j)).collect();
        Samples::from_rows(&(0..400).map(row).collect::<Vec<Vec<f64>>>()).expect("rows")
    };
    let seen = |samples: Samples<'_>| {
        let found = first(&prepared(&samples, 0), 40);
        let learned = found.iter().filter(|one| !one.is_check());
        learned.map(|one| one.row % 20).collect::<std::collections::HashSet<_>>().len()
    };
    let all: Vec<usize> = (0..3).map(|own| seen(table(10_000_000 * own))).collect();
    assert!(all.iter().sum::<usize>() > 55, "{all:?} of 20 each");
}

#[test]
fn unsure_rows_go_before_sure_ones_and_say_between_which_classes() {
    let (samples, of_row) = clusters(&[100, 100, 100]);
    let prepared = prepared(&samples, 0);
    let labeled: Vec<usize> = (0..300).step_by(20).collect();
    let labels = labels_of(&labeled, &of_row);
    let row = |i: usize| if i < 100 { [0.1, 0.5, 0.4] } else { [0.0, 0.01, 0.99] };
    let said = predictions(&(0..300).map(row).collect::<Vec<_>>());
    let found = by_model(&prepared, &labels, &said, 4);
    assert!(found.iter().all(|one| one.row < 100), "{found:?}");
    assert_eq!(found[0].reason.to_string(), "unsure between b and c");
}

#[test]
fn a_part_that_no_label_has_reached_gets_its_turn() {
    let (samples, of_row) = clusters(&[150, 150, 40]);
    let prepared = prepared(&samples, 0);
    let labeled: Vec<usize> = (0..300).step_by(20).collect();
    let labels = labels_of(&labeled, &of_row);
    // The model is sure of everything, also of the class that it has never seen.
    let said = predictions(&[[1.0, 0.0, 0.0]; 340]);
    let found = by_model(&prepared, &labels, &said, 3);
    assert!(found.iter().any(|one| of_row[one.row] == 2), "{found:?}");
    assert!(found.iter().all(|one| matches!(one.reason, Reason::Typical { .. })));
}

#[test]
fn all_rows_come_once_and_none_that_is_taken() {
    let (samples, of_row) = clusters(&[13, 21]);
    let prepared = prepared(&samples, 3);
    let (labels, taken) = (labels_of(&[0, 20], &of_row), [5, 6, 6]);
    let known = Known { taken: &taken, ..Known::of(&labels) };
    let mut found = numbers(&prepared.suggest_by(&known, 30).expect("rows"));
    found.sort_unstable();
    let expected: Vec<usize> = (0..34).filter(|row| ![0, 5, 6, 20].contains(row)).collect();
    assert_eq!(found, expected);
    let error = prepared.suggest_by(&known, 31).expect_err("too many");
    assert_eq!(error, Error::SuggestionCount { count: 31, left: 30 });
}

#[test]
fn a_row_that_was_asked_for_is_not_asked_for_again() {
    let (samples, _) = clusters(&[13, 21]);
    let (prepared, none, asked) = (prepared(&samples, 0), Labels::none(34), [3, 20, 33]);
    let known = Known { asked: &asked, ..Known::of(&none) };
    let found = numbers(&prepared.suggest_by(&known, 31).expect("rows"));
    assert!(found.iter().all(|row| !asked.contains(row)), "{found:?}");
    let error = prepared.suggest_by(&known, 32).expect_err("too many");
    assert_eq!(error, Error::SuggestionCount { count: 32, left: 31 });
}

#[test]
fn copies_are_not_so_typical_that_nothing_else_counts() {
    let (samples, of_row) = clusters(&[60, 60, 60]);
    // The first cluster begins with fifteen equal rows, of which the model is sure; of the others it is not.
    let rows: Vec<usize> = (0..180).map(|row| if row < 15 { 0 } else { row }).collect();
    let samples = samples.gather(&rows);
    let prepared = prepared(&samples, 0);
    let labels = labels_of(&(60..180).step_by(6).collect::<Vec<_>>(), &of_row);
    let row = |row: usize| match row {
        15..60 => [0.5, 0.4, 0.1],
        _ => [0.02, 0.0, 0.98],
    };
    let said = predictions(&(0..180).map(row).collect::<Vec<_>>());
    let found = by_model(&prepared, &labels, &said, 2);
    let learned = found.iter().find(|one| !one.is_check()).expect("a row to learn from");
    assert!((15..60).contains(&learned.row), "{found:?}");
}

#[test]
fn who_has_no_predictions_is_asked_as_who_has_those_of_a_fit() {
    let (samples, of_row) = clusters(&[60, 60, 60]);
    let prepared = prepared(&samples, 2);
    let labels = labels_of(&(0..180).step_by(12).collect::<Vec<_>>(), &of_row);
    let said = prepared.place(&labels, None).expect("places").predictions;
    let known = Known { predictions: Some(&said), ..Known::of(&labels) };
    let expected = prepared.suggest_by(&known, 6).expect("rows");
    assert_eq!(prepared.suggest(&labels, &[], 6).expect("rows"), expected);
    let covering = prepared.suggest_by(&Known::of(&labels), 6).expect("rows");
    assert_ne!(expected, covering, "the model has a say");
    // Rows that were skipped are passed over.
    let taken = numbers(&expected);
    let others = prepared.suggest(&labels, &taken, 6).expect("rows");
    assert!(others.iter().all(|one| !taken.contains(&one.row)), "{others:?}");
}

#[test]
fn rows_cover_until_classes_have_two_labels_each_on_average() {
    let labels = |labeled: usize, classes: usize| {
        Labels::new((0..60).map(|i| (i < labeled).then_some(i % classes)))
    };
    for (labeled, classes, covers) in
        [(9, 2, true), (10, 2, false), (15, 8, true), (16, 8, false), (30, 1, true)]
    {
        assert_eq!(halflit::suggest::covers(&labels(labeled, classes)), covers, "{labeled}");
    }
}

#[test]
fn a_row_of_weight_ten_is_ten_rows_of_its_cluster() {
    let (samples, of_row) = clusters(&[20, 70, 40, 110]);
    let weights = of_row.iter().map(|&cluster| if cluster == 0 { 10.0 } else { 1.0 }).collect();
    let samples = samples.with_weights(weights).expect("weights");
    let found = first(&prepared(&samples, 0), 4);
    let seen: Vec<usize> = found.iter().map(|one| of_row[one.row]).collect();
    assert_eq!(seen, [0, 3, 1, 2]);
}

#[test]
fn another_unit_for_all_columns_asks_for_the_same_rows() {
    // One column is wide, so that columns as they come and standardised ones say different things.
    let rows: Vec<[f64; 3]> =
        (0..150).map(|i| [9.0 * noise(3 * i), noise(3 * i + 1), noise(3 * i + 2)]).collect();
    let ask = |factor: f64| {
        let scaled: Vec<[f64; 3]> = rows.iter().map(|row| row.map(|x| factor * x)).collect();
        numbers(&first(&prepared(&Samples::from_rows(&scaled).expect("rows"), 0), 12))
    };
    assert_eq!(ask(1.0 / 1024.0), ask(1024.0));
}

#[test]
fn no_row_is_asked_for_beside_another() {
    // On a line, and the model hesitates most in the middle.
    let rows: Vec<[f64; 1]> = (0..420).map(|i| [i as f64 + 0.1 * noise(i)]).collect();
    let samples = Samples::from_rows(&rows).expect("rows");
    let labeled: Vec<usize> = (0..420).step_by(35).collect();
    let labels = labels_of(&labeled, &(0..420).map(|i| i % 3).collect::<Vec<_>>());
    let unsure = |i: usize| 0.6 - 0.5 * (i as f64 - 210.0).abs() / 210.0;
    let said: Vec<[f64; 3]> = (0..420).map(|i| [1.0 - unsure(i), unsure(i), 0.0]).collect();
    let found = by_model(&prepared(&samples, 0), &labels, &predictions(&said), 20);
    let asked = found.iter().filter(|one| !one.is_check()).map(|one| one.row).collect::<Vec<_>>();
    for (at, &row) in asked.iter().enumerate() {
        let mut others = asked[..at].iter().chain(&labeled);
        // The ten nearest rows reach about five rows to either side.
        assert!(others.all(|&other| row.abs_diff(other) > 3), "{row} of {asked:?}");
    }
}

#[test]
fn another_plan_for_the_same_rows_draws_check_rows_by_its_own_seed() {
    let (samples, _) = clusters(&[60, 60]);
    let checks = |prepared: &Prepared<'_>| {
        let all = first(prepared, 20);
        all.into_iter().filter(Suggestion::is_check).map(|one| one.row).collect::<Vec<_>>()
    };
    let one = prepared(&samples, 1);
    let own = checks(&one);
    let other = one.with(&Plan { seed: 2, ..Plan::default() }).expect("a plan");
    assert_eq!(checks(&other), checks(&prepared(&samples, 2)));
    assert_ne!(checks(&other), own);
}

#[test]
fn of_equal_rows_one_is_asked_for() {
    let (samples, _) = clusters(&[40, 40]);
    let twice: Vec<usize> = (0..80).chain(0..80).collect();
    let asked = first(&prepared(&samples.gather(&twice), 0), 10);
    let mut rows: Vec<usize> =
        asked.iter().filter(|one| !one.is_check()).map(|one| one.row % 80).collect();
    rows.sort_unstable();
    rows.dedup();
    assert_eq!(rows.len(), 10);
}

#[test]
fn few_rows_and_equal_rows() {
    let two = Samples::from_rows(&[[0.0, 1.0], [2.0, 1.0]]).expect("rows");
    assert_eq!(first(&prepared(&two, 0), 1).len(), 1);
    let mut both = numbers(&first(&prepared(&two, 0), 2));
    both.sort_unstable();
    assert_eq!(both, [0, 1]);
    let one = Samples::from_rows(&[[0.0, 1.0]]).expect("rows");
    let refused = |samples: &Samples<'_>| {
        let labels = Labels::none(samples.rows());
        prepared(samples, 0).suggest(&labels, &[], 1).expect_err("refused")
    };
    assert_eq!(refused(&one), Error::TooFewRows { rows: 1 });
    let equal = Samples::from_rows(&[[0.5, 1.0]; 30]).expect("rows");
    assert!(matches!(refused(&equal), Error::NoSpread { rows: 30, .. }));
    // All but one are equal: that one, and one of the others.
    let mut rows = vec![[0.5, 1.0]; 30];
    rows[17] = [3.0, -1.0];
    let found = first(&prepared(&Samples::from_rows(&rows).expect("rows"), 0), 2);
    assert!(found[0].row != 17 && found[1].row == 17, "{found:?}");
    assert_eq!(found[1].reason.to_string(), "by itself, unlike every other row");
}

#[test]
fn what_makes_no_sense_is_refused_by_name() {
    let (samples, _) = clusters(&[10, 10]);
    let prepared = prepared(&samples, 0);
    let none = labels_of(&[], &[0, 1, 2].repeat(7)[..20]);
    let refused = |labels: &Labels, taken: &[usize], model: Option<&Predictions>| {
        let known = Known { taken, predictions: model, ..Known::of(labels) };
        prepared.suggest_by(&known, 3).expect_err("refused")
    };
    let nothing = prepared.suggest_by(&Known::of(&none), 0).expect_err("refused");
    assert_eq!(nothing, Error::SuggestionCount { count: 0, left: 20 });
    let error = refused(&Labels::none(19), &[], None);
    assert_eq!(error, Error::LabelCount { rows: 20, labels: 19 });
    let error = refused(&none, &[20], None);
    assert_eq!(error.what(), "taken row = 20 is out of range");
    let few = predictions(&[[1.0, 0.0, 0.0]; 7]);
    let error = refused(&none, &[], Some(&few));
    assert_eq!(error.what(), "what a model says of every row has 7 × 3, not 20 × 3");
    let mut wrong = predictions(&[[1.0, 0.0, 0.0]; 20]);
    let mut values = wrong.probabilities.clone().into_values();
    values[16] = -0.5;
    wrong.probabilities = Samples::from_row_major(values, 20, 3).expect("values").to_rows();
    let error = refused(&none, &[], Some(&wrong));
    assert_eq!(error, Error::BadProbability { row: 5, column: 1, value: -0.5 });
}

#[test]
fn the_number_of_threads_changes_nothing() {
    // More rows than the tree has leaves.
    let (samples, of_row) = clusters(&[900, 500, 400, 200]);
    let labels = labels_of(&(0..2000).step_by(90).collect::<Vec<_>>(), &of_row);
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("pool");
        pool.install(|| prepared(&samples, 0).suggest(&labels, &[], 25).expect("rows"))
    };
    let found = with(1);
    assert_eq!(found, with(3));
    let mut rows = numbers(&found);
    rows.sort_unstable();
    rows.dedup();
    assert_eq!(rows.len(), 25);
}

#[test]
fn labels_of_rows_that_were_asked_for_teach_more_than_labels_of_random_rows() {
    let truth = datasets::ionosphere();
    let (samples, n) = (truth.samples(), truth.samples().rows());
    let prepared = prepared(samples, 0);
    let accuracy = |rows: &[usize]| {
        let others: Vec<usize> = (0..n).filter(|row| !rows.contains(row)).collect();
        let placed = prepared.place(&truth.labels().hide(&others), None).expect("a placement");
        let said = placed.predictions.classes;
        let right = others.iter().filter(|&&row| truth.labels().class_of(row) == Some(said[row]));
        right.count() as f64 / others.len() as f64
    };
    let random = |count: usize, seed: u64| {
        let drawn = datasets::ionosphere_with_labels(count, seed).expect("a draw");
        accuracy(&drawn.labels().labeled_rows())
    };
    let counts = [6, 10, 14, 20];
    let (mut asked, mut mean) = (0.0, 0.0);
    for count in counts {
        asked += accuracy(&numbers(&first(&prepared, count))) / 4.0;
        mean += (1..=8).map(|seed| random(count, seed)).sum::<f64>() / 32.0;
    }
    assert!(asked > mean + 0.02, "{asked} {mean}");
}
