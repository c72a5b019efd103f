//! Is the best of many methods better than a baseline, or only the luckiest of them?
//!
//! If a method were as good as the baseline, it would not matter which of both was right on a row where they differ: the sign of
//! the difference could as well be the other. So signs are flipped at random, for all methods together, since a lucky row
//! favours many of them; and the best of all methods after a flip says what luck alone brings. The share of flips in which
//! luck brings as much as was found is the p-value of a method, already corrected for the number of methods (Westfall and Young,
//! 1993). For a single method on independent rows it is the exact test of McNemar.
//!
//! Rows of a cross-validation are not independent: of two rows that are each other's nearest, each tests the other, and they are
//! right or wrong together. About half of all rows are in such a pair, whatever the dimension, which makes the variance of a
//! sum 1.5 times what it would be. Two methods have different nearest rows, so that their difference varies less: 1.3 times, chosen by 513
//! tables of noise (20 and 40 labels, 20 columns, ten methods), of which 4.3 % are claimed then; 2.3 to 3.7 % by 1.5, and 6.1 to 7 % by 1.
//! What was found is divided by the root of it. `cargo run --example claims` repeats that.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use crate::choose::Assessment;

/// Up to so many rows on which anyone differs, all patterns of signs are gone through.
const ALL_PATTERNS_UP_TO: usize = 14;
/// Above, so many are drawn.
const DRAWN_PATTERNS: u64 = 9_999;
/// The variance of a sum over the rows of a cross-validation, over that of independent rows.
pub(super) const PAIRED_ROWS: f64 = 1.5;
/// The probability of a sum of differences between two methods.
const PAIRED_DIFFERENCES: f64 = 1.3;
/// Chance alone should decide nothing, so the draws are always the same.
const SEED: u64 = 0x5157;
/// Statistics that differ by less are equal.
const EQUAL: f64 = 1e-9;

/// For each method the probability that the luckiest of all would beat the baseline by as much, if none were better; 1 where it
/// never differs from it, or where there is none.
///
/// All assessments are of the same folds. Where every row is held out once the rows are what may be lucky; where rows are held
/// out again and again, as in repeated draws, the folds are.
pub(super) fn best_of_many(methods: &[&Assessment], baseline: &Assessment) -> Vec<f64> {
    let found = methods.iter().map(|method| differences(method, baseline)).collect();
    lucky(found, dependence(baseline))
}

/// The probability of each method that the unluckiest would fall behind by as much.
pub(super) fn worst_of_many(methods: &[&Assessment], baseline: &Assessment) -> Vec<f64> {
    let found = methods.iter().map(|method| differences(baseline, method)).collect();
    lucky(found, dependence(baseline))
}

/// How many times larger a sum may come out by chance than if its terms were independent.
fn dependence(folds: &Assessment) -> f64 {
    // Draws of few labels among many rows share few of them.
    if folds.holds_out_once() { PAIRED_DIFFERENCES.sqrt() } else { 1.0 }
}

fn lucky(differences: Vec<Vec<i64>>, dependence: f64) -> Vec<f64> {
    let units = differences.iter().map(Vec::len).min().unwrap_or(0);
    // A unit on which no method differs has no sign.
    let differing: Vec<usize> =
        (0..units).filter(|&unit| differences.iter().any(|own| own[unit] != 0)).collect();
    let columns: Vec<Vec<i64>> =
        differences.iter().map(|own| differing.iter().map(|&unit| own[unit]).collect()).collect();
    let lengths: Vec<f64> =
        columns.iter().map(|own| own.iter().map(|d| (d * d) as f64).sum::<f64>().sqrt()).collect();
    let statistic = |method: usize, sum: i64| match lengths[method] > 0.0 {
        true => sum as f64 / lengths[method],
        false => f64::NEG_INFINITY,
    };
    let found: Vec<f64> = columns
        .iter()
        .enumerate()
        .map(|(method, own)| statistic(method, own.iter().sum()))
        .collect();
    let luckiest = |signs: &[i64]| {
        let sum = |own: &Vec<i64>| own.iter().zip(signs).map(|(d, sign)| d * sign).sum::<i64>();
        let values = columns.iter().enumerate().map(|(method, own)| statistic(method, sum(own)));
        values.fold(f64::NEG_INFINITY, f64::max)
    };
    let lucky: Vec<f64> = match differing.len() <= ALL_PATTERNS_UP_TO {
        true => {
            let sign = |pattern: u64, unit: usize| 1 - 2 * (pattern >> unit & 1) as i64;
            let signs = |pattern| (0..differing.len()).map(|unit| sign(pattern, unit)).collect();
            let all = 0..1u64 << differing.len();
            all.map(signs).map(|signs: Vec<i64>| luckiest(&signs)).collect()
        }
        false => drawn(differing.len(), luckiest, found.iter().copied().fold(f64::MIN, f64::max)),
    };
    let p = |own: &f64| match own.is_finite() {
        true => {
            // What is below 0 must not come nearer to it.
            let own = if *own > 0.0 { own / dependence } else { *own };
            let as_much = lucky.iter().filter(|&&luck| luck >= own - EQUAL).count();
            as_much as f64 / lucky.len() as f64
        }
        false => 1.0,
    };
    found.iter().map(p).collect()
}

/// What luck brings under random signs; the signs that were found are one of the patterns.
fn drawn(units: usize, luckiest: impl Fn(&[i64]) -> f64, found: f64) -> Vec<f64> {
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let (mut lucky, mut signs) = (vec![found], vec![0; units]);
    for _ in 0..DRAWN_PATTERNS {
        for some in signs.chunks_mut(64) {
            let word = random.next_u64();
            let draw = |(bit, sign): (usize, &mut i64)| *sign = 1 - 2 * (word >> bit & 1) as i64;
            some.iter_mut().enumerate().for_each(draw);
        }
        lucky.push(luckiest(&signs));
    }
    lucky
}

/// By how much a method is ahead of another on every row, or on every fold where rows are held out more than once.
fn differences(method: &Assessment, baseline: &Assessment) -> Vec<i64> {
    if method.holds_out_once() {
        let rights = |one: &Assessment| -> Vec<i64> {
            one.rows.iter().flatten().map(|(_, right)| i64::from(*right)).collect()
        };
        return rights(method).into_iter().zip(rights(baseline)).map(|(a, b)| a - b).collect();
    }
    let folds = method.folds.iter().zip(&baseline.folds);
    folds.map(|(a, b)| a.right as i64 - b.right as i64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choose::Tally;

    fn assessment(rights: &[bool]) -> Assessment {
        Assessment {
            folds: rights.iter().map(|&right| Tally::counted(usize::from(right), 1)).collect(),
            rows: rights.iter().enumerate().map(|(row, &right)| vec![(row, right)]).collect(),
            chosen: vec![None; rights.len()],
            skipped: vec![],
            weights: None,
        }
    }

    fn right_in(rows: std::ops::Range<usize>, of: usize) -> Assessment {
        assessment(&(0..of).map(|row| rows.contains(&row)).collect::<Vec<_>>())
    }

    /// So many rows in favour and so many against.
    fn rows(better: i64, worse: i64) -> Vec<i64> {
        (0..better).map(|_| 1).chain((0..worse).map(|_| -1)).chain([0, 0]).collect()
    }

    #[test]
    fn one_method_on_independent_rows_has_the_exact_p_of_mcnemar() {
        // scipy.stats.binomtest(k, n, 0.5, alternative="greater").pvalue
        let p = |better, worse| lucky(vec![rows(better, worse)], 1.0)[0];
        assert_eq!(p(5, 0), 0.03125);
        assert_eq!(p(9, 2), 0.032_714_843_75);
        assert_eq!(p(0, 0), 1.0);
        // Drawn, not gone through.
        assert!((p(16, 5) - 0.013_302).abs() < 0.004, "{}", p(16, 5));
    }

    #[test]
    fn many_methods_need_more_than_one() {
        let own = |start: usize| -> Vec<i64> {
            (0..40).map(|row| i64::from((start..start + 5).contains(&row))).collect()
        };
        let all = lucky((0..8).map(|k| own(5 * k)).collect(), 1.0);
        // Eight independent chances of 1/32: 1 − (31/32)^8.
        assert!(all.iter().all(|p| (p - 0.224_3).abs() < 0.02), "{all:?}");
        // Eight copies of one method are one method.
        assert_eq!(lucky(vec![own(0); 8], 1.0), vec![0.03125; 8]);
    }

    #[test]
    fn rows_that_test_each_other_count_for_less() {
        let (one, other) = (right_in(0..29, 40), right_in(29..40, 40));
        // scipy.stats.binomtest(29, 40, alternative="greater"); as paired rows, 28 of 40 are as much.
        let independent = lucky(vec![rows(29, 11)], 1.0)[0];
        assert!((independent - 0.003_21).abs() < 0.002, "{independent}");
        let paired = best_of_many(&[&one], &other)[0];
        assert!((paired - 0.008_30).abs() < 0.003 && paired > independent, "{paired}");
        assert_eq!(worst_of_many(&[&other], &one), vec![paired]);
        assert!(worst_of_many(&[&one], &other)[0] > 0.9);
    }

    #[test]
    fn rows_held_out_again_and_again_are_not_so_many_rows() {
        // Two draws of the same hundred rows, each all in favour: two units, not two hundred.
        let draws = |right: usize| Assessment {
            folds: vec![Tally::counted(right, 100); 2],
            rows: vec![(0..100).map(|row| (row, row < right)).collect(); 2],
            chosen: vec![None; 2],
            skipped: vec![],
            weights: None,
        };
        assert_eq!(best_of_many(&[&draws(100)], &draws(50)), vec![0.25]);
    }
}
