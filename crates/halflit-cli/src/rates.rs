//! How fast this machine is, by two small fits whose operations are known.

use std::time::Instant;

use halflit::learner::{Lpp, Pca};
use halflit::{Dataset, Estimate, Plan, Samples, Shape, Work};

/// Operations a second, each kind of work at its own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rates {
    products: f64,
    decompositions: f64,
}

impl Rates {
    /// Measures for some tens of milliseconds; nothing where a fit fails, which none does.
    pub(crate) fn measured() -> Option<Self> {
        let (pairs, columns) = (rows(1000, 32)?, rows(300, 150)?);
        let (graph, span) = (Plan::new(Lpp::default()).axes(1), Plan::new(Pca {}).axes(100));
        // Threads are started and their memory is taken before the clock starts.
        graph.fit(&rows(200, 32)?).ok()?;
        let seconds = timed(|| graph.fit(&pairs).is_ok())?;
        let products = graph.estimate(&Shape::of(&pairs)).operations() / seconds;
        let seconds = timed(|| span.fit(&columns).is_ok())?;
        let small = span.estimate(&Shape::of(&columns));
        let rest = seconds - small.operations_of(Work::Products) / products;
        // What is left of a clock that was disturbed is not believed below a tenth.
        let decompositions = small.operations_of(Work::Decomposition) / rest.max(seconds / 10.0);
        Some(Self { products, decompositions })
    }

    /// Seconds for all steps of a fit, roughly.
    pub(crate) fn seconds(&self, estimate: &Estimate) -> f64 {
        estimate.operations_of(Work::Products) / self.products
            + estimate.operations_of(Work::Decomposition) / self.decompositions
    }
}

fn timed(work: impl FnOnce() -> bool) -> Option<f64> {
    let start = Instant::now();
    work().then(|| start.elapsed().as_secs_f64())
}

/// Numbers without a pattern.
fn rows(rows: usize, columns: usize) -> Option<Dataset<'static>> {
    let value = |at: usize| ((at + 1) as f64 * 0.618_033_988_749_895).fract();
    let values: Vec<f64> = (0..rows * columns).map(|at| value(at * at % 1_000_003)).collect();
    Dataset::unlabeled(Samples::from_row_major(values, rows, columns).ok()?).ok()
}
