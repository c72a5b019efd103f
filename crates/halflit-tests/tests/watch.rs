//! Work that is watched gives the same bits, says what it is at, and can be stopped in its midst.

use std::sync::atomic::{AtomicBool, Ordering};

use halflit::choose::Search;
use halflit::{
    AnyLearner, Dataset, Error, Kernel, Labels, Model, Plan, Result, Samples, SpaceChoice, Watch,
    datasets,
};

use crate::common::with::{ShortFit, With};

fn kernel(learner: &str, kernel: Kernel) -> Result<Plan> {
    let space = SpaceChoice { kernel: Some(kernel), ..SpaceChoice::default() };
    Ok(Plan { space, ..Plan::new(AnyLearner::named(learner)?).axes(2) })
}

fn tuned(learner: &str) -> Result<Plan> {
    let plain = Plan::new(AnyLearner::named(learner)?).axes(2);
    Ok(Plan { search: Search::auto(), ..plain })
}

/// As many rows as it takes for another thread to see what is going on.
fn many(rows: usize) -> Result<Dataset<'static>> {
    let value = |i: usize| ((i * i) as f64 * 0.37).sin();
    let values: Vec<f64> = (0..rows * 8).map(value).collect();
    let class = |i: usize| (i < 40).then(|| if i.is_multiple_of(2) { "even" } else { "odd" });
    Dataset::new(Samples::from_row_major(values, rows, 8)?, Labels::new((0..rows).map(class)))
}

/// Cancels as soon as a stage of this name is open, unless the work ends before.
fn cancelled_at<T>(
    name: &str,
    work: impl FnOnce() -> Result<T> + Send,
) -> (Option<Error>, Vec<&'static str>) {
    let (watch, ended) = (Watch::default(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let looking = scope.spawn(|| {
            let mut seen = Vec::new();
            while !ended.load(Ordering::Relaxed) {
                let underway = watch.underway();
                seen.extend(underway.map(|underway| underway.name));
                seen.dedup();
                if underway.is_some_and(|underway| underway.name == name) {
                    watch.cancel();
                    break;
                }
                std::thread::yield_now();
            }
            seen
        });
        let result = watch.run(work);
        ended.store(true, Ordering::Relaxed);
        assert_eq!(watch.underway(), None, "a stage stayed open");
        (result.err(), looking.join().expect("no panic"))
    })
}

#[test]
fn watching_changes_no_bit() -> Result<()> {
    let data = datasets::ionosphere_with_labels(12, 1)?;
    let fits: [&dyn Fn() -> Result<Model>; 3] =
        [&|| Plan::default().model(&data), &|| tuned("ss-lfda")?.model(&data), &|| {
            kernel("ss-dne", Kernel::rbf())?.model(&data)
        }];
    for fit in fits {
        let (plain, watched) = (fit()?, Watch::default().run(fit)?);
        assert_eq!(plain.to_bytes()?, watched.to_bytes()?);
    }
    Ok(())
}

#[test]
fn every_long_stage_is_shown_and_ends_where_it_is_cancelled() -> Result<()> {
    let (large, small) = (many(4000)?, datasets::ionosphere_with_labels(20, 1)?);
    let pairs = || AnyLearner::named("ss-lfda")?.fit(&large, 2);
    let nearest = || Plan::default().prepare(large.samples())?.warm();
    let settings = || tuned("ss-lfda")?.fit(&small);
    let model = Plan::default().model(&large)?;
    let mapped = || model.transform(large.samples());
    let outcomes = [
        ("pairs of rows", cancelled_at("pairs of rows", pairs)),
        ("nearest rows", cancelled_at("nearest rows", nearest)),
        ("eigenmaps", cancelled_at("eigenmaps", nearest)),
        ("settings tried", cancelled_at("settings tried", settings)),
        ("rows mapped", cancelled_at("rows mapped", mapped)),
    ];
    for (name, (error, seen)) in outcomes {
        assert_eq!(error, Some(Error::Interrupted), "{name}: {seen:?}");
        assert_eq!(seen.last(), Some(&name));
    }
    Ok(())
}

#[test]
fn steps_are_counted_where_they_are_done() -> Result<()> {
    // The kernel is called on the threads of a pool, in the midst of the stage that counts its rows.
    let data = datasets::ionosphere_with_labels(12, 1)?;
    let watch = Watch::default();
    let (looking, rows) = (watch.clone(), data.samples().rows());
    let seen = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let noted = seen.clone();
    let function = Kernel::function(move |x, y| {
        let underway = looking.underway().expect("a stage is open");
        if underway.done > rows / 2 {
            looking.cancel();
        }
        noted.lock().expect("no panic").push((underway.name, underway.done, underway.total));
        x.iter().zip(y).map(|(a, b)| a * b).sum()
    });
    let fit = || kernel("fda", function)?.fit(&data);
    assert_eq!(watch.run(fit).err(), Some(Error::Interrupted));
    let seen = seen.lock().expect("no panic");
    assert!(seen.iter().all(|&(name, _, total)| (name, total) == ("kernel values", rows)));
    let most = seen.iter().map(|&(_, done, _)| done).max();
    assert!(most.is_some_and(|most| most > rows / 2 && most < rows), "{most:?} of {rows}");
    Ok(())
}

#[test]
fn nothing_half_done_is_kept() -> Result<()> {
    let data = datasets::ionosphere_with_labels(12, 1)?;
    let expected = Plan::default().model(&data)?.to_bytes()?;
    for is_warm in [false, true] {
        let prepared = Plan::default().prepare(data.samples())?;
        if is_warm {
            prepared.warm()?;
        }
        let watch = Watch::default();
        watch.cancel();
        let fit = || Ok(prepared.fit(data.labels())?.model);
        assert_eq!(watch.run(fit).err(), Some(Error::Interrupted));
        assert_eq!(fit()?.to_bytes()?, expected);
    }
    Ok(())
}
