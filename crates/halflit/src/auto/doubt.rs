//! Labels that the others contradict: which to look at again.
//!
//! q = p (c − 1)/(1 − p), where p is what the others leave to the class of a label and c counts the classes that labels or others say: how probable it is beside
//! an even share of the rest. A label is doubtful where the others say another class and q is at most ⅕. Where that many are doubtful that
//! some are surely wrong, 4 % of all, q may be ½: wrong labels make the others less sure of every one.
//!
//! `docs/accuracy.md` tells what was measured, and on which sets these numbers were chosen.

use super::place::LeftOut;

/// q that is doubtful.
const USUAL: f64 = 0.2;
/// The share of doubtful labels from which on more are, and their q.
const MANY_WRONG: (f64, f64) = (0.04, 0.5);

impl LeftOut {
    /// Labels to look at again, those of the least probable classes first.
    ///
    /// ```
    /// use halflit::{LeftOut, Plan, datasets};
    ///
    /// let data = datasets::ionosphere_with_labels(60, 1)?;
    /// let prepared = Plan::default().prepare(data.samples())?;
    /// let said = prepared.place(data.labels(), None)?.left_out;
    /// assert!(LeftOut::doubtful(&said).len() < 6);
    /// # Ok::<(), halflit::Error>(())
    /// ```
    pub fn doubtful(all: &[LeftOut]) -> Vec<LeftOut> {
        // A class of one label is not left out, but others may say it.
        let mut classes: Vec<usize> =
            all.iter().flat_map(|own| [own.class, own.predicted]).collect();
        classes.sort_unstable();
        classes.dedup();
        let others = classes.len().saturating_sub(1) as f64;
        let odds = |own: &LeftOut| own.own * others / (1.0 - own.own).max(f64::MIN_POSITIVE);
        let mut found: Vec<LeftOut> =
            all.iter().filter(|own| own.is_contradicted()).copied().collect();
        let share = |count: usize| count as f64 / all.len().max(1) as f64;
        let below = |most: f64| found.iter().filter(|own| odds(own) <= most).count();
        let many = share(below(USUAL)) >= MANY_WRONG.0;
        let most = if many { MANY_WRONG.1 } else { USUAL };
        found.retain(|own| odds(own) <= most);
        found.sort_by(|a, b| a.own.total_cmp(&b.own).then(a.row.cmp(&b.row)));
        found
    }

    /// Whether the others say another class.
    pub fn is_contradicted(&self) -> bool {
        self.predicted != self.class
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Labels of two classes that others confirm, and some that they contradict and leave so much to.
    fn all(confirmed: usize, left: &[f64]) -> Vec<LeftOut> {
        let right =
            |row| LeftOut { row, class: row % 2, predicted: row % 2, probability: 0.9, own: 0.9 };
        let wrong = |(k, &own): (usize, &f64)| LeftOut {
            row: 1000 + k,
            class: 0,
            predicted: 1,
            probability: 1.0 - own,
            own,
        };
        (0..confirmed).map(right).chain(left.iter().enumerate().map(wrong)).collect()
    }

    fn rows(confirmed: usize, left: &[f64]) -> Vec<usize> {
        LeftOut::doubtful(&all(confirmed, left)).iter().map(|own| own.row).collect()
    }

    #[test]
    fn a_label_is_doubted_where_others_leave_little_to_its_class() {
        // Of two classes q is p/(1 − p).
        assert_eq!(rows(98, &[0.16, 0.17]), [1000]);
        assert_eq!(rows(97, &[0.15, 0.1, 0.45]), [1001, 1000]);
        // Of equally doubtful ones the first.
        assert_eq!(rows(97, &[0.1, 0.1, 0.05]), [1002, 1000, 1001]);
        assert!(rows(98, &[]).is_empty());
        assert!(LeftOut::doubtful(&[]).is_empty());
    }

    #[test]
    fn many_doubts_make_more_of_them() {
        let four = [0.1, 0.1, 0.1, 0.1, 0.3, 0.35];
        assert_eq!(rows(94, &four).len(), 5);
        assert_eq!(rows(95, &four[1..]).len(), 3);
    }

    #[test]
    fn a_class_of_a_single_label_counts_where_others_say_it() {
        let label = |row: usize, own: f64| LeftOut {
            row,
            class: 0,
            predicted: usize::from(own < 0.5),
            probability: own.max(1.0 - own),
            own,
        };
        let all: Vec<LeftOut> =
            (0..50).map(|row| label(row, if row == 7 { 0.49 } else { 0.9 })).collect();
        assert!(LeftOut::doubtful(&all).is_empty());
    }

    #[test]
    fn the_more_classes_the_less_may_be_left() {
        let label = |(row, own): (usize, f64)| LeftOut {
            row,
            class: row % 10,
            predicted: if own < 0.5 { (row + 1) % 10 } else { row % 10 },
            probability: own.max(1.0 - own),
            own,
        };
        let some = (0..100).map(|row| {
            (
                row,
                if row == 0 {
                    0.02
                } else if row == 1 {
                    0.1
                } else {
                    0.9
                },
            )
        });
        let found: Vec<LeftOut> = some.map(label).collect();
        let doubtful: Vec<usize> = LeftOut::doubtful(&found).iter().map(|own| own.row).collect();
        assert_eq!(doubtful, [0]);
    }
}
