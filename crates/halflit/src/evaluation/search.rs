//! One search: every setting on every trial, each eigenproblem solved once for all d and T that it answers.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::grid::Setting;
use super::prepared::{Prepared, Trial};
use super::scores::{Outcome, TrialScores};
use super::trial_points::TrialPoints;
use crate::constraint::Constraint;
use crate::data::Dataset;
use crate::error::{Error, Result};
use crate::learner::{AnyLearner, Learner};
use crate::matrix::{RowMatrix, tall_product};
use crate::problem::{Assembled, FewLabels, LabelPart, LabelScatter, UnlabelScatter};
use crate::reduction::Reduction;

/// By the bits of α.
pub(super) type UnlabelParts = HashMap<u64, Option<Arc<UnlabelScatter>>>;

/// Settings that share a label part, and within them a solve.
pub(super) struct Plan<'s> {
    /// k, and the solves with that k: (α, γ) and the indices of the settings that differ in d and T only.
    groups: Vec<(Option<usize>, Vec<Solve<'s>>)>,
}

pub(super) struct Solve<'s> {
    alpha: Option<f64>,
    gamma: Option<f64>,
    settings: Vec<(usize, &'s Setting)>,
}

impl<'s> Plan<'s> {
    pub(super) fn new(settings: &'s [Setting]) -> Self {
        let mut groups: Vec<(Option<usize>, Vec<Solve<'s>>)> = Vec::new();
        for (index, setting) in settings.iter().enumerate() {
            let group = match groups.iter().position(|(k, _)| *k == setting.neighbors) {
                Some(at) => &mut groups[at].1,
                None => {
                    groups.push((setting.neighbors, Vec::new()));
                    let last = groups.len() - 1;
                    &mut groups[last].1
                }
            };
            let same = |s: &&mut Solve<'_>| s.alpha == setting.alpha && s.gamma == setting.gamma;
            match group.iter_mut().find(same) {
                Some(solve) => solve.settings.push((index, setting)),
                None => {
                    let (alpha, gamma) = (setting.alpha, setting.gamma);
                    group.push(Solve { alpha, gamma, settings: vec![(index, setting)] });
                }
            }
        }
        Self { groups }
    }

    pub(super) fn solves(&self) -> usize {
        self.groups.iter().map(|(_, solves)| solves.len()).sum()
    }
}

/// One call of [`Prepared::scores`].
pub(super) struct Search<'s> {
    pub(super) prepared: &'s Prepared<'s>,
    pub(super) reduction: &'s Reduction<AnyLearner>,
    pub(super) plan: Plan<'s>,
    pub(super) unlabel: UnlabelParts,
    pub(super) deepest: usize,
}

impl Search<'_> {
    pub(super) fn trial(
        &self,
        trial: &Trial,
        advance: &(dyn Fn(usize) + Sync),
    ) -> Result<TrialScores> {
        match self.outcomes(trial, advance) {
            Ok(outcomes) => Ok(TrialScores { outcomes, skipped: None }),
            Err(error) if is_about_labels(&error) => {
                Ok(TrialScores { outcomes: Vec::new(), skipped: Some(error.to_string()) })
            }
            Err(error) => Err(error),
        }
    }

    fn outcomes(&self, trial: &Trial, advance: &(dyn Fn(usize) + Sync)) -> Result<Vec<Outcome>> {
        let data = Dataset::new(self.prepared.samples.borrowed(), trial.labels.clone())?;
        let points = TrialPoints::new(trial, &self.prepared.span)?;
        let count = self.plan.groups.iter().flat_map(|(_, s)| s).map(|s| s.settings.len()).sum();
        let mut outcomes = vec![Outcome::default(); count];
        for (neighbors, solves) in &self.plan.groups {
            let mut learner = self.reduction.learner.clone();
            neighbors.map(|k| learner.set_neighbors(k));
            let part = learner.label_part(&data)?;
            let span = &self.prepared.span;
            let label = part.as_ref().map(|part| LabelScatter::new(part, span)).transpose()?;
            let label = label.map(Arc::new);
            let few = self.few_labels(part.as_ref(), &points.rows);
            let found: Vec<Vec<(usize, Outcome)>> = solves
                .par_iter()
                .map(|solve| {
                    let few = few.get(&power(solve.alpha));
                    let found = self.solve(&learner, solve, label.clone(), few, &points);
                    advance(1);
                    found
                })
                .collect::<Result<_>>()?;
            for (index, outcome) in found.into_iter().flatten() {
                outcomes[index] = outcome;
            }
        }
        Ok(outcomes)
    }

    /// For every power the shortcut that few labels allow, where there is one.
    fn few_labels(
        &self,
        part: Option<&LabelPart<'_>>,
        labeled: &[usize],
    ) -> HashMap<u64, FewLabels<'_>> {
        let span = &self.prepared.span;
        let part = part.filter(|_| self.reduction.learner.constraint() == Constraint::Label);
        let few = self.unlabel.iter().filter_map(|(&alpha, unlabel)| {
            let unlabel = unlabel.as_ref()?;
            let few = FewLabels::new(part?, labeled, unlabel, span, self.deepest)?;
            Some((alpha, few))
        });
        few.collect()
    }

    /// One eigenproblem, and every d and T that it answers.
    fn solve(
        &self,
        learner: &AnyLearner,
        solve: &Solve<'_>,
        label: Option<Arc<LabelScatter>>,
        few: Option<&FewLabels<'_>>,
        points: &TrialPoints<'_>,
    ) -> Result<Vec<(usize, Outcome)>> {
        let unlabel = self.unlabel.get(&power(solve.alpha)).cloned().flatten();
        let (name, constraint) = (learner.name(), learner.constraint());
        let assembled = Assembled::new(name, label, unlabel, &constraint, &self.prepared.span)?;
        let axes = assembled.solve(solve.gamma, self.deepest, self.reduction.ridge, few)?;
        let labeled = tall_product(&points.labeled, axes.vectors.as_ref());
        let tested = tall_product(&points.tested, axes.vectors.as_ref());
        let outcome = |&(index, setting): &(usize, &Setting)| {
            let weight = |j: usize| {
                let length = axes.vectors.col(j).norm_l2();
                setting.weights.weight(axes.eigenvalues[j], length)
            };
            let weights: Vec<f64> = (0..setting.dimension).map(weight).collect();
            let (labeled, tested) = (weigh(&labeled, &weights), weigh(&tested, &weights));
            (index, points.classify(&labeled, &tested))
        };
        Ok(solve.settings.iter().map(outcome).collect())
    }
}

/// The key of a power among the unlabel parts.
fn power(alpha: Option<f64>) -> u64 {
    alpha.unwrap_or(1.0).to_bits()
}

/// The first columns, each times its weight.
fn weigh(points: &RowMatrix<'_>, weights: &[f64]) -> RowMatrix<'static> {
    let rows = 0..points.rows();
    let values = rows.flat_map(|i| points.row(i).iter().zip(weights).map(|(v, w)| v * w));
    RowMatrix::new(values.collect::<Vec<_>>(), points.rows(), weights.len())
}

/// Whether a fold is to blame rather than a parameter.
fn is_about_labels(error: &Error) -> bool {
    matches!(
        error,
        Error::OneClass { .. }
            | Error::NoLabels { .. }
            | Error::ZeroConstraint { .. }
            | Error::NothingToCompare
    )
}
