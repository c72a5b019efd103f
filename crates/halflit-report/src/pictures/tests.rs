//! What must hold for every picture, whatever the data: it is made, nothing overlaps, nothing is cut.

mod page;
mod words;

use super::*;
use crate::data::*;
use crate::error::{Error, Result};
use crate::font;
use crate::picture::{Item, Words};

fn rows(points: Vec<Vec<f64>>, classes: usize) -> Embedding {
    let name = |row: usize| (classes > 0).then(|| format!("class {}", row % classes.max(1)));
    let count = points.len();
    Embedding {
        labels: (0..count).map(|row| if row % 2 == 0 { name(row) } else { None }).collect(),
        predicted: (0..count).map(name).collect(),
        points,
        ..Embedding::default()
    }
}

fn spread(count: usize, axes: usize) -> Vec<Vec<f64>> {
    (0..count)
        .map(|row| (0..axes).map(|axis| ((row * 7 + axis * 3) % 11) as f64).collect())
        .collect()
}

/// Every kind of picture with ordinary and with degenerate data.
fn all() -> Vec<(&'static str, Result<Picture>)> {
    let long = "a title that goes on and on because somebody described the whole experiment in it, twice over";
    let chart = |points: Vec<(f64, f64)>, x_scale| CurveChart {
        x_title: "neighbours".into(),
        y_title: "quality & more".into(),
        x_scale,
        curves: vec![
            Curve { name: "<one>".into(), points: points.clone() },
            Curve { name: "two".into(), points },
        ],
        ..CurveChart::default()
    };
    let map = |columns: usize, rows: usize, value: f64| HeatMap {
        x_name: "γ".into(),
        x_values: (0..columns).map(|i| 0.123 * i as f64).collect(),
        y_name: "α".into(),
        y_values: (0..rows).map(|j| 1000.0 * j as f64).collect(),
        value_name: "accuracy".into(),
        values: vec![value; columns * rows],
        chosen: (columns > 0).then_some((0, 0)),
    };
    let graph = PairGraph {
        points: vec![(0.0, 0.0), (1.0, 1.0), (1.0, 1.0)],
        labels: vec![Some("a".into()), Some("b".into()), None],
        classes: vec![],
        edges: vec![(0, 1, 1.0), (1, 0, 0.5), (1, 2, 0.0), (2, 2, -1.0)],
    };
    let row = |learner: &str, interval| AccuracyRow {
        learner: learner.into(),
        mean: 0.5,
        interval,
        note: String::new(),
    };
    let axis = |direction| NamedAxis { name: "lfda".into(), direction, accuracy: Some(0.9) };
    let table = |rows| AccuracyTable { rows, caption: String::new() };
    let toy =
        |points, direction| ProjectionAxes { rows: rows(points, 2), axes: vec![axis(direction)] };
    let bars = |eigenvalues| spectrum(&Spectrum { eigenvalues }, "bars");
    let features = |weights: &[f64]| {
        let named = |(i, weight): (usize, &f64)| (format!("feature {i} of {long}"), *weight);
        let axes = vec![weights.iter().enumerate().map(named).collect()];
        loadings(&Loadings { axes }, 0, "features")
    };
    vec![
        ("no rows", embedding(&Embedding::default(), "")),
        ("no axes", embedding(&rows(vec![vec![], vec![]], 2), "")),
        ("one row", embedding(&rows(vec![vec![1.0, 2.0]], 1), long)),
        ("one row, one axis", embedding(&rows(vec![vec![1.0]], 1), "")),
        ("equal rows", embedding(&rows(vec![vec![3.0, 3.0]; 5], 1), "equal")),
        ("huge", embedding(&rows(vec![vec![-1e90, 1e90], vec![1e90, 0.0]], 2), "huge")),
        ("tiny", embedding(&rows(vec![vec![1e-90, 0.0], vec![0.0, 1e-90]], 2), "tiny")),
        ("no class", embedding(&rows(spread(20, 2), 0), "no class")),
        ("no class, one axis", embedding(&rows(spread(20, 1), 0), "no class")),
        ("30 classes", embedding(&rows(spread(300, 3), 30), "thirty")),
        ("30 classes, one axis", embedding(&rows(spread(300, 1), 30), "thirty")),
        ("100 classes", embedding(&rows(spread(300, 2), 100), "hundred")),
        ("other axes", embedding_on(&rows(spread(30, 4), 3), (3, 2), "others")),
        ("no rows to lay out", layout(&Embedding::default(), "", "")),
        ("30 classes laid out", layout(&rows(spread(300, 3), 30), "keeps 0.5", "thirty")),
        ("100 classes laid out", layout(&rows(spread(300, 2), 100), long, "hundred")),
        ("equal rows laid out", layout(&rows(vec![vec![3.0, 3.0]; 5], 1), "", "equal")),
        ("graph", pair_graph(&graph, "graph")),
        ("marked layout", graph_layout(&graph, Some([(0.5, 0.5), (2.0, 2.0)]), "layout")),
        ("layout", graph_layout(&graph, None, "")),
        ("empty graph", pair_graph(&PairGraph::default(), "graph")),
        (
            "curves",
            curves(&chart(vec![(1.0, 0.5), (50.0, 0.6), (700.0, 0.1)], Scale::Logarithmic), "c"),
        ),
        ("narrow curves", curves(&chart(vec![(3.0, 0.5), (4.0, 0.6)], Scale::Logarithmic), "c")),
        ("one point", curves(&chart(vec![(5.0, 0.5)], Scale::Linear), "c")),
        (
            "long titles",
            curves(
                &CurveChart {
                    y_title: long.into(),
                    x_title: long.into(),
                    ..chart(vec![(5.0, 0.5)], Scale::Linear)
                },
                "c",
            ),
        ),
        ("letters from elsewhere", embedding(&words::foreign(), "猫といぬ")),
        ("no curve", curves(&CurveChart::default(), "c")),
        ("map", heat_map(&map(9, 4, 0.5), "map")),
        ("large map", heat_map(&map(60, 40, 0.5), "map")),
        ("one cell", heat_map(&map(1, 1, -3.25), long)),
        ("nothing measured", heat_map(&map(3, 3, f64::NAN), "map")),
        ("no cell", heat_map(&map(0, 0, 0.0), "map")),
        ("bars", bars(vec![3.0, 2.0, -1.0, 0.0])),
        ("negative bars", bars(vec![-3.0, -2.0])),
        ("zero bars", bars(vec![0.0; 3])),
        ("many bars", bars((0..400).map(|i| 1.0 / f64::from(i + 1)).collect())),
        ("no bars", bars(vec![])),
        ("features", features(&[2.0, -1.0, 0.5])),
        ("features on one side", features(&[-2.0, -1.0])),
        ("weights of zero", features(&[0.0, 0.0])),
        ("no features", features(&[])),
        (
            "accuracy",
            accuracy(&table(vec![row("pca", None), row(long, Some((0.4, 0.6)))]), "accuracy"),
        ),
        ("no accuracy", accuracy(&table(vec![]), "accuracy")),
        ("toy", projection_axes(&toy(spread(40, 2), (1.0, -2.0)), "toy")),
        ("linked toy", linked_axes(&toy(spread(9, 2), (1.0, 0.0)), &[(0, 8), (3, 3)], "toy")),
        ("toy without direction", projection_axes(&toy(spread(40, 2), (0.0, 0.0)), "toy")),
        ("toy of one point", projection_axes(&toy(spread(1, 2), (0.0, 1.0)), "toy")),
        ("no toy", projection_axes(&toy(vec![], (0.0, 1.0)), "toy")),
    ]
}

#[test]
fn every_picture_is_made() {
    for (name, picture) in all() {
        let picture = picture.unwrap_or_else(|error| panic!("{name}: {error}"));
        let svg = picture.svg().expect(name);
        let document = roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(document.root_element().has_tag_name(("http://www.w3.org/2000/svg", "svg")));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}");

        let png = picture.png().expect(name);
        assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n", "{name}");
        let number =
            |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
        let expected = (2 * picture.width.ceil() as u32, 2 * picture.height.ceil() as u32);
        assert_eq!((number(16), number(20)), expected, "{name}");
        assert!(expected.0 < 3000 && expected.1 < 3000, "{name}: {expected:?}");
    }
}

#[test]
fn the_edge_of_every_picture_stays_white_and_the_middle_does_not() {
    for (name, picture) in all() {
        let png = picture.and_then(|picture| picture.png()).expect(name);
        let pixels = tiny_skia::Pixmap::decode_png(&png).expect(name);
        let (right, bottom) = (pixels.width() - 1, pixels.height() - 1);
        let white =
            |x, y| pixels.pixel(x, y).is_some_and(|p| p.red() & p.green() & p.blue() == 255);
        assert!((0..=right).all(|x| white(x, 0) && white(x, bottom)), "{name}");
        assert!((0..=bottom).all(|y| white(0, y) && white(right, y)), "{name}");
        assert!((0..=right).any(|x| !white(x, bottom / 2)), "{name}");
    }
}

#[test]
fn the_same_picture_is_the_same_bytes() {
    for ((name, one), (_, other)) in all().into_iter().zip(all()).step_by(5) {
        let (one, other) = (one.expect(name), other.expect(name));
        assert!(one.png() == other.png() && one.svg() == other.svg(), "{name}");
    }
}

#[test]
fn neighbouring_cells_leave_no_seam() {
    let mut picture = Picture::new("", 20.0, 10.0);
    for (from, to) in [((0.0, 0.0), (7.3, 10.0)), ((7.3, 0.0), (20.0, 10.0))] {
        picture.rectangle(from, to, SOFT_INK);
    }
    let pixels = tiny_skia::Pixmap::decode_png(&picture.png().expect("a file")).expect("pixels");
    assert!(pixels.pixels().iter().all(|pixel| pixel.red() == SOFT_INK.rgb.0));
}

/// Left, top, right and bottom of a text.
fn bounds(words: &Words) -> (f64, f64, f64, f64) {
    let ((x, y), turn) = words.baseline();
    let (length, height) = (font::width(&words.text, words.size), words.size * font::CAPITAL);
    let before = 0.5 * length * f64::from(words.align as u8);
    match turn {
        0.0 => (x - before, y - height, x - before + length, y),
        _ => (x - height, y + before - length, x, y + before),
    }
}

#[test]
fn no_words_overlap_or_leave_the_picture() {
    for (name, picture) in all() {
        let picture = picture.expect(name);
        let words: Vec<_> = (picture.items.iter())
            .filter_map(|item| if let Item::Words(words) = item { Some(words) } else { None })
            .filter(|words| !words.text.is_empty())
            .collect();
        for (index, one) in words.iter().enumerate() {
            let (left, top, right, bottom) = bounds(one);
            let inside =
                left >= 0.0 && top >= 0.0 && right <= picture.width && bottom <= picture.height;
            assert!(inside, "{name}: '{}' leaves the picture", one.text);
            for other in &words[..index] {
                let (l, t, r, b) = bounds(other);
                let apart = right <= l || r <= left || bottom <= t || b <= top;
                assert!(apart, "{name}: '{}' runs into '{}'", one.text, other.text);
            }
        }
    }
}

#[test]
fn distances_are_true() {
    let points = vec![vec![0.0, 0.0], vec![1.0, 0.0], vec![0.0, 1.0], vec![30.0, 2.0]];
    let picture = embedding(&rows(points, 0), "").expect("a picture");
    let centers: Vec<_> = (picture.items.iter())
        .filter_map(|item| if let Item::Disc { center, .. } = item { Some(*center) } else { None })
        .skip(1) // the sample in the legend
        .collect();
    let distance =
        |a: usize, b: usize| (centers[a].0 - centers[b].0).hypot(centers[a].1 - centers[b].1);
    assert!((distance(0, 1) - distance(0, 2)).abs() < 1e-9);
}

#[test]
fn names_cannot_break_the_svg() {
    let mut nasty = rows(spread(4, 2), 1);
    nasty.labels[0] = Some("</svg><script>\u{1}&\"'".into());
    let svg = embedding(&nasty, "<title>&").and_then(|picture| picture.svg()).expect("a picture");
    assert!(roxmltree::Document::parse(&svg).is_ok());
    assert!(!svg.contains("<script"));
}

#[test]
fn data_that_do_not_fit_together_are_refused() {
    let mut short = rows(spread(4, 2), 1);
    short.labels.pop();
    let refused = |result: Result<Picture>| result.map(|_| ()).expect_err("should be refused");
    assert!(matches!(refused(embedding(&short, "")), Error::Count { expected: 4, found: 3, .. }));
    let infinite = rows(vec![vec![f64::INFINITY, 0.0]], 1);
    assert!(matches!(refused(embedding(&infinite, "")), Error::NotFinite { .. }));
    let ragged = rows(vec![vec![0.0, 0.0], vec![0.0]], 1);
    assert!(matches!(refused(embedding(&ragged, "")), Error::Count { .. }));
    let wrong = embedding_on(&rows(spread(4, 2), 1), (0, 2), "");
    assert_eq!(refused(wrong), Error::NoSuchAxis { axis: 2, axes: 2 });
    let wrong = loadings(&Loadings::default(), 0, "");
    assert_eq!(refused(wrong), Error::NoSuchAxis { axis: 0, axes: 0 });
    let graph = PairGraph { edges: vec![(0, 0, 1.0)], ..PairGraph::default() };
    assert_eq!(refused(pair_graph(&graph, "")), Error::NoSuchRow { edge: 0, row: 0, rows: 0 });
    let toy = ProjectionAxes { rows: rows(spread(4, 2), 1), axes: vec![] };
    let linked = linked_axes(&toy, &[(0, 1), (4, 2)], "");
    assert_eq!(refused(linked), Error::NoSuchRow { edge: 1, row: 4, rows: 4 });
    let marked = Some([(0.0, 0.0), (f64::NAN, 1.0)]);
    let layout = graph_layout(&PairGraph::default(), marked, "");
    assert!(matches!(refused(layout), Error::NotFinite { .. }));
}
