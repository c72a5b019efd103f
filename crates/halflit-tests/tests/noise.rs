//! Nothing is found where there is nothing: tables of noise with labels drawn by a coin.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use halflit::evaluation::{Answer, Comparison, cross_validation};
use halflit::{Labels, Plan, Samples, compare};

const TABLES: u64 = 100;

struct Noise(ChaCha8Rng);

impl Noise {
    fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Close enough to a normal number.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }
}

/// A table of noise, the first rows labeled by a coin.
fn table(seed: u64, rows: usize, columns: usize, labeled: usize) -> (Samples<'static>, Labels) {
    let mut noise = Noise(ChaCha8Rng::seed_from_u64(seed));
    let rows: Vec<Vec<f64>> =
        (0..rows).map(|_| (0..columns).map(|_| noise.normal()).collect()).collect();
    let labels = Labels::new((0..rows.len()).map(|i| (i < labeled).then(|| noise.uniform() < 0.5)));
    (Samples::from_rows(&rows).expect("samples"), labels)
}

/// Each method as a fit would run it, with two axes.
fn plans(names: &[&str]) -> Vec<Plan> {
    let plan = |name: &&str| match Plan::named(name).expect("a method") {
        learner if learner.learner().is_some() => learner.axes(2),
        default => default,
    };
    names.iter().map(plan).collect()
}

fn compared(samples: &Samples<'_>, labels: &Labels, plans: &[Plan]) -> Comparison {
    let all = Plan::default().prepare(samples).expect("rows");
    let each: Result<Vec<_>, _> = plans.iter().map(|plan| all.with(plan)).collect();
    let folds = cross_validation(labels, 0).expect("folds");
    compare(&each.expect("plans"), labels, &folds).expect("a comparison")
}

#[test]
fn the_best_of_many_methods_is_seldom_called_better_than_none() {
    let plans = plans(&["auto", "pca", "lpp", "fda", "mmc", "dne", "mfa", "lde", "snle", "lfda"]);
    let mut claims = 0;
    for seed in 0..TABLES {
        let (samples, labels) = table(1000 + seed, 40, 5, 20);
        let found = compared(&samples, &labels, &plans);
        let findings = found.reduction.iter().chain(&found.unlabeled);
        claims += findings.filter(|finding| finding.answer == Answer::Helps).count();
    }
    assert!(claims <= 8, "{claims} of {TABLES} tables of noise");
}

#[test]
fn stated_accuracies_are_those_of_a_coin() {
    // γ and α of twenty settings, views of fifty: what is best on the labels that chose it would be far above one half.
    let plans = plans(&["auto", "ss-lfda", "self", "lpp*"]);
    let mut stated: Vec<Vec<f64>> = vec![Vec::new(); plans.len() + 1];
    for seed in 0..TABLES {
        let (samples, labels) = table(5000 + seed, 30, 4, 12);
        if labels.present_classes().len() < 2 {
            continue;
        }
        let found = compared(&samples, &labels, &plans);
        for (stated, method) in stated.iter_mut().zip(&found.standings) {
            stated.push(method.accuracy().expect("an accuracy"));
        }
    }
    for (values, name) in stated.iter().zip(["raw", "auto", "ss-lfda", "self", "lpp*"]) {
        let (mean, error) = halflit::choose::mean_and_error(values);
        assert!((mean - 0.5).abs() <= 2.0 * error, "{name}: {mean:.3} ± {error:.3}");
    }
}

#[test]
fn a_real_difference_is_found() {
    // One column tells, nineteen drown it.
    let mut noise = Noise(ChaCha8Rng::seed_from_u64(3));
    let row = |i: usize| -> Vec<f64> {
        let shift = if i.is_multiple_of(2) { 3.0 } else { -3.0 };
        (0..20)
            .map(|j| {
                3.0 * noise.normal() / if j == 0 { 3.0 } else { 1.0 }
                    + if j == 0 { shift } else { 0.0 }
            })
            .collect()
    };
    let rows: Vec<Vec<f64>> = (0..80).map(row).collect();
    let samples = Samples::from_rows(&rows).expect("samples");
    let labels = Labels::new((0..80).map(|i| (i < 60).then_some(i % 2)));
    let found = compared(&samples, &labels, &plans(&["pca", "fda", "lfda"]));
    let finding = found.reduction.expect("a finding");
    assert_eq!((finding.answer, finding.confidence()), (Answer::Helps, Some(99)), "{finding}");
}
