//! The one-tailed paired t-test.

use super::student::upper_tail;
use crate::error::{Error, Result};

/// The result of a paired comparison "a is larger than b".
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedTest {
    /// Mean of a − b.
    pub mean_difference: f64,
    /// Student's t; infinite where all differences are equal and not zero.
    pub t: f64,
    /// Probability of a t at least as large if a and b were alike.
    pub p: f64,
}

impl PairedTest {
    /// The highest of the confidence levels 99, 95, 90 and 80 % that is reached, as the paper prints it.
    pub fn confidence(&self) -> Option<u8> {
        [99u8, 95, 90, 80].into_iter().find(|&level| self.p <= 1.0 - f64::from(level) / 100.0)
    }
}

/// Tests whether `a` is larger than `b` on the same splits.
///
/// ```
/// use halflit::evaluation::paired_t_test;
///
/// let test = paired_t_test(&[0.82, 0.85, 0.81, 0.86], &[0.80, 0.82, 0.80, 0.83])?;
/// assert!((test.t - 4.700_096_710_803_842).abs() < 1e-9);
/// assert_eq!(test.confidence(), Some(99));
/// # Ok::<(), halflit::Error>(())
/// ```
///
/// # Errors
/// [`Error::TooFewPairs`] below two pairs, [`Error::LabelCount`] where lengths differ.
pub fn paired_t_test(a: &[f64], b: &[f64]) -> Result<PairedTest> {
    if a.len() != b.len() {
        return Err(Error::LabelCount { rows: a.len(), labels: b.len() });
    }
    if a.len() < 2 {
        return Err(Error::TooFewPairs { pairs: a.len() });
    }
    let n = a.len() as f64;
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    let mean = differences.iter().sum::<f64>() / n;
    let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let t = match variance > 0.0 {
        true => mean / (variance / n).sqrt(),
        false if mean == 0.0 => 0.0,
        false => f64::INFINITY.copysign(mean),
    };
    Ok(PairedTest { mean_difference: mean, t, p: upper_tail(t, a.len() - 1) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_scipy() -> Result<()> {
        // scipy.stats.ttest_rel([1, 2, 3, 5], [1.5, 1, 2, 3], alternative="greater")
        let test = paired_t_test(&[1.0, 2.0, 3.0, 5.0], &[1.5, 1.0, 2.0, 3.0])?;
        assert!((test.t - 1.697_749_375_254_331).abs() < 1e-12, "{}", test.t);
        assert!((test.p - 0.094_060_202_187_093_66).abs() < 1e-14, "{}", test.p);
        assert_eq!(test.confidence(), Some(90));
        Ok(())
    }

    #[test]
    fn equal_differences_and_short_lists() -> Result<()> {
        assert_eq!(paired_t_test(&[2.0, 3.0], &[1.0, 2.0])?.p, 0.0);
        assert_eq!(paired_t_test(&[1.0, 1.0], &[1.0, 1.0])?.t, 0.0);
        assert_eq!(paired_t_test(&[0.0, 1.0], &[1.0, 2.0])?.confidence(), None);
        assert!(paired_t_test(&[1.0], &[1.0]).is_err());
        Ok(())
    }
}
