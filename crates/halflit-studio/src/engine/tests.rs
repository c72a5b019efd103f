use halflit::datasets;

use super::*;

fn labels(count: usize) -> Labels {
    datasets::ionosphere_with_labels(count, 1).expect("embedded").labels().clone()
}

#[test]
fn a_map_before_labels_and_one_after_them() -> Result<()> {
    let data = datasets::ionosphere();
    let mut engine = Engine::open(data.samples(), 0)?;
    let opening = engine.fit(&Labels::none(351), &Settings::default())?;
    assert!(opening.guesses.is_none());
    assert_eq!(opening.method, "pca");
    let chart = engine.fit(&labels(20), &Settings::default())?;
    let guesses = chart.guesses.as_ref().expect("two classes");
    let name = |row: usize| guesses.classes[usize::from(guesses.of_row[row])].as_str();
    let right = (0..351).filter(|&row| Some(name(row)) == data.labels().name_of(row));
    assert!(right.count() > 280);
    assert!(chart.map.x.iter().chain(&chart.map.y).all(|v| v.is_finite() && v.abs() <= 1.0));
    let details = engine.details(&chart, &labels(20))?;
    assert_eq!(details.held_out.map(|own| own.of), Some(20));
    assert_eq!(details.axes.len(), 2);
    Ok(())
}

#[test]
fn every_method_makes_a_map() -> Result<()> {
    let data = datasets::ionosphere();
    let mut engine = Engine::open(data.samples(), 0)?;
    for method in ["auto", "pca", "ss-lfda", "fda"] {
        for votes in [None, Some(3)].into_iter().take(if method == "auto" { 1 } else { 2 }) {
            let settings = Settings { method: method.into(), votes, ..Settings::default() };
            let chart = engine.fit(&labels(20), &settings)?;
            assert_eq!(chart.method, method);
            let guesses = chart.guesses.expect("two classes");
            // How sure it is differs between rows.
            assert!(guesses.sure.iter().any(|&sure| sure != guesses.sure[0]), "{method}");
        }
    }
    let wide = Settings { method: "pca".into(), dimension: Some(400), ..Settings::default() };
    assert!(engine.fit(&labels(20), &wide).is_err());
    Ok(())
}

#[test]
fn the_same_labels_give_the_same_bits_whatever_was_before() -> Result<()> {
    let data = datasets::ionosphere();
    let (mut one, mut other) = (Engine::open(data.samples(), 0)?, Engine::open(data.samples(), 0)?);
    one.fit(&labels(10), &Settings::default())?;
    let (a, b) = (
        one.fit(&labels(20), &Settings::default())?,
        other.fit(&labels(20), &Settings::default())?,
    );
    // Kernel values that were asked for in another order have other rounding errors; nothing that is shown has.
    let shown = |chart: Chart| chart.guesses.map(|own| (own.classes, own.of_row, own.sure));
    assert_eq!(shown(a), shown(b));
    Ok(())
}

#[test]
fn a_label_that_its_neighbours_contradict_is_doubtful() -> Result<()> {
    let values: Vec<f64> = (0..20).map(|i| f64::from(i % 10) * 0.01 + f64::from(i / 10)).collect();
    let samples = Samples::from_row_major(values, 20, 1)?;
    let wrong = |row: usize| if (row < 10) != (row == 4) { "low" } else { "high" };
    let labels = Labels::new((0..20).map(|row| Some(wrong(row))));
    let mut engine = Engine::open(&samples, 0)?;
    let chart = engine.fit(&labels, &Settings::default())?;
    let doubtful = engine.details(&chart, &labels)?.doubtful;
    assert_eq!(doubtful.len(), 1);
    let said = &labels.classes()[usize::from(doubtful[0].1)];
    assert_eq!((doubtful[0].0, said.as_str()), (4, "low"));
    Ok(())
}

/// Rows of two clusters, in some order of their own.
fn clusters(rows: usize) -> Samples<'static> {
    let value = |k: usize| {
        let (row, column) = (k / 3, k % 3);
        let noise = ((row * 7919 + column * 104_729) % 1009) as f64 / 1009.0;
        noise + if row % 2 == 0 { 0.0 } else { 0.7 }
    };
    Samples::from_row_major((0..3 * rows).map(value).collect::<Vec<_>>(), rows, 3).expect("finite")
}

#[test]
fn an_exported_model_is_that_of_a_fit_whatever_was_looked_at() -> Result<()> {
    // Above 2,000 rows the default has thin views, which are shared.
    for (rows, breadth) in [(300, Breadth::Full), (2_010, Breadth::Thin)] {
        let samples = clusters(rows);
        let label = |row: usize| (row < 20).then_some(["even", "odd"][row % 2]);
        let labels = Labels::new((0..rows).map(label));
        let mut engine = Engine::open(&samples, 5)?;
        let encoding = Encoding::of_numbers(["x", "y", "z"].map(str::to_owned), true);
        for (method, plan) in [("auto", Plan::auto(breadth)), ("SSLFDA", Plan::named("ss-lfda")?)] {
            let settings = Settings { method: method.into(), ..Settings::default() };
            engine.fit(&labels.hide(&[0, 1]), &settings)?;
            engine.fit(&labels, &settings)?;
            let own = engine.model(&labels, &settings, &encoding)?.to_bytes()?;
            let plan = Plan { seed: 5, ..plan };
            let fit = plan.prepare(&samples)?.fit(&labels)?;
            assert_eq!(own, fit.model.with_encoding(encoding.clone())?.to_bytes()?, "{method}");
        }
    }
    Ok(())
}

#[test]
fn first_labels_are_answered_before_all_rows_were_read() -> Result<()> {
    let samples = clusters(3_000);
    let labels = Labels::new((0..3_000).map(|row| (row < 12).then_some(["even", "odd"][row % 2])));
    let mut engine = Engine::open(&samples, 0)?;
    let first = Arc::new(engine.fit_at_once(&Labels::none(3_000))?);
    assert!(first.guesses.is_none() && !first.is_first);
    engine.shown(&first);
    let chart = engine.fit_at_once(&labels)?;
    assert!(chart.is_first && chart.cautions.len() == 1);
    assert_eq!(chart.map, first.map, "rows stay where they are");
    let right = |own: &Chart| {
        let guesses = own.guesses.as_ref().expect("two classes");
        guesses
            .of_row
            .iter()
            .enumerate()
            .filter(|(row, class)| usize::from(**class) == row % 2)
            .count()
    };
    assert!(right(&chart) > 2_400, "{}", right(&chart));
    // The same labels again, when all rows were read.
    let whole = engine.fit(&labels, &Settings::default())?;
    assert!(!whole.is_first && right(&whole) >= right(&chart) - 300);
    Ok(())
}
