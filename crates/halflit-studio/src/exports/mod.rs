//! Labels, map, model and report to take home, and how to repeat them.

mod commands;
#[cfg(feature = "report")]
mod report;
mod tables;

use halflit::Labels;

use crate::desk::Desk;
use crate::error::{Kind, Result, StudioError};
use crate::orders::{Doer, ask};
use crate::session::Settings;

/// What can be taken home.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Export {
    LabelsCsv,
    #[cfg(feature = "columnar")]
    LabelsParquet,
    Map,
    Model,
    #[cfg(feature = "report")]
    Report,
    Commands,
    Journal,
}

/// Name in the address, name of the file, and type of each.
const TABLE: &[(&str, Export, &str, &str)] = &[
    ("labels.csv", Export::LabelsCsv, LABELS, "text/csv; charset=utf-8"),
    #[cfg(feature = "columnar")]
    ("labels.parquet", Export::LabelsParquet, "labels.parquet", "application/vnd.apache.parquet"),
    ("map.csv", Export::Map, "map.csv", "text/csv; charset=utf-8"),
    ("model.halflit", Export::Model, MODEL, "application/octet-stream"),
    #[cfg(feature = "report")]
    ("report.html", Export::Report, "report.html", "text/html; charset=utf-8"),
    ("commands", Export::Commands, "commands.json", "application/json"),
    ("labels.jsonl", Export::Journal, "labels.jsonl", "application/jsonl"),
];

/// The files that commands name.
const LABELS: &str = "labels.csv";
const MODEL: &str = "model.halflit";

impl Export {
    /// By its name in the address.
    ///
    /// # Errors
    /// A name that is none.
    pub(crate) fn named(name: &str) -> Result<Self> {
        let found = TABLE.iter().find(|(own, ..)| *own == name);
        found.map(|(_, export, ..)| *export).ok_or_else(|| {
            let known: Vec<&str> = Self::names().collect();
            let help = format!("ask for one of {}", known.join(", "));
            StudioError::new(Kind::Missing, "there is no such export", help)
        })
    }

    /// The names of all that this build has.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        TABLE.iter().map(|(name, ..)| *name)
    }

    fn entry(self) -> (&'static str, &'static str) {
        let found = TABLE.iter().find(|(_, export, ..)| *export == self);
        found.map_or(("export", "application/octet-stream"), |(_, _, file, kind)| (*file, *kind))
    }

    /// What it is called where it is saved.
    pub(crate) fn file(self) -> &'static str {
        self.entry().0
    }

    /// Its type.
    pub(crate) fn kind(self) -> &'static str {
        self.entry().1
    }

    /// The bytes of now. `doer` makes a model.
    ///
    /// # Errors
    /// What there is not yet, and what the fit of all labels refuses.
    pub(crate) fn bytes(self, desk: &Desk, doer: &mut Doer<'_>) -> Result<Vec<u8>> {
        match self {
            Export::LabelsCsv => tables::labels(desk, self.file()),
            #[cfg(feature = "columnar")]
            Export::LabelsParquet => tables::labels(desk, self.file()),
            Export::Map => tables::map(desk, self.file()),
            Export::Model => model(desk, doer),
            #[cfg(feature = "report")]
            Export::Report => report::page(desk),
            Export::Commands => Ok(commands::of(desk).to_string().into_bytes()),
            // What a studio elsewhere goes on with.
            Export::Journal => Ok(desk.state().journal.bytes().to_vec()),
        }
    }
}

/// All labels, those of check rows too, and the settings.
fn everything(desk: &Desk) -> (Labels, Settings) {
    let state = desk.state();
    (state.session.labels(true), state.session.settings().clone())
}

/// What `halflit fit` makes of all labels.
fn model(desk: &Desk, doer: &mut Doer<'_>) -> Result<Vec<u8>> {
    let (labels, settings) = everything(desk);
    let encoding = desk.material.table.encoding.clone();
    let bytes =
        ask(doer, move |engine| Ok(engine.model(&labels, &settings, &encoding)?.to_bytes()?));
    // Too few labels, or a dimension that they cannot have.
    bytes.map_err(|error| StudioError { kind: Kind::Request, ..error })
}

/// What is on the map, or that there is none yet.
fn no_map() -> StudioError {
    StudioError::request("there is no map yet", "wait until it is there")
}
