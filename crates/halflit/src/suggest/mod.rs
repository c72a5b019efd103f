//! Which rows to label next: rows that cover the data first, rows that the model hesitates about later.
//!
//! 1. Z: up to 30 leading principal axes of the columns as given and as many of standardised columns, each half of total
//!    variance 1. m_i is the mean distance of standardised columns from row i to its 10 nearest rows: the smaller, the more typical.
//! 2. Ward's tree of all rows: of two clusters those are joined first whose union adds least to the squared distances from
//!    the means, |A||B|/(|A| + |B|) ‖mean A − mean B‖². Above 1,500 rows its leaves are cells of near rows.
//! 3. Clusters without a label are left, and each gives one row.
//!
//! | labels so far, ℓ | clusters for c rows | which first | row of a cluster |
//! |---|---|---|---|
//! | below 10, below 2 per class, or of one class | a cut of the tree into ℓ + c | the largest | smallest m_i |
//! | more | the largest parts of the tree without a label | most errors to expect, Σ u_i | largest u_i/m_i |
//!
//! u_i is 1 − the largest probability of a class, at least 0.02. So the first rows **cover** the data: no cluster is asked about twice
//! while another of the same cut has no label; where labels lie together the cut is made finer until it has clusters without one. Covering ends once classes have two labels each on average: a model of fewer says
//! little. A row that is asked for counts as labeled for those after it. The bound on u_i keeps parts in play that the model is sure
//! of but no label has reached: a class that it has not seen may lie there. No row is asked for that is among the 10 nearest of one
//! that has a label or is asked for, as long as there are others.
//!
//! Above 4,000 rows, rows that cover are chosen among as many that are drawn, always the same: a sketch is there in a fraction of a
//! second whatever the number of rows, and large clusters are as well seen in it.
//!
//! From the fifteenth answer on every fifth suggestion is a check row, drawn at random from all rows in an order that is fixed by the
//! seed: neither labels nor models have a say. Labels of check rows are to be kept from learning: then the share of them that a model
//! predicts right is an honest accuracy on rows without a label.
//!
//! | parameter | range | default in the command and in Python |
//! |---|---|---|
//! | count | 1 to the rows that are left | 20 |
//! | seed | any | 0 |

mod ahead;
mod cells;
mod clusters;
mod picker;
mod places;
mod sketch;
mod tree;

use std::fmt;

use serde::Serialize;

use crate::data::{Draw, Labels, Samples};
use crate::error::Result;
use crate::model::Predictions;
use crate::views::{Engine, Look};
use clusters::Clusters;
use sketch::Sketch;

/// Labels below which nobody is asked how sure a row is: classes are surely missing.
const FIRST: usize = 10;
/// Labels per class below which neither: a model of so few says little.
const PER_CLASS: usize = 2;

/// Whether the next rows are to cover the data, so that no model is asked.
pub fn covers(labels: &Labels) -> bool {
    let (labeled, classes) = (labels.labeled_rows().len(), labels.present_classes().len());
    classes < 2 || labeled < FIRST.max(PER_CLASS * classes)
}

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
    /// It lies amid a large cluster of a sketch that has no label yet.
    Central {
        /// About how many rows that cluster has.
        about: usize,
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
            Reason::Central { about } => write!(f, "typical of about {about} rows like it"),
            Reason::Unsure { between: [first, second] } => {
                write!(f, "unsure between {first} and {second}")
            }
            Reason::Random => write!(f, "drawn at random, to measure accuracy"),
        }
    }
}

/// What is known when rows are asked for.
///
/// ```
/// use halflit::suggest::Known;
/// use halflit::{Labels, Plan, datasets};
///
/// let data = datasets::ionosphere();
/// let prepared = Plan::default().prepare(data.samples())?;
/// let labels = Labels::none(351);
/// let first = prepared.suggest_by(&Known::of(&labels), 5)?;
/// // The next ones, while nobody has answered yet.
/// let asked: Vec<usize> = first.iter().map(|one| one.row).collect();
/// let next = prepared.suggest_by(&Known { asked: &asked, ..Known::of(&labels) }, 5)?;
/// assert!(next.iter().all(|one| !asked.contains(&one.row)));
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Known<'k> {
    /// The labels that the model learns from.
    pub labels: &'k Labels,
    /// Rows that are not to be asked for either: check rows that have their label, and rows that were skipped.
    pub taken: &'k [usize],
    /// Rows that were asked for and have no answer yet. They count as labeled.
    pub asked: &'k [usize],
    /// What the present model takes every row for; nothing where there is no model yet.
    pub predictions: Option<&'k Predictions>,
}

impl<'k> Known<'k> {
    /// Nothing but labels.
    pub fn of(labels: &'k Labels) -> Self {
        Self { labels, taken: &[], asked: &[], predictions: None }
    }
}

/// What no label changes: made once, asked again and again.
#[derive(Debug, Clone)]
pub(crate) struct Suggester {
    clusters: Clusters,
    /// Which rows the clusters are of, where they are not of all.
    sketch: Option<Sketch>,
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
        let clusters = Clusters::of(samples, looks, engine)?.0;
        Ok(Self { clusters, sketch: None, drawn: drawn(samples.rows(), seed) })
    }

    /// From some rows that are drawn, in a fraction of the time. It can choose rows that cover the data.
    pub(crate) fn sketched(samples: &Samples<'_>, engine: &dyn Engine, seed: u64) -> Result<Self> {
        let (clusters, sketch) = Sketch::of(samples, engine)?;
        Ok(Self { clusters, sketch: Some(sketch), drawn: drawn(samples.rows(), seed) })
    }

    /// Whether a sketch can tell the next rows.
    pub(crate) fn is_sketched(labels: &Labels, count: usize) -> bool {
        sketch::serves(labels.len(), labels.labeled_rows().len() + count) && covers(labels)
    }

    /// How many rows there are, labeled or not.
    pub(crate) fn rows(&self) -> usize {
        self.drawn.len()
    }

    /// The next `count` rows to label, the most useful first, every fifth a check row from the fifteenth on: those that bring the
    /// labeled, taken and asked rows to a multiple of five.
    ///
    /// # Errors
    /// [`Error::SuggestionCount`](crate::Error::SuggestionCount) for no row or more than are left,
    /// [`Error::LabelCount`](crate::Error::LabelCount) and [`Error::Shape`](crate::Error::Shape) where there is not one label or one
    /// prediction for each row, [`Error::BadProbability`](crate::Error::BadProbability) where a prediction is none,
    /// [`Error::Parameter`](crate::Error::Parameter) where a taken row is none of the samples.
    pub(crate) fn next(
        &self,
        samples: &Samples<'_>,
        known: &Known<'_>,
        count: usize,
    ) -> Result<Vec<Suggestion>> {
        ahead::next(self, samples, known, count)
    }
}

/// Refuses what makes no sense, before anything is looked at.
///
/// # Errors
/// As [`Suggester::next`].
pub(crate) fn check(rows: usize, known: &Known<'_>, count: usize) -> Result<()> {
    ahead::closed(rows, known, count).map(drop)
}

/// All rows in an order that the seed decides.
fn drawn(rows: usize, seed: u64) -> Vec<u32> {
    let mut drawn: Vec<usize> = (0..rows).collect();
    Draw::new(seed).shuffle(&mut drawn);
    drawn.into_iter().map(|row| row as u32).collect()
}
