//! The default on sparse rows: wide ones are condensed, others are as good as written out.

use halflit::evaluation::cross_validation;
use halflit::{Dataset, Error, Labels, LayoutChoice, Model, OnnxChoice, Plan, Samples, Shape};

use crate::common::Noise;
use crate::common::compare::bits;

/// Texts as counts of words: five topics with words of their own among words of all.
struct Texts {
    rows: Vec<Vec<(u32, f64)>>,
    columns: usize,
}

const TOPICS: usize = 5;

impl Texts {
    fn new(rows: usize, columns: usize, seed: u64) -> Self {
        let mut noise = Noise::new(seed);
        let mut below = |most: usize| ((noise.draw().abs() * 7919.0) as usize) % most;
        let own = columns / 2 / TOPICS;
        let row = |i: usize| {
            let mut words = std::collections::BTreeMap::new();
            for k in 0..14 {
                let word = match k % 3 {
                    0 => columns / 2 + below(columns / 2),
                    _ => (i % TOPICS) * own + below(own),
                };
                *words.entry(word as u32).or_insert(0.0) += 1.0;
            }
            words.into_iter().collect()
        };
        Self { rows: (0..rows).map(row).collect(), columns }
    }

    fn samples(&self) -> Samples<'static> {
        let mut starts = vec![0];
        for row in &self.rows {
            starts.push(starts[starts.len() - 1] + row.len());
        }
        let cells = || self.rows.iter().flatten();
        let (columns, values) = (cells().map(|cell| cell.0), cells().map(|cell| cell.1));
        let (rows, width) = (self.rows.len(), self.columns);
        Samples::from_csr(starts, columns.collect(), values.collect(), rows, width).expect("sparse")
    }

    /// Rows and columns in another order.
    fn turned(&self, order: &[usize]) -> Self {
        let other = |column: u32| (column * 7 + 3) % self.columns as u32;
        let row = |&i: &usize| {
            let mut row: Vec<(u32, f64)> =
                self.rows[i].iter().map(|&(column, value)| (other(column), value)).collect();
            row.sort_unstable_by_key(|(column, _)| *column);
            row
        };
        Self { rows: order.iter().map(row).collect(), columns: self.columns }
    }

    fn dense(&self) -> Samples<'static> {
        let values = self.samples().to_rows().into_values();
        Samples::from_row_major(values, self.rows.len(), self.columns).expect("dense")
    }

    fn labels(&self, every: usize) -> Labels {
        // Every row of a topic comes once in five, so that topics are labeled in turn.
        let label = |i: usize| (i % every < TOPICS).then_some(i % TOPICS);
        Labels::new((0..self.rows.len()).map(label))
    }
}

fn fit(samples: &Samples<'_>, labels: &Labels) -> Model {
    let data = Dataset::new(samples.clone(), labels.clone()).expect("data");
    Plan::default().fit(&data).expect("fit").model
}

#[test]
fn narrow_sparse_rows_are_as_good_as_written_out() {
    let texts = Texts::new(120, 200, 3);
    let (sparse, dense, labels) = (texts.samples(), texts.dense(), texts.labels(30));
    let [a, b] = [fit(&sparse, &labels), fit(&dense, &labels)];
    assert_eq!(a.to_bytes(), b.to_bytes());
    let new = Texts::new(40, 200, 4);
    let mapped = |model: &Model, samples: &Samples<'_>| model.place(samples, None).expect("placed");
    let (points, predictions) = mapped(&a, &new.samples());
    let (written, others) = mapped(&b, &new.dense());
    assert!(bits(&points) == bits(&written));
    assert_eq!(predictions, others);
}

#[test]
fn wide_rows_are_told_apart_whoever_asks() {
    let texts = Texts::new(400, 3000, 5);
    let (samples, labels) = (texts.samples(), texts.labels(80));
    assert!(Shape::new(400, 3000, 25, 5).sparse(400 * 14).is_condensed());
    let model = fit(&samples, &labels);
    assert!(model.is_condensed());
    assert_eq!(model.input_columns(), 3000);
    let right = |classes: &[usize], rows: usize| {
        (0..rows).filter(|&i| classes[i] == i % TOPICS).count() as f64 / rows as f64
    };
    // Rows of the fit and rows that it never saw, sparse or written out.
    let own = model.elect(&samples, None).expect("elected");
    assert!(right(&own.classes, 400) > 0.95, "{}", right(&own.classes, 400));
    let new = Texts::new(100, 3000, 6);
    let [sparse, dense] = [new.samples(), new.dense()];
    let found = model.elect(&sparse, None).expect("elected");
    assert!(right(&found.classes, 100) > 0.9, "{}", right(&found.classes, 100));
    assert_eq!(model.elect(&dense, None).expect("elected"), found);
    // A file holds what it needs.
    let again = Model::from_bytes(&model.to_bytes().expect("bytes")).expect("model");
    assert_eq!(again, model);
    assert_eq!(again.elect(&sparse, None).expect("elected"), found);
    // Words of topics matter, words of all do not.
    let relevance = model.diagnostics().relevance.as_ref().expect("relevance");
    let mean = |words: &[f64]| words.iter().sum::<f64>() / words.len() as f64;
    assert_eq!(relevance.len(), 3000);
    assert!(mean(&relevance[..1500]) > 2.0 * mean(&relevance[1500..]));
}

#[test]
fn the_order_of_rows_and_columns_and_threads_change_nothing() {
    let texts = Texts::new(300, 2000, 7);
    let labels = texts.labels(60);
    let plain = fit(&texts.samples(), &labels).predict(&texts.samples()).map(named).expect("plain");
    let order: Vec<usize> = (0..300).map(|i| (i * 101 + 17) % 300).collect();
    let turned = texts.turned(&order);
    let found = fit(&turned.samples(), &labels.gather(&order));
    let found = found.predict(&turned.samples()).map(named).expect("turned");
    let differing = order.iter().zip(&found).filter(|(i, found)| plain[**i] != **found).count();
    assert!(differing <= 1, "{differing}");
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("pool");
        pool.install(|| fit(&texts.samples(), &labels).to_bytes().expect("bytes"))
    };
    assert!(with(1) == with(3));
}

fn named(classes: Vec<&str>) -> Vec<String> {
    classes.into_iter().map(str::to_owned).collect()
}

#[test]
fn rows_that_are_repeated_are_rows_of_that_weight() {
    let texts = Texts::new(200, 1500, 8);
    let labels = texts.labels(40);
    let weight = |i: usize| 1 + usize::from(i.is_multiple_of(7));
    let written: Vec<usize> = (0..200).flat_map(|i| std::iter::repeat_n(i, weight(i))).collect();
    let repeated = texts.samples().gather(&written);
    let found = fit(&repeated, &labels.gather(&written));
    let found = found.predict(&texts.samples()).map(named).expect("repeated");
    let weights: Vec<f64> = (0..200).map(|i| weight(i) as f64).collect();
    let weighed = texts.samples().with_weights(weights).expect("weights");
    let own = fit(&weighed, &labels).predict(&texts.samples()).map(named).expect("weighed");
    let differing = found.iter().zip(&own).filter(|(a, b)| a != b).count();
    assert!(differing <= 1, "{differing}");
}

#[test]
fn checks_suggestions_and_pictures_take_wide_sparse_rows() {
    let texts = Texts::new(200, 2000, 9);
    let (samples, labels) = (texts.samples(), texts.labels(40));
    let prepared = Plan::default().prepare(&samples).expect("prepared");
    let check = prepared.check(&labels).expect("checked").expect("labels to hold out");
    assert!(check.accuracy > 0.8 && check.accuracy >= check.chance, "{check:?}");
    let asked = prepared.suggest(&labels, &[], 5).expect("suggested");
    assert_eq!(asked.len(), 5);
    let choice = LayoutChoice { forming: 20, settling: 30, ..LayoutChoice::default() };
    let picture = prepared.layout(&labels, &choice).expect("picture").points;
    assert_eq!((picture.rows(), picture.columns()), (200, 2));
    let again = prepared.layout_newcomers(&picture, &samples.gather(&[11]), None).expect("placed");
    assert_eq!(again.row(0), picture.row(11));
    assert_eq!(prepared.principal(2).expect("axes").rows(), 200);
    // A learner shares the rows, and takes them as they are.
    let pca = prepared.with(&Plan::named("pca").expect("known")).expect("pca");
    assert!(pca.fit(&labels).is_ok());
}

#[test]
fn the_nearest_row_is_looked_for_along_axes_of_the_length_that_they_have() {
    // A few axes are those of the topics, and all others those of single words.
    let texts = Texts::new(150, 300, 11);
    let (samples, labels) = (texts.samples(), texts.labels(5));
    let prepared = Plan::default().prepare(&samples).expect("prepared");
    let folds = cross_validation(&labels, 0).expect("folds");
    let found = prepared.assess_raw(&labels, &folds).expect("a baseline").accuracy();
    assert!(found > 0.9, "{found}");
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let texts = Texts::new(100, 1000, 10);
    let model = fit(&texts.samples(), &texts.labels(20));
    let narrow = Texts::new(10, 900, 10).samples();
    assert_eq!(model.predict(&narrow), Err(Error::ColumnCount { expected: 1000, found: 900 }));
    let refused = model.to_onnx(&OnnxChoice::default()).expect_err("no graph");
    assert!(refused.to_string().contains("sparse rows"), "{refused}");
    let nothing = Samples::from_csr(vec![0; 101], vec![], vec![], 100, 1000).expect("zeros");
    let data = Dataset::new(nothing, texts.labels(20)).expect("data");
    assert!(matches!(Plan::default().fit(&data), Err(Error::NoSpread { .. })));
    let weights: Vec<f64> = (0..100).map(|i| 1.0 + (i % 2) as f64 / 2.0).collect();
    let weighed = texts.samples().with_weights(weights).expect("weights");
    let data = Dataset::new(weighed, texts.labels(20)).expect("data");
    assert!(matches!(Plan::default().fit(&data), Err(Error::FractionalWeight { .. })));
}

#[test]
fn a_damaged_file_is_refused() {
    let texts = Texts::new(60, 600, 11);
    let bytes = fit(&texts.samples(), &texts.labels(20)).to_bytes().expect("bytes");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let at = text.find("\\\"columns\\\":600").expect("the number of columns");
    let mut fewer = bytes.clone();
    // Fewer columns than those that count.
    let from = text[..at].len() + "\\\"columns\\\":".len();
    fewer[from..from + 3].copy_from_slice(b"007");
    assert!(Model::from_bytes(&fewer).is_err());
    fewer[from..from + 3].copy_from_slice(b"  7");
    assert!(matches!(Model::from_bytes(&fewer), Err(Error::BadModel { .. })));
}
