//! `halflit predict`: labels and probabilities.

use halflit::RowMatrix;
use halflit_io::{OutputColumn, OutputTable};

use crate::args::{Global, Predict};
use crate::failure::{Failure, Outcome};
use crate::target::Target;
use crate::{data, files};

pub(crate) fn run(options: &Predict, global: &Global) -> Outcome {
    let target = Target::new(&options.output, global)?;
    let model = files::read_model(&options.model)?;
    let classifier = model.classifier(options.votes)?;
    let table = data::read_for(&options.data, &model, global)?;
    let labels = table.labels.as_ref().map(|labels| labels.to_vec());
    let kept = kept_rows(labels.as_deref(), table.rows, options.unlabeled_only)?;
    let points = model.transform(&data::samples(&table, &options.data.path)?)?.gather(&kept);
    let predicted = classifier.predict(&points)?;
    let shares = classifier.probabilities(&points)?;
    let rows = kept.iter().map(|&i| i as f64).collect();
    let mut columns = vec![("row".to_owned(), OutputColumn::Numbers(rows))];
    if let Some(labels) = &labels {
        let of_kept = kept.iter().map(|&i| labels[i].clone()).collect();
        columns.push(("label".into(), OutputColumn::Texts(of_kept)));
    }
    let names = predicted.iter().map(|&class| Some(model.classes()[class].clone())).collect();
    columns.push(("predicted".into(), OutputColumn::Texts(names)));
    columns.extend(share_columns(&shares, model.classes()));
    target.write(OutputTable { columns }, "predictions", global)?;
    target.report(kept.len(), global)
}

/// All rows, or those without a label.
fn kept_rows(
    labels: Option<&[Option<String>]>,
    rows: usize,
    unlabeled_only: bool,
) -> Outcome<Vec<usize>> {
    match (labels, unlabeled_only) {
        (Some(labels), true) => Ok((0..rows).filter(|&i| labels[i].is_none()).collect()),
        (None, true) => Err(Failure::usage(
            "--unlabeled-only has no labels to go by",
            "name the column with --label, or leave out --unlabeled-only",
        )),
        (_, false) => Ok((0..rows).collect()),
    }
}

/// The share of votes of every class.
fn share_columns<'s>(
    shares: &'s RowMatrix<'_>,
    classes: &'s [String],
) -> impl Iterator<Item = (String, OutputColumn)> + 's {
    let column = |class: usize| (0..shares.rows()).map(|i| shares.row(i)[class]).collect();
    classes.iter().enumerate().map(move |(class, name)| {
        (format!("probability of {name}"), OutputColumn::Numbers(column(class)))
    })
}
