//! The choice itself: clusters without a label, of each one row, and check rows in between.

use super::{Known, Reason, Suggester, Suggestion};
use crate::data::Labels;
use crate::error::{Error, Result};
use crate::model::Predictions;

/// Labels below which nobody is asked how sure a row is: classes are surely missing.
const FIRST: usize = 5;
/// u: no row is surer than this leaves.
const LEAST_UNSURE: f64 = 0.02;
/// A row is called unsure from here on.
const CALLED_UNSURE: f64 = 0.1;
/// Which suggestion of how many is a check row.
const CHECK_EVERY: usize = 5;

/// Whether what a model says is asked for.
pub(super) fn asks_model(labels: &Labels) -> bool {
    labels.labeled_rows().len() >= FIRST && labels.present_classes().len() > 1
}

/// Refuses what makes no sense, and gives the rows that are not to be asked for.
pub(super) fn check(suggester: &Suggester, known: &Known<'_>, count: usize) -> Result<Vec<bool>> {
    let rows = suggester.rows();
    if known.labels.len() != rows {
        return Err(Error::LabelCount { rows, labels: known.labels.len() });
    }
    let mut closed: Vec<bool> = known.labels.iter().map(|label| label.is_some()).collect();
    for &row in known.taken {
        match closed.get_mut(row) {
            Some(closed) => *closed = true,
            None => {
                let allowed = "a row below the number of rows";
                return Err(Error::parameter("taken row", row, allowed));
            }
        }
    }
    let left = closed.iter().filter(|closed| !**closed).count();
    if count == 0 || count > left {
        return Err(Error::SuggestionCount { count, left });
    }
    if let Some((classes, predictions)) = known.model {
        check_model(rows, classes, predictions)?;
    }
    Ok(closed)
}

fn check_model(rows: usize, classes: &[String], predictions: &Predictions) -> Result<()> {
    let shares = &predictions.probabilities;
    if (shares.rows(), shares.columns()) != (rows, classes.len()) {
        let expected = format!("{rows} × {}", classes.len());
        let found = format!("{} × {}", shares.rows(), shares.columns());
        return Err(Error::shape("what a model says of every row", expected, found));
    }
    let is_share = |value: &f64| (0.0..=1.0 + 1e-9).contains(value);
    match shares.values().iter().position(|value| !is_share(value)) {
        None => Ok(()),
        Some(at) => {
            let (row, column) = (at / classes.len(), at % classes.len());
            Err(Error::BadProbability { row, column, value: shares.values()[at] })
        }
    }
}

/// As [`Suggester::next`] says.
pub(super) fn next(
    suggester: &Suggester,
    known: &Known<'_>,
    count: usize,
) -> Result<Vec<Suggestion>> {
    let mut open: Vec<bool> = check(suggester, known, count)?.iter().map(|taken| !taken).collect();
    let before = open.iter().filter(|open| !**open).count();
    let is_check = |position: usize| (before + position + 1).is_multiple_of(CHECK_EVERY);
    let due = (0..count).filter(|&position| is_check(position)).count();
    // First of all, so that no other choice can have a say in it.
    let drawn = suggester.drawn.iter().map(|&row| row as usize).filter(|&row| open[row]);
    let check = |row| Suggestion { row, reason: Reason::Random };
    let checks: Vec<Suggestion> = drawn.take(due).map(check).collect();
    checks.iter().for_each(|one| open[one.row] = false);
    let wanted = count - checks.len();
    let mut learned = Picker::new(suggester, known, open).choose(wanted).into_iter();
    let mut checks = checks.into_iter();
    let turn = |position| if is_check(position) { checks.next() } else { learned.next() };
    Ok((0..count).filter_map(turn).collect())
}

/// A choice that is being made.
struct Picker<'c> {
    suggester: &'c Suggester,
    model: Option<(&'c [String], &'c Predictions)>,
    labeled: usize,
    /// u/m of every row.
    worth: Vec<f64>,
    /// Rows that may be asked for, and those among them that are not near a labeled or chosen one.
    open: Vec<bool>,
    apart: Vec<bool>,
    /// Clusters that hold a labeled or chosen row.
    holds: Vec<bool>,
    /// Of every leaf Σ u, and the row of largest worth that is apart.
    errors: Vec<f64>,
    best: Vec<Option<usize>>,
    chosen: Vec<Suggestion>,
}

impl<'c> Picker<'c> {
    fn new(suggester: &'c Suggester, known: &Known<'c>, open: Vec<bool>) -> Self {
        let model = known.model.filter(|_| asks_model(known.labels));
        let leaves = suggester.tree.leaves();
        let (mut errors, mut worth) = (vec![0.0; leaves], vec![0.0; open.len()]);
        for (row, worth) in worth.iter_mut().enumerate() {
            let unsure = model.map_or(1.0, |(_, said)| unsure(said, row));
            *worth = unsure / suggester.places.distances[row];
            errors[suggester.leaf(row)] += suggester.places.weights[row] * unsure;
        }
        let labeled = known.labels.labeled_rows();
        let holds = suggester.tree.holding(labeled.iter().map(|&row| suggester.leaf(row)));
        let (apart, best, chosen) = (open.clone(), vec![None; leaves], Vec::new());
        let labels = labeled.len();
        let mut choice = Self {
            suggester,
            model,
            labeled: labels,
            worth,
            open,
            apart,
            holds,
            errors,
            best,
            chosen,
        };
        for row in labeled {
            choice.apart[row] = false;
            suggester.places.near(row).for_each(|near| choice.apart[near] = false);
        }
        (0..leaves).for_each(|leaf| choice.look_into(leaf));
        choice
    }

    /// Finds the best row of a leaf; of equal ones the first.
    fn look_into(&mut self, leaf: usize) {
        let rows = self.suggester.rows_of(leaf).filter(|&row| self.apart[row]);
        let better =
            |best: usize, row: usize| if self.worth[row] > self.worth[best] { row } else { best };
        self.best[leaf] = rows.reduce(better);
    }

    /// So many rows: one of each cluster of a cut while no model is asked, then of the largest clusters that hold no label, then
    /// any row that is apart, then any.
    fn choose(mut self, wanted: usize) -> Vec<Suggestion> {
        if self.model.is_none() {
            self.by_clusters(wanted, Some(self.labeled + wanted));
        }
        self.by_clusters(wanted, None);
        self.one_by_one(wanted, |choice, row| choice.apart[row]);
        self.one_by_one(wanted, |choice, row| choice.open[row]);
        self.chosen
    }

    /// The best row of the free cluster with most errors to expect, again and again.
    fn by_clusters(&mut self, wanted: usize, cut: Option<usize>) {
        while self.chosen.len() < wanted {
            let around = self.suggester.tree.free(&self.holds, cut);
            let mut clusters = vec![Branch::default(); self.holds.len()];
            for (leaf, around) in around.iter().enumerate() {
                let Some(cluster) = around.map(|around| &mut clusters[around]) else { continue };
                cluster.rows += self.suggester.rows_of(leaf).len();
                cluster.errors += self.errors[leaf];
                let is_better = |row: usize| {
                    cluster.best.is_none_or(|best| {
                        let (own, other) = (self.worth[row], self.worth[best]);
                        own > other || (own == other && row < best)
                    })
                };
                cluster.best = self.best[leaf].filter(|&row| is_better(row)).or(cluster.best);
            }
            let with_rows = clusters.into_iter().filter(|cluster| cluster.best.is_some());
            // Of equal ones the first.
            let worse = |a: Branch, b: Branch| if b.errors > a.errors { b } else { a };
            let Some(cluster) = with_rows.reduce(worse) else { return };
            if let Some(row) = cluster.best {
                self.take(row, cluster.rows - 1);
            }
        }
    }

    /// The rows of largest worth among those that may be taken.
    fn one_by_one(&mut self, wanted: usize, may: impl Fn(&Self, usize) -> bool) {
        if self.chosen.len() == wanted {
            return;
        }
        let mut order: Vec<usize> = (0..self.open.len()).filter(|&row| may(self, row)).collect();
        // Stable: of equal ones the first.
        order.sort_by(|&a, &b| self.worth[b].total_cmp(&self.worth[a]));
        for row in order {
            if self.chosen.len() == wanted {
                return;
            }
            if may(self, row) {
                self.take(row, self.suggester.places.near(row).count());
            }
        }
    }

    fn take(&mut self, row: usize, of: usize) {
        let reason = self.hesitation(row).unwrap_or(Reason::Typical { of });
        self.chosen.push(Suggestion { row, reason });
        self.open[row] = false;
        self.suggester.tree.hold(self.suggester.leaf(row), &mut self.holds);
        let suggester = self.suggester;
        for other in suggester.places.near(row).chain([row]) {
            self.apart[other] = false;
            let leaf = suggester.leaf(other);
            if self.best[leaf] == Some(other) {
                self.look_into(leaf);
            }
        }
    }

    /// The two classes that a model cannot decide between.
    fn hesitation(&self, row: usize) -> Option<Reason> {
        let (classes, said) = self.model?;
        if unsure(said, row) < CALLED_UNSURE {
            return None;
        }
        let shares = said.probabilities.row(row);
        let mut order: Vec<usize> = (0..classes.len()).collect();
        order.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]));
        let (&first, &second) = (order.first()?, order.get(1)?);
        Some(Reason::Unsure { between: [classes[first].clone(), classes[second].clone()] })
    }
}

/// u.
fn unsure(said: &Predictions, row: usize) -> f64 {
    let surest = said.probabilities.row(row).iter().copied().fold(0.0f64, f64::max);
    (1.0 - surest).max(LEAST_UNSURE)
}

/// What a cluster offers.
#[derive(Debug, Clone, Default)]
struct Branch {
    rows: usize,
    errors: f64,
    best: Option<usize>,
}
