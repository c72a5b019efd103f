//! What a picture has inside a page: words for the pointer, the colours of the page.

use super::*;

/// The words that answer to the pointer, each with the middle of its place.
fn hints(picture: &Picture) -> Vec<((f64, f64), &str)> {
    picture.items.iter().filter_map(hint).collect()
}

fn hint(item: &Item) -> Option<((f64, f64), &str)> {
    match item {
        Item::Hint { from, to, text } => {
            Some(((0.5 * (from.0 + to.0), 0.5 * (from.1 + to.1)), text))
        }
        _ => None,
    }
}

#[test]
fn every_mark_of_a_chart_says_its_number() {
    let map = HeatMap {
        x_name: "γ".into(),
        x_values: vec![0.5],
        y_name: "α".into(),
        y_values: vec![1.0, 10.0],
        value_name: "accuracy".into(),
        values: vec![0.25, f64::NAN],
        chosen: None,
    };
    let picture = heat_map(&map, "").expect("a picture");
    let texts: Vec<&str> = hints(&picture).into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["accuracy: 0.250\nγ = 0.5\nα = 1", "accuracy: –\nγ = 0.5\nα = 10"]);

    let picture = spectrum(&Spectrum { eigenvalues: vec![-1.5, 2.0] }, "").expect("a picture");
    assert_eq!(hints(&picture)[0].1, "axis 1\neigenvalue −1.5");
    assert!(hints(&picture)[0].0.0 < hints(&picture)[1].0.0);

    let row = AccuracyRow {
        learner: "pca".into(),
        mean: 0.5,
        interval: Some((0.4, 0.6)),
        note: String::new(),
    };
    let table = AccuracyTable { rows: vec![row], caption: String::new() };
    let picture = accuracy(&table, "").expect("a picture");
    assert_eq!(hints(&picture)[0].1, "pca\n50.0 %\n40.0 % to 60.0 %");

    let features = Loadings { axes: vec![vec![("a".into(), 1.0), ("b".into(), -0.5)]] };
    let picture = loadings(&features, 0, "").expect("a picture");
    let [second, first] = hints(&picture)[..] else { panic!("two features") };
    assert_eq!((first.1, second.1), ("a\nweight × deviation: 1", "b\nweight × deviation: −0.5"));
    assert!(first.0.1 < second.0.1, "the largest is at the top");
}

#[test]
fn points_of_curves_answer_where_they_are() {
    let chart = CurveChart {
        x_title: "k".into(),
        y_title: "quality".into(),
        x_scale: Scale::Logarithmic,
        curves: vec![Curve { name: "one".into(), points: vec![(1.0, 0.0), (100.0, 1.0)] }],
        ..CurveChart::default()
    };
    let picture = curves(&chart, "").expect("a picture");
    let last_line = picture.items.iter().rev().find_map(|item| match item {
        Item::Line { path, .. } => Some(path),
        _ => None,
    });
    let path = last_line.expect("a curve");
    let found = hints(&picture);
    assert_eq!(found[1].1, "one\nk: 100\nquality: 1");
    for ((place, _), end) in found.iter().zip(path) {
        assert!((place.0 - end.0).abs() < 1e-9 && (place.1 - end.1).abs() < 1e-9);
    }
}

#[test]
fn a_page_gives_a_picture_its_colours_and_its_font() {
    let picture = spectrum(&Spectrum { eigenvalues: vec![1.0] }, "").expect("a picture");
    let (inside, alone) = (picture.inline("a \"bar\""), picture.svg().expect("a document"));
    assert!(roxmltree::Document::parse(&inside).is_ok());
    assert!(inside.contains("fill=\"var(--class-0)\"") && alone.contains("fill=\"#0072B2\""));
    assert!(inside.contains("role=\"img\" aria-label=\"a &quot;bar&quot;\""));
    for word in ["font-family", "id=", "url(", "#222222", "xmlns", "<rect width=\"100%\""] {
        assert!(!inside.contains(word), "{word}");
    }
    assert!(!alone.contains("var("), "a file has no style sheet to ask");
}
