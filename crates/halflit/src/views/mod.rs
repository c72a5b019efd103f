//! Kernels that all rows make together, without a label: several views of what "near" may mean.
//!
//! | view | k(x, y) |
//! |---|---|
//! | linear | ⟨x − mean, y − mean⟩ |
//! | principal, m | the same along the first m principal axes |
//! | rbf, f | exp(−‖x − y‖²/(f s)), s the median squared distance to the 7th nearest row |
//! | laplace, f | exp(−‖x − y‖₁/(f s₁)), s₁ the median ‖·‖₁ distance to the 7th nearest row; not of columns as they come |
//! | eigenmaps, k, m | ⟨e(x), e(y)⟩, the first m eigenmaps of the graph of the k nearest rows, each of deviation 1 |
//! | spreading, k, a | (I − aN)⁻¹, N = D^(−1/2) W D^(−1/2) of that graph: label spreading seen as a kernel |
//!
//! Each of the columns as they come, of standardised columns, of ranks, in a table with columns of noise of those that go together, in
//! one with categories of categories and ranks, and along axes of equal length where a few axes hide all others ([`Columns`]): nobody
//! needs to know about units, tails, noise, codes or light. W has the weights exp(−d²/(σ_i σ_j)), σ_i the distance to the 7th
//! nearest row, k = 4 and 10.
//!
//! Thin views ([`Breadth::Thin`]) are those of principal axes and eigenmaps alone.
//!
//! Nothing here is n × n: axes and eigenmaps are thin, N is sparse, and the rest is asked for by rows and columns.

mod adjacency;
mod alike;
mod breadth;
mod chebyshev;
mod collapse;
mod curve;
mod deflated;
mod dependence;
mod draw;
mod engine;
mod features;
mod filter;
mod gram;
mod join;
mod krylov;
mod leading;
mod lens;
mod look;
mod map;
mod near;
mod near_graph;
mod normal;
mod scale;
mod side;
mod slices;
mod spectrum;
mod spreading;
mod view;
mod whitening;

pub use adjacency::Adjacency;
pub(crate) use alike::first_alike;
pub use breadth::Breadth;
pub(crate) use curve::Curve;
pub use engine::{Engine, Function, GraphFunctions, PairWork, Start, Threads};
pub(crate) use features::Prefix;
pub(crate) use join::CANDIDATES;
pub(crate) use lens::Lens;
pub use look::Columns;
pub(crate) use look::{Look, NEAREST};
pub(crate) use map::{GraphMap, SideMap, ViewsMap};
pub use map::{SideParts, ViewsParts};
pub(crate) use scale::SCALE;
pub use view::{View, ViewShare};

use std::sync::{Arc, Mutex, OnceLock};

use crate::dense::{Mat, MatRef};

use crate::data::{Labels, Samples};
use crate::error::{Error, Result};
use crate::matrix::{RowMatrix, trace};
use crate::neighbors::Searched;
use crate::threads::*;
use crate::watch;
use gram::Grams;
use side::{AT_ONCE, Side};

/// Rows over which the variance of a view is judged.
const REFERENCES: usize = 32;
/// How much a Laplace view counts before any label was looked at.
const LAPLACE_PRIOR: f64 = 2.0;

/// All views of some samples: made once, whatever is labeled later.
#[derive(Debug)]
pub(crate) struct Views<'a> {
    /// As they were given.
    samples: Samples<'a>,
    /// What is looked at: every row written as often as it counts, copies behind all rows.
    written: Samples<'a>,
    /// Of every copy the row that it is one of.
    copies: Vec<usize>,
    sides: Vec<Arc<Side<'a>>>,
    grams: Mutex<Grams>,
    breadth: Breadth,
    /// For every row that is looked at the first that is equal to it.
    alike: OnceLock<Vec<usize>>,
    /// The variance of every view over all rows.
    variances: OnceLock<Vec<f64>>,
    /// Rows that stand for all.
    references: OnceLock<Vec<usize>>,
}

impl<'a> Views<'a> {
    /// Views of looks that were made of the samples, one for each of [`Columns::of`]. A row of weight 2 is looked at as two rows, by
    /// looks of its own.
    ///
    /// # Errors
    /// [`Error::TooFewRows`] for a single row, [`Error::FractionalWeight`] where a weight is no whole number, those of the engine,
    /// [`Error::Shape`] where it gives what was not asked for.
    pub(crate) fn of(
        engine: &Arc<dyn Engine>,
        samples: &Samples<'a>,
        breadth: Breadth,
        look: impl Fn(Columns) -> Result<Arc<Look<'a>>> + Sync,
    ) -> Result<Self> {
        if samples.rows() < 2 {
            return Err(Error::TooFewRows { rows: samples.rows() });
        }
        let Some(mut rows) = samples.copies("auto")? else {
            return Self::of_written(engine, samples, breadth, look);
        };
        let written = samples.gather(&rows).unweighed();
        let own = |columns| Look::of(&written, columns).map(Arc::new);
        let views = Views::of_written(engine, &written, breadth, own)?;
        let copies = rows.split_off(samples.rows());
        Ok(Self { samples: samples.clone(), copies, ..views })
    }

    /// Of samples that all count once.
    fn of_written(
        engine: &Arc<dyn Engine>,
        samples: &Samples<'a>,
        breadth: Breadth,
        look: impl Fn(Columns) -> Result<Arc<Look<'a>>> + Sync,
    ) -> Result<Self> {
        let watch = watch::current();
        let side = |columns| {
            watch.enter(|| Ok(Arc::new(Side::new(look(columns)?, columns, breadth, engine)?)))
        };
        let mut columns = Columns::of(samples, breadth);
        if breadth == Breadth::Full && look(Columns::Standardized)?.hides_axes() {
            columns.push(Columns::Whitened);
        }
        let sides: Result<_> = match samples.rows() > AT_ONCE {
            true => columns.into_iter().map(side).collect(),
            false => columns.into_par_iter().map(side).collect(),
        };
        Ok(Self {
            samples: samples.clone(),
            written: samples.clone(),
            copies: Vec::new(),
            sides: sides?,
            grams: Mutex::default(),
            breadth,
            alike: OnceLock::new(),
            variances: OnceLock::new(),
            references: OnceLock::new(),
        })
    }

    /// One more side of the same rows, alone: their ranks, every column multiplied by a factor. It has no graphs, so that it is made in
    /// no time. Nothing where rows are not ranked.
    pub(crate) fn relevant(&self, factors: &[f64]) -> Result<Option<Views<'_>>> {
        let Some(ranked) = self.ranked() else { return Ok(None) };
        // Drawn before the columns are weighed: a factor that differs by rounding draws no other rows.
        let drawn = draw::drawn(&ranked.samples, scale::AMONG);
        let look = Arc::new(ranked.weighed(factors, &drawn)?);
        let side = Side::without_graphs(look, Columns::Relevant, &drawn)?;
        Ok(Some(self.of_sides(vec![Arc::new(side)])))
    }

    /// The rows by their ranks, where there is such a side.
    pub(crate) fn ranked(&self) -> Option<&Look<'a>> {
        self.sides.iter().find(|side| side.columns == Columns::Ranked).map(|side| side.look())
    }

    /// These views and others of the same rows.
    pub(crate) fn joined<'b>(&'b self, others: &Views<'b>) -> Views<'b> {
        let own = self.sides.iter().map(Arc::clone);
        let sides: Vec<Arc<Side<'b>>> = own.chain(others.sides.iter().map(Arc::clone)).collect();
        self.of_sides(sides)
    }

    fn of_sides<'b>(&'b self, sides: Vec<Arc<Side<'b>>>) -> Views<'b> {
        Views {
            samples: self.samples.borrowed(),
            written: self.written.borrowed(),
            copies: self.copies.clone(),
            sides,
            grams: Mutex::default(),
            breadth: self.breadth,
            alike: self.alike.clone(),
            variances: OnceLock::new(),
            references: self.references.clone(),
        }
    }

    /// In which ways the samples are looked at.
    pub(crate) fn breadth(&self) -> Breadth {
        self.breadth
    }

    /// For every row that is looked at the first that is equal to it.
    pub(crate) fn first_alike(&self) -> &[usize] {
        self.alike.get_or_init(|| alike::first_alike(&self.written))
    }

    /// The labels of all rows that are looked at: those of copies are those of their rows.
    pub(crate) fn labels_of_all(&self, labels: &Labels) -> Labels {
        match self.copies.is_empty() {
            true => labels.clone(),
            false => {
                let rows: Vec<usize> =
                    (0..labels.len()).chain(self.copies.iter().copied()).collect();
                labels.gather(&rows)
            }
        }
    }

    /// Every view, in the order of all weights.
    pub(crate) fn views(&self) -> Vec<(Columns, View)> {
        let of = |side: &Arc<Side<'_>>| {
            let columns = side.columns;
            side.views().into_iter().map(move |view| (columns, view)).collect::<Vec<_>>()
        };
        self.sides.iter().flat_map(of).collect()
    }

    /// How much every view counts before any label was looked at.
    pub(crate) fn priors(&self) -> Vec<f64> {
        let prior = |(columns, view): (Columns, View)| match view {
            View::Laplace { .. } if columns != Columns::Whitened => LAPLACE_PRIOR,
            _ => columns.prior(),
        };
        self.views().into_iter().map(prior).collect()
    }

    /// The variance of every view over some rows that are drawn from all.
    pub(crate) fn variances(&self) -> Result<&[f64]> {
        if let Some(known) = self.variances.get() {
            return Ok(known);
        }
        let rows = draw::drawn(&self.written, REFERENCES);
        let found = match self.breadth {
            Breadth::Full => self.between(&rows, &rows, None)?.iter().map(variance).collect(),
            Breadth::Thin => self.feature_variances(&rows),
        };
        Ok(self.variances.get_or_init(|| found))
    }

    /// The samples that were given.
    pub(crate) fn samples(&self) -> &Samples<'a> {
        &self.samples
    }

    /// The first eigenmaps of the graph of the 10 nearest rows, columns as they come: n × `count`, fewer where there are fewer. The
    /// first two are a map of the rows that needs no label.
    pub(crate) fn eigenmaps(&self, count: usize) -> RowMatrix<'static> {
        let all = self.sides[0].widest_eigenmaps();
        let (rows, count) = (self.samples.rows(), count.min(all.columns()));
        RowMatrix::from_mat(all.as_mat().subrows(0, rows).subcols(0, count))
    }

    /// How nearest rows were found: of the two ways to take columns the one with the lower recall.
    pub(crate) fn searched(&self) -> Option<Searched> {
        let all = self.sides.iter().filter_map(|side| side.searched);
        all.min_by(|a, b| a.recall.total_cmp(&b.recall))
    }

    /// The kernel values of every view between some rows and others; zeros for views of no weight where weights are given.
    pub(crate) fn between(
        &self,
        rows: &[usize],
        columns: &[usize],
        weights: Option<&[f64]>,
    ) -> Result<Vec<Mat<f64>>> {
        let watch = watch::current();
        let mut start = 0;
        let mut asked = Vec::with_capacity(self.sides.len());
        for side in &self.sides {
            let end = start + side.views().len();
            asked.push((side, weights.map(|weights| &weights[start..end])));
            start = end;
        }
        let between = |(side, weights): &(&Arc<Side<'_>>, Option<&[f64]>)| {
            watch.enter(|| side.between(rows, columns, *weights))
        };
        let sides = asked.par_iter().map(between);
        Ok(sides.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
    }

    /// x ↦ Σ_v w_v Σ_i k_v(x, x_i) c_i − offset, without the views.
    pub(crate) fn collapse(
        &self,
        weights: &[f64],
        anchors: &[usize],
        coefficients: MatRef<'_, f64>,
        offset: Vec<f64>,
    ) -> Result<ViewsMap> {
        let mut rest = weights;
        let sides = self.sides.iter().map(|side| {
            let (own, others) = rest.split_at(side.views().len());
            rest = others;
            side.collapse(own, anchors, coefficients)
        });
        let mut sides: Vec<SideMap> = sides.collect::<Result<_>>()?;
        // A map keeps nothing that it does not look at.
        if sides.iter().any(|side| !side.is_empty()) {
            sides.retain(|side| !side.is_empty());
        }
        Ok(ViewsMap {
            sides,
            training: self.written.clone().into_owned().without_distances(),
            anchors: anchors.to_vec(),
            coefficients: RowMatrix::from_mat(coefficients),
            offset,
        })
    }
}

/// The variance of rows whose kernel values these are, not only of those that were looked at.
fn variance(kernel: &Mat<f64>) -> f64 {
    let n = kernel.nrows() as f64;
    let mean =
        (0..kernel.ncols()).map(|j| kernel.col(j).iter().sum::<f64>()).sum::<f64>() / (n * n);
    (trace(kernel.as_ref()) / n - mean) * n / (n - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variance_of_a_view_does_not_depend_on_where_its_origin_is() {
        let own = [[1.0, 2.0], [-3.0, 0.5], [2.0, -2.0]];
        let around = |shift: f64| {
            let kernel = Mat::from_fn(3, 3, |i: usize, j: usize| {
                (0..2).map(|k| (own[i][k] + shift) * (own[j][k] + shift)).sum::<f64>()
            });
            variance(&kernel)
        };
        assert!((around(0.0) - around(10.0)).abs() < 1e-9, "{} {}", around(0.0), around(10.0));
        // Those of both columns, over one row less than there are.
        assert!((around(0.0) - (14.0 + 49.0 / 6.0) / 2.0).abs() < 1e-9, "{}", around(0.0));
    }
}
