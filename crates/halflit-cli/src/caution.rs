//! Warnings before work that may not be what was meant.

use std::time::{Duration, Instant};

use halflit::graph::{Neighborhood, Pairs};
use halflit::learner::Lpp;
use halflit::{AnyLearner, Dataset, Fit, Learner, Reduction};
use halflit_io::Table;

use crate::args::Data;
use crate::printer::Printer;

/// Rows from which all pairs are worth a warning.
const MANY_ROWS: usize = 20_000;
/// Rows from which a kernel is: 5,000 took 2 minutes of processor time and 2.6 GB.
const MANY_ROWS_FOR_A_KERNEL: usize = 4_000;
/// Memory of a fit with a kernel, for each pair of rows.
const BYTES_A_PAIR: f64 = 2.6e9 / 5_000.0 / 5_000.0;
/// Rows that are tried to estimate the time for all.
const TRIED_ROWS: usize = 2_000;

/// Warns of a graph of all pairs, or of a kernel, that many rows make slow or large.
pub(crate) fn size(reduction: &Reduction<AnyLearner>, data: &Dataset<'_>, printer: &Printer<'_>) {
    let rows = data.samples().rows();
    if reduction.space.kernel.is_some() {
        if rows > MANY_ROWS_FOR_A_KERNEL {
            let gigabytes = BYTES_A_PAIR * (rows as f64).powi(2) / 1e9;
            printer.warn(
                format!("a kernel of {rows} rows takes about {gigabytes:.0} GB, and time that grows with their cube"),
                "leave out --kernel, or give fewer rows",
            );
        }
    } else if let Some(graph) = reduction.learner.unlabel().graph() {
        all_pairs(graph, data, printer);
    }
}

/// Warns of a graph of all pairs of many rows.
pub(crate) fn all_pairs(graph: &Neighborhood, data: &Dataset<'_>, printer: &Printer<'_>) {
    let rows = data.samples().rows();
    if rows <= MANY_ROWS || graph.pairs != Pairs::All || printer.is_quiet() {
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

/// The time for some rows, times the square of how many more there are.
fn estimate(graph: &Neighborhood, data: &Dataset<'_>) -> Option<Duration> {
    let samples = data.samples();
    let first: Vec<usize> = (0..TRIED_ROWS).collect();
    let some = Dataset::unlabeled(samples.gather(&first)).ok()?;
    let start = Instant::now();
    Lpp { graph: graph.clone() }.fit(&some, 1).ok()?;
    let factor = samples.rows() as f64 / TRIED_ROWS as f64;
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
