//! Warnings before work that may not be what was meant.

use halflit::graph::{Neighborhood, Pairs};
use halflit::{Estimate, Plan, Shape, Step};
use halflit_io::Table;

use crate::args::{Data, Pictures};
use crate::failure::{CommandResult, Failure};
use crate::printer::Printer;
use crate::rates::Rates;

/// Operations from which a fit is worth a warning: some ten seconds.
const MANY_OPERATIONS: f64 = 1e11;
/// Rows of which all pairs can be drawn: 200 million of them.
const ROWS_OF_A_GRAPH: usize = 20_000;
/// Rows that a page can show.
const ROWS_OF_A_PAGE: usize = 1_000_000;

/// Warns of the longest of some fits, with its time and what takes most of it, where that is long.
pub(crate) fn time(plans: &[Plan], shape: &Shape, printer: &Printer<'_>) {
    let estimates = plans.iter().map(|plan| plan.estimate(shape));
    let longest = estimates.max_by(|a, b| a.operations().total_cmp(&b.operations()));
    let Some(estimate) = longest else { return };
    if estimate.operations() < MANY_OPERATIONS || printer.is_quiet() {
        return;
    }
    let steps = estimate.steps.iter();
    let Some(step) = steps.max_by(|a, b| a.operations.total_cmp(&b.operations)) else { return };
    let (rows, Step { what, how, .. }) = (shape.rows, step);
    let seconds = Rates::measured().map(|rates| rates.seconds(&estimate));
    let time = seconds.map_or("long".into(), |seconds| format!("about {}", words(seconds)));
    printer.warn(
        format!("{rows} rows take {time}, most of it for the {what} ({how})"),
        advice(&estimate, step),
    );
}

/// What makes a step smaller.
pub(crate) fn advice(estimate: &Estimate, step: &Step) -> &'static str {
    // With a kernel everything after it has as many columns as there are rows.
    let kernel = estimate.steps.iter().any(|own| own.what == "kernel");
    match step.what {
        _ if kernel => {
            "keep fewer coordinates (--kernel-rank landmarks:1000), leave out --kernel, or give fewer rows"
        }
        "graph" => "join fewer pairs with --graph 10, or give fewer rows",
        "views" | "labels" => "give fewer unlabeled rows, or use --method pca or fda",
        _ => "use fewer columns (--columns, --drop), or give fewer rows or labels",
    }
}

/// A time in words.
pub(crate) fn words(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 1.0 => "a second".into(),
        seconds if seconds < 90.0 => format!("{seconds:.0} seconds"),
        seconds if seconds < 5400.0 => format!("{:.0} minutes", seconds / 60.0),
        seconds => format!("{:.0} hours", seconds / 3600.0),
    }
}

/// Refuses a page of more rows than a browser can hold, before the work.
pub(crate) fn page(pictures: &Pictures, rows: usize) -> CommandResult {
    match pictures.report.is_some() && rows > ROWS_OF_A_PAGE {
        true => Err(Failure::new(
            format!("a report of {rows} rows is more than a browser can hold"),
            format!("leave out --report, or give at most {ROWS_OF_A_PAGE} rows"),
        )),
        false => Ok(()),
    }
}

/// Refuses to keep more pairs than a picture could show, before they are found.
pub(crate) fn drawn_pairs(graph: &Neighborhood, rows: usize) -> CommandResult {
    match graph.pairs == Pairs::All && rows > ROWS_OF_A_GRAPH {
        true => Err(Failure::new(
            format!("a picture of all pairs of {rows} rows would hold too many of them"),
            format!("use --graph 10, or give at most {ROWS_OF_A_GRAPH} rows"),
        )),
        false => Ok(()),
    }
}

/// Warns where a first line of numbers, and a word or two, was taken for names.
pub(crate) fn header(data: &Data, table: &Table, printer: &Printer<'_>) {
    if !table.named || data.header {
        return;
    }
    let numbers: Vec<f64> =
        table.feature_names.iter().filter_map(|name| name.parse().ok()).collect();
    // Column numbers, as data frames write them, are names after all.
    let counting = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1.0) && numbers.len() > 1;
    if 2 * numbers.len() < table.width() || counting {
        return;
    }
    let (file, count, width) = (data.path.display(), numbers.len(), table.width());
    printer.warn(
        format!("{file}: the first line was taken for names, but {count} of {width} are numbers"),
        "use --no-header if it is data, --header if it holds names",
    );
}
