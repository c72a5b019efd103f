//! Warnings before work that may not be what was meant.

use std::time::{Duration, Instant};

use halflit::graph::{Neighborhood, Pairs};
use halflit::learner::Lpp;
use halflit::{AnyLearner, Dataset, Fit, Learner, Reduction, Views};
use halflit_io::Table;

use crate::args::Data;
use crate::printer::Printer;

/// Rows from which all pairs are worth a warning.
const MANY_ROWS: usize = 20_000;
/// Rows from which the search for the nearest ones is.
const MANY_ROWS_FOR_NEIGHBORS: usize = 60_000;
/// Rows from which a kernel is: 5,000 took 2 minutes of processor time.
const MANY_ROWS_FOR_A_KERNEL: usize = 4_000;
/// Rows that are tried to estimate the time for all.
const TRIED_ROWS: usize = 2_000;

/// Warns of whatever passes over all pairs of many rows, or needs memory for them.
pub(crate) fn size(reduction: &Reduction<AnyLearner>, data: &Dataset<'_>, printer: &Printer<'_>) {
    let rows = data.samples().rows();
    if reduction.space.kernel.is_some() {
        if rows > MANY_ROWS_FOR_A_KERNEL {
            printer.warn(
                format!("a kernel of {rows} rows takes time that grows with their cube, and memory with their square"),
                "leave out --kernel, or give fewer rows",
            );
        }
        return;
    }
    if let Some(graph) = reduction.learner.unlabel().graph() {
        all_pairs(graph, data, printer);
    }
    let labeled = data.labels().labeled_rows().len();
    // Those that ask for near rows of the same class and of others.
    let by_pairs = reduction.learner.clone().slots().set_neighbors(1);
    if labeled > MANY_ROWS && by_pairs {
        printer.warn(
            format!("all pairs of {labeled} labeled rows are looked at, which takes long"),
            "use --method fda or mmc, or leave some labels out",
        );
    }
}

/// Likewise of the default, which looks for the nearest rows of every row.
pub(crate) fn views(data: &Dataset<'_>, printer: &Printer<'_>) {
    let rows = data.samples().rows();
    if rows > MANY_ROWS_FOR_NEIGHBORS && !printer.is_quiet() {
        let time = tried(data, |some| Views::of(some.samples()).is_ok());
        nearest(rows, time, "give fewer unlabeled rows", printer);
    }
}

/// Warns of the search for the nearest of many rows.
fn nearest(rows: usize, time: Option<Duration>, help: &str, printer: &Printer<'_>) {
    let time = time.map_or("long".into(), |time| format!("about {}", words(time)));
    let what = format!("the nearest of {rows} rows are found among all pairs, which takes {time}");
    printer.warn(what, help);
}

/// Warns of a graph that needs all pairs of many rows.
pub(crate) fn all_pairs(graph: &Neighborhood, data: &Dataset<'_>, printer: &Printer<'_>) {
    let rows = data.samples().rows();
    let many = match graph.pairs {
        Pairs::All => MANY_ROWS,
        _ => MANY_ROWS_FOR_NEIGHBORS,
    };
    if rows <= many || printer.is_quiet() {
        return;
    }
    let time = estimate(graph, data);
    if graph.pairs != Pairs::All {
        return nearest(rows, time, "give fewer unlabeled rows", printer);
    }
    let time = match time {
        Some(time) => format!("about {} for each pass over them", words(time)),
        None => "long".into(),
    };
    printer.warn(
        format!("the graph joins all pairs of {rows} rows, which takes {time}"),
        "use --graph 10 to join each row to its ten nearest only",
    );
}

/// The time of a fit with this graph.
fn estimate(graph: &Neighborhood, data: &Dataset<'_>) -> Option<Duration> {
    tried(data, |some| Lpp { graph: graph.clone() }.fit(some, 1).is_ok())
}

/// The time for some rows, times the square of how many more there are.
fn tried(data: &Dataset<'_>, work: impl FnOnce(&Dataset<'_>) -> bool) -> Option<Duration> {
    let samples = data.samples();
    let first: Vec<usize> = (0..TRIED_ROWS.min(samples.rows())).collect();
    let some = Dataset::unlabeled(samples.gather(&first)).ok()?;
    let start = Instant::now();
    if !work(&some) {
        return None;
    }
    let factor = samples.rows() as f64 / first.len() as f64;
    Some(start.elapsed().mul_f64(factor * factor))
}

fn words(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 90.0 => format!("{seconds:.0} seconds"),
        seconds if seconds < 5400.0 => format!("{:.0} minutes", seconds / 60.0),
        seconds => format!("{:.0} hours", seconds / 3600.0),
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
