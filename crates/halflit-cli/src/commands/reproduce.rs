//! `halflit reproduce`: the experiments of the paper, or a comparison of one's own.

use std::path::{Path, PathBuf};

use halflit_io::write_bytes_atomically;
use halflit_study::run::Choices;
use halflit_study::{Entry, Line, Part, Request, Results, Table, reproduce};
use serde_json::json;

use crate::args::{Global, Reproduce};
use crate::failure::{CommandResult, Failure};
use crate::printer::{NOTHING, Printer, table};
use crate::progress::Progress;
use crate::{files, report};

/// As many learners side by side as fit a terminal; the others follow below.
const ABREAST: usize = 7;

pub(crate) fn run(options: &Reproduce, global: &Global) -> CommandResult {
    let printer = Printer::new(global);
    let parts = parts(&options.what)?;
    let journal = options.output.join("journal.jsonl");
    // Asked before hours of work, not after.
    if options.output.exists() && !options.output.is_dir() {
        let what = format!("{}: is not a folder", options.output.display());
        return Err(Failure::new(what, "choose another folder with --output"));
    }
    let page = options.output.join("report.html");
    let inside =
        [Some(page.as_path()), Some(&journal)].map(|path| path.filter(|path| path.exists()));
    let paths = [&inside[..], &[options.rows.as_deref()]].concat();
    let protocol = Path::new(&options.what);
    let inputs: &[&Path] = if protocol.is_file() { &[protocol] } else { &[] };
    files::check_free(&paths, inputs, options.force || options.resume)?;
    let request = Request {
        parts,
        data: options.data.clone(),
        choices: Choices {
            splits: options.splits,
            seed: global.seed,
            rules: unique(&options.select),
            constraints: unique(&options.constraint),
            kernel_constant: options.kernel_constant,
        },
        journal: Some(journal),
        resume: options.resume,
        command: report::command_line(),
    };
    let progress = Progress::new("reproducing", global);
    let results = reproduce(&request, &|done, total| progress.at(done as usize, total as usize))?;
    drop(progress);
    for (name, hint) in &results.study.missing {
        printer.warn(format!("{name} is not there, and its rows are left out"), hint);
    }
    // Resuming means to replace what the interrupted run may have written.
    let written = results.write(&options.output, options.force || options.resume)?;
    if let Some(first) = written.first() {
        printer.wrote("the report", first);
    }
    let rows = || serde_json::to_string_pretty(&results.rows).unwrap_or_default() + "\n";
    match &options.rows {
        Some(path) => {
            write_bytes_atomically(path, rows().as_bytes(), options.force || options.resume)?;
            printer.wrote("the rows", path);
            let quiet = Global { json: false, ..global.clone() };
            Printer::new(&quiet).result(|| json!(null), || text(&results))
        }
        None => printer.result(|| json!(results.rows), || text(&results)),
    }
}

fn parts(what: &str) -> CommandResult<Vec<Part>> {
    Ok(match what {
        "table1" => vec![Part::Table1],
        "table2" => vec![Part::Table2],
        "table3" => vec![Part::Table3],
        "figures" => vec![Part::Figures],
        "all" => vec![Part::Table1, Part::Table2, Part::Table3, Part::Figures],
        file if Path::new(file).extension().is_some_and(|ending| ending == "toml") => {
            vec![Part::File(PathBuf::from(file))]
        }
        other => {
            let what = format!("there is no '{other}' to reproduce");
            let help = "give table1, table2, table3, figures, all, or a protocol file (.toml)";
            return Err(Failure::usage(what, help));
        }
    })
}

fn unique<T: PartialEq + Clone>(values: &[T]) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    for value in values {
        if !found.contains(value) {
            found.push(value.clone());
        }
    }
    found
}

fn text(results: &Results) -> String {
    let study = &results.study;
    let mut blocks = Vec::new();
    if !study.details.is_empty() {
        let pair = |scores: [f64; 2]| format!("{:.3} / {:.3}", scores[0], scores[1]);
        let row = |d: &halflit_study::details::Details| {
            vec![
                d.dataset.clone(),
                d.columns.to_string(),
                d.classes.to_string(),
                d.rows.to_string(),
                d.dimension.to_string(),
                pair(d.good_neighbors),
                pair(d.published),
                d.verdict.clone(),
            ]
        };
        let rows: Vec<Vec<String>> = study.details.iter().map(row).collect();
        let heading =
            ["dataset", "d0", "classes", "rows", "d", "good neighbors", "paper", "verdict"];
        blocks.push(table(&heading, &rows));
    }
    blocks.extend(study.tables.iter().map(table_text));
    for figure in &study.figures {
        let claim = |f: &halflit_study::figures::Finding| {
            let holds = if f.holds { "holds" } else { "does not hold" };
            format!("  {holds}: {} ({})", f.claim, f.measured)
        };
        let claims: Vec<String> = figure.findings.iter().map(claim).collect();
        blocks.push(format!("{}: {}\n{}", figure.name, figure.title, claims.join("\n")));
    }
    blocks.join("\n\n")
}

fn table_text(summary: &Table) -> String {
    let constraint =
        summary.constraint().map_or(String::new(), |name| format!(", constraint {name}"));
    let mut text = format!(
        "{}; parameters by {}{constraint}; percent, mean ± standard error",
        summary.title, summary.rule
    );
    for learners in summary.groups().iter().flat_map(|group| group.chunks(ABREAST)) {
        text += &format!("\n{}", abreast(summary, learners));
    }
    let ((won, contests), (reached, printed)) = (summary.wins(), summary.reached());
    if contests > 0 {
        let whose = if summary.paper { " of the paper's contests" } else { "" };
        text += "\n* better than its opponents, with the confidence: ";
        text += &format!("{won} of {contests}{whose}");
    }
    if printed > 0 {
        text += &format!("\nat or above the published value: {reached} of {printed}");
    }
    text
}

fn abreast(summary: &Table, learners: &[&str]) -> String {
    let heading = [&["dataset", "space"], learners].concat();
    let row = |line: &Line| {
        let cells = learners.iter().map(|name| line.entry(name).map_or(NOTHING.into(), cell));
        [summary.label(line), line.space.name().to_owned()].into_iter().chain(cells).collect()
    };
    table(&heading, &summary.lines.iter().map(row).collect::<Vec<_>>())
}

/// `78.1±0.9*99`: a win with 99 % confidence.
fn cell(entry: &Entry) -> String {
    let level = match entry.contest.as_ref().filter(|contest| contest.won) {
        None => String::new(),
        Some(contest) => {
            format!("*{}", contest.level.map_or(String::new(), |level| level.to_string()))
        }
    };
    format!("{:.1}±{:.1}{level}", entry.mean, entry.standard_error)
}
