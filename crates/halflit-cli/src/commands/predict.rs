//! `halflit predict`: labels and probabilities.

use halflit::RowMatrix;
use halflit_io::{OutputColumn, OutputTable};

use crate::args::{Global, Predict};
use crate::commands::transform::write;
use crate::failure::Outcome;
use crate::printer::Printer;
use crate::{data, files};

pub(crate) fn run(options: &Predict, global: &Global) -> Outcome {
    let model = files::read_model(&options.model)?;
    let table = data::read_for(&options.data, &model)?;
    let points = model.transform(&data::samples(&table)?)?;
    let classifier = model.classifier(options.votes)?;
    let predicted = classifier.predict(&points)?;
    let shares = classifier.probabilities(&points)?;
    let labels = table.labels.as_ref().map(|labels| labels.to_vec());
    let kept: Vec<usize> = match (&labels, options.unlabeled_only) {
        (Some(labels), true) => (0..labels.len()).filter(|&i| labels[i].is_none()).collect(),
        _ => (0..points.rows()).collect(),
    };
    let texts = |of_row: &dyn Fn(usize) -> Option<String>| {
        OutputColumn::Texts(kept.iter().map(|&i| of_row(i)).collect())
    };
    let mut columns =
        vec![("row".to_owned(), OutputColumn::Numbers(kept.iter().map(|&i| i as f64).collect()))];
    if let Some(labels) = &labels {
        columns.push(("label".into(), texts(&|i| labels[i].clone())));
    }
    columns.push(("predicted".into(), texts(&|i| Some(model.classes()[predicted[i]].clone()))));
    columns.extend(share_columns(&shares, model.classes(), &kept));
    write(&OutputTable { columns }, &options.output, global)?;
    Printer::new(global).wrote("predictions", &options.output.output);
    Ok(())
}

/// The share of votes of every class.
fn share_columns(
    shares: &RowMatrix<'_>,
    classes: &[String],
    kept: &[usize],
) -> Vec<(String, OutputColumn)> {
    let column =
        |class: usize| OutputColumn::Numbers(kept.iter().map(|&i| shares.row(i)[class]).collect());
    classes
        .iter()
        .enumerate()
        .map(|(k, name)| (format!("probability of {name}"), column(k)))
        .collect()
}
