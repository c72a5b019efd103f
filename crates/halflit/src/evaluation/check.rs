//! What held-out labels say about a model, beside the two things that cost nothing: the nearest neighbour in all dimensions, and
//! always answering the most frequent class.

use super::comparison::interval;
use super::interval::wilson;
use crate::auto::{Auto, assess_auto};
use crate::choose::{Assessment, Found, Outcome, assess, assess_raw, assess_rows};
use crate::data::{Labels, cross_validation};
use crate::error::Result;
use crate::estimate::check::{self, can_hold_out};
use crate::learner::Learner;
use crate::reduction::Reduction;
use crate::space::Space;
use crate::views::Views;

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
    /// Whether the accuracy is that of labels which also chose.
    flatters: bool,
}

/// Standard errors by which the nearest labeled row must be better to be called so: 95 % confidence.
const CLEARLY: f64 = 1.645;
/// Whether there are labels of two classes to hold out.
fn is_possible(labels: &Labels) -> bool {
    can_hold_out(labels.labeled_rows().len(), labels.present_classes().len())
}

impl Check {
    /// Of assessments on the same folds.
    pub fn new(found: &Assessment, raw: &Assessment, labels: &Labels) -> Self {
        let tested = Outcome::sum(&found.folds).tested;
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
            flatters: false,
        }
    }

    /// What a fit of this reduction, its search included, finds of labels that it does not see, by the usual folds: the number that
    /// [`compare`](super::compare) has. Nothing where there are too few labels to hold some out, where the label cost cannot
    /// hide any, or where it would take more than so many operations.
    ///
    /// # Errors
    /// As [`assess`].
    pub fn of_reduction<L: Learner + Clone>(
        space: &Space<'_>,
        reduction: &Reduction<L>,
        found: Option<&Found>,
        labels: &Labels,
        most_operations: f64,
    ) -> Result<Option<Self>> {
        if !is_possible(labels) || !reduction.learner.follows_labels() {
            return Ok(None);
        }
        let folds = cross_validation(labels, reduction.seed)?;
        let tried = found.map_or(1, |f| f.scores.settings.len() * f.scores.trials.len());
        let (labeled, solves) = (labels.labeled_rows().len(), tried * folds.len());
        if check::of_reduction(space.rank(), labeled, solves) > most_operations {
            return Ok(None);
        }
        let raw = assess_raw(space, labels, &folds)?;
        Ok(Some(Self::new(&assess(space, reduction, labels, &folds)?, &raw, labels)))
    }

    /// Likewise of the default.
    ///
    /// # Errors
    /// As [`assess_auto`].
    pub fn of_auto(
        views: &Views<'_>,
        auto: &Auto,
        labels: &Labels,
        most_operations: f64,
    ) -> Result<Option<Self>> {
        let (labeled, columns) = (labels.labeled_rows().len(), views.samples().columns());
        if !is_possible(labels) || check::of_auto(columns, labeled) > most_operations {
            return Ok(None);
        }
        let folds = cross_validation(labels, 0)?;
        let raw = assess_rows(views.samples(), labels, &folds)?;
        Ok(Some(Self::new(&assess_auto(views, auto, labels, &folds)?, &raw, labels)))
    }

    /// What a search found on labels that also chose, or what was found of rows left out one by one by a model that was chosen by
    /// all: it flatters. It says little about how good a model is, but much if even that is bad.
    pub fn flattering(found: Outcome, raw: &Assessment, labels: &Labels) -> Self {
        let tested = found.tested.max(1) as f64;
        let share = (raw.accuracy() + found.accuracy()) / 2.0;
        Self {
            accuracy: found.accuracy(),
            interval: wilson(&found),
            tested: found.tested,
            // One row is no news.
            error: (2.0 * share * (1.0 - share) / tested).sqrt().max(1.5 / tested),
            flatters: true,
            ..Self::new(raw, raw, labels)
        }
    }

    /// What someone should know before trusting the model; nothing where there is nothing to say.
    pub fn caution(&self) -> Option<String> {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let at_best = if self.flatters { "at best " } else { "" };
        let own =
            format!("the model finds {at_best}{} of the held-out labels", percent(self.accuracy));
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
        let folds = vec![Outcome::counted(right, of)];
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
}
