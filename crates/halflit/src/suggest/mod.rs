//! Which rows to label next.
//!
//! 1. Z: up to 30 leading principal axes of the columns as given and as many of standardised columns, each half of total
//!    variance 1. m_i is the mean distance of standardised columns from row i to its 10 nearest rows: the smaller, the more typical.
//! 2. Ward's tree of all rows: of two clusters those are joined first whose union adds least to the squared distances from
//!    the means, |A||B|/(|A| + |B|) ‖mean A − mean B‖². Above 1,500 rows its leaves are cells of near rows.
//! 3. Clusters of the tree without a label are left, and each gives one row, that with the most errors to expect first: Σ u_i over
//!    its rows.
//!
//! | labels so far ℓ | clusters for c rows | u_i | row of a cluster |
//! |---|---|---|---|
//! | below 5, or of one class | a cut into ℓ + c | 1 | smallest m_i |
//! | more | the largest without a label | 1 − largest probability of a class, at least 0.02 | largest u_i/m_i |
//!
//! So the first rows are typical of large clusters and far from each other, and later ones are unsure, typical and where no label is.
//! A row that is asked for counts as labeled for those after it. The bound on u_i keeps parts in play that the model is sure of but no
//! label has reached: a class that it has not seen may lie there. No row is asked for that is among the 10 nearest of one that has a
//! label or is asked for, as long as there are others.
//!
//! Every fifth suggestion is a check row, drawn at random from all rows in an order that is fixed by the seed. Labels of check rows
//! are to be kept from learning: then the share of them that a model predicts right is an honest accuracy.
//!
//! | parameter | range | default in the command and in Python |
//! |---|---|---|
//! | count | 1 to the rows that are left | 20 |
//! | seed | any | 0 |

mod ahead;
mod cells;
mod places;
mod tree;

use std::fmt;

use serde::Serialize;

use crate::data::{Draw, Labels, Samples};
use crate::error::Result;
use crate::model::Predictions;
use crate::views::{Engine, Look};
use places::Places;
use tree::Tree;

/// One row to label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Suggestion {
    /// Which.
    pub row: usize,
    /// Why it is asked for.
    pub reason: Reason,
}

impl Suggestion {
    /// Whether its label is to be kept from learning, to measure accuracy by.
    pub fn is_check(&self) -> bool {
        self.reason == Reason::Random
    }
}

/// Why a row is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// It lies amid a cluster that has no label yet.
    Typical {
        /// How many other rows that cluster has.
        of: usize,
    },
    /// The present model hesitates.
    Unsure {
        /// The two most likely classes, the likelier first.
        between: [String; 2],
    },
    /// A check row.
    Random,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Typical { of: 0 } => write!(f, "by itself, unlike every other row"),
            Reason::Typical { of: 1 } => write!(f, "typical of the one row beside it"),
            Reason::Typical { of } => write!(f, "typical of the {of} rows around it"),
            Reason::Unsure { between: [first, second] } => {
                write!(f, "unsure between {first} and {second}")
            }
            Reason::Random => write!(f, "drawn at random, to measure accuracy"),
        }
    }
}

/// What is known when rows are asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known<'k> {
    /// The labels that the model learns from.
    pub(crate) labels: &'k Labels,
    /// Rows that are not to be asked for either: check rows that have their label, and rows that were skipped.
    pub(crate) taken: &'k [usize],
    /// What the present model takes every row for, and the names of its classes; nothing where there is no model yet.
    pub(crate) model: Option<(&'k [String], &'k Predictions)>,
}

/// What no label changes: made once, asked again and again.
#[derive(Debug, Clone)]
pub(crate) struct Suggester {
    places: Places,
    tree: Tree,
    /// The leaf of the tree that every row belongs to; all rows, leaf after leaf; and where each leaf begins and the last ends.
    leaf_of: Vec<u32>,
    members: Vec<u32>,
    starts: Vec<usize>,
    /// All rows in the order in which check rows are drawn.
    drawn: Vec<u32>,
}

impl Suggester {
    /// From rows that were looked at. The seed decides which rows are drawn as check rows, and nothing else.
    pub(crate) fn of(
        samples: &Samples<'_>,
        looks: (&Look<'_>, &Look<'_>),
        engine: &dyn Engine,
        seed: u64,
    ) -> Result<Self> {
        let (places, coordinates) = Places::of(samples, looks, engine)?;
        let leaves = cells::cells(&coordinates, &places.weights)?;
        let tree = Tree::of(&leaves.means, &leaves.weights)?;
        let leaf_of = leaves.of_row;
        let mut members: Vec<u32> = (0..samples.rows() as u32).collect();
        members.sort_by_key(|&row| leaf_of[row as usize]);
        let before =
            |leaf: usize| members.partition_point(|&row| (leaf_of[row as usize] as usize) < leaf);
        let starts = (0..=tree.leaves()).map(before).collect();
        let mut drawn: Vec<usize> = (0..samples.rows()).collect();
        Draw::new(seed).shuffle(&mut drawn);
        let drawn = drawn.into_iter().map(|row| row as u32).collect();
        Ok(Self { places, tree, leaf_of, members, starts, drawn })
    }

    /// How many rows there are, labeled or not.
    pub(crate) fn rows(&self) -> usize {
        self.leaf_of.len()
    }

    fn leaf(&self, row: usize) -> usize {
        self.leaf_of[row] as usize
    }

    /// The rows of a leaf, ascending.
    fn rows_of(&self, leaf: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.members[self.starts[leaf]..self.starts[leaf + 1]].iter().map(|&row| row as usize)
    }

    /// The next `count` rows to label, the most useful first, every fifth a check row: those that bring the labeled and taken
    /// rows to a multiple of five.
    ///
    /// # Errors
    /// [`Error::SuggestionCount`] for no row or more than are left, [`Error::LabelCount`] and [`Error::Shape`] where there
    /// is not one label or one prediction for each row, [`Error::BadProbability`] where a prediction is none,
    /// [`Error::Parameter`] where a taken row is none of the samples.
    pub(crate) fn next(&self, known: &Known<'_>, count: usize) -> Result<Vec<Suggestion>> {
        ahead::next(self, known, count)
    }

    /// The next rows by predictions that are made only if they are asked for: with labels of two classes, five at least.
    ///
    /// # Errors
    /// As [`Suggester::next`], and those of the fit.
    pub(crate) fn next_by(
        &self,
        labels: &Labels,
        taken: &[usize],
        count: usize,
        predict: impl FnOnce() -> Result<Predictions>,
    ) -> Result<Vec<Suggestion>> {
        let known = Known { labels, taken, model: None };
        ahead::check(self, &known, count)?;
        if !ahead::asks_model(labels) {
            return self.next(&known, count);
        }
        let model = Some((labels.classes(), &predict()?));
        self.next(&Known { model, ..known }, count)
    }
}
