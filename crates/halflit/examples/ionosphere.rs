//! Ten labels, 341 unlabeled rows: how well does the nearest labeled row classify, in the input space and in the
//! two-dimensional space of each learner?
//!
//! `cargo run --release --example ionosphere`

use halflit::evaluation::{Grid, draw_labeled, paired_t_test, tune};
use halflit::{AnyLearner, Dataset, NearestNeighbors, Reduction, Result, datasets};

const SPLITS: u64 = 25;
const LABELS: usize = 10;
const LEARNERS: [&str; 6] = ["pca", "lpp*", "dne", "lfda", "self", "ss-lfda"];

fn main() -> Result<()> {
    let truth = datasets::ionosphere();
    println!(
        "Ionosphere, {LABELS} labels, 2 dimensions, mean of {SPLITS} splits, tuned by cross-validation\n"
    );
    let raw = accuracies(&truth, raw_prediction)?;
    print_row("raw 1-NN", &raw, &raw)?;
    for name in LEARNERS {
        let learner = AnyLearner::named(name)?;
        let found = accuracies(&truth, |data| tuned_prediction(&learner, data))?;
        print_row(name, &found, &raw)?;
    }
    Ok(())
}

/// Accuracy on the unlabeled rows of every split.
fn accuracies(
    truth: &Dataset<'_>,
    predict: impl Fn(&Dataset<'_>) -> Result<Vec<usize>>,
) -> Result<Vec<f64>> {
    let labels = truth.labels();
    let mut accuracies = Vec::new();
    for seed in 0..SPLITS {
        let kept = draw_labeled(labels, LABELS, seed)?;
        let hidden: Vec<usize> = (0..labels.len()).filter(|row| !kept.contains(row)).collect();
        let predicted = predict(&truth.relabeled(labels.hide(&hidden))?)?;
        let right =
            hidden.iter().zip(&predicted).filter(|(row, p)| labels.class_of(**row) == Some(**p));
        accuracies.push(right.count() as f64 / hidden.len() as f64);
    }
    Ok(accuracies)
}

fn raw_prediction(data: &Dataset<'_>) -> Result<Vec<usize>> {
    let (labels, samples) = (data.labels(), data.samples());
    let rows = labels.labeled_rows();
    let classes = rows.iter().filter_map(|&row| labels.class_of(row)).collect();
    let references = samples.matrix().gather(&rows);
    let classifier = NearestNeighbors::new(references, classes, labels.classes().len(), 1)?;
    classifier.predict(&samples.matrix().gather(&labels.unlabeled_rows()))
}

fn tuned_prediction(learner: &AnyLearner, data: &Dataset<'_>) -> Result<Vec<usize>> {
    let reduction = Reduction::new(learner.clone(), 2);
    let tuned = tune(&reduction, data, &Grid::default_for(learner), 0, &|_, _| {})?;
    let model = tuned.reduction.fit(data)?;
    let unlabeled = data.samples().gather(&data.labels().unlabeled_rows());
    model.classifier(1)?.predict(&model.transform(&unlabeled)?)
}

fn print_row(name: &str, accuracies: &[f64], baseline: &[f64]) -> Result<()> {
    let n = accuracies.len() as f64;
    let mean = accuracies.iter().sum::<f64>() / n;
    let variance = accuracies.iter().map(|a| (a - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let test = paired_t_test(accuracies, baseline)?;
    let verdict = match test.confidence() {
        Some(level) => format!("better than raw at {level} %"),
        None if test.mean_difference < 0.0 => "no better than raw".into(),
        None => String::new(),
    };
    println!(
        "{name:<10} {:5.1} % ± {:.1}   {verdict}",
        100.0 * mean,
        100.0 * (variance / n).sqrt()
    );
    Ok(())
}
