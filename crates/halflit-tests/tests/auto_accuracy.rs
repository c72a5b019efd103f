//! How good the default is on small sets, with room for noise and none for a mistake: each bound is between what it reaches and what it
//! reached before the part of it that is named.

use halflit::{Columns, Labels, Model, Plan, Samples, View, datasets};

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

/// What is right among unlabeled rows, what is said of it, and how surprising the truth is: the mean of −ln of its probability.
#[derive(Debug, Clone, Copy, Default)]
struct Judged {
    right: f64,
    said: f64,
    surprise: f64,
}

fn judged(rows: &[Vec<f64>], truth: &[usize], is_labeled: impl Fn(usize) -> bool) -> Judged {
    let samples = Samples::from_rows(rows).expect("rows");
    let name = |class: usize| format!("{class:02}");
    let labels = Labels::new((0..truth.len()).map(|i| is_labeled(i).then(|| name(truth[i]))));
    let placed = Plan::default().prepare(&samples).expect("prepared").place(&labels, None);
    let found = placed.expect("placed").predictions;
    let own = |class: usize| labels.classes().iter().position(|known| *known == name(class));
    let unlabeled: Vec<usize> = (0..truth.len()).filter(|&i| !is_labeled(i)).collect();
    let part = 1.0 / unlabeled.len() as f64;
    unlabeled.iter().fold(Judged::default(), |sum, &i| {
        let (class, own) = (found.classes[i], own(truth[i]).expect("a known class"));
        let shares = found.probabilities.row(i);
        Judged {
            right: sum.right + part * f64::from(u8::from(class == own)),
            said: sum.said + part * shares[class],
            surprise: sum.surprise - part * shares[own].max(1e-9).ln(),
        }
    })
}

/// The mean over some tables.
fn mean(all: impl Iterator<Item = Judged>) -> Judged {
    let all: Vec<Judged> = all.collect();
    let of = |part: fn(&Judged) -> f64| all.iter().map(part).sum::<f64>() / all.len() as f64;
    Judged {
        right: of(|own| own.right),
        said: of(|own| own.said),
        surprise: of(|own| own.surprise),
    }
}

/// A class for each of some columns in which it lies apart from the others; of every class the first rows are labeled.
fn apart(seed: u64, rows: usize, distance: f64, columns: usize, labeled: &[usize]) -> Judged {
    let mut random = random(1000 + seed);
    let classes = labeled.len();
    let mut value =
        |class: usize, j: usize| normal(&mut random) + if class == j { distance } else { 0.0 };
    let mut row = |i: usize| -> Vec<f64> { (0..columns).map(|j| value(i % classes, j)).collect() };
    let table: Vec<Vec<f64>> = (0..rows).map(&mut row).collect();
    let truth: Vec<usize> = (0..rows).map(|i| i % classes).collect();
    judged(&table, &truth, |i| i / classes < labeled[i % classes])
}

#[test]
fn classes_are_found_and_probabilities_are_true() {
    let Judged { right, said, .. } = mean((0..6).map(|seed| {
        let (rows, truth) = clouds(seed, 240, 0);
        judged(&rows, &truth, |i| i < 15)
    }));
    assert!(right > 0.93, "{right}");
    assert!((said - right).abs() < 0.05, "{said} said, {right} right");
}

#[test]
fn labels_that_are_alone_in_their_class_do_not_say_how_sure_to_be() {
    // Left out, each of four labels in sixteen is found by nobody, though its class lies as far apart as the others.
    let found = mean((0..6).map(|seed| apart(seed, 240, 4.0, 8, &[3, 3, 3, 3, 1, 1, 1, 1])));
    assert!(found.surprise < 0.19, "{found:?}");
}

#[test]
fn few_labels_of_near_classes_are_not_followed_too_far() {
    let found = mean((0..6).map(|seed| apart(seed, 200, 1.8, 4, &[10, 10, 10])));
    assert!(found.right > 0.75 && found.surprise < 0.595, "{found:?}");
}

#[test]
fn noise_is_not_called_sure() {
    // A coin is surprised by ln 2 = 0.69.
    let found = mean((0..8).map(|seed| apart(seed, 150, 0.0, 4, &[10, 10])));
    assert!(found.surprise < 0.85, "{found:?}");
}

#[test]
fn columns_that_mean_nothing_are_passed_over() {
    let found = mean((0..4).map(|seed| {
        let (rows, truth) = clouds(seed, 240, 60);
        judged(&rows, &truth, |i| i < 30)
    }));
    assert!(found.right > 0.87, "{found:?}");
    // The more of them and the more labels, the more it matters that columns are told apart by what a first fit says.
    let silent = |columns: usize, labeled: usize| {
        mean((0..4).map(|seed| {
            let (rows, truth) = clouds(seed, 240, columns);
            judged(&rows, &truth, |i| i < labeled)
        }))
    };
    let (many, few) = (silent(120, 60), silent(30, 12));
    assert!(many.surprise < 0.09 && few.surprise < 0.119, "{many:?} {few:?}");
}

#[test]
fn rare_classes_stay_rare() {
    let found = mean((0..6).map(|seed| {
        let mut random = random(300 + seed);
        let class = |i: usize| usize::from(i % 8 == 7);
        let mut row = |i: usize| -> Vec<f64> {
            (0..3).map(|_| normal(&mut random) + 1.6 * class(i) as f64).collect()
        };
        let rows: Vec<Vec<f64>> = (0..240).map(&mut row).collect();
        let truth: Vec<usize> = (0..240).map(class).collect();
        judged(&rows, &truth, |i| i < 40)
    }));
    assert!(found.right > 0.92 && found.surprise < 0.17, "{found:?}");
}

#[test]
fn labels_of_noise_are_not_found_again() {
    // A hundred columns: some go along with the labels by chance, and a label that is left out must not have chosen them.
    let found: Vec<f64> = (0..4)
        .map(|seed| {
            let mut random = random(900 + seed);
            let rows: Vec<Vec<f64>> =
                (0..160).map(|_| (0..100).map(|_| normal(&mut random)).collect()).collect();
            let samples = Samples::from_rows(&rows).expect("rows");
            let labels =
                Labels::new((0..160).map(|i| (i < 40).then(|| random() < 0.5)).collect::<Vec<_>>());
            let placed = Plan::default().prepare(&samples).expect("prepared").place(&labels, None);
            let left_out = placed.expect("placed").left_out;
            let right = left_out.iter().filter(|own| own.class == own.predicted).count();
            right as f64 / left_out.len() as f64
        })
        .collect();
    let mean = found.iter().sum::<f64>() / 4.0;
    assert!(mean < 0.65, "{found:?}");
}

/// Two classes that differ in how far out their rows lie, in ten columns; sixty more mean nothing.
fn shells(seed: u64) -> (Vec<Vec<f64>>, Vec<usize>) {
    let mut random = random(seed);
    let mut row = |i: usize| -> Vec<f64> {
        let width = if i.is_multiple_of(2) { 2.0 } else { 0.7 };
        let width = |j: usize| if j < 10 { width } else { 1.5 };
        (0..70).map(|j| width(j) * normal(&mut random)).collect()
    };
    ((0..500).map(&mut row).collect(), (0..500).map(|i| i % 2).collect())
}

#[test]
fn columns_that_go_together_are_told_from_noise_without_a_label() {
    let found: Vec<f64> = (0..3)
        .map(|seed| {
            let (rows, truth) = shells(seed);
            judged(&rows, &truth, |i| i < 30).right
        })
        .collect();
    let mean = found.iter().sum::<f64>() / 3.0;
    assert!(mean > 0.85, "{found:?}");
    let (rows, truth) = shells(0);
    side_is_kept(&rows, &truth, 30, Columns::Dependent);
}

/// Six classes that differ a little in forty columns, which three other things move ten times as far.
fn in_changing_light(seed: u64) -> (Vec<Vec<f64>>, Vec<usize>) {
    let mut random = random(seed);
    let mut table = |rows: usize, columns: usize| -> Vec<Vec<f64>> {
        (0..rows).map(|_| (0..columns).map(|_| normal(&mut random)).collect()).collect()
    };
    let (centers, lights, light, own) = (table(6, 40), table(3, 40), table(360, 3), table(360, 40));
    let value = |i: usize, j: usize| {
        let lit: f64 = (0..3).map(|k| 10.0 * light[i][k] * lights[k][j]).sum();
        lit + centers[i % 6][j] + 0.1 * own[i][j]
    };
    let row = |i: usize| (0..40).map(|j| value(i, j)).collect();
    ((0..360).map(row).collect(), (0..360).map(|i| i % 6).collect())
}

#[test]
fn what_a_few_large_differences_hide_is_seen() {
    let found: Vec<f64> = (0..3)
        .map(|seed| {
            let (rows, truth) = in_changing_light(seed);
            judged(&rows, &truth, |i| i < 12).right
        })
        .collect();
    let mean = found.iter().sum::<f64>() / 3.0;
    assert!(mean > 0.75, "{found:?}");
    let (rows, truth) = in_changing_light(0);
    side_is_kept(&rows, &truth, 12, Columns::Whitened);
}

#[test]
fn axes_are_brought_to_equal_length_where_three_of_them_hide_the_others() {
    let is_looked_at = |rows: usize, light: f64| {
        let mut random = random(21);
        let lights: Vec<[f64; 3]> =
            (0..40).map(|_| [0.0; 3].map(|_| normal(&mut random))).collect();
        let mut row = |_| -> Vec<f64> {
            let own = [0.0; 3].map(|_| light * normal(&mut random));
            let lit = |of: &[f64; 3]| own.iter().zip(of).map(|(a, b)| a * b).sum::<f64>();
            lights.iter().map(|of| lit(of) + 3f64.sqrt() * normal(&mut random)).collect()
        };
        let table: Vec<Vec<f64>> = (0..rows).map(&mut row).collect();
        let samples = Samples::from_rows(&table).expect("rows");
        let labels = Labels::new((0..rows).map(|i| (i < 8).then_some(i % 2)));
        let placed = Plan::default().prepare(&samples).expect("prepared").place(&labels, None);
        placed.expect("placed").views.iter().any(|own| own.columns == Columns::Whitened)
    };
    // They hold four fifths of the variance, and two fifths.
    assert_eq!([2.0, 0.7].map(|light| is_looked_at(150, light)), [true, false]);
    // Of fewer rows an axis is one of few rows.
    assert!(!is_looked_at(90, 2.0));
}

/// Views of one side have a share of the kernel, and a file holds them: rows are mapped to the same bits, one by one too.
fn side_is_kept(rows: &[Vec<f64>], truth: &[usize], labeled: usize, columns: Columns) {
    let samples = Samples::from_rows(rows).expect("rows");
    let labels = Labels::new(truth.iter().enumerate().map(|(i, c)| (i < labeled).then_some(*c)));
    let model =
        Plan::default().prepare(&samples).expect("prepared").fit(&labels).expect("fit").model;
    let own = model.diagnostics().views.iter().filter(|own| own.columns == columns);
    assert!(own.map(|own| own.share).sum::<f64>() > 0.1, "{columns}");
    let again = Model::from_bytes(&model.to_bytes().expect("bytes")).expect("read");
    let mapped = model.transform(&samples).expect("mapped");
    assert_eq!(mapped, again.transform(&samples).expect("mapped"));
    for row in [0, 17, rows.len() - 1] {
        let one = again.transform(&samples.gather(&[row])).expect("one");
        let (found, expected) = (one.row(0), mapped.row(row));
        let spread = expected.iter().fold(1.0f64, |most, x| most.max(x.abs()));
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12 * spread));
    }
}

#[test]
fn wild_values_do_little_harm() {
    let mut found = Vec::new();
    for seed in 0..4 {
        let (mut rows, truth) = clouds(seed, 240, 0);
        let mut random = random(100 + seed);
        rows.iter_mut().flatten().for_each(|x| *x *= if random() < 0.02 { 1000.0 } else { 1.0 });
        found.push(judged(&rows, &truth, |i| i < 15).right);
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
    let Judged { right, .. } = judged(&rows, &truth, |i| i < 60);
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
    let [few, some, many] = [60, 200, 400].map(|labeled| judged(&rows, &truth, |i| i < labeled));
    assert!(many.right > few.right + 0.05 && many.right > 0.88, "{few:?} {many:?}");
    assert!(some.surprise < 0.35, "{some:?}");
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

#[test]
fn before_labels_tell_views_count_by_what_they_are() {
    // With one label a class nothing is found out by leaving it out.
    let (rows, truth) = clouds(2, 120, 0);
    let samples = Samples::from_rows(&rows).expect("rows");
    let labels = Labels::new((0..120).map(|i| (i < 3).then_some(truth[i])));
    let views = Plan::default().prepare(&samples).expect("prepared").place(&labels, None);
    let views = views.expect("placed").views;
    let share = |columns: Columns, is_of: fn(&View) -> bool| {
        let own = views.iter().filter(|own| own.columns == columns && is_of(&own.view));
        let shares: Vec<f64> = own.map(|own| own.share).collect();
        assert!(shares.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 1e-12), "{shares:?}");
        shares.first().copied().expect("a view")
    };
    let is_rbf = |view: &View| matches!(view, View::Rbf { .. });
    let is_laplace = |view: &View| matches!(view, View::Laplace { .. });
    let values = share(Columns::Standardized, is_rbf);
    assert!(share(Columns::Ranked, is_rbf) < values, "ranks know less than values");
    assert!(share(Columns::Standardized, is_laplace) > values, "sharp tips do better");
    assert!(views.windows(2).all(|pair| pair[0].share >= pair[1].share), "the largest first");
}

#[test]
fn axes_of_equal_length_count_less_than_columns_before_labels_tell() {
    let (rows, truth) = in_changing_light(0);
    let samples = Samples::from_rows(&rows).expect("rows");
    let labels = Labels::new((0..rows.len()).map(|i| (i < 6).then_some(truth[i])));
    let placed = Plan::default().prepare(&samples).expect("prepared").place(&labels, None);
    let views = placed.expect("placed").views;
    // Ranks know less than values; short axes are mostly noise, which sharp tips follow as well.
    let is_rbf_of_ranks = |own: &&halflit::ViewShare| {
        own.columns == Columns::Ranked && matches!(own.view, View::Rbf { .. })
    };
    let ranked = views.iter().find(is_rbf_of_ranks).expect("a view").share;
    let whitened = || views.iter().filter(|own| own.columns == Columns::Whitened);
    assert!(whitened().count() > 10 && whitened().all(|own| own.share < ranked), "{views:?}");
}

#[test]
fn labels_that_coincide_in_a_view_do_not_make_it_loud() {
    // Two wide columns of noise are the leading axes, and both labeled rows have nearly the same noise: any difference there is chance.
    let mut random = random(11);
    let mut row = |i: usize| -> Vec<f64> {
        let wide: Vec<f64> = (0..2).map(|_| 4.0 * normal(&mut random)).collect();
        let sign = if i.is_multiple_of(2) { 1.2 } else { -1.2 };
        let own: Vec<f64> = (0..4).map(|_| normal(&mut random) + sign).collect();
        [wide, own].concat()
    };
    let rows: Vec<Vec<f64>> = (0..200).map(&mut row).collect();
    let truth: Vec<usize> = (0..200).map(|i| i % 2).collect();
    let found = mean((0..5).map(|k| {
        let (first, mut rows) = (40 * k, rows.clone());
        rows[first + 1][0] = rows[first][0] + 1e-3;
        rows[first + 1][1] = rows[first][1] - 1e-3;
        judged(&rows, &truth, |i| i == first || i == first + 1)
    }));
    assert!(found.right > 0.8, "{found:?}");
}
