//! A study as files: report, raw rows, summary, provenance, figures.

use std::path::{Path, PathBuf};

use halflit_io::{Destination, OutputColumn, OutputTable, WriteOptions, write_bytes_atomically};
use serde_json::json;

use crate::error::{Result, StudyError};
use crate::protocol::supervised_form;
use crate::report::{markdown, page};
use crate::reproduce::Results;
use crate::rows::Row;
use crate::table::{Entry, Line, Table};

impl Results {
    /// Writes everything into a folder, which is made where it is missing; gives the files in order.
    ///
    /// # Errors
    /// [`StudyError::File`] and [`StudyError::Table`] where that cannot be, or where files exist and `force` is not set.
    pub fn write(&self, folder: &Path, force: bool) -> Result<Vec<PathBuf>> {
        make(folder)?;
        let mut files: Vec<(PathBuf, Vec<u8>)> = vec![
            (folder.join("report.html"), page(&self.study)?.into_bytes()),
            (folder.join("report.md"), markdown(&self.study).into_bytes()),
            (folder.join("run.json"), self.provenance().into_bytes()),
        ];
        for figure in &self.study.figures {
            let figures = folder.join("figures");
            make(&figures)?;
            files.push((figures.join(format!("{}.png", figure.name)), figure.picture.png()?));
        }
        for (path, bytes) in &files {
            write_bytes_atomically(path, bytes, force)?;
        }
        let mut written: Vec<PathBuf> = files.into_iter().map(|(path, _)| path).collect();
        if !self.rows.is_empty() {
            for (name, table) in
                [("rows.csv", raw(&self.rows)), ("summary.csv", summary(&self.study.tables))]
            {
                let path = folder.join(name);
                table.write(&Destination::from(&path), &WriteOptions { force, format: None })?;
                written.push(path);
            }
        }
        Ok(written)
    }

    fn provenance(&self) -> String {
        let study = &self.study;
        let value = json!({
            "run": study.provenance,
            "missing": study.missing.iter().map(|(name, _)| name).collect::<Vec<_>>(),
            "table1": study.details,
            "figures": study.figures.iter().map(|figure| json!({
                "name": figure.name,
                "findings": figure.findings.iter().map(|f| json!({
                    "claim": f.claim, "measured": f.measured, "holds": f.holds,
                })).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
        });
        serde_json::to_string_pretty(&value).unwrap_or_default() + "\n"
    }
}

/// The name of a column, and what stands in it; absent where a row has no such value.
type Column<R> = (&'static str, fn(&R) -> Option<String>);

/// A learner on a dataset, as it stands in a table.
type Cell<'s> = (&'s Table, &'s Line, &'s Entry);

/// One line per dataset, label count, space, learner, constraint, rule and split.
fn raw(rows: &[Row]) -> OutputTable {
    let columns: [Column<Row>; 13] = [
        ("dataset", |row| text(Some(&row.dataset))),
        ("labeled", |row| text(Some(row.labeled))),
        ("space", |row| text(Some(row.space.name()))),
        ("learner", |row| text(Some(&row.learner))),
        ("constraint", |row| row.constraint.clone()),
        ("selection", |row| text(Some(row.selection))),
        ("split", |row| text(Some(row.split))),
        ("accuracy", |row| text(row.accuracy)),
        ("gamma", |row| text(row.setting?.gamma)),
        ("alpha", |row| text(row.setting?.alpha)),
        ("neighbors", |row| text(row.setting?.neighbors)),
        ("dimension", |row| text(Some(row.setting?.dimension))),
        ("weights", |row| text(Some(row.setting?.weights))),
    ];
    written(rows, &columns)
}

/// One line per cell of a table.
fn summary(tables: &[Table]) -> OutputTable {
    let columns: [Column<Cell<'_>>; 15] = [
        ("dataset", |(_, line, _)| text(Some(&line.dataset))),
        ("labeled", |(_, line, _)| text(Some(line.labeled))),
        ("space", |(_, line, _)| text(Some(line.space.name()))),
        ("learner", |(.., entry)| text(Some(&entry.learner))),
        ("constraint", |(table, _, entry)| {
            text(supervised_form(&entry.learner).and(table.constraint()))
        }),
        ("selection", |(table, ..)| text(Some(table.rule))),
        ("mean", |(.., entry)| Some(format!("{:.3}", entry.mean))),
        ("standard_error", |(.., entry)| Some(format!("{:.3}", entry.standard_error))),
        ("splits", |(.., entry)| text(Some(entry.splits))),
        ("failed", |(.., entry)| text(Some(entry.failed))),
        ("opponent", |(.., entry)| text(entry.contest.as_ref().map(|contest| &contest.opponent))),
        ("won", |(.., entry)| text(entry.contest.as_ref().map(|contest| contest.won))),
        ("level", |(.., entry)| text(entry.contest.as_ref()?.level)),
        ("published", |(.., entry)| text(entry.printed.map(|printed| printed.mean))),
        ("published_error", |(.., entry)| text(entry.printed.map(|cell| cell.standard_error))),
    ];
    written(&cells(tables).collect::<Vec<_>>(), &columns)
}

fn cells(tables: &[Table]) -> impl Iterator<Item = Cell<'_>> {
    let lines = tables.iter().flat_map(|table| table.lines.iter().map(move |line| (table, line)));
    lines.flat_map(|(table, line)| line.entries.iter().map(move |entry| (table, line, entry)))
}

fn written<R>(rows: &[R], columns: &[Column<R>]) -> OutputTable {
    let column = |(name, cell): &Column<R>| {
        ((*name).to_owned(), OutputColumn::Texts(rows.iter().map(cell).collect()))
    };
    OutputTable { columns: columns.iter().map(column).collect() }
}

fn text(value: Option<impl ToString>) -> Option<String> {
    value.map(|value| value.to_string())
}

fn make(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).map_err(|error| StudyError::file(folder, error))
}
