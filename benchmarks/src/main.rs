//! Our side of the benchmarks: does the one job that its argument describes as JSON, and prints how long it took and what came out.
//!
//! `cargo xtask bench` runs this beside `suite/worker.py`, which does the peers' jobs with the same words.

mod job;
mod labeling;
mod npy;

use std::process::ExitCode;
use std::time::Instant;

use job::{Answer, Job};
use serde::{Deserialize, Serialize};

/// Whatever may go wrong is printed and ends the process.
type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// What to do, and how often.
#[derive(Debug, Deserialize)]
struct Order {
    #[serde(flatten)]
    job: Job,
    /// The most repetitions.
    repeat: usize,
    /// No repetition begins after so many seconds.
    budget: f64,
}

/// How long each repetition took, and what the last one found.
#[derive(Debug, Serialize)]
struct Report {
    seconds: Vec<f64>,
    /// The most that the process held, where the system says so.
    peak_bytes: Option<u64>,
    #[serde(flatten)]
    answer: Answer,
}

fn main() -> ExitCode {
    let order = std::env::args().nth(1).unwrap_or_default();
    match measured(&order) {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The report on one order, as JSON.
fn measured(order: &str) -> Fallible<String> {
    let Order { job, repeat, budget } = serde_json::from_str(order)?;
    let mut seconds = Vec::new();
    let answer = job.run(&mut |work| {
        while seconds.len() < repeat.max(1) && seconds.iter().sum::<f64>() <= budget {
            let start = Instant::now();
            work()?;
            seconds.push(start.elapsed().as_secs_f64());
        }
        Ok(())
    })?;
    Ok(serde_json::to_string(&Report { seconds, peak_bytes: peak_bytes(), answer })?)
}

fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}
