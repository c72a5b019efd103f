//! What a fit would do and take, told before it is done, and runs that would not fit into memory refused.

use halflit::{Estimate, Plan, Shape, available_memory};
use serde_json::json;

use crate::args::Global;
use crate::caution::{advice, words};
use crate::failure::{CommandResult, Failure};
use crate::printer::{Printer, short, table};
use crate::rates::Rates;

/// Prints what a fit of the plan would do, in words or as JSON.
pub(crate) fn tell(plan: &Plan, shape: &Shape, checked: bool, global: &Global) -> CommandResult {
    let estimate = match checked {
        true => plan.estimate_with_check(shape),
        false => plan.estimate(shape),
    };
    let seconds = Rates::measured().map(|rates| rates.seconds(&estimate));
    let free = available_memory();
    let printer = Printer::new(global);
    printer.result(
        || {
            json!({
                "method": plan.name(),
                "shape": shape,
                "steps": estimate.steps,
                "operations": estimate.operations(),
                "peak_bytes": estimate.peak_bytes(),
                "free_bytes": free,
                "rough_seconds": seconds,
            })
        },
        || text(plan, &estimate, seconds, free),
    )?;
    refuse(&estimate, free)
}

fn text(plan: &Plan, estimate: &Estimate, seconds: Option<f64>, free: Option<u64>) -> String {
    let rows: Vec<Vec<String>> = estimate
        .steps
        .iter()
        .map(|step| {
            let operations = short(step.operations);
            vec![step.what.into(), step.how.clone(), operations, bytes(step.during)]
        })
        .collect();
    let free = free.map_or(String::new(), |free| format!(" of {} free", bytes(free as f64)));
    format!(
        "{}\n\n{} by {} operations, roughly {}; at most {}{free}.",
        table(&["step", "how", "operations", "memory"], &rows),
        plan.name(),
        short(estimate.operations()),
        seconds.map_or("long".into(), words),
        bytes(estimate.peak_bytes())
    )
}

/// Refuses a fit on samples that are in memory already where the rest would not go there.
pub(crate) fn check_memory(plan: &Plan, shape: &Shape) -> CommandResult {
    let rest = Shape { sample_bytes: 0, ..*shape };
    refuse(&plan.estimate(&rest), available_memory())
}

/// Refuses to map rows where their coordinates and probabilities, which are held about three times, would not go into memory.
pub(crate) fn check_mapping(rows: usize, numbers: usize) -> CommandResult {
    let needed = 3.0 * 8.0 * rows as f64 * numbers as f64;
    match available_memory() {
        Some(free) if needed > free as f64 => Err(Failure::new(
            format!(
                "{rows} rows need about {} of memory, and {} are free",
                bytes(needed),
                bytes(free as f64)
            ),
            "give fewer rows at once",
        )),
        _ => Ok(()),
    }
}

/// The failure of a fit that needs more memory than there is, with what would need less.
fn refuse(estimate: &Estimate, free: Option<u64>) -> CommandResult {
    let (needed, Some(free), Some(step)) = (estimate.peak_bytes(), free, estimate.largest()) else {
        return Ok(());
    };
    if needed <= free as f64 {
        return Ok(());
    }
    let what = format!(
        "this needs about {} of memory, most of it for the {} ({}), and {} are free",
        bytes(needed),
        step.what,
        step.how,
        bytes(free as f64)
    );
    Err(Failure::new(what, advice(estimate, step)))
}

fn bytes(count: f64) -> String {
    match count {
        count if count < 1e6 => format!("{:.0} kB", count / 1e3),
        count if count < 1e9 => format!("{:.0} MB", count / 1e6),
        count => format!("{:.1} GB", count / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halflit::{Kernel, KernelRank};

    fn refusal(plan: &Plan, shape: &Shape, free: u64) -> String {
        format!("{:?}", refuse(&plan.estimate(shape), Some(free)).expect_err("too much"))
    }

    #[test]
    fn what_does_not_fit_is_refused_with_an_option_that_would() {
        let shape = Shape::new(100_000, 50, 100, 2);
        let named = |name: &str| Plan::named(name).expect("a method").axes(2);
        let mut plan = named("ss-lfda");
        assert!(refuse(&plan.estimate(&shape), Some(1 << 30)).is_ok());
        assert!(refuse(&plan.estimate(&shape), None).is_ok());
        assert!(refusal(&plan, &shape, 1 << 24).contains("--graph 10"));
        assert!(refusal(&named("pca"), &shape, 1 << 12).contains("--columns"));
        plan.space.kernel = Some("rbf".parse::<Kernel>().expect("a kernel"));
        // By itself it takes landmarks.
        assert!(refuse(&plan.estimate(&shape), Some(1 << 31)).is_ok());
        plan.space.kernel_rank = KernelRank::Full;
        assert!(refusal(&plan, &shape, 1 << 36).contains("--kernel-rank landmarks:1000"));
        assert!(refusal(&Plan::default(), &shape, 1 << 27).contains("fewer unlabeled rows"));
    }
}
