//! Fits against a straight numpy/scipy version in the same run, what a sweep costs in single fits, and peak memory.
//!
//! `cargo xtask bench` sets up the peer's environment and runs this. Nothing is asserted about time: figures are
//! printed, as ratios where there is a peer.

use std::process::Command;
use std::time::Instant;

use halflit::choose::{Grid, Trial, scores};
use halflit::learner::SsLfda;
use halflit::{AnyLearner, Dataset, Fit, Labels, Reduction, Samples, Space};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.iter().position(|argument| argument == "--memory-of") {
        Some(at) => fit_for_memory(&arguments[at + 1..]),
        None => {
            against_numpy(2000, 200)?;
            against_numpy(1000, 50)?;
            sweep(2000, 200)?;
            wide(200, 20_000)?;
            growth()?;
            memory(20_000, 50)
        }
    }
}

/// Two clusters in each of five classes, `labeled` rows labeled; the same numbers on every machine.
fn data(n: usize, d0: usize, labeled: usize) -> Outcome<Dataset<'static>> {
    let mut state = 88_172_645_463_325_252u64;
    let mut noise = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    let centers: Vec<Vec<f64>> = (0..10).map(|_| (0..d0).map(|_| noise()).collect()).collect();
    let mut values = Vec::with_capacity(n * d0);
    for i in 0..n {
        let center = &centers[i % 10];
        values.extend(center.iter().map(|c| c + noise() + noise()));
    }
    let labels = Labels::new((0..n).map(|i| (i < labeled).then_some(i % 5)));
    Ok(Dataset::new(Samples::from_row_major(values, n, d0)?, labels)?)
}

/// The shortest of several runs, in seconds.
fn best_of(repetitions: usize, mut run: impl FnMut() -> Outcome<()>) -> Outcome<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..repetitions {
        let start = Instant::now();
        run()?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    Ok(best)
}

fn learner() -> SsLfda {
    SsLfda { gamma: 1.0, alpha: 8.0, ..Default::default() }
}

/// One fit, its model thrown away.
fn fit(data: &Dataset<'_>) -> Outcome<()> {
    learner().fit(data, 10)?;
    Ok(())
}

fn against_numpy(n: usize, d0: usize) -> Outcome<()> {
    let data = data(n, d0, 100)?;
    let mut eigenvalues = Vec::new();
    let ours = best_of(5, || {
        eigenvalues = learner().fit(&data, 10)?.eigenvalues().to_vec();
        Ok(())
    })?;
    let Some((theirs, reference)) = numpy(&data, 100)? else {
        println!("ss-lfda {n} × {d0}: {ours:.3} s (no peer: run `cargo xtask bench`)");
        return Ok(());
    };
    let difference = eigenvalues.iter().zip(&reference).map(|(a, b)| (a - b).abs() / b.abs());
    println!(
        "ss-lfda {n} × {d0}: halflit {ours:.3} s, numpy {theirs:.3} s, {:.1} times faster (eigenvalues agree to {:.0e})",
        theirs / ours,
        difference.fold(0.0, f64::max)
    );
    Ok(())
}

/// Best time and eigenvalues of the peer on the same numbers.
fn numpy(data: &Dataset<'_>, labeled: usize) -> Outcome<Option<(f64, Vec<f64>)>> {
    let Ok(python) = std::env::var("HALFLIT_PYTHON") else { return Ok(None) };
    let samples = data.samples();
    let file = std::env::temp_dir().join(format!("halflit-bench-{}.f64", std::process::id()));
    let bytes: Vec<u8> = samples.to_rows().values().iter().flat_map(|v| v.to_le_bytes()).collect();
    std::fs::write(&file, bytes)?;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peer.py");
    let shape = [samples.rows(), samples.columns(), labeled, 5].map(|v| v.to_string());
    let output = Command::new(python).arg(script).args(shape).arg(&file).output()?;
    std::fs::remove_file(&file)?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    #[derive(serde::Deserialize)]
    struct Answer {
        seconds: f64,
        eigenvalues: Vec<f64>,
    }
    let answer: Answer = serde_json::from_slice(&output.stdout)?;
    Ok(Some((answer.seconds, answer.eigenvalues)))
}

fn sweep(n: usize, d0: usize) -> Outcome<()> {
    let data = data(n, d0, 100)?;
    let single = best_of(5, || fit(&data))?;
    let reduction = Reduction::new(AnyLearner::from(learner()), 10);
    let grid = Grid::default_for(&reduction.learner);
    let hidden: Vec<usize> = (80..100).collect();
    let sweep = best_of(3, || {
        let space = Space::of(data.samples(), &reduction.space)?;
        let settings = grid.settings(&reduction.learner, 10, reduction.weights)?;
        let trial = Trial::hiding(data.labels(), &hidden);
        scores(&space, &reduction, settings, &[trial])?;
        Ok(())
    })?;
    println!("sweep of 7 γ × 5 α, {n} × {d0}: {sweep:.3} s, {:.1} single fits", sweep / single);
    Ok(())
}

fn wide(n: usize, d0: usize) -> Outcome<()> {
    let data = data(n, d0, 40)?;
    let seconds = best_of(2, || fit(&data))?;
    println!("ss-lfda {n} × {d0} (n < d0): {seconds:.3} s");
    Ok(())
}

/// What a run costs as n and d0 grow.
fn growth() -> Outcome<()> {
    for (n, d0) in [(5_000, 50), (10_000, 50), (20_000, 50), (5_000, 200), (5_000, 400)] {
        let data = data(n, d0, 100)?;
        let seconds = best_of(1, || fit(&data))?;
        println!("ss-lfda {n} × {d0}, all pairs: {seconds:.2} s");
    }
    Ok(())
}

/// Peak memory of a process that does nothing but one fit.
fn memory(n: usize, d0: usize) -> Outcome<()> {
    let output = Command::new(std::env::current_exe()?)
        .args(["--memory-of", &n.to_string(), &d0.to_string()])
        .output()?;
    print!("{}", String::from_utf8_lossy(&output.stdout));
    Ok(())
}

fn fit_for_memory(shape: &[String]) -> Outcome<()> {
    let (n, d0) = (shape[0].parse()?, shape[1].parse()?);
    let data = data(n, d0, 100)?;
    fit(&data)?;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    println!("ss-lfda {n} × {d0}, all pairs: peak memory {}", peak.unwrap_or("unknown").trim());
    Ok(())
}
