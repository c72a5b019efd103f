//! Writes every picture and a page, made from synthetic data, into a directory:
//! `cargo run -p halflit-report --example gallery -- DIRECTORY`

use halflit_report::*;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let directory = std::env::args().nth(1).ok_or("name a directory to write into")?;
    let directory = Path::new(&directory);
    std::fs::create_dir_all(directory)?;
    for (name, picture) in gallery()? {
        std::fs::write(directory.join(format!("{name}.png")), picture.png()?)?;
        std::fs::write(directory.join(format!("{name}.svg")), picture.svg()?)?;
    }
    let pages = [
        ("page", 600, 4, 4),
        ("page-one-axis", 300, 1, 2),
        ("page-ten", 900, 2, 10),
        ("page-large", 50_000, 3, 4),
    ];
    for (name, rows, axes, classes) in pages {
        let page = html(&report(clusters(rows, axes, classes)))?;
        std::fs::write(directory.join(format!("{name}.html")), page)?;
    }
    Ok(())
}

fn gallery() -> Result<Vec<(&'static str, Picture)>> {
    let report = report(clusters(400, 2, 3));
    let show = |name: &'static str, picture: Result<Picture>| picture.map(|p| (name, p));
    [
        show("embedding", pictures::embedding(&clusters(600, 2, 5), "Wine, LFDA on two axes")),
        show("embedding-30", pictures::embedding(&clusters(900, 2, 30), "Thirty classes")),
        show("embedding-large", pictures::embedding(&clusters(20_000, 2, 8), "Many rows")),
        show("strip", pictures::embedding(&clusters(400, 1, 3), "One axis is enough")),
        show("strip-12", pictures::embedding(&clusters(900, 1, 12), "Twelve classes on one axis")),
        show("pair-graph", pictures::pair_graph(&pairs(), "Five nearest neighbours")),
        show("curves", pictures::curves(&report.curves[0], "How good the graph is")),
        show("heat-map", pictures::heat_map(&grid(7, 5), "Cross-validated accuracy")),
        show("heat-map-21", pictures::heat_map(&grid(21, 21), "A fine grid")),
        show("spectrum", pictures::spectrum(&spectrum(8), "Eigenvalues")),
        show("spectrum-60", pictures::spectrum(&spectrum(60), "Sixty eigenvalues")),
        show("loadings", pictures::loadings(&loadings(), 0, "Features of axis 1")),
        show("accuracy", pictures::accuracy(&accuracy(), "Wine, 10 labeled rows per class")),
        show("projection-axes", pictures::projection_axes(&toy(), "Two stripes, six labels")),
    ]
    .into_iter()
    .collect()
}

/// Numbers that look random and are the same everywhere.
struct Noise(u64);

impl Noise {
    fn uniform(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// About normal: the sum of twelve uniform numbers.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }
}

/// Classes around a circle, every twelfth row labeled, one prediction in twenty wrong.
fn clusters(rows: usize, axes: usize, count: usize) -> Embedding {
    let mut noise = Noise(7);
    let names = ["barolo", "grignolino", "barbera", "dolcetto", "<script>alert(1)</script>"];
    let name = |class: usize| {
        let class = class % count;
        names.get(class).map_or_else(|| format!("class {}", class + 1), |name| name.to_string())
    };
    let point = |row: usize, noise: &mut Noise| {
        let angle = (row % count) as f64 / count as f64 * std::f64::consts::TAU;
        let radius = 4.0 + 0.25 * count as f64;
        let center =
            |axis: usize| radius * (angle * (1 + axis / 2) as f64 + axis as f64 * 1.6).cos();
        (0..axes).map(|axis| center(axis) + noise.normal()).collect()
    };
    Embedding {
        points: (0..rows).map(|row| point(row, &mut noise)).collect(),
        labels: (0..rows).map(|row| (row / count).is_multiple_of(12).then(|| name(row))).collect(),
        predicted: (0..rows)
            .map(|row| Some(name(if row % 20 == 7 { row + 1 } else { row })))
            .collect(),
        classes: (0..count).map(name).collect(),
        ..Embedding::default()
    }
}

fn pairs() -> PairGraph {
    let rows = clusters(90, 2, 3);
    let points: Vec<(f64, f64)> = rows.points.iter().map(|p| (0.45 * p[0], 0.45 * p[1])).collect();
    let distance = |a: usize, b: usize| {
        let (p, q): ((f64, f64), (f64, f64)) = (points[a], points[b]);
        (p.0 - q.0).hypot(p.1 - q.1)
    };
    let mut edges = vec![];
    for row in 0..points.len() {
        let mut others: Vec<usize> = (0..points.len()).filter(|&other| other != row).collect();
        others.sort_by(|&a, &b| distance(row, a).total_cmp(&distance(row, b)));
        edges.extend(others[..5].iter().map(|&other| (row, other, (-distance(row, other)).exp())));
    }
    // Two thirds labeled, some of them in the wrong place, so that both kinds of pairs occur.
    let label = |row: usize| rows.predicted[row].clone().filter(|_| row % 7 != 1);
    PairGraph {
        labels: (0..points.len()).map(label).collect(),
        points,
        classes: rows.classes,
        edges,
    }
}

fn grid(columns: usize, rows: usize) -> HeatMap {
    let value = |i: usize, j: usize| {
        let (x, y) = (i as f64 / columns as f64 - 0.4, j as f64 / rows as f64 - 0.55);
        0.96 - 0.3 * (x * x + y * y)
    };
    let mut values: Vec<f64> =
        (0..rows).flat_map(|j| (0..columns).map(move |i| value(i, j))).collect();
    values[columns - 1] = f64::NAN;
    HeatMap {
        x_name: "γ".into(),
        x_values: (0..columns).map(|i| i as f64 / (columns - 1) as f64).collect(),
        y_name: "α".into(),
        y_values: (0..rows).map(|j| 10f64.powf(j as f64 * 4.0 / (rows - 1) as f64 - 2.0)).collect(),
        value_name: "cross-validated accuracy".into(),
        values,
        chosen: Some((columns / 2, 3 * rows / 5)),
    }
}

fn spectrum(count: usize) -> Spectrum {
    Spectrum {
        eigenvalues: (1..=count).map(|i| 3.0 * (i as f64 / count as f64).powi(2) - 0.5).collect(),
    }
}

fn accuracy() -> AccuracyTable {
    let row = |(learner, mean, error, note): (&str, f64, f64, &str)| AccuracyRow {
        learner: learner.into(),
        mean,
        interval: (error > 0.0).then_some((mean - 2.0 * error, mean + 2.0 * error)),
        note: note.into(),
    };
    let rows = [
        ("sslfda", 0.958, 0.006, "best"),
        ("self", 0.951, 0.007, "not significantly worse than the best"),
        ("lfda", 0.931, 0.009, ""),
        ("lda", 0.902, 0.021, ""),
        ("lpp", 0.811, 0.017, ""),
        ("pca", 0.742, 0.013, ""),
        ("no reduction at all, a long name", 0.706, 0.0, "single run"),
    ];
    AccuracyTable {
        rows: rows.into_iter().map(row).collect(),
        caption: "1-NN accuracy over 20 splits with 10 labeled rows per class".into(),
    }
}

fn loadings() -> Loadings {
    let features =
        ["proline", "flavanoids", "colour intensity", "alcalinity of ash", "<b>hue</b> & co"];
    let weights = |sign: f64| {
        let weight =
            |i: usize| sign * 0.8 / (i + 1) as f64 * if i.is_multiple_of(2) { 1.0 } else { -1.0 };
        features.iter().enumerate().map(|(i, name)| (name.to_string(), weight(i))).collect()
    };
    Loadings { axes: vec![weights(1.0), weights(-0.7)] }
}

fn columns() -> Columns {
    let list = |sign: f64| {
        let column = |(name, value): (&str, f64)| (name.to_string(), sign * value);
        [("flavanoids", 0.8), ("proline", 0.6), ("hue", -0.5)].map(column).to_vec()
    };
    let classes = ["Barolo", "Barbera"].map(|name| name.to_string()).into_iter();
    Columns {
        relevance: list(1.0).into_iter().map(|(name, value)| (name, value * value)).collect(),
        axes: vec![list(1.0), list(-1.0)],
        classes: classes.zip([list(1.0), list(-1.0)]).collect(),
    }
}

fn toy() -> ProjectionAxes {
    let mut noise = Noise(3);
    let names = ["left", "right"].map(String::from);
    let point = |row: usize, noise: &mut Noise| {
        let side = if row.is_multiple_of(2) { -1.6 } else { 1.6 };
        vec![side + 0.5 * noise.normal(), 2.2 * noise.normal()]
    };
    let class = |row: usize| Some(names[row % 2].clone());
    let axis = |name: &str, degrees: f64, accuracy: f64| NamedAxis {
        name: name.into(),
        direction: (degrees.to_radians().cos(), degrees.to_radians().sin()),
        accuracy: Some(accuracy),
    };
    ProjectionAxes {
        rows: Embedding {
            points: (0..160).map(|row| point(row, &mut noise)).collect(),
            labels: (0..160).map(|row| if row < 6 { class(row) } else { None }).collect(),
            predicted: (0..160).map(class).collect(),
            classes: names.to_vec(),
            ..Embedding::default()
        },
        axes: vec![axis("sslfda", 4.0, 0.994), axis("lfda", 38.0, 0.881), axis("pca", 88.0, 0.531)],
    }
}

fn report(embedding: Embedding) -> Report {
    let curve = |name: &str, rate: f64| Curve {
        name: name.into(),
        points: [1, 2, 3, 5, 7, 10, 15, 20, 30, 50]
            .map(|k| (f64::from(k), 1.0 - 0.28 * (1.0 - (-rate * f64::from(k)).exp())))
            .to_vec(),
    };
    let pair = |(name, value): (&str, &str)| (name.to_string(), value.to_string());
    Report {
        title: "Wine: from 13 measurements to a map".into(),
        summary: vec![
            "178 wines with 13 measurements each were placed on a few axes by sslfda, which used the labels of 15 wines and the shape of all.".into(),
            "A nearest-neighbour vote on the map names the cultivar of 95.8 % of the unlabeled wines correctly.".into(),
        ],
        command: "halflit fit wine.csv --label cultivar --learner sslfda --gamma 0.4 --alpha 1 --components 4 --report wine.html".into(),
        embedding: Some(embedding),
        accuracy: Some(accuracy()),
        heat_map: Some(grid(7, 5)),
        spectrum: Some(spectrum(8)),
        loadings: Some(loadings()),
        columns: Some(columns()),
        curves: vec![CurveChart {
            title: "How good the graph is".into(),
            reading: "The share of neighbours with the same label; where a curve falls, more neighbours bring in other classes.".into(),
            x_title: "number of neighbours".into(),
            y_title: "share of right pairs".into(),
            x_scale: Scale::Logarithmic,
            curves: vec![curve("local scaling", 0.05), curve("heat kernel", 0.09), curve("binary", 0.2)],
        }],
        parameters: [("learner", "sslfda"), ("gamma", "0.4"), ("alpha", "1"), ("n_components", "4"), ("n_neighbors", "7"), ("ridge", "1e-8")].map(pair).to_vec(),
        diagnostics: [("rank of the samples", "13"), ("condition of the constraint", "2.1e4"), ("largest residual", "3.3e−14")].map(pair).to_vec(),
    }
}
