//! Which labels to hide or to keep. Rows always stay: a hidden row is an unlabeled row.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use super::Labels;
use crate::error::{Error, Result};

/// Up to this many labeled rows, cross-validation leaves one out; above, it uses five folds.
const LEAVE_ONE_OUT_UP_TO: usize = 20;
/// Folds of more labeled rows than that.
const FOLDS: usize = 5;
/// Draws that gave a single class before a draw is given up.
const TRIES: usize = 1000;

/// The finisher of SplitMix64: every bit of the result depends on every bit that comes in.
pub(crate) fn mix(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Shares the labeled rows out to `folds` folds, class by class, so that each fold has its share of every class.
///
/// # Errors
/// [`Error::Folds`] for fewer than two folds or more than there are labeled rows.
pub fn stratified_folds(labels: &Labels, folds: usize, seed: u64) -> Result<Vec<Vec<usize>>> {
    let labeled = labels.labeled_rows().len();
    if folds < 2 || folds > labeled {
        return Err(Error::Folds { folds, labeled });
    }
    let mut random = Draw::new(seed);
    let mut shares = vec![Vec::new(); folds];
    let mut next = 0;
    for mut rows in labels.rows_by_class() {
        random.shuffle(&mut rows);
        for row in rows {
            shares[next % folds].push(row);
            next += 1;
        }
    }
    shares.iter_mut().for_each(|rows| rows.sort_unstable());
    Ok(shares)
}

/// One fold per labeled row.
///
/// # Errors
/// [`Error::Folds`] for fewer than two labeled rows.
pub fn leave_one_out(labels: &Labels) -> Result<Vec<Vec<usize>>> {
    let labeled = labels.labeled_rows();
    match labeled.len() {
        0 | 1 => Err(Error::Folds { folds: labeled.len(), labeled: labeled.len() }),
        _ => Ok(labeled.into_iter().map(|row| vec![row]).collect()),
    }
}

/// The default folds: leave-one-out up to 20 labeled rows, else five stratified folds.
///
/// # Errors
/// [`Error::Folds`] for fewer than two labeled rows.
pub fn cross_validation(labels: &Labels, seed: u64) -> Result<Vec<Vec<usize>>> {
    let labeled = labels.labeled_rows().len();
    match fold_count(labeled) == labeled {
        true => leave_one_out(labels),
        false => stratified_folds(labels, FOLDS, seed),
    }
}

/// The folds by which an accuracy is stated: those of [`cross_validation`] without rows that are the only ones of their class. Once such a
/// row is held out, nothing could find its class. None where all rows are such.
///
/// # Errors
/// As [`cross_validation`].
pub fn testable_folds(labels: &Labels, seed: u64) -> Result<Vec<Vec<usize>>> {
    let sizes: Vec<usize> = labels.rows_by_class().iter().map(Vec::len).collect();
    let is_testable = |row: &usize| labels.class_of(*row).is_some_and(|class| sizes[class] > 1);
    let folds = cross_validation(labels, seed)?.into_iter();
    let tested = folds.map(|rows| rows.into_iter().filter(is_testable).collect::<Vec<_>>());
    Ok(tested.filter(|rows| !rows.is_empty()).collect())
}

/// How many folds [`cross_validation`] makes of so many labeled rows.
pub(crate) fn fold_count(labeled: usize) -> usize {
    if labeled <= LEAVE_ONE_OUT_UP_TO { labeled } else { FOLDS }
}

/// Draws `count` of the labeled rows, plainly; a draw of one class is drawn again. Ascending.
///
/// # Errors
/// [`Error::Parameter`] for fewer than two rows or more than there are, [`Error::NoUsableSplit`] where no draw has
/// two classes.
pub fn draw_labeled(labels: &Labels, count: usize, seed: u64) -> Result<Vec<usize>> {
    let mut rows = labels.labeled_rows();
    if count < 2 || count > rows.len() {
        return Err(Error::parameter("labeled", count, "2 to the number of labeled rows"));
    }
    let mut random = Draw::new(seed);
    for _ in 0..TRIES {
        random.shuffle(&mut rows);
        let mut drawn = rows[..count].to_vec();
        if drawn.iter().any(|&row| labels.class_of(row) != labels.class_of(drawn[0])) {
            drawn.sort_unstable();
            return Ok(drawn);
        }
    }
    Err(Error::NoUsableSplit { tries: TRIES })
}

/// Draws `count` labeled rows of every class. Ascending.
///
/// # Errors
/// [`Error::Parameter`] where `count` is 0 or a class has fewer rows.
pub fn draw_labeled_per_class(labels: &Labels, count: usize, seed: u64) -> Result<Vec<usize>> {
    let mut random = Draw::new(seed);
    let mut drawn = Vec::new();
    for mut rows in labels.rows_by_class().into_iter().filter(|rows| !rows.is_empty()) {
        if count == 0 || count > rows.len() {
            let allowed = "1 to the size of the smallest class";
            return Err(Error::parameter("labeled per class", count, allowed));
        }
        random.shuffle(&mut rows);
        drawn.extend_from_slice(&rows[..count]);
    }
    drawn.sort_unstable();
    Ok(drawn)
}

/// A seeded source of permutations. Written out here, so that a seed means the same rows in every version of every
/// dependency.
pub(crate) struct Draw(ChaCha8Rng);

impl Draw {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A whole number below `bound`, every one as likely.
    fn below(&mut self, bound: u64) -> u64 {
        let reject_from = u64::MAX - u64::MAX % bound;
        loop {
            let value = self.0.next_u64();
            if value < reject_from {
                return value % bound;
            }
        }
    }

    /// A number from 0 to below 1.
    pub(crate) fn share(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Fisher and Yates.
    pub(crate) fn shuffle(&mut self, rows: &mut [usize]) {
        for last in (1..rows.len()).rev() {
            let other = self.below(last as u64 + 1) as usize;
            rows.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels() -> Labels {
        Labels::new((0..40).map(|i| (i % 5 != 4).then_some(i % 3)))
    }

    #[test]
    fn folds_partition_the_labeled_rows_and_share_classes() -> Result<()> {
        let labels = labels();
        let folds = stratified_folds(&labels, 4, 3)?;
        let mut all: Vec<usize> = folds.concat();
        all.sort_unstable();
        assert_eq!(all, labels.labeled_rows());
        for class in 0..3 {
            let count = |fold: &Vec<usize>| {
                fold.iter().filter(|&&row| labels.class_of(row) == Some(class)).count()
            };
            let counts: Vec<usize> = folds.iter().map(count).collect();
            let (low, high) = (counts.iter().min(), counts.iter().max());
            assert!(high.zip(low).is_some_and(|(high, low)| high - low <= 1), "{counts:?}");
        }
        assert_eq!(folds, stratified_folds(&labels, 4, 3)?);
        assert_ne!(folds, stratified_folds(&labels, 4, 4)?);
        Ok(())
    }

    #[test]
    fn draws_have_two_classes_and_are_repeatable() -> Result<()> {
        let rare = Labels::new((0..50).map(|i| Some(i == 0)));
        for seed in 0..20 {
            let drawn = draw_labeled(&rare, 2, seed)?;
            assert_eq!(drawn[0], 0, "the only row of its class");
        }
        let one = Labels::new([Some(1); 9]);
        assert!(matches!(draw_labeled(&one, 3, 0), Err(Error::NoUsableSplit { .. })));
        let labels = labels();
        let drawn = draw_labeled_per_class(&labels, 2, 5)?;
        assert_eq!(drawn.len(), 6);
        assert!(draw_labeled_per_class(&labels, 20, 5).is_err());
        assert!(draw_labeled(&labels, 1, 0).is_err());
        Ok(())
    }

    #[test]
    fn few_labels_leave_one_out() -> Result<()> {
        assert_eq!(cross_validation(&Labels::new([Some(0), Some(1), None]), 0)?.len(), 2);
        assert_eq!(cross_validation(&labels(), 0)?.len(), 5);
        let lone = Labels::new([Some("a"), Some("a"), Some("b"), None, Some("c")]);
        assert_eq!(testable_folds(&lone, 0)?, [[0], [1]]);
        assert!(stratified_folds(&labels(), 1, 0).is_err());
        assert!(leave_one_out(&Labels::none(3)).is_err());
        Ok(())
    }

    #[test]
    fn every_order_is_as_likely() {
        let mut counts = std::collections::HashMap::new();
        for seed in 0..600 {
            let mut rows = [0, 1, 2];
            Draw::new(seed).shuffle(&mut rows);
            *counts.entry(rows).or_insert(0) += 1;
        }
        assert!(counts.len() == 6 && counts.values().all(|&n| n > 60 && n < 140), "{counts:?}");
    }
}
