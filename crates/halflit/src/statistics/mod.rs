//! What PCA, FDA and MMC need to know of rows, in a form that several machines can gather and add up.
//!
//! Of every class, and of the rows without one: weight, mean, and scatter around the mean. Two of these make one, in any order,
//! so that rows may come in parts, one after the other or from many places, and need not be kept.

mod bytes;
mod fit;
mod group;

use std::collections::BTreeMap;

use crate::dense::Mat;

use crate::data::{Dataset, Labels, Samples};
use crate::error::{Error, Result};
use crate::matrix::{RowMatrix, check_symmetric, gram_lanes};
use crate::space::{SpaceChoice, Summed};
use crate::threads::*;
use crate::watch;
use group::GroupMoments;

/// Rows that are summed at once: a matter of memory.
const BLOCK: usize = 1024;
/// Numbers that all lanes may hold together.
const LANES_HOLD: usize = 1 << 26;

/// Weight, mean and scatter of every class, and of the rows without a label.
///
/// ```
/// use halflit::{Plan, Statistics, datasets, learner::Fda};
///
/// let data = datasets::ionosphere();
/// let (samples, labels) = (data.samples(), data.labels());
/// let (some, others): (Vec<usize>, Vec<usize>) = (0..351).partition(|row| row % 3 == 0);
/// let of = |rows: &[usize]| Statistics::of(&samples.gather(rows), &labels.gather(rows));
/// let mut all = of(&some)?;
/// all.merge(&of(&others)?)?;
/// let plan = Plan::new(Fda::default()).axes(1);
/// let (model, whole) = (plan.fit_statistics(&all)?.model, plan.fit(&data)?.model);
/// assert!((model.eigenvalues()[0] / whole.eigenvalues()[0] - 1.0).abs() < 1e-10);
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Statistics {
    columns: usize,
    /// By class; `None` for the rows without one.
    groups: BTreeMap<Option<String>, GroupMoments>,
}

impl Statistics {
    /// Statistics of no rows yet, which will have so many columns.
    ///
    /// # Errors
    /// [`Error::Empty`] without a column.
    pub fn new(columns: usize) -> Result<Self> {
        match columns {
            0 => Err(Error::Empty { rows: 0, columns }),
            _ => Ok(Self { columns, groups: BTreeMap::new() }),
        }
    }

    /// Statistics of some rows.
    ///
    /// # Errors
    /// As [`Statistics::add`].
    pub fn of(samples: &Samples<'_>, labels: &Labels) -> Result<Self> {
        let mut statistics = Self::new(samples.columns())?;
        statistics.add(samples, labels)?;
        Ok(statistics)
    }

    /// Takes more rows in, each as often as its weight says.
    ///
    /// # Errors
    /// [`Error::LabelCount`] where there is not one label per row, [`Error::ColumnCount`] where there are other columns. Nothing
    /// is taken in then.
    pub fn add(&mut self, samples: &Samples<'_>, labels: &Labels) -> Result<()> {
        if labels.len() != samples.rows() {
            return Err(Error::LabelCount { rows: samples.rows(), labels: labels.len() });
        }
        self.check_columns(samples.columns())?;
        let mut rows: BTreeMap<Option<&str>, Vec<usize>> = BTreeMap::new();
        (0..labels.len()).for_each(|i| rows.entry(labels.name_of(i)).or_default().push(i));
        let blocks: Vec<(Option<&str>, &[usize])> = rows
            .iter()
            .flat_map(|(name, rows)| rows.chunks(BLOCK).map(move |block| (*name, block)))
            .collect();
        let (stage, watch) = (watch::stage("means and scatters", blocks.len()), watch::current());
        // Every lane holds what it has found of each class; the number of lanes does not follow that of threads.
        let held = rows.len() * self.columns * self.columns;
        let lanes = gram_lanes(labels.len(), self.columns).min(LANES_HOLD / held.max(1)).max(1);
        let lane = |lane: usize| {
            let mut own = Self::new(self.columns)?;
            for (name, block) in blocks.iter().skip(lane).step_by(lanes) {
                let mut values = Vec::with_capacity(block.len() * self.columns);
                block.iter().for_each(|&i| values.extend_from_slice(&samples.row(i)));
                let weights = samples.weights().map(|all| block.iter().map(|&i| all[i]).collect());
                let more = GroupMoments::of(values, self.columns, weights);
                own.take(name.map(str::to_owned), more);
                stage.advance(1)?;
            }
            Ok(own)
        };
        let all = (0..lanes).into_par_iter().map(|number| watch.enter(|| lane(number)));
        let mut found = self.clone();
        for own in all.collect::<Result<Vec<_>>>()? {
            found.merge(&own)?;
        }
        *self = found;
        Ok(())
    }

    /// Takes in what was found of other rows. The order of merging matters to rounding only.
    ///
    /// # Errors
    /// [`Error::ColumnCount`] where there are other columns.
    pub fn merge(&mut self, other: &Statistics) -> Result<()> {
        self.check_columns(other.columns)?;
        other.groups.iter().for_each(|(name, own)| self.take(name.clone(), own.clone()));
        Ok(())
    }

    fn take(&mut self, name: Option<String>, more: GroupMoments) {
        match self.groups.entry(name) {
            std::collections::btree_map::Entry::Occupied(mut own) => own.get_mut().merge(&more),
            std::collections::btree_map::Entry::Vacant(free) => drop(free.insert(more)),
        }
    }

    fn check_columns(&self, found: usize) -> Result<()> {
        match self.columns == found {
            true => Ok(()),
            false => Err(Error::ColumnCount { expected: self.columns, found }),
        }
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Σ w over all rows: their number where none has a weight.
    pub fn weight(&self) -> f64 {
        self.groups.values().map(|own| own.weight).sum()
    }

    /// The classes that were seen, as text sorts them, with their weights.
    pub fn classes(&self) -> Vec<(&str, f64)> {
        let named =
            self.groups.iter().filter_map(|(name, own)| Some((name.as_deref()?, own.weight)));
        named.collect()
    }

    /// Statistics of rows that another engine has summed: Σ w, their mean, and their scatter around it, row after row; none has a label.
    ///
    /// # Errors
    /// [`Error::BadStatistics`] where lengths do not fit, a number is not finite, the scatter is not symmetric, or the weight or a
    /// variance is negative.
    pub fn from_total(weight: f64, mean: Vec<f64>, scatter: &[f64]) -> Result<Self> {
        let columns = mean.len();
        let bad = |reason: String| Error::BadStatistics { reason };
        check_symmetric("a scatter", scatter, columns).map_err(|error| bad(error.to_string()))?;
        let scatter = Mat::from_fn(columns, columns, |i, j| scatter[i * columns + j]);
        let negative = (0..columns).any(|j| scatter[(j, j)] < 0.0);
        if !(weight.is_finite() && weight > 0.0) || negative || columns == 0 {
            return Err(bad("a weight or a variance is negative, or there is none".into()));
        }
        if let Some(value) = mean.iter().find(|value| !value.is_finite()) {
            return Err(bad(format!("a mean is {value}")));
        }
        let groups = BTreeMap::from([(None, GroupMoments { weight, mean, scatter })]);
        Ok(Self { columns, groups })
    }

    /// Σ w, the mean of all rows, and their scatter around it, row after row; nothing where no row was seen.
    pub fn total_moments(&self) -> Option<(f64, Vec<f64>, RowMatrix<'static>)> {
        let GroupMoments { weight, mean, scatter } = self.total()?;
        Some((weight, mean, RowMatrix::from_mat(scatter.as_ref())))
    }

    /// What a space knows of all rows.
    pub(crate) fn summed(&self, choice: &SpaceChoice) -> Result<Summed> {
        let total = self.total().ok_or(Error::TooFewRows { rows: 0 })?;
        Summed::new(choice, total.weight, &total.mean, &total.scatter)
    }

    /// Some rows that were kept, as a dataset, which has two of them: where there are fewer, the mean of all rows stands in, without
    /// a label.
    ///
    /// # Errors
    /// [`Error::TooFewRows`] where no row was seen, [`Error::LabelCount`] where there is not one label per row.
    pub fn kept<'a>(&self, kept: Option<(Samples<'a>, Labels)>) -> Result<Dataset<'a>> {
        let total = self.total().ok_or(Error::TooFewRows { rows: 0 })?;
        match kept {
            Some((samples, labels)) if samples.rows() > 1 => Dataset::new(samples, labels),
            Some((samples, labels)) => {
                let rows = [samples.row(0).into_owned(), total.mean];
                let labels = Labels::new([labels.name_of(0), None]);
                Dataset::new(Samples::from_rows(&rows)?, labels)
            }
            None => Dataset::unlabeled(Samples::from_rows(&vec![total.mean; 2])?),
        }
    }

    /// Everything as one group; nothing where no row was seen.
    fn total(&self) -> Option<GroupMoments> {
        let mut groups = self.groups.values();
        let mut total = groups.next()?.clone();
        groups.for_each(|own| total.merge(own));
        Some(total)
    }
}
