//! `halflit suggest`: which rows to label next.

use halflit::suggest::Suggestion;
use halflit::{Plan, Shape};
use halflit_io::{CHECK, OutputColumn, OutputTable, ROW, Table, WHY};
use serde_json::{Map, Value, json};

use crate::args::{Global, Suggest};
use crate::failure::CommandResult;
use crate::printer::{Printer, table};
use crate::progress::Progress;
use crate::target::Target;
use crate::{data, dry_run, files};

/// The column to fill in, where that of the labels has no name.
const LABEL: &str = "label";

pub(crate) fn run(options: &Suggest, global: &Global) -> CommandResult {
    files::check_free(&[options.output.as_deref()], &options.data.files(&[]), options.force)?;
    let target = |path| Target::at(path, options.output_format, options.force, global);
    let target = options.output.as_deref().map(target).transpose()?;
    let taken = options.taken.as_deref();
    let (read, taken) = data::read_filled(&options.data, &options.keep, taken, global)?;
    let label = read.label_name.as_deref().or(options.data.label.as_deref()).unwrap_or(LABEL);
    let own = [ROW, WHY, CHECK, label].map(str::to_owned);
    data::check_kept(&read, own.into_iter())?;
    // A check row that has its label is not asked for again.
    let checks = read.checks.iter().map(|(row, _)| *row);
    let taken: Vec<usize> = taken.into_iter().chain(checks).collect();
    let dataset = data::dataset(&read, &options.data, None, None)?;
    let plan = Plan::default();
    dry_run::check_memory(&plan, &Shape::of(&dataset))?;
    let prepared = Plan { seed: global.seed, ..plan }.prepare(dataset.samples())?;
    let choose = || prepared.suggest(dataset.labels(), &taken, options.count);
    let chosen = Progress::while_running("looking for rows to label", global, choose)?;
    match target {
        None => {
            let printer = Printer::new(global);
            printer.result(|| to_json(&chosen, &read), || to_text(&chosen, &read))?;
            printer.say(hint(&chosen));
            Ok(())
        }
        Some(target) => {
            let columns = columns(&chosen, &read, label);
            target.write(OutputTable { columns }, "rows to label", global)?;
            if !target.is_stdout() {
                let printer = Printer::new(global);
                printer.say(format!("fill in its column '{label}', then give it to --labels"));
            }
            target.report(chosen.len(), global)
        }
    }
}

fn columns(chosen: &[Suggestion], read: &Table, label: &str) -> Vec<(String, OutputColumn)> {
    let rows: Vec<usize> = chosen.iter().map(|one| one.row).collect();
    let numbers = rows.iter().map(|&row| read.number_of(row) as i64).collect();
    let texts = |text: fn(&Suggestion) -> String| {
        OutputColumn::Texts(chosen.iter().map(|one| Some(text(one))).collect())
    };
    let mut columns = vec![(ROW.to_owned(), OutputColumn::Integers(numbers))];
    columns.extend(read.kept_columns(&rows));
    columns.push((WHY.into(), texts(|one| one.reason.to_string())));
    columns.push((CHECK.into(), texts(|one| yes_or_no(one).into())));
    columns.push((label.to_owned(), OutputColumn::Texts(vec![None; chosen.len()])));
    columns
}

fn to_text(chosen: &[Suggestion], read: &Table) -> String {
    let kept = read.kept.iter().map(|(name, _)| name.as_str());
    let heading: Vec<&str> = [ROW].into_iter().chain(kept).chain([WHY, CHECK]).collect();
    let line = |one: &Suggestion| {
        let number = read.number_of(one.row).to_string();
        let kept = read.kept.iter().map(|(_, cells)| cells[one.row].clone());
        let last = [one.reason.to_string(), yes_or_no(one).to_owned()];
        [number].into_iter().chain(kept).chain(last).collect()
    };
    table(&heading, &chosen.iter().map(line).collect::<Vec<_>>())
}

fn to_json(chosen: &[Suggestion], read: &Table) -> Value {
    let object = |one: &Suggestion| {
        let mut object = Map::new();
        object.insert(ROW.into(), json!(read.number_of(one.row)));
        for (name, cells) in &read.kept {
            object.insert(name.clone(), json!(cells[one.row]));
        }
        object.insert(WHY.into(), json!(one.reason.to_string()));
        object.insert(CHECK.into(), json!(one.is_check()));
        Value::Object(object)
    };
    Value::Array(chosen.iter().map(object).collect())
}

fn yes_or_no(one: &Suggestion) -> &'static str {
    if one.is_check() { "yes" } else { "no" }
}

/// What check rows are for.
fn hint(chosen: &[Suggestion]) -> &'static str {
    match chosen.iter().any(Suggestion::is_check) {
        true => {
            "keep the labels of check rows from learning: they show how often predictions are right"
        }
        false => "label them, and ask again",
    }
}
