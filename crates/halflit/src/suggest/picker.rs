//! The choice itself: clusters without a label, and of each one row.

use super::clusters::Clusters;
use super::{Reason, Suggestion};
use crate::model::Predictions;

/// u: no row is surer than this leaves.
const LEAST_UNSURE: f64 = 0.02;
/// A row is called unsure from here on.
const CALLED_UNSURE: f64 = 0.1;

/// A choice that is being made.
pub(super) struct Picker<'c> {
    clusters: &'c Clusters,
    model: Option<(&'c [String], &'c Predictions)>,
    /// u/m of every row.
    worth: Vec<f64>,
    /// Rows that may be asked for, and those among them that are not near a labeled or chosen one.
    open: Vec<bool>,
    apart: Vec<bool>,
    /// Clusters that hold a labeled or chosen row, and how many were held from the start.
    holds: Vec<bool>,
    held: usize,
    /// Of every leaf Σ u, and the row of largest worth that is apart.
    errors: Vec<f64>,
    best: Vec<Option<usize>>,
    chosen: Vec<Suggestion>,
}

impl<'c> Picker<'c> {
    /// Among rows that are `open`, with rows and leaves that are `held`, and what a model says where one is asked.
    pub(super) fn new(
        clusters: &'c Clusters,
        open: Vec<bool>,
        held: &[usize],
        held_leaves: &[usize],
        model: Option<(&'c [String], &'c Predictions)>,
    ) -> Self {
        let leaves = clusters.tree.leaves();
        let (mut errors, mut worth) = (vec![0.0; leaves], vec![0.0; open.len()]);
        for (row, worth) in worth.iter_mut().enumerate() {
            let unsure = model.map_or(1.0, |(_, said)| unsure(said, row));
            *worth = unsure / clusters.places.distances[row];
            errors[clusters.leaf(row)] += clusters.places.weights[row] * unsure;
        }
        let of_rows = held.iter().map(|&row| clusters.leaf(row));
        let holds = clusters.tree.holding(of_rows.chain(held_leaves.iter().copied()));
        let (apart, best, chosen) = (open.clone(), vec![None; leaves], Vec::new());
        let labeled = held.len() + held_leaves.len();
        let mut choice = Self {
            clusters,
            model,
            worth,
            open,
            apart,
            holds,
            held: labeled,
            errors,
            best,
            chosen,
        };
        for &row in held {
            choice.apart[row] = false;
            clusters.places.near(row).for_each(|near| choice.apart[near] = false);
        }
        (0..leaves).for_each(|leaf| choice.look_into(leaf));
        choice
    }

    /// Finds the best row of a leaf; of equal ones the first.
    fn look_into(&mut self, leaf: usize) {
        let rows = self.clusters.rows_of(leaf).filter(|&row| self.apart[row]);
        let better =
            |best: usize, row: usize| if self.worth[row] > self.worth[best] { row } else { best };
        self.best[leaf] = rows.reduce(better);
    }

    /// So many rows: one of each cluster of a cut, and of finer and finer cuts, while no model is asked; of the largest clusters that
    /// hold no label where one is; then any row that is apart, then any.
    pub(super) fn choose(mut self, wanted: usize) -> Vec<Suggestion> {
        match self.model {
            None => self.cover(wanted),
            Some(_) => while self.chosen.len() < wanted && self.take_of_cluster(None) {},
        }
        self.one_by_one(wanted, |choice, row| choice.apart[row]);
        self.one_by_one(wanted, |choice, row| choice.open[row]);
        self.chosen
    }

    /// No second row of a cluster while others of the cut have none. There is a cluster for every row that is labeled or wanted, and
    /// more where labels lie together.
    fn cover(&mut self, wanted: usize) {
        let leaves = self.clusters.tree.leaves();
        let mut cut = (self.held + wanted).clamp(1, leaves);
        while self.chosen.len() < wanted {
            if self.take_of_cluster(Some(cut)) {
                continue;
            }
            if cut == leaves {
                return;
            }
            cut = (2 * cut).min(leaves);
        }
    }

    /// Takes the best row of the free cluster with most errors to expect; whether there is one.
    fn take_of_cluster(&mut self, cut: Option<usize>) -> bool {
        let around = self.clusters.tree.free(&self.holds, cut);
        let mut offers = vec![Offer::default(); self.holds.len()];
        for (leaf, around) in around.iter().enumerate() {
            let Some(offer) = around.map(|around| &mut offers[around]) else { continue };
            offer.rows += self.clusters.rows_of(leaf).len();
            offer.errors += self.errors[leaf];
            let is_better = |row: usize| {
                offer.best.is_none_or(|best| {
                    let (own, other) = (self.worth[row], self.worth[best]);
                    own > other || (own == other && row < best)
                })
            };
            offer.best = self.best[leaf].filter(|&row| is_better(row)).or(offer.best);
        }
        let with_rows = offers.into_iter().filter(|offer| offer.best.is_some());
        // Of equal ones the first.
        let more = |a: Offer, b: Offer| if b.errors > a.errors { b } else { a };
        let found = with_rows.reduce(more).and_then(|offer| Some((offer.best?, offer.rows - 1)));
        let Some((row, others)) = found else { return false };
        self.take(row, others);
        true
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
                self.take(row, self.clusters.places.near(row).count());
            }
        }
    }

    fn take(&mut self, row: usize, of: usize) {
        let reason = self.hesitation(row).unwrap_or(Reason::Typical { of });
        self.chosen.push(Suggestion { row, reason });
        self.open[row] = false;
        self.clusters.tree.hold(self.clusters.leaf(row), &mut self.holds);
        let clusters = self.clusters;
        for other in clusters.places.near(row).chain([row]) {
            self.apart[other] = false;
            let leaf = clusters.leaf(other);
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
struct Offer {
    rows: usize,
    errors: f64,
    best: Option<usize>,
}
