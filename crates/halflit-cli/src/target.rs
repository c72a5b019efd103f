//! Where a table goes: checked before work begins, written after it.

use std::path::{Path, PathBuf};

use halflit_io::{Destination, OutputColumn, OutputFormat, OutputTable, WriteOptions};
use serde_json::json;

use crate::args::{Global, TableOutput};
use crate::failure::CommandResult;
use crate::files;
use crate::printer::Printer;

/// A place for a table that can be written to.
pub(crate) struct Target {
    path: PathBuf,
    format: OutputFormat,
    force: bool,
}

impl Target {
    /// Refuses now what could not be written later, or would replace what is read.
    pub(crate) fn new(
        output: &TableOutput,
        inputs: &[&Path],
        global: &Global,
    ) -> CommandResult<Self> {
        let TableOutput { output: path, output_format, force } = output;
        files::check_free(&[Some(path)], inputs, *force)?;
        Self::at(path, *output_format, *force, global)
    }

    /// A place that has been checked, from its parts.
    pub(crate) fn at(
        path: &Path,
        format: Option<OutputFormat>,
        force: bool,
        global: &Global,
    ) -> CommandResult<Self> {
        let destination = Destination::from(path);
        let format = match (format, &destination) {
            (Some(format), _) => format,
            (None, Destination::StandardOutput) if global.json => OutputFormat::Json,
            (None, Destination::StandardOutput) => OutputFormat::Csv,
            (None, Destination::Path(path)) => OutputFormat::from_path(path)?,
        };
        Ok(Self { path: path.into(), format, force })
    }

    /// Whether it is standard output.
    pub(crate) fn is_stdout(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// Writes the table. NPY holds numbers only, so text columns are left out there, and named.
    pub(crate) fn write(
        &self,
        mut table: OutputTable,
        what: &str,
        global: &Global,
    ) -> CommandResult {
        let printer = Printer::new(global);
        if self.format == OutputFormat::Npy {
            let is_text = |column: &OutputColumn| matches!(column, OutputColumn::Texts(_));
            for (name, _) in table.columns.iter().filter(|(_, column)| is_text(column)) {
                let help = "use .csv, .parquet or .json to keep it";
                printer.warn(format!("text column '{name}' is left out of NPY"), help);
            }
            table.columns.retain(|(_, column)| !is_text(column));
        }
        let options = WriteOptions { format: Some(self.format), force: self.force };
        table.write(&Destination::from(&self.path), &options)?;
        if self.is_stdout() {
            return Ok(());
        }
        printer.wrote(what, &self.path);
        Ok(())
    }

    /// What was written, for those who asked for JSON and did not get it as rows.
    pub(crate) fn report(&self, rows: usize, global: &Global) -> CommandResult {
        match self.is_stdout() {
            true => Ok(()),
            false => Printer::new(global).written(|| json!({ "output": self.path, "rows": rows })),
        }
    }
}
