//! What held-out labels say about a model, beside the two things that cost nothing: the nearest neighbour in all dimensions, and
//! always answering the most frequent class.

use super::comparison::interval;
use crate::choose::{Assessment, Tally};
use crate::data::Labels;

/// Shares of the held-out labels that are found.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    /// By the model's way of fitting, everything that depends on labels being done again for every fold.
    pub accuracy: f64,
    /// Where the true share lies, with 95 % confidence.
    pub interval: (f64, f64),
    /// By the nearest labeled row in all dimensions.
    pub raw: f64,
    /// By always answering the most frequent class.
    pub chance: f64,
    /// That class.
    pub frequent: String,
    /// How many labels were held out.
    pub tested: usize,
    /// The standard error of the difference between model and nearest labeled row.
    error: f64,
}

/// Standard errors by which the nearest labeled row must be better to be called so: 95 % confidence.
const CLEARLY: f64 = 1.645;

impl Check {
    /// The check from assessments on the same folds.
    pub fn new(found: &Assessment, raw: &Assessment, labels: &Labels) -> Self {
        let tested = Tally::sum(&found.folds).tested;
        let weight = |row: usize| found.weights.as_ref().map_or(1.0, |weights| weights[row]);
        let size = |rows: &Vec<usize>| rows.iter().map(|&row| weight(row)).sum::<f64>();
        let sizes: Vec<f64> = labels.rows_by_class().iter().map(size).collect();
        let labeled: f64 = sizes.iter().sum();
        // Of equally frequent classes the first.
        let more =
            |best: (usize, f64), next: (usize, f64)| if next.1 > best.1 { next } else { best };
        let (class, most) = sizes.into_iter().enumerate().fold((0, 0.0), more);
        let rights = |own: &Assessment| -> Vec<bool> {
            own.rows.iter().flatten().map(|(_, right)| *right).collect()
        };
        let pairs = rights(found).into_iter().zip(rights(raw));
        let differing = pairs.filter(|(found, raw)| found != raw).count();
        Self {
            accuracy: found.accuracy(),
            interval: interval(found),
            raw: raw.accuracy(),
            chance: if labeled > 0.0 { most / labeled } else { 0.0 },
            frequent: labels.classes().get(class).cloned().unwrap_or_default(),
            tested,
            error: (differing as f64).sqrt() / tested.max(1) as f64,
        }
    }

    /// The warning about a model that is no better than something simpler, if there is one.
    pub fn caution(&self) -> Option<String> {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let own = format!("the model finds {} of the held-out labels", percent(self.accuracy));
        if self.accuracy <= self.chance {
            return Some(format!(
                "{own}, which is no better than always answering {:?} ({})",
                self.frequent,
                percent(self.chance)
            ));
        }
        (self.accuracy < self.raw - CLEARLY * self.error).then(|| {
            format!(
                "{own}, the nearest labeled row in all dimensions {}: the reduction loses something",
                percent(self.raw)
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assessment(right: usize, of: usize) -> Assessment {
        let rows = vec![(0..of).map(|row| (row, row < right)).collect()];
        let folds = vec![Tally::counted(right, of)];
        Assessment { folds, rows, chosen: vec![None], skipped: vec![], weights: None }
    }

    #[test]
    fn chance_and_raw_are_what_a_model_has_to_beat() {
        let labels = Labels::new((0..20).map(|row| Some(if row < 12 { "common" } else { "rare" })));
        let caution = |model: usize, raw: usize| {
            Check::new(&assessment(model, 20), &assessment(raw, 20), &labels).caution()
        };
        let words = caution(12, 5).unwrap_or_default();
        assert!(words.contains("always answering \"common\" (60.0 %)"), "{words}");
        assert_eq!(caution(13, 5), None);
        // One row less is no news; many are.
        assert_eq!(caution(18, 19), None);
        assert!(caution(14, 20).is_some_and(|words| words.contains("loses something")));
    }

    #[test]
    fn chance_is_that_of_labeled_rows_as_often_as_they_count_and_of_equal_classes_the_first() {
        let labels = Labels::new((0..9).map(|row| (row < 6).then(|| ["a", "b", "c"][row % 3])));
        let check = |weights: Option<Vec<f64>>| {
            let found = Assessment { weights, ..assessment(4, 6) };
            Check::new(&found, &assessment(2, 6), &labels)
        };
        let even = check(None);
        assert_eq!((even.chance, even.frequent.as_str()), (2.0 / 6.0, "a"));
        let heavy = check(Some(vec![1.0, 1.0, 3.0, 1.0, 1.0, 3.0, 9.0, 9.0, 9.0]));
        assert_eq!((heavy.chance, heavy.frequent.as_str()), (0.6, "c"));
    }

    #[test]
    fn the_interval_is_that_of_the_model_and_the_error_that_of_rows_on_which_both_differ() {
        let labels = Labels::new((0..40).map(|row| Some(row % 2)));
        let (found, raw) = (assessment(30, 40), assessment(39, 40));
        let check = Check::new(&found, &raw, &labels);
        assert_eq!((check.interval, check.tested), (interval(&found), 40));
        assert_ne!(check.interval, interval(&raw));
        // Nine rows differ, all to the same side: three of forty.
        assert_eq!(check.error, 3.0 / 40.0);
    }
}
