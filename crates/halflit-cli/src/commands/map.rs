//! `halflit map`: all rows in one picture, with or without labels.

use halflit::{Dataset, Labels, Layout, LayoutChoice, Plan, Predictions};
use halflit_io::{OutputColumn, OutputTable, Table};
use halflit_report::{Embedding, Report, pictures};
use serde_json::json;

use crate::args::{Global, Map};
use crate::commands::{fit, transform};
use crate::failure::CommandResult;
use crate::printer::Printer;
use crate::progress::Progress;
use crate::report::{self, command_line};
use crate::target::Target;
use crate::{caution, data, files};

const PREDICTED: &str = "predicted";
const PROBABILITY: &str = "probability";

pub(crate) fn run(options: &Map, global: &Global) -> CommandResult {
    let (printer, pictures) = (Printer::new(global), &options.pictures);
    fit::check_outputs(pictures, &[options.output.as_deref()], &options.data.files(&[]))?;
    let target = |path| Target::at(path, options.output_format, pictures.force, global);
    let target = options.output.as_deref().map(target).transpose()?;
    let choice = LayoutChoice {
        dimensions: options.dimensions,
        neighbors: options.neighbors,
        label_weight: options.label_weight,
        ..LayoutChoice::default()
    };
    choice.check()?;
    let table = data::read_beside(&options.data, &options.keep, global)?;
    let names = (1..=options.dimensions).map(|j| format!("z{j}"));
    let others = ["row", "label", PREDICTED, PROBABILITY].map(str::to_owned);
    data::check_kept(&table, names.chain(others))?;
    caution::page(pictures, table.rows)?;
    let dataset = data::dataset(&table, &options.data, None, None)?;
    let plan = Plan { seed: global.seed, ..Plan::default() };
    let made =
        Progress::while_running("laying rows out", global, || Made::of(&plan, &dataset, &choice))?;
    made.write_pictures(options, &dataset, &table, &printer)?;
    if let Some(target) = &target {
        target.write(made.table(&dataset, &table), "the places", global)?;
        if target.is_stdout() {
            return Ok(());
        }
    }
    printer.result(|| made.to_json(), || format!("{}\n", made.sentence()))?;
    if target.is_none() && !pictures.any() {
        printer.say(
            "nothing was kept: --output keeps the places, --picture a picture, --report a page",
        );
    }
    Ok(())
}

/// A layout, and what its rows are where labels say it.
struct Made {
    layout: Layout,
    predictions: Option<Predictions>,
}

impl Made {
    fn of(plan: &Plan, data: &Dataset<'_>, choice: &LayoutChoice) -> halflit::Result<Self> {
        let prepared = plan.prepare(data.samples())?;
        let labels = data.labels();
        let placement = match labels.present_classes().len() {
            0 | 1 => None,
            _ => Some(prepared.place(labels, None)?),
        };
        let layout = prepared.layout_of(labels, placement.as_ref(), None, choice)?;
        Ok(Self { layout, predictions: placement.map(|own| own.predictions) })
    }

    fn sentence(&self) -> String {
        let labels = match (self.layout.label_weight, &self.predictions) {
            (_, None) => "without labels",
            (weight, _) if weight > 0.0 => "with labels",
            _ => "labels left aside: left-out ones are found no more often than by chance",
        };
        format!("{} rows {labels}: {}", self.layout.points.rows(), self.layout.faithfulness)
    }

    fn to_json(&self) -> serde_json::Value {
        json!({
            "rows": self.layout.points.rows(),
            "dimensions": self.layout.points.columns(),
            "label_weight": self.layout.label_weight,
            "faithfulness": self.layout.faithfulness,
        })
    }

    /// The class that a row is taken for, and how probable that is.
    fn guess(&self, labels: &Labels, row: usize) -> Option<(String, f64)> {
        let found = self.predictions.as_ref()?;
        let class = found.classes[row];
        Some((labels.classes()[class].clone(), found.probabilities.row(row)[class]))
    }

    fn table(&self, data: &Dataset<'_>, table: &Table) -> OutputTable {
        let mut out = transform::map(&self.layout.points, table);
        if self.predictions.is_some() {
            let guesses: Vec<_> =
                (0..table.rows).map(|row| self.guess(data.labels(), row)).collect();
            let classes = guesses.iter().map(|own| own.as_ref().map(|own| own.0.clone())).collect();
            let shares =
                guesses.iter().map(|own| own.as_ref().map_or(f64::NAN, |own| own.1)).collect();
            out.columns.push((PREDICTED.into(), OutputColumn::Texts(classes)));
            out.columns.push((PROBABILITY.into(), OutputColumn::Numbers(shares)));
        }
        out
    }

    fn embedding(&self, labels: &Labels, table: &Table) -> Embedding {
        let guesses: Vec<_> = (0..table.rows).map(|row| self.guess(labels, row)).collect();
        let known = self.predictions.is_some();
        Embedding {
            predicted: match known {
                true => guesses.iter().map(|own| own.as_ref().map(|own| own.0.clone())).collect(),
                false => Vec::new(),
            },
            sureness: guesses.iter().flatten().map(|own| own.1).collect(),
            axis_names: report::layout_axes(self.layout.points.columns()),
            ..report::plain_embedding(&self.layout.points, labels, table)
        }
    }

    fn write_pictures(
        &self,
        options: &Map,
        data: &Dataset<'_>,
        table: &Table,
        printer: &Printer<'_>,
    ) -> CommandResult {
        let pictures = &options.pictures;
        if !pictures.any() {
            return Ok(());
        }
        let embedding = self.embedding(data.labels(), table);
        let note = self.layout.faithfulness.to_string();
        let title = format!("{} rows in {} dimensions", table.rows, self.layout.points.columns());
        if let Some(path) = &pictures.picture {
            let picture = match embedding.axes() {
                1 => pictures::embedding(&embedding, &title)?,
                _ => pictures::layout(&embedding, &note, &title)?,
            };
            files::write_picture(path, &picture, pictures.force)?;
            printer.wrote("the picture", path);
        }
        if let Some(path) = &pictures.report {
            let (summary, command) = (vec![format!("{}.", self.sentence())], command_line());
            let embedding = Some(embedding);
            let page = Report { title, summary, command, embedding, ..Report::default() };
            files::write_page(path, &page, pictures.force)?;
            printer.wrote("the report", path);
        }
        Ok(())
    }
}
