//! What must hold of the default learner.

use halflit::{Breadth, Columns, Dataset, Error, Labels, Model, Plan, Samples, View, datasets};

use crate::common::compare::fitted;

fn ionosphere() -> Dataset<'static> {
    datasets::ionosphere_with_labels(20, 5).expect("embedded")
}

/// Numbers that repeat nothing.
fn noise(i: usize) -> f64 {
    ((i as f64 + 0.5) * 12.9898).sin() * 43758.5453 % 1.0
}

/// So many rows around so many centres, in some columns.
fn blobs(rows: usize, classes: usize, columns: usize) -> Vec<Vec<f64>> {
    let center = |class: usize, j: usize| 4.0 * noise(1000 + class * columns + j);
    let value = |i: usize, j: usize| center(i % classes, j) + noise(i * columns + j);
    (0..rows).map(|i| (0..columns).map(|j| value(i, j)).collect()).collect()
}

/// The first rows labeled by their class.
fn labels(rows: usize, classes: usize, labeled: usize) -> Labels {
    Labels::new((0..rows).map(|i| (i < labeled).then(|| format!("{:03}", i % classes))))
}

fn accuracy(model: &Model, samples: &Samples<'_>, classes: usize) -> f64 {
    let predicted = model.predict(samples).expect("predictions");
    let right =
        predicted.iter().enumerate().filter(|(i, name)| **name == format!("{:03}", i % classes));
    right.count() as f64 / predicted.len() as f64
}

#[test]
fn a_model_is_its_bytes_and_a_training_row_is_itself() {
    let data = ionosphere();
    let model = fitted(&Plan::default().axes(2), &data);
    let again = Model::from_bytes(&model.to_bytes().expect("bytes")).expect("read");
    assert_eq!(model, again);
    let (points, elected) = again.place(data.samples(), None).expect("placed");
    assert_eq!((points.rows(), points.columns()), (351, 2));
    // One by one, as a new row would come.
    for row in [0, 17, 350] {
        let one = again.transform(&data.samples().gather(&[row])).expect("one");
        for (a, b) in one.row(0).iter().zip(points.row(row)) {
            assert!((a - b).abs() < 1e-12 * b.abs().max(1.0));
        }
    }
    for row in 0..351 {
        let sum: f64 = elected.probabilities.row(row).iter().sum();
        assert!((sum - 1.0).abs() < 1e-12);
    }
    let shares: f64 = model.diagnostics().views.iter().map(|view| view.share).sum();
    assert!((shares - 1.0).abs() < 1e-12);
}

#[test]
fn copied_columns_and_few_distinct_rows_are_no_obstacle() {
    for part in 0..40 {
        // Codes and yes or no; the last column is a copy, the opposite or twice the first.
        let (columns, most) = [(5, 5.0), (4, 2.0), (6, 2.0)][part % 3];
        let factor = [1.0, -1.0, 2.0][part / 3 % 3];
        let code = |i: usize, j: usize| {
            (noise(part * 1000 + i * columns + j).abs() * most).floor()
                + f64::from(u8::from(j == 1 && i % 2 == 1))
        };
        let value = |i: usize, j: usize| match j + 1 == columns {
            true => factor * code(i, 0),
            false => code(i, j),
        };
        let rows: Vec<Vec<f64>> =
            (0..100).map(|i| (0..columns).map(|j| value(i, j)).collect()).collect();
        let samples = Samples::from_rows(&rows).expect("rows");
        let data = Dataset::new(samples, labels(100, 2, 20)).expect("data");
        for plan in [Plan::default(), Plan::named("ss-lfda").expect("known")] {
            let made = plan.fit(&data);
            assert!(made.is_ok(), "table {part}, {}: {:?}", plan.name(), made.err());
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let data = ionosphere();
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("pool");
        pool.install(|| fitted(&Plan::default(), &data).to_bytes().expect("bytes"))
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn labels_that_came_one_after_another_give_the_bits_of_labels_that_came_together() {
    let samples = ionosphere().samples().clone().into_owned();
    let first = |labeled: usize| {
        let data = datasets::ionosphere();
        data.labels().hide(&(labeled..351).collect::<Vec<_>>())
    };
    let bytes = |former: &[usize]| {
        let prepared = Plan::default().prepare(&samples).expect("rows");
        for &labeled in former {
            prepared.place(&first(labeled), None).expect("places");
        }
        prepared.fit(&first(24)).expect("a fit").model.to_bytes().expect("bytes")
    };
    assert!(bytes(&[9, 17, 24]) == bytes(&[]));
}

#[test]
fn units_do_not_matter() {
    let rows = blobs(240, 3, 6);
    let labels = labels(240, 3, 15);
    let fit = |samples: &Samples<'_>| {
        fitted(&Plan::default(), &Dataset::new(samples.borrowed(), labels.clone()).expect("data"))
    };
    let samples = Samples::from_rows(&rows).expect("rows");
    let plain = fit(&samples);
    for factor in [1e-6, 1e6] {
        // One column in other units, and all of them.
        for columns in [1, 6] {
            let mut scaled = rows.clone();
            scaled.iter_mut().for_each(|row| row[..columns].iter_mut().for_each(|v| *v *= factor));
            let samples = Samples::from_rows(&scaled).expect("rows");
            assert!(accuracy(&fit(&samples), &samples, 3) > 0.97, "{factor} {columns}");
        }
    }
    assert!(accuracy(&plain, &samples, 3) > 0.97);
}

#[test]
fn one_label_a_class_two_classes_and_a_hundred() {
    for (rows, classes, labeled, columns) in
        [(60, 2, 2, 5), (90, 3, 3, 4), (600, 100, 200, 12), (300, 30, 30, 400), (40, 2, 40, 3)]
    {
        let samples = Samples::from_rows(&blobs(rows, classes, columns)).expect("rows");
        let data = Dataset::new(samples.borrowed(), labels(rows, classes, labeled)).expect("data");
        let model = fitted(&Plan::default(), &data);
        assert_eq!(model.dimension(), classes - 1);
        let right = accuracy(&model, &samples, classes);
        assert!(right > 0.8, "{rows} {classes} {labeled} {columns}: {right}");
    }
}

#[test]
fn more_labels_than_are_spanned_by() {
    let samples = Samples::from_rows(&blobs(1500, 3, 4)).expect("rows");
    let data = Dataset::new(samples.borrowed(), labels(1500, 3, 1300)).expect("data");
    assert!(accuracy(&fitted(&Plan::default(), &data), &samples, 3) > 0.99);
}

#[test]
fn labels_beyond_those_that_span_the_axes_ask_for_no_more_ridge() {
    let samples = Samples::from_rows(&blobs(2100, 3, 4)).expect("rows");
    let told = |labeled: usize| {
        let data = Dataset::new(samples.borrowed(), labels(2100, 3, labeled)).expect("data");
        let told = fitted(&thin(), &data).diagnostics().clone();
        (told.ridge, told.left_out.map(|(_, left_out)| left_out))
    };
    assert_eq!(told(1000), told(2000));
    assert_eq!(told(2000).1, Some(1000));
}

#[test]
fn odd_data_are_fitted_or_refused_by_name() {
    // Duplicates, a constant column, few rows.
    let mut rows = blobs(40, 2, 3);
    rows.iter_mut().for_each(|row| row.push(7.0));
    (0..30).for_each(|i| rows[i] = rows[i % 2].clone());
    let samples = Samples::from_rows(&rows).expect("rows");
    let data = Dataset::new(samples.borrowed(), labels(40, 2, 6)).expect("data");
    assert!(accuracy(&fitted(&Plan::default(), &data), &samples, 2) > 0.9);
    // Nothing but duplicates: four points, 25 of each.
    let corners: Vec<[f64; 2]> = (0..100).map(|i| [(i % 2) as f64, (i / 2 % 2) as f64]).collect();
    let corners = Samples::from_rows(&corners).expect("rows");
    let data_of_corners = Dataset::new(corners.borrowed(), labels(100, 2, 8)).expect("data");
    let model = fitted(&Plan::default(), &data_of_corners);
    assert!((accuracy(&model, &corners, 2) - 1.0).abs() < 1e-12);
    // A row far from all others.
    let mut far = blobs(60, 2, 3);
    far[59] = vec![1e5, -1e5, 1e5];
    let far = Samples::from_rows(&far).expect("rows");
    let data_of_far = Dataset::new(far.borrowed(), labels(60, 2, 6)).expect("data");
    assert!(accuracy(&fitted(&Plan::default(), &data_of_far), &far, 2) > 0.9);
    let few = Samples::from_rows(&[[0.0], [1.0], [3.0]]).expect("rows");
    let two = Labels::new([Some("a"), Some("b"), None]);
    let model = fitted(&Plan::default(), &Dataset::new(few.borrowed(), two).expect("data"));
    assert_eq!(model.predict(&few).expect("predicted").len(), 3);
    let of = |labels: Labels| {
        let data = Dataset::new(few.borrowed(), labels).expect("data");
        Plan::default().fit(&data).expect_err("refused")
    };
    assert!(matches!(of(Labels::none(3)), Error::NoLabels { .. }));
    assert!(matches!(of(Labels::new([Some("a"), Some("a"), None])), Error::OneClass { .. }));
    let equal = Samples::from_rows(&[[1.0], [1.0], [1.0]]).expect("rows");
    let warm = Plan::default().prepare(&equal).and_then(|prepared| prepared.warm());
    assert!(matches!(warm, Err(Error::NoSpread { .. })));
    let large = Plan::default().axes(9);
    assert!(matches!(large.fit(&data), Err(Error::DimensionTooLarge { .. })));
}

#[test]
fn no_choice_sees_a_held_out_label() {
    let data = datasets::ionosphere();
    let held_out: Vec<usize> = (0..351).filter(|i| i % 17 != 0).collect();
    let turned = Labels::new(data.labels().iter().enumerate().map(|(i, class)| {
        let class = class.expect("labeled");
        Some(if i % 17 != 0 { 1 - class } else { class })
    }));
    let named = Labels::new(data.labels().iter().map(|class| Some(class.expect("labeled"))));
    let prepared = Plan::default().prepare(data.samples()).expect("rows");
    let fit =
        |labels: &Labels| prepared.fit(&labels.hide(&held_out)).expect("fit").model.to_bytes();
    assert_eq!(fit(&named), fit(&turned));
    let folds = [held_out.clone()];
    let right =
        |labels: &Labels| prepared.assess(labels, &folds).expect("an assessment").accuracy();
    // What is right for one is wrong for the other.
    assert!((right(&named) + right(&turned) - 1.0).abs() < 1e-12);
}

#[test]
fn a_damaged_model_is_refused_or_works() {
    let rows = blobs(12, 2, 3);
    let samples = Samples::from_rows(&rows).expect("rows");
    let data = Dataset::new(samples.borrowed(), labels(12, 2, 4)).expect("data");
    let bytes = fitted(&Plan::default(), &data).to_bytes().expect("bytes");
    for at in 0..bytes.len() {
        for change in [0x01, 0x80] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            if let Ok(model) = Model::from_bytes(&damaged)
                && let Ok((_, elected)) = model.place(&samples, None)
            {
                assert!(elected.classes.iter().all(|&class| class < model.classes().len()));
            }
        }
        assert!(Model::from_bytes(&bytes[..at]).is_err());
    }
}

fn thin() -> Plan {
    Plan::auto(Breadth::Thin)
}

#[test]
fn rows_are_placed_as_the_model_would_map_them() {
    // The last rows are copies of the first.
    let mut rows = blobs(150, 4, 6);
    rows.extend(rows[..10].to_vec());
    let samples = Samples::from_rows(&rows).expect("rows");
    let labels = labels(160, 4, 24);
    for auto in [Plan::default(), thin()] {
        let prepared = auto.prepare(&samples).expect("rows");
        let placed = prepared.place(&labels, None).expect("a placement");
        let model = prepared.fit(&labels).expect("a fit").model;
        let (points, predictions) = model.place(&samples, None).expect("mapped");
        let largest = points.values().iter().fold(0.0, |most: f64, v| most.max(v.abs()));
        for (found, expected) in placed.points.values().iter().zip(points.values()) {
            assert!((found - expected).abs() < 1e-9 * largest, "{found} {expected}");
        }
        assert_eq!(placed.predictions.classes, predictions.classes);
        assert_eq!(placed.left_out.len(), 24);
        assert!(placed.left_out.iter().all(|own| own.class == own.predicted), "{placed:?}");
        assert!(accuracy(&model, &samples, 4) > 0.9);
    }
}

#[test]
fn a_wrong_label_is_contradicted_by_the_others() {
    let samples = Samples::from_rows(&blobs(150, 3, 6)).expect("rows");
    let wrong = |i: usize| if i == 7 { 2 } else { i % 3 };
    let labels = Labels::new((0..150).map(|i| (i < 30).then(|| wrong(i))));
    for auto in [Plan::default(), thin()] {
        let prepared = auto.prepare(&samples).expect("rows");
        let placed = prepared.place(&labels, None).expect("a placement");
        let contradicted = placed.left_out.iter().filter(|own| own.class != own.predicted);
        let found: Vec<_> = contradicted.map(|own| (own.row, own.class, own.predicted)).collect();
        assert_eq!(found, [(7, 2, 1)]);
    }
}

#[test]
fn left_out_rows_are_those_whose_class_keeps_a_label_each_once_and_by_its_class() {
    // No row has the first class, one row has the last, and every third row counts three times.
    let class = |i: usize| if i == 8 { 3 } else { 1 + i % 2 };
    let name = |i: usize| ["absent", "one", "other", "rare"][if i == 59 { 0 } else { class(i) }];
    let labels = Labels::new((0..60).map(|i| Some(name(i)))).hide(&(20..60).collect::<Vec<_>>());
    let weights = (0..60).map(|i| if i % 3 == 0 { 3.0 } else { 1.0 }).collect();
    let samples = Samples::from_rows(&blobs(60, 2, 4)).expect("rows");
    let samples = samples.with_weights(weights).expect("weights");
    for auto in [Plan::default(), thin()] {
        let prepared = auto.prepare(&samples).expect("rows");
        let found = prepared.place(&labels, None).expect("places").left_out;
        let rows: Vec<usize> = found.iter().map(|own| own.row).collect();
        assert_eq!(rows, (0..20).filter(|&row| row != 8).collect::<Vec<_>>());
        for own in &found {
            assert_eq!((own.class, own.predicted), (class(own.row), class(own.row)), "{own:?}");
        }
        // Copies of a row are rows of their own where they are counted.
        let copies = 20 + 2 * 7 - 1;
        let told = prepared.fit(&labels).expect("a fit").model.diagnostics().left_out;
        assert_eq!(told, Some((copies, copies)));
    }
}

#[test]
fn a_label_that_is_alone_in_its_class_is_held_against_no_view() {
    // Two labels each of two classes, and six that are alone: left out, nobody could find those.
    let samples = Samples::from_rows(&blobs(80, 8, 4)).expect("rows");
    let labels = Labels::new((0..80).map(|i| (i < 10).then_some(i % 8)));
    // What is got wrong of the four others where nothing is said of them: (1 − 2·0.2 + 0.14) each, of ten labels.
    let nothing_said = 4.0 * 0.74 / 10.0;
    for auto in [Plan::default(), thin()] {
        let views =
            auto.prepare(&samples).expect("rows").place(&labels, None).expect("places").views;
        for own in &views {
            assert!(own.loss.is_none_or(|loss| loss < nothing_said + 1e-12), "{own}: {own:?}");
        }
    }
}

#[test]
fn a_placement_says_of_left_out_labels_what_the_fit_counted() {
    // Noise, and five labels in six of one class: how frequent it is says most of a label that is left out.
    let rows: Vec<Vec<f64>> = (0..90).map(|i| (0..5).map(|j| noise(5 * i + j)).collect()).collect();
    let samples = Samples::from_rows(&rows).expect("rows");
    let labels = Labels::new((0..90).map(|i| (i < 48).then_some(i % 6 == 0)));
    for auto in [Plan::default(), thin()] {
        let prepared = auto.prepare(&samples).expect("rows");
        let left_out = prepared.place(&labels, None).expect("places").left_out;
        let right = left_out.iter().filter(|own| own.class == own.predicted).count();
        let told = prepared.fit(&labels).expect("a fit").model.diagnostics().left_out;
        assert_eq!(told, Some((right, 48)));
        assert!(right >= 36, "{right}");
    }
}

#[test]
fn held_out_labels_are_judged_as_a_fit_without_them_predicts() {
    // Classes that overlap, in columns that are all positive; some rows are there three times.
    let table = |i: usize| if i < 60 { i % 20 } else { i };
    let value = |i: usize, j: usize| 9.0 + f64::from(u8::from(i % 5 == j)) + noise(4 * i + j);
    let rows: Vec<Vec<f64>> =
        (0..90).map(|i| (0..4).map(|j| value(table(i), j)).collect()).collect();
    let samples = Samples::from_rows(&rows).expect("rows");
    let labels = Labels::new((0..90).map(|i| (i < 60).then_some((i % 5).min(3))));
    let folds: Vec<Vec<usize>> = (0..4).map(|fold| (fold..60).step_by(4).collect()).collect();
    for auto in [Plan::default(), thin()] {
        let prepared = auto.prepare(&samples).expect("rows");
        let found = prepared.assess(&labels, &folds).expect("an assessment");
        for (fold, judged) in folds.iter().zip(&found.rows) {
            let model = prepared.fit(&labels.hide(fold)).expect("a fit").model;
            let said = model.elect(&samples.gather(fold), None).expect("predictions").classes;
            let own = fold.iter().zip(said);
            let expected: Vec<_> =
                own.map(|(&row, class)| (row, labels.class_of(row) == Some(class))).collect();
            assert_eq!(*judged, expected);
        }
    }
}

#[test]
fn how_many_axes_are_shown_changes_no_class() {
    let samples = Samples::from_rows(&blobs(90, 4, 5)).expect("rows");
    let data = Dataset::new(samples.borrowed(), labels(90, 4, 16)).expect("data");
    for auto in [Plan::default(), thin()] {
        let all = fitted(&auto, &data);
        let one = fitted(&auto.axes(1), &data);
        assert_eq!((all.dimension(), one.dimension()), (3, 1));
        let (one, all) = (one.predict(&samples), all.predict(&samples));
        assert_eq!(one.expect("predictions"), all.expect("predictions"));
    }
}

#[test]
fn codes_are_looked_at_as_categories_and_numbers_are_not() {
    let looks_at = |columns: usize, value: &dyn Fn(usize) -> f64| {
        let rows: Vec<Vec<f64>> =
            (0..90).map(|i| (0..columns).map(|j| value(columns * i + j)).collect()).collect();
        let samples = Samples::from_rows(&rows).expect("rows");
        let prepared = Plan::default().prepare(&samples).expect("rows");
        let views = prepared.place(&labels(90, 2, 12), None).expect("places").views;
        views.iter().any(|own| own.columns == Columns::Mixed)
    };
    let looks = |value: fn(usize) -> f64| looks_at(3, &value);
    // Eight codes, yes and no, whole numbers that are too many for codes, and halves.
    assert!(looks(|i| (8.0 * noise(i).abs()).floor()));
    assert!(looks(|i| f64::from(u8::from(noise(i) > 0.0))));
    assert!(!looks(|i| (80.0 * noise(i)).floor()));
    assert!(!looks(|i| 0.5 + (8.0 * noise(i).abs()).floor()));
    // One such column in four is enough, one in five is not.
    let codes_one_in = |columns: usize| {
        let code = |i: usize| (8.0 * noise(i).abs()).floor();
        looks_at(columns, &|i| if i.is_multiple_of(columns) { code(i) } else { noise(i) })
    };
    assert_eq!([4, 5].map(codes_one_in), [true, false]);
}

#[test]
fn a_model_looks_at_relevant_columns_as_the_fit_did() {
    let silent = |i: usize| (0..40).map(move |j| noise(7000 + 40 * i + j));
    let rows = blobs(150, 3, 4).into_iter().enumerate();
    let rows: Vec<Vec<f64>> =
        rows.map(|(i, own)| own.into_iter().chain(silent(i)).collect()).collect();
    let samples = Samples::from_rows(&rows).expect("rows");
    let labels = labels(150, 3, 30);
    let prepared = Plan::default().prepare(&samples).expect("rows");
    let placed = prepared.place(&labels, None).expect("places");
    let relevant = placed.views.iter().filter(|own| own.columns == Columns::Relevant);
    assert!(relevant.map(|own| own.share).sum::<f64>() > 0.1, "relevant columns have a share");
    let model = prepared.fit(&labels).expect("a fit").model;
    let (points, _) = model.place(&samples, None).expect("mapped");
    let largest = points.values().iter().fold(0.0, |most: f64, v| most.max(v.abs()));
    for (found, expected) in placed.points.values().iter().zip(points.values()) {
        assert!((found - expected).abs() < 1e-6 * largest, "{found} {expected}");
    }
}

#[test]
fn few_labels_rule_no_column_out_and_many_do() {
    // Five columns that tell two classes, and five of noise.
    let value = |i: usize, j: usize| {
        noise(10 * i + j) + if j < 5 { 4.0 * f64::from(u8::from(i.is_multiple_of(2))) } else { 0.0 }
    };
    let rows: Vec<Vec<f64>> = (0..300).map(|i| (0..10).map(|j| value(i, j)).collect()).collect();
    let samples = Samples::from_rows(&rows).expect("rows");
    // How long the shortest column of noise is beside the first, where relevant columns are looked at: last of all.
    let shortest = |labeled: usize| {
        let data = Dataset::new(samples.borrowed(), labels(300, 2, labeled)).expect("data");
        let parts = fitted(&Plan::default(), &data).views_parts().expect("parts").expect("views");
        let looked = parts.sides.last().expect("a side").training.clone();
        let square = |j: usize| (0..300).map(|i| looked.row(i)[j].powi(2)).sum::<f64>();
        (5..10).map(|j| (square(j) / square(0)).sqrt()).fold(f64::INFINITY, f64::min)
    };
    let found = [4, 100].map(shortest);
    assert!(found[0] > 0.2 && found[1] < 0.1, "{found:?}");
}

#[test]
fn there_is_a_view_of_all_principal_axes() {
    for (columns, most) in [(2, 2), (4, 2), (5, 5), (12, 10), (25, 20), (35, 30)] {
        let samples = Samples::from_rows(&blobs(60, 2, columns)).expect("rows");
        let prepared = Plan::default().prepare(&samples).expect("rows");
        let views = prepared.place(&labels(60, 2, 10), None).expect("places").views;
        let axes = |view: &View| match *view {
            View::Principal { axes } => axes,
            _ => 0,
        };
        assert_eq!(views.iter().map(|own| axes(&own.view)).max(), Some(most), "{columns}");
    }
}

#[test]
fn another_unit_for_all_columns_is_nothing_but_rounding() {
    let rows = blobs(120, 3, 4);
    let labels = labels(120, 3, 12);
    let probabilities = |factor: f64, plan: &Plan| {
        let rows: Vec<Vec<f64>> =
            rows.iter().map(|row| row.iter().map(|x| factor * x).collect()).collect();
        let samples = Samples::from_rows(&rows).expect("rows");
        let placed = plan.prepare(&samples).expect("rows").place(&labels, None);
        placed.expect("places").predictions.probabilities
    };
    for plan in [Plan::default(), thin()] {
        let plain = probabilities(1.0, &plan);
        // A power of two.
        let other = probabilities(64.0, &plan);
        for (a, b) in plain.values().iter().zip(other.values()) {
            assert!((a - b).abs() < 1e-6, "{a} {b}");
        }
    }
}

#[test]
fn thin_models_are_their_bytes_whatever_the_threads() {
    let data = ionosphere();
    let model = fitted(&thin(), &data);
    let bytes = model.to_bytes().expect("bytes");
    let again = Model::from_bytes(&bytes).expect("read");
    assert_eq!(model, again);
    assert_eq!(
        model.predict(data.samples()).expect("a"),
        again.predict(data.samples()).expect("b")
    );
    let of_axes = |view: &View| matches!(view, View::Principal { .. } | View::Eigenmaps { .. });
    assert!(model.diagnostics().views.iter().all(|own| of_axes(&own.view)));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("pool");
    assert_eq!(pool.install(|| fitted(&thin(), &data).to_bytes().expect("bytes")), bytes);
}
