//! A study as files: report, raw rows, summary, provenance, figures.

use std::path::{Path, PathBuf};

use halflit_io::write_bytes_atomically;
use serde_json::json;

use crate::error::{Result, StudyError};
use crate::report::{markdown, page};
use crate::reproduce::Results;
use crate::rows::Row;

impl Results {
    /// Writes everything into a folder, which is made where it is missing; gives the files in order.
    ///
    /// # Errors
    /// [`StudyError::File`] and [`StudyError::Table`] where that cannot be, or where files exist and `force` is not set.
    pub fn write(&self, folder: &Path, force: bool) -> Result<Vec<PathBuf>> {
        let figures = folder.join("figures");
        std::fs::create_dir_all(&figures).map_err(|e| StudyError::file(&figures, e))?;
        let mut files: Vec<(PathBuf, Vec<u8>)> = vec![
            (folder.join("report.html"), page(&self.study)?.into_bytes()),
            (folder.join("report.md"), markdown(&self.study)?.into_bytes()),
            (folder.join("run.json"), self.provenance().into_bytes()),
        ];
        if !self.rows.is_empty() {
            files.push((folder.join("rows.csv"), self.rows_as_csv().into_bytes()));
            files.push((folder.join("summary.csv"), self.summary_as_csv().into_bytes()));
        }
        for figure in &self.study.figures {
            files.push((figures.join(format!("{}.png", figure.name)), figure.picture.png()?));
        }
        for (path, bytes) in &files {
            write_bytes_atomically(path, bytes, force)?;
        }
        // Left empty where nothing was drawn.
        let _ = std::fs::remove_dir(&figures);
        Ok(files.into_iter().map(|(path, _)| path).collect())
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

    /// One line a row.
    pub fn rows_as_csv(&self) -> String {
        let heading =
            "dataset,labeled,space,learner,constraint,selection,split,accuracy,gamma,alpha\n";
        let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        let line = |row: &Row| {
            format!(
                "{},{},{},{},{},{},{},{},{},{}\n",
                quoted(&row.dataset),
                row.labeled,
                row.space.name(),
                row.learner,
                row.constraint.as_deref().unwrap_or(""),
                row.selection,
                row.split,
                number(row.accuracy),
                number(row.gamma),
                number(row.alpha),
            )
        };
        heading.to_owned() + &self.rows.iter().map(line).collect::<String>()
    }

    /// One line a cell of a table.
    pub fn summary_as_csv(&self) -> String {
        let mut text = String::from(
            "dataset,labeled,space,learner,constraint,selection,mean,standard_error,splits,failed,opponent,won,level,\
             published,published_error\n",
        );
        for table in &self.study.tables {
            for line in &table.lines {
                for entry in &line.entries {
                    let contest = entry.contest.as_ref();
                    let printed = entry.printed;
                    text += &format!(
                        "{},{},{},{},{},{},{:.3},{:.3},{},{},{},{},{},{},{}\n",
                        quoted(&line.dataset),
                        line.labeled,
                        line.space.name(),
                        entry.learner,
                        if entry.learner.starts_with("ss-") { &table.constraint } else { "" },
                        table.rule,
                        entry.mean,
                        entry.standard_error,
                        entry.splits,
                        entry.failed,
                        contest.map_or("", |contest| &contest.opponent),
                        contest.map_or("", |contest| if contest.won { "true" } else { "false" }),
                        contest
                            .and_then(|c| c.level)
                            .map_or(String::new(), |level| level.to_string()),
                        printed.map_or(String::new(), |printed| printed.mean.to_string()),
                        printed.map_or(String::new(), |printed| printed.standard_error.to_string()),
                    );
                }
            }
        }
        text
    }
}

/// A field of CSV; names of one's own tables may hold anything.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
