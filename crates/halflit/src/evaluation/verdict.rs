//! Plain words on whether reduction and unlabeled rows help.

use std::fmt;

use super::best_of_many::best_of_many;
use super::comparison::Standing;
use crate::choose::Assessment;
use crate::learner::Kind;

/// A question that a comparison answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Is any method better than the nearest neighbour in all dimensions?
    Reduction,
    /// Is any method that looks at unlabeled rows better than all that do not, the baseline among them?
    Unlabeled,
}

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Helps,
    /// It cannot be told.
    Unclear,
    /// Even the best is worse.
    Harms,
}

/// One thing that a comparison found.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What was asked.
    pub question: Question,
    /// The answer, at 95 % confidence or more.
    pub answer: Answer,
    /// The method of which it is said: the one of smallest p where the answer is clear, else of highest accuracy.
    pub method: String,
    /// Whom it is compared with: the best of the others.
    pub against: String,
    /// Probability that the luckiest of all methods in question would do as well by chance; for [`Answer::Harms`], that it
    /// would do as badly.
    pub p: f64,
}

impl Finding {
    /// From here on a difference is called clear.
    const CLEAR: f64 = 0.05;
    /// And here very clear.
    const VERY_CLEAR: f64 = 0.01;

    /// 95 or 99; nothing where the answer is unclear.
    pub fn confidence(&self) -> Option<u8> {
        confidence(self.p)
    }
}

/// The confidence of a p-value in percent, 95 or 99; below, nothing is claimed.
pub fn confidence(p: f64) -> Option<u8> {
    match p {
        p if p <= Finding::VERY_CLEAR => Some(99),
        p if p <= Finding::CLEAR => Some(95),
        _ => None,
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, against, .. } = self;
        let (helps, helps_not) = match self.question {
            Question::Reduction => ("The reduction helps", "The reduction does not"),
            Question::Unlabeled => ("Unlabeled rows help", "Unlabeled rows do not"),
        };
        match (self.answer, self.confidence()) {
            (Answer::Helps, Some(level)) => {
                write!(f, "{helps}: {method} beats {against} at {level} % confidence.")
            }
            (Answer::Harms, Some(level)) => write!(
                f,
                "{helps_not} help: even the best, {method}, is worse than {against} at {level} % confidence."
            ),
            _ => write!(
                f,
                "{helps_not} clearly help: the best, {method}, is not significantly better than {against}."
            ),
        }
    }
}

/// A method that was fitted.
type Contender<'s> = (&'s str, &'s Assessment);

fn fitted<'s>(
    standings: &'s [Standing],
    wanted: impl Fn(Option<Kind>) -> bool,
) -> Vec<Contender<'s>> {
    let of = |own: &'s Standing| Some((own.name.as_str(), own.assessment.as_ref().ok()?));
    standings.iter().filter(|own| wanted(own.kind)).filter_map(of).collect()
}

/// By p and accuracy: of those that are clearly better the one of smallest p, else the most accurate; of equal ones the first,
/// which is the simplest.
fn best_by<T>(all: impl Iterator<Item = T>, key: impl Fn(&T) -> (f64, f64)) -> Option<T> {
    let rank = |own: &T| match key(own) {
        (p, accuracy) if confidence(p).is_some() => (1.0 - p, accuracy),
        (_, accuracy) => (0.0, accuracy),
    };
    all.reduce(|best, next| if rank(&next) > rank(&best) { next } else { best })
}

/// Whether any method beats the baseline, which comes first.
pub(super) fn reduction(standings: &[Standing]) -> Option<Finding> {
    let question = Question::Reduction;
    let methods = standings.iter().filter(|own| own.kind.is_some() && own.assessment.is_ok());
    let key = |own: &&Standing| (own.p_better.unwrap_or(1.0), own.accuracy().unwrap_or(0.0));
    let best = best_by(methods, key)?;
    let (method, against) = (best.name.clone(), standings.first()?.name.clone());
    let (better, worse) = (best.p_better.unwrap_or(1.0), best.p_worse.unwrap_or(1.0));
    let (answer, p) = match (confidence(better), confidence(worse)) {
        (Some(_), _) => (Answer::Helps, better),
        (None, Some(_)) => (Answer::Harms, worse),
        _ => (Answer::Unclear, better),
    };
    Some(Finding { question, answer, method, against, p })
}

/// Whether a method that looks at unlabeled rows beats all that do not. It has to beat each of them, so that the largest p counts.
pub(super) fn unlabeled(standings: &[Standing]) -> Option<Finding> {
    let semi = fitted(standings, |kind| kind.is_some_and(Kind::uses_unlabeled));
    let others = fitted(standings, |kind| !kind.is_some_and(Kind::uses_unlabeled));
    let methods: Vec<&Assessment> = semi.iter().map(|(_, found)| *found).collect();
    // The baseline alone is the question before.
    if others.len() < 2 {
        return None;
    }
    let mut largest = vec![0.0f64; semi.len()];
    for (_, other) in &others {
        let p = best_of_many(&methods, other);
        largest.iter_mut().zip(p).for_each(|(largest, p)| *largest = largest.max(p));
    }
    let best = best_by(0..semi.len(), |&i| (largest[i], methods[i].accuracy()))?;
    let against = others
        .iter()
        .copied()
        .reduce(|best, next| if next.1.accuracy() > best.1.accuracy() { next } else { best })?;
    let p = largest[best];
    let answer = if confidence(p).is_some() { Answer::Helps } else { Answer::Unclear };
    let (method, against) = (semi[best].0.to_owned(), against.0.to_owned());
    Some(Finding { question: Question::Unlabeled, answer, method, against, p })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choose::Tally;

    #[test]
    fn confidence_is_what_chance_would_not_do() {
        assert_eq!([0.0, 0.01, 0.05].map(confidence), [Some(99), Some(99), Some(95)]);
        assert_eq!([0.06, 0.1, 1.0].map(confidence), [None; 3]);
    }

    /// A method that is right on the first rows of forty.
    fn standing(name: &str, kind: Option<Kind>, right: usize) -> Standing {
        let rows = vec![(0..40).map(|row| (row, row < right)).collect()];
        let folds = vec![Tally::counted(right, 40)];
        let found = Assessment { folds, rows, chosen: vec![None], skipped: vec![], weights: None };
        let name = name.into();
        Standing { name, kind, assessment: Ok(found), p_better: None, p_worse: None }
    }

    #[test]
    fn unlabeled_rows_help_where_every_method_without_them_is_beaten() {
        let answer = |raw: usize, supervised: usize| {
            let semi = Some(Kind::SemiSupervised(None));
            let all = [
                standing("raw", None, raw),
                standing("fda", Some(Kind::Supervised), supervised),
                standing("ss-fda", semi, 38),
            ];
            unlabeled(&all).map(|found| (found.answer, found.against))
        };
        assert_eq!(answer(10, 12), Some((Answer::Helps, "fda".into())));
        assert_eq!(answer(10, 37), Some((Answer::Unclear, "fda".into())));
        assert_eq!(answer(37, 12), Some((Answer::Unclear, "raw".into())));
        // The baseline alone is no method without them.
        let semi = standing("ss-fda", Some(Kind::SemiSupervised(None)), 38);
        assert_eq!(unlabeled(&[standing("raw", None, 10), semi]), None);
    }

    #[test]
    fn even_the_best_may_be_worse_and_of_equal_methods_the_first_is_named() {
        let named = |name: &str, right: usize, p_better: f64, p_worse: f64| Standing {
            p_better: Some(p_better),
            p_worse: Some(p_worse),
            ..standing(name, Some(Kind::Supervised), right)
        };
        let found = |methods: [Standing; 2]| {
            let [first, second] = methods;
            reduction(&[standing("raw", None, 30), first, second])
                .map(|found| (found.method, found.answer, found.p))
        };
        let worse = [named("fda", 20, 1.0, 0.02), named("pca", 20, 1.0, 0.01)];
        assert_eq!(found(worse), Some(("fda".into(), Answer::Harms, 0.02)));
        let alike = [named("fda", 30, 0.6, 0.7), named("pca", 30, 0.6, 0.7)];
        assert_eq!(found(alike), Some(("fda".into(), Answer::Unclear, 0.6)));
        let better = [named("fda", 37, 0.04, 1.0), named("pca", 36, 0.01, 1.0)];
        assert_eq!(found(better), Some(("pca".into(), Answer::Helps, 0.01)));
    }
}
