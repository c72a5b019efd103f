//! Labels in files of their own, joined to the rows that they are of.

use std::path::Path;

use halflit_io::{Joined, Keys, ReadOptions, Source, Table, read_label_file};

use crate::args::Data;
use crate::failure::CommandResult;
use crate::printer::Printer;

/// Joins every file of labels to the table, one after the other.
pub(crate) fn join(
    data: &Data,
    table: &mut Table,
    unlabeled: Vec<String>,
    printer: &Printer<'_>,
) -> CommandResult {
    let options = ReadOptions { unlabeled, ..ReadOptions::default() };
    let (id, name) = (data.id.as_deref(), table.label_name.clone());
    let label = name.as_deref().or(data.label.as_deref());
    for path in &data.labels {
        let own = read_label_file(&Source::from(path), &options, id, label)?;
        let joined = table.join(&own, id)?;
        tell(path, &own.keys, &joined, printer);
    }
    Ok(())
}

/// What the file had to say, where it does not say something of every row.
fn tell(path: &Path, keys: &Keys, joined: &Joined, printer: &Printer<'_>) {
    let (file, rows) = (path.display(), |count: usize| match count {
        1 => "1 row".to_owned(),
        count => format!("{count} rows"),
    });
    let Joined { learned, checks, changed, left_out } = *joined;
    if learned + checks == 0 {
        printer.warn(
            format!("{file}: no label is filled in yet"),
            "write the class of each row into its column of labels",
        );
    } else if *keys != Keys::Order {
        let checks = match checks {
            0 => String::new(),
            checks => format!(", and {} to check by, kept from learning", rows(checks)),
        };
        printer.say(format!("{file}: labels of {} to learn from{checks}", rows(learned)));
    }
    if changed > 0 {
        printer.say(format!("{file}: {} had another label in the table", rows(changed)));
    }
    if left_out > 0 {
        printer.say(format!("{file}: {} of its labels are of rows that were left out", left_out));
    }
}
