//! Warnings before work that may not be what was meant.

use std::time::{Duration, Instant};

use halflit::evaluation::Plan;
use halflit::graph::{Neighborhood, Pairs};
use halflit::learner::Lpp;
use halflit::neighbors::Search;
use halflit::{AnyLearner, Dataset, Fit, Learner, Reduction, SpaceChoice};
use halflit_io::Table;

use crate::args::{Data, Pictures};
use crate::failure::{Failure, Outcome};
use crate::printer::Printer;

/// Rows from which all pairs are worth a warning.
const MANY_ROWS: usize = 20_000;
/// Rows from which the search for the nearest ones is.
const MANY_ROWS_FOR_NEIGHBORS: usize = 60_000;
/// Rows from which a kernel is: 5,000 took 2 minutes of processor time.
const MANY_ROWS_FOR_A_KERNEL: usize = 4_000;
/// Rows of which all pairs can be drawn: 200 million of them.
const ROWS_OF_A_GRAPH: usize = 20_000;
/// Rows that a page can show.
const ROWS_OF_A_PAGE: usize = 1_000_000;
/// Rows that are tried to estimate the time for all.
const TRIED_ROWS: usize = 2_000;

/// Warns of whatever passes over all pairs of many rows in any of some plans, once.
pub(crate) fn sizes(plans: &[Plan], data: &Dataset<'_>, printer: &Printer<'_>) {
    let reductions: Vec<_> = plans.iter().filter_map(Plan::reduction).collect();
    let by_graph = |own: &&&Reduction<AnyLearner>| own.learner.unlabel().graph().is_some();
    let by_labels = |own: &&&Reduction<AnyLearner>| looks_at_pairs(own);
    let (graph, labels) = (reductions.iter().find(by_graph), reductions.iter().find(by_labels));
    if let Some(reduction) = graph.or(labels) {
        size(reduction, data, printer);
    }
    // A graph is no reason to look at pairs of labeled rows.
    if let (Some(first), Some(other)) = (graph, labels)
        && !looks_at_pairs(first)
    {
        labeled_pairs(other, data, printer);
    }
}

/// Warns of whatever passes over all pairs of many rows, or needs memory for them.
pub(crate) fn size(reduction: &Reduction<AnyLearner>, data: &Dataset<'_>, printer: &Printer<'_>) {
    let rows = data.samples().rows();
    let SpaceChoice { kernel, kernel_rank, .. } = &reduction.space;
    if kernel.as_ref().is_some_and(|kernel| kernel_rank.holds_all_pairs(kernel, rows)) {
        if rows > MANY_ROWS_FOR_A_KERNEL {
            printer.warn(
                format!("a kernel of {rows} rows takes time that grows with their cube, and memory with their square"),
                "leave out --kernel-rank, which finds a smaller one, or give fewer rows",
            );
        }
        return;
    }
    if let Some(graph) = reduction.learner.unlabel().graph() {
        all_pairs(graph, data, printer);
    }
    labeled_pairs(reduction, data, printer);
}

/// Whether a learner asks for near labeled rows of the same class and of others.
fn looks_at_pairs(reduction: &Reduction<AnyLearner>) -> bool {
    reduction.learner.clone().slots().set_neighbors(1)
}

fn labeled_pairs(reduction: &Reduction<AnyLearner>, data: &Dataset<'_>, printer: &Printer<'_>) {
    let labeled = data.labels().labeled_rows().len();
    if labeled > MANY_ROWS && looks_at_pairs(reduction) {
        printer.warn(
            format!("all pairs of {labeled} labeled rows are looked at, which takes long"),
            "use --method fda or mmc, or leave some labels out",
        );
    }
}

/// Refuses a page of more rows than a browser can hold, before the work.
pub(crate) fn page(pictures: &Pictures, rows: usize) -> Outcome {
    match pictures.report.is_some() && rows > ROWS_OF_A_PAGE {
        true => Err(Failure::new(
            format!("a report of {rows} rows is more than a browser can hold"),
            format!("leave out --report, or give at most {ROWS_OF_A_PAGE} rows"),
        )),
        false => Ok(()),
    }
}

/// Refuses to keep more pairs than a picture could show, before they are found.
pub(crate) fn drawn_pairs(graph: &Neighborhood, rows: usize) -> Outcome {
    match graph.pairs == Pairs::All && rows > ROWS_OF_A_GRAPH {
        true => Err(Failure::new(
            format!("a picture of all pairs of {rows} rows would hold too many of them"),
            format!("use --graph 10, or give at most {ROWS_OF_A_GRAPH} rows"),
        )),
        false => Ok(()),
    }
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
    if graph.pairs != Pairs::All {
        if graph.search.resolve(data.samples(), rows, graph.metric) == Ok(Search::Exact) {
            let time = estimate(graph, data);
            let time = time.map_or("long".into(), |time| format!("about {}", words(time)));
            printer.warn(
                format!("the nearest of {rows} rows are found among all pairs, which takes {time}"),
                "give fewer unlabeled rows, or use another --search",
            );
        }
        return;
    }
    let time = match estimate(graph, data) {
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

/// A time in words.
pub(crate) fn words(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1.0 => "a second".into(),
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
