//! How good the default is on small sets, with room for noise and none for a mistake: each bound is between what it reaches and what it
//! reached before the part of it that is named.

use halflit::{Labels, Plan, Samples, datasets};

/// Numbers from 0 to 1 that look random.
fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A number that is about normal.
fn normal(random: &mut impl FnMut() -> f64) -> f64 {
    (0..12).map(|_| random()).sum::<f64>() - 6.0
}

/// Three classes in four columns, and more columns that mean nothing.
fn clouds(seed: u64, rows: usize, silent: usize) -> (Vec<Vec<f64>>, Vec<usize>) {
    let mut random = random(seed);
    let center = |class: usize, j: usize| if class == j { 3.5 } else { 0.0 };
    let mut row = |i: usize| -> Vec<f64> {
        (0..4 + silent)
            .map(|j| normal(&mut random) + if j < 4 { center(i % 3, j) } else { 0.0 })
            .collect()
    };
    ((0..rows).map(&mut row).collect(), (0..rows).map(|i| i % 3).collect())
}

/// What is right among unlabeled rows, and what is said of it.
fn right_and_said(rows: &[Vec<f64>], truth: &[usize], labeled: usize) -> (f64, f64) {
    let samples = Samples::from_rows(rows).expect("rows");
    let labels = Labels::new(truth.iter().enumerate().map(|(i, c)| (i < labeled).then_some(*c)));
    let placed = Plan::default().prepare(&samples).expect("prepared").place(&labels, None);
    let found = placed.expect("placed").predictions;
    let (mut right, mut said) = (0.0, 0.0);
    for (i, own) in truth.iter().enumerate().skip(labeled) {
        let class = found.classes[i];
        right += f64::from(u8::from(labels.classes()[class] == own.to_string()));
        said += found.probabilities.row(i)[class];
    }
    let count = (rows.len() - labeled) as f64;
    (right / count, said / count)
}

#[test]
fn classes_are_found_and_probabilities_are_true() {
    let (mut right, mut said) = (0.0, 0.0);
    for seed in 0..6 {
        let (rows, truth) = clouds(seed, 240, 0);
        let (own, own_said) = right_and_said(&rows, &truth, 15);
        (right, said) = (right + own / 6.0, said + own_said / 6.0);
    }
    assert!(right > 0.93, "{right}");
    assert!((said - right).abs() < 0.05, "{said} said, {right} right");
}

#[test]
fn columns_that_mean_nothing_are_passed_over() {
    let found: Vec<f64> = (0..4)
        .map(|seed| {
            let (rows, truth) = clouds(seed, 240, 60);
            right_and_said(&rows, &truth, 30).0
        })
        .collect();
    let mean = found.iter().sum::<f64>() / 4.0;
    assert!(mean > 0.87, "{found:?}");
}

#[test]
fn wild_values_do_little_harm() {
    let mut found = Vec::new();
    for seed in 0..4 {
        let (mut rows, truth) = clouds(seed, 240, 0);
        let mut random = random(100 + seed);
        rows.iter_mut().flatten().for_each(|x| *x *= if random() < 0.02 { 1000.0 } else { 1.0 });
        found.push(right_and_said(&rows, &truth, 15).0);
    }
    let mean = found.iter().sum::<f64>() / 4.0;
    assert!(mean > 0.85, "{found:?}");
}

#[test]
fn codes_are_categories() {
    // The class is whether two codes are equal: nothing that their order tells.
    let mut random = random(7);
    let mut row = || -> Vec<f64> { (0..4).map(|_| (random() * 4.0).floor()).collect() };
    let rows: Vec<Vec<f64>> = (0..300).map(|_| row()).collect();
    let truth: Vec<usize> = rows.iter().map(|x| usize::from(x[0] == 2.0 || x[1] == 1.0)).collect();
    let (right, _) = right_and_said(&rows, &truth, 60);
    assert!(right > 0.9, "{right}");
}

#[test]
fn one_label_a_class_never_turns_classes_round() {
    // Two labeled rows that nearly coincide in one view, and do not in others.
    let (rows, truth) = clouds(3, 240, 0);
    let samples = Samples::from_rows(&rows).expect("rows");
    let prepared = Plan::default().prepare(&samples).expect("prepared");
    let mut worst = 1.0f64;
    for draw in 0..20 {
        let labeled: Vec<usize> =
            (0..3).map(|class| 3 * ((draw * 11 + 7 * class) % 80) + class).collect();
        let labels = Labels::new((0..240).map(|i| labeled.contains(&i).then_some(truth[i])));
        let placed = prepared.place(&labels, None).expect("placed");
        assert!(placed.cautions.iter().any(|words| words.contains("one label each")));
        let names = labels.classes();
        let right = (0..240)
            .filter(|&i| names[placed.predictions.classes[i]] == truth[i].to_string())
            .count();
        worst = worst.min(right as f64 / 240.0);
    }
    assert!(worst > 0.5, "{worst}");
}

#[test]
fn more_labels_do_no_harm() {
    let data = datasets::balance();
    let (rows, truth): (Vec<Vec<f64>>, Vec<usize>) = (0..625)
        .map(|i| {
            // Neighbours in the list are neighbours in space.
            let row = (i * 251) % 625;
            let class = data.labels().class_of(row).expect("labeled");
            (data.samples().row(row).to_vec(), class)
        })
        .unzip();
    let few = right_and_said(&rows, &truth, 60).0;
    let many = right_and_said(&rows, &truth, 400).0;
    assert!(many > few + 0.05 && many > 0.88, "{few} with 60, {many} with 400");
}

#[test]
fn a_new_row_is_as_good_as_one_of_the_fit() {
    let (rows, truth) = clouds(5, 600, 2);
    let labels = |count: usize| Labels::new((0..count).map(|i| (i < 18).then_some(truth[i])));
    let samples = Samples::from_rows(&rows).expect("rows");
    let some = samples.gather(&(0..400).collect::<Vec<_>>());
    let new = samples.gather(&(400..600).collect::<Vec<_>>());
    let model =
        Plan::default().prepare(&some).expect("prepared").fit(&labels(400)).expect("fit").model;
    let right = |names: &[&str]| {
        let pairs = names.iter().zip(&truth[400..]);
        pairs.filter(|(name, class)| **name == class.to_string()).count()
    };
    let outside = right(&model.predict(&new).expect("predictions"));
    let placed = Plan::default().prepare(&samples).expect("prepared").place(&labels(600), None);
    let placed = placed.expect("placed").predictions.classes;
    let known = labels(600);
    let names: Vec<&str> =
        placed[400..].iter().map(|&class| known.classes()[class].as_str()).collect();
    let inside = right(&names);
    assert!(outside + 6 >= inside, "{outside} outside, {inside} inside of 200");
}
