//! Every candidate on every trial, each eigenproblem solved once for all d and T that it answers.

use std::sync::Arc;

use super::scores::{Scores, Tally, TrialScores};
use super::trial::{Judgement, Points, Trial};
use crate::error::{Error, Result};
use crate::learner::Learner;
use crate::matrix::{RowMatrix, tall_product};
use crate::plan::Reduction;
use crate::problem::{Assembled, LabelScatter, Problem, Solve, check_dimension, prepare};
use crate::search::Setting;
use crate::space::{PcaFirst, Space};
use crate::threads::*;
use crate::watch;

/// Scores some settings on some trials. Results do not depend on threads.
///
/// # Errors
/// Parameters out of range; [`Error::FixedLabelCost`] for a label cost that cannot hide labels; [`Error::NoUsableFold`]
/// where no trial could be fitted. A trial whose labels leave the learner nothing to work with is skipped, and says so in the
/// result.
pub(crate) fn scores(
    space: &Space<'_>,
    reduction: &Reduction,
    settings: Vec<Setting>,
    trials: &[Trial],
) -> Result<Scores> {
    let sum = |rows: Vec<Judgement>| Tally::of(&rows);
    let trials = solved(space, reduction, &settings, trials, sum)?;
    let trials = trials.into_iter().map(|trial| match trial {
        Ok(outcomes) => TrialScores { outcomes, skipped: None },
        Err(reason) => TrialScores { outcomes: Vec::new(), skipped: Some(reason) },
    });
    Ok(Scores { trials: trials.collect(), settings })
}

/// One setting on one trial, row by row.
pub(super) fn verdicts(
    space: &Space<'_>,
    reduction: &Reduction,
    setting: Setting,
    trial: &Trial,
) -> Result<Vec<Judgement>> {
    let trial = std::slice::from_ref(trial);
    let found = solved(space, reduction, &[setting], trial, |rows| rows)?;
    Ok(found.into_iter().flatten().flatten().flatten().collect())
}

/// Of every trial what becomes of its rows under each setting, or why it could not be run.
fn solved<T: Send>(
    space: &Space<'_>,
    reduction: &Reduction,
    settings: &[Setting],
    trials: &[Trial],
    sum: fn(Vec<Judgement>) -> T,
) -> Result<Vec<std::result::Result<Vec<T>, String>>> {
    let learner = &reduction.learner;
    if !learner.follows_labels() {
        return Err(Error::FixedLabelCost { learner: learner.name().into() });
    }
    settings.iter().try_for_each(|s| check_dimension(s.dimension, space.rank()))?;
    let deepest = settings.iter().map(|s| s.dimension).max().unwrap_or(1);
    // All powers in one pass over the pairs of rows.
    let powers: Vec<f64> = settings.iter().map(|s| s.alpha.unwrap_or(1.0)).collect();
    space.unlabel(&learner.unlabel(), &powers)?;
    let candidates = Candidates { space, reduction, groups: groups(settings), deepest, sum };
    let total = trials.len() * candidates.solves();
    candidates.warm(trials)?;
    let (stage, watch) = (watch::stage("settings tried", total), watch::current());
    let advance = |count: usize| {
        // Where to stop is the solver's to say.
        _ = stage.advance(count);
    };
    let trial = |trial| watch.enter(|| candidates.trial(trial, &advance));
    let trials: Vec<std::result::Result<Vec<T>, String>> =
        trials.par_iter().map(trial).collect::<Result<_>>()?;
    match trials.iter().all(std::result::Result::is_err) {
        true => {
            let reason = trials.into_iter().find_map(std::result::Result::err);
            Err(Error::NoUsableFold { reason: reason.unwrap_or_else(|| "there is none".into()) })
        }
        false => Ok(trials),
    }
}

/// Settings that differ in d and T only, with their places: one solve answers them all.
struct Group<'s> {
    first: &'s Setting,
    settings: Vec<(usize, &'s Setting)>,
}

/// Settings that share k, and so the label part, and within them α.
type SameNeighbors<'s> = Vec<Vec<Group<'s>>>;

fn groups(settings: &[Setting]) -> Vec<SameNeighbors<'_>> {
    let mut all: Vec<SameNeighbors<'_>> = Vec::new();
    for place in settings.iter().enumerate() {
        let setting = place.1;
        let same_k = |g: &&mut SameNeighbors<'_>| g[0][0].first.neighbors == setting.neighbors;
        let same_alpha = |g: &&mut Vec<Group<'_>>| g[0].first.alpha == setting.alpha;
        let same_gamma = |g: &&mut Group<'_>| g.first.gamma == setting.gamma;
        let new = || Group { first: setting, settings: vec![place] };
        match all.iter_mut().find(same_k) {
            None => all.push(vec![vec![new()]]),
            Some(of_k) => match of_k.iter_mut().find(same_alpha) {
                None => of_k.push(vec![new()]),
                Some(of_alpha) => match of_alpha.iter_mut().find(same_gamma) {
                    None => of_alpha.push(new()),
                    Some(group) => group.settings.push(place),
                },
            },
        }
    }
    all
}

/// One call of [`solved`].
struct Candidates<'c, 's, T> {
    space: &'c Space<'s>,
    reduction: &'c Reduction,
    groups: Vec<SameNeighbors<'c>>,
    deepest: usize,
    /// What is kept of the rows of a trial.
    sum: fn(Vec<Judgement>) -> T,
}

impl<T: Send> Candidates<'_, '_, T> {
    fn solves(&self) -> usize {
        self.groups.iter().flatten().map(Vec::len).sum()
    }

    /// Where labels are few and solves are many, the eigenpairs of the unlabel scatters, which all of them share.
    fn warm(&self, trials: &[Trial]) -> Result<()> {
        let learner = &self.reduction.learner;
        let Some(trial) = trials.first() else { return Ok(()) };
        if self.solves() * trials.len() < 2 {
            return Ok(());
        }
        let Ok(problem) = self.problem(trial, None) else { return Ok(()) };
        let powers = self.groups.iter().flatten();
        let powers: Vec<f64> = powers.map(|g| g[0].first.alpha.unwrap_or(1.0)).collect();
        let scatters = self.space.unlabel(&learner.unlabel(), &powers)?;
        let solve = Solve { dimension: self.deepest, ..self.reduction.solve() };
        prepare(&problem, &scatters, self.space.span()?, &solve);
        Ok(())
    }

    fn trial(
        &self,
        trial: &Trial,
        advance: &(dyn Fn(usize) + Sync),
    ) -> Result<std::result::Result<Vec<T>, String>> {
        match self.outcomes(trial, advance) {
            Err(error) if error.spoils_fold(self.space.rank_follows_labels()) => {
                Ok(Err(error.to_string()))
            }
            outcomes => outcomes.map(Ok),
        }
    }

    /// The problem of a trial, for one k.
    fn problem(&self, trial: &Trial, neighbors: Option<usize>) -> Result<Problem> {
        let mut learner = self.reduction.learner.clone();
        neighbors.map(|k| learner.slots().set_neighbors(k));
        learner.problem(&self.space.dataset(&trial.labels)?)
    }

    fn outcomes(&self, trial: &Trial, advance: &(dyn Fn(usize) + Sync)) -> Result<Vec<T>> {
        let mut found: Vec<(usize, T)> = Vec::new();
        for of_k in &self.groups {
            let problem = self.problem(trial, of_k[0][0].first.neighbors)?;
            let part = problem.label.as_ref();
            let span = self.space.span()?;
            let label = part.map(|part| LabelScatter::new(part, span)).transpose()?;
            let label = label.map(Arc::new);
            for of_alpha in of_k {
                let problem = Problem { alpha: of_alpha[0].first.alpha, ..problem.clone() };
                let solved: Vec<Vec<(usize, T)>> = match self.space.choice().pca_first
                    == PcaFirst::ObjectiveRank
                {
                    true => self.own_spaces(&problem, of_alpha, trial, advance)?,
                    false => self.one_space(&problem, label.clone(), of_alpha, trial, advance)?,
                };
                found.extend(solved.into_iter().flatten());
            }
        }
        found.sort_by_key(|(place, _)| *place);
        Ok(found.into_iter().map(|(_, outcome)| outcome).collect())
    }

    /// Every γ in the same space, from scatters that were summed once.
    fn one_space(
        &self,
        problem: &Problem,
        label: Option<Arc<LabelScatter>>,
        groups: &[Group<'_>],
        trial: &Trial,
        advance: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<Vec<(usize, T)>>> {
        let points = Points::of(trial, self.space)?;
        let assembled = Assembled::new(problem, label, self.space, self.reduction.solver)?;
        let watch = watch::current();
        let solve = |group: &Group<'_>| {
            let outcomes = self.solve(&assembled, group, self.deepest, &points);
            advance(1);
            outcomes
        };
        groups.par_iter().map(|group| watch.enter(|| solve(group))).collect()
    }

    /// PCA to the rank of S(C), which follows γ and the labels of the trial: a space for each.
    fn own_spaces(
        &self,
        problem: &Problem,
        groups: &[Group<'_>],
        trial: &Trial,
        advance: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<Vec<(usize, T)>>> {
        let watch = watch::current();
        let solve = |group: &Group<'_>| {
            let problem = Problem { gamma: group.first.gamma, ..problem.clone() };
            let own = problem.own_space(self.space)?;
            let space = own.as_ref().unwrap_or(self.space);
            // The label part is that of the smaller space, where neighbours may be others.
            let mut learner = self.reduction.learner.clone();
            group.first.neighbors.map(|k| learner.slots().set_neighbors(k));
            let inside = learner.problem(&space.dataset(&trial.labels)?)?;
            let problem = Problem { label: inside.label, ..problem };
            let assembled = problem.assemble(space, self.reduction.solver)?;
            let outcomes = self.solve(&assembled, group, self.deepest, &Points::of(trial, space)?);
            advance(1);
            outcomes
        };
        groups.par_iter().map(|group| watch.enter(|| solve(group))).collect()
    }

    /// One eigenproblem, and every d and T that it answers.
    fn solve(
        &self,
        assembled: &Assembled<'_>,
        group: &Group<'_>,
        dimension: usize,
        points: &Points<'_>,
    ) -> Result<Vec<(usize, T)>> {
        let axes =
            assembled.axes(group.first.gamma, &Solve { dimension, ..self.reduction.solve() })?;
        let labeled = tall_product(&points.labeled, axes.vectors.as_ref());
        let tested = tall_product(&points.tested, axes.vectors.as_ref());
        let outcome = |&(place, setting): &(usize, &Setting)| {
            let weights = &axes.weights(setting.weights)[..setting.dimension];
            let (labeled, tested) = (weigh(&labeled, weights), weigh(&tested, weights));
            (place, (self.sum)(points.classify(&labeled, &tested)))
        };
        Ok(group.settings.iter().map(outcome).collect())
    }
}

/// The first columns, each times its weight.
fn weigh(points: &RowMatrix<'_>, weights: &[f64]) -> RowMatrix<'static> {
    let rows = 0..points.rows();
    let values = rows.flat_map(|i| points.row(i).iter().zip(weights).map(|(v, w)| v * w));
    RowMatrix::new(values.collect::<Vec<_>>(), points.rows(), weights.len())
}
