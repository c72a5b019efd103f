//! How far a share of few rows may be off.

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

use super::best_of_many::PAIRED_ROWS;
use crate::choose::Tally;

/// Where the true share lies, with 95 % confidence, if so many of the tested rows were right (Wilson, 1927). Unlike a standard error
/// it is not 0 where all or none are. Rows of unequal weights are as many as would say as much.
///
/// ```
/// use halflit::{choose::Tally, evaluation::wilson};
///
/// let (low, high) = wilson(&Tally::counted(10, 10));
/// assert_eq!((format!("{low:.3}"), high), ("0.722".into(), 1.0));
/// ```
pub fn wilson(found: &Tally) -> (f64, f64) {
    widened(found, 1.0)
}

/// Wilson's interval for labels that were held out from one another: two rows that are each other's nearest are right or wrong
/// together, so that they say as much as fewer rows would.
pub(super) fn of_held_out(found: &Tally) -> (f64, f64) {
    widened(found, PAIRED_ROWS)
}

/// Wilson's interval where the share varies so many times as much as that of independent rows.
fn widened(found: &Tally, factor: f64) -> (f64, f64) {
    if found.tested == 0 {
        return (0.0, 1.0);
    }
    let (share, n) = (found.accuracy(), found.effective_rows() / factor);
    let middle = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let spread = (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt() * Z / (1.0 + Z * Z / n);
    // Rounding must not take the ends of the scale away.
    let low = if found.right == 0 { 0.0 } else { middle - spread };
    let high = if found.right == found.tested { 1.0 } else { middle + spread };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choose::Weighed;

    #[test]
    fn agrees_with_scipy() {
        // scipy.stats.binomtest(k, n).proportion_ci(method="wilson")
        for (right, tested, low, high) in [
            (8, 10, 0.490_162_471_536_641_8, 0.943_317_848_545_624_8),
            (0, 20, 0.0, 0.161_125_158_052_819_4),
            (57, 100, 0.472_153_895_492_123_05, 0.662_667_014_758_898_8),
        ] {
            let found = wilson(&Tally::counted(right, tested));
            assert!((found.0 - low).abs() < 1e-9 && (found.1 - high).abs() < 1e-9, "{found:?}");
        }
        assert_eq!(wilson(&Tally::counted(0, 0)), (0.0, 1.0));
    }

    #[test]
    fn rows_of_unequal_weights_are_as_many_as_would_say_as_much() {
        // Ten rows of weight 1 and one of weight 10: (10 + 10)²/(10 + 100) rows.
        let weighed = Some(Weighed { right: 10.0, tested: 20.0, squares: 110.0 });
        let (low, high) = wilson(&Tally { weighed, ..Tally::counted(1, 11) });
        let (narrow, wide) = (wilson(&Tally::counted(2, 4)), wilson(&Tally::counted(1, 2)));
        assert!(wide.0 < low && low < narrow.0 && narrow.1 < high && high < wide.1, "{low} {high}");
    }

    #[test]
    fn labels_held_out_from_one_another_say_as_much_as_two_thirds_of_them() {
        let (held_out, independent) = (Tally::counted(48, 60), Tally::counted(32, 40));
        assert_eq!(of_held_out(&held_out), wilson(&independent));
    }
}
