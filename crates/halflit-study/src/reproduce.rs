//! The whole of it: from what was asked for to everything that a report shows.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Deserialize;

use crate::datasets::Datasets;
use crate::error::{Result, StudyError};
use crate::figures::{self, Figure};
use crate::machine;
use crate::protocol::Protocol;
use crate::report::{Provenance, Study};
use crate::rows::{Row, rows};
use crate::run::{Choices, Experiment, Journal, Progress, run};
use crate::sources::Loaded;
use crate::table::Table;

const PAPER_TITLE: &str = "The paper, reproduced";
const PAPER_OPENING: &str = "The tables and figures of R. Chatpatanasiri and B. Kijsirikul, “A Unified Semi-Supervised \
    Dimensionality Reduction Framework for Manifold Learning” (2009), computed anew and set beside what was published.";

/// A part of the paper, or a comparison of one's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Table 1.
    Table1,
    /// Table 2.
    Table2,
    /// Table 3.
    Table3,
    /// Every figure.
    Figures,
    /// A protocol file.
    File(PathBuf),
}

/// What to do.
#[derive(Debug, Clone)]
pub struct Request {
    /// What to run, in this order.
    pub parts: Vec<Part>,
    /// Where the datasets are that are not part of the program.
    pub data: Option<PathBuf>,
    /// Splits, rules, constraints, seed and kernel.
    pub choices: Choices,
    /// Records as they come; none where absent.
    pub journal: Option<PathBuf>,
    /// Whether to go on with the journal.
    pub resume: bool,
    /// The command line, for the report.
    pub command: String,
}

/// What came out.
pub struct Results {
    /// For the report.
    pub study: Study,
    /// One for each split and rule.
    pub rows: Vec<Row>,
    /// As long as there are results to write, no other run may begin in their folder.
    _journal: Journal,
}

/// Does what was asked for. Datasets that are not there are left out, and the study says so.
///
/// # Errors
/// Files that cannot be read or do not hold what they should, and what the library refuses.
pub fn reproduce(request: &Request, progress: Progress<'_>) -> Result<Results> {
    let start = Instant::now();
    let has = |part| request.parts.contains(part);
    let protocols = protocols(&request.parts)?;
    let mut data = Datasets { folder: request.data.clone(), ..Datasets::default() };
    for plan in protocols.iter().flat_map(|protocol| &protocol.datasets) {
        data.load(plan)?;
    }
    let journal = journal(&protocols, &data, request)?;
    let (rows, tables) = compared(&protocols, &data, request, &journal, progress)?;
    let details = if has(&Part::Table1) { data.details(&request.choices)? } else { Vec::new() };
    let figures = if has(&Part::Figures) { drawn_figures()? } else { Vec::new() };
    let provenance = provenance(request, &protocols, &data, start);
    let missing = data.missing.into_iter().collect();
    let (title, opening, paper) = heading(&request.parts, &protocols);
    let study = Study { title, opening, paper, provenance, details, tables, figures, missing };
    Ok(Results { study, rows, _journal: journal })
}

/// Headline, opening, and whether it is the paper's study: that of the only protocol, unless the paper has a part in it.
fn heading(parts: &[Part], protocols: &[Protocol]) -> (String, Option<String>, bool) {
    let is_paper = parts.iter().any(|part| !matches!(part, Part::File(_)));
    match protocols.first().filter(|_| !is_paper && protocols.iter().all(|p| !p.paper)) {
        Some(protocol) => (protocol.title.clone(), protocol.opening.clone(), false),
        None => (PAPER_TITLE.into(), Some(PAPER_OPENING.into()), true),
    }
}

/// The journal that was asked for, where there is something to keep in it.
fn journal(protocols: &[Protocol], data: &Datasets, request: &Request) -> Result<Journal> {
    match &request.journal {
        Some(path) if !protocols.is_empty() => {
            Journal::open(path, &data.terms(protocols, &request.choices), request.resume)
        }
        _ => Ok(Journal::none()),
    }
}

/// Runs every protocol and sums up its rows.
fn compared(
    protocols: &[Protocol],
    data: &Datasets,
    request: &Request,
    journal: &Journal,
    progress: Progress<'_>,
) -> Result<(Vec<Row>, Vec<Table>)> {
    let experiments: Vec<Experiment<'_>> =
        protocols.iter().map(|protocol| data.experiment(protocol)).collect();
    let records = run(&experiments, &request.choices, journal, progress)?;
    let (mut all_rows, mut tables) = (Vec::new(), Vec::new());
    for (protocol, records) in protocols.iter().zip(&records) {
        let rows = rows(records, &request.choices.rules);
        tables.extend(tables_of(protocol, &rows, &request.choices));
        all_rows.extend(rows);
    }
    Ok((all_rows, tables))
}

fn provenance(
    request: &Request,
    protocols: &[Protocol],
    data: &Datasets,
    start: Instant,
) -> Provenance {
    let origin = |(name, loaded): (&String, &Loaded)| {
        (name.clone(), loaded.origin.clone(), loaded.digest.clone())
    };
    Provenance {
        command: request.command.clone(),
        version: env!("CARGO_PKG_VERSION").into(),
        commit: option_env!("HALFLIT_COMMIT").map(str::to_owned),
        machine: machine::describe(),
        data: data.loaded.iter().map(origin).collect(),
        splits: request.choices.splits.or(protocols.first().map(|p| p.splits)).unwrap_or(0),
        seed: request.choices.seed,
        kernel_constant: request.choices.kernel_constant,
        elapsed: start.elapsed(),
    }
}

fn protocols(parts: &[Part]) -> Result<Vec<Protocol>> {
    let protocol = |part: &Part| match part {
        Part::Table1 | Part::Figures => None,
        Part::Table2 => Some(Protocol::built_in("table2")),
        Part::Table3 => Some(Protocol::built_in("table3")),
        Part::File(path) => Some(Protocol::read(path)),
    };
    parts.iter().filter_map(protocol).collect()
}

fn tables_of(protocol: &Protocol, rows: &[Row], choices: &Choices) -> Vec<Table> {
    let mut tables = Vec::new();
    for &rule in &choices.rules {
        for constraint in &choices.constraints {
            let table = Table::new(protocol, rows, rule, constraint);
            if !table.lines.is_empty() {
                tables.push(table);
            }
        }
    }
    tables
}

/// The figures that `experiments/figures.toml` names, in its order.
fn drawn_figures() -> Result<Vec<Figure>> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct FiguresProtocol {
        figures: Vec<String>,
    }
    let path = Path::new("experiments/figures.toml");
    let text = include_str!("../experiments/figures.toml");
    let wanted: FiguresProtocol =
        toml::from_str(text).map_err(|error| StudyError::content(path, error.to_string()))?;
    let mut drawn = figures::all()?;
    let take = |name: &String| {
        let place = drawn.iter().position(|figure| figure.name == name);
        let missing = || StudyError::content(path, format!("there is no figure '{name}'"));
        place.map(|place| drawn.swap_remove(place)).ok_or_else(missing)
    };
    wanted.figures.iter().map(take).collect()
}
