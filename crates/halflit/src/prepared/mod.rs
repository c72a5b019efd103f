//! The front door: a plan meets rows, then labels.
//!
//! ```text
//! Plan ── prepare(samples) ──▶ Prepared ── fit(labels) ──▶ Fit { model, plan, selection }
//!                                      ├─ place(labels)  where the rows lie and what they are, without a model
//!                                      ├─ assess(labels, folds), check(labels)  what it gets right on labels that it does not see
//!                                      ├─ suggest(known)  which rows to label next
//!                                      └─ layout(labels)  a picture of all rows
//! ```

mod check;
mod comparison;
mod fit;
mod layout;
mod place;
#[cfg(test)]
mod processors;
mod seen;
mod statistics;
mod store;
mod trials;

pub use comparison::compare;
pub use fit::Fit;

use std::sync::Arc;

use crate::data::{Dataset, Labels, Samples};
use crate::error::Result;
use crate::gathered::Gathered;
use crate::matrix::RowMatrix;
use crate::plan::{Method, Plan, Reduction};
use crate::space::Space;
use crate::suggest::{self, Known, Suggester, Suggestion};
use crate::views::{Breadth, Columns, Engine, Threads, Views};
use store::Store;

/// Rows made ready for a plan: everything that no label changes. Each part is made when it is first needed and then kept, so that
/// labels may come and go.
///
/// ```
/// use halflit::{Plan, datasets};
///
/// let data = datasets::ionosphere_with_labels(10, 1)?;
/// let prepared = Plan::default().prepare(data.samples())?;
/// let first = prepared.fit(data.labels())?;
/// // Another label, and the rows are not looked at again.
/// let more = datasets::ionosphere_with_labels(11, 1)?;
/// let again = prepared.fit(more.labels())?;
/// assert_eq!(again.model.classes(), first.model.classes());
/// // Another method for the same rows shares what both need.
/// let lfda = prepared.with(&Plan::named("ss-lfda")?)?;
/// assert_eq!(lfda.fit(data.labels())?.model.dimension(), 2);
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Prepared<'a> {
    plan: Plan,
    store: Arc<Store<'a>>,
}

impl Plan {
    /// Learns the map of some data.
    ///
    /// # Errors
    /// As [`Plan::check`]; labels that the method cannot use, a dimension above the rank of the data, a zero constraint: each by
    /// name, with what to do.
    pub fn fit(&self, data: &Dataset<'_>) -> Result<Fit> {
        self.prepare(data.samples())?.fit(data.labels())
    }

    /// Makes of some rows what no label changes.
    ///
    /// # Errors
    /// As [`Plan::check`].
    pub fn prepare<'a>(&self, samples: &'a Samples<'_>) -> Result<Prepared<'a>> {
        self.prepare_by(&(Arc::new(Threads) as Arc<dyn Engine>), samples)
    }

    /// Makes of some rows what no label changes, by an engine.
    ///
    /// # Errors
    /// As [`Plan::prepare`].
    pub fn prepare_by<'a>(
        &self,
        engine: &Arc<dyn Engine>,
        samples: &'a Samples<'_>,
    ) -> Result<Prepared<'a>> {
        Prepared { plan: self.clone(), store: Arc::new(Store::of(samples, engine)) }.checked()
    }

    /// Takes sums over rows that are elsewhere for what no label changes. The labels of a fit are those of the rows that were kept.
    ///
    /// A kernel, PCA first, a scaling that looks at more than variances, a cost that is given, and a label cost with local scales (that
    /// of LDE and SNLE) unless all rows were kept, cannot be learned from sums: a fit refuses them by name.
    ///
    /// # Errors
    /// As [`Plan::prepare`].
    pub fn prepare_sums<'g>(&self, sums: &Gathered<'g>) -> Result<Prepared<'g>> {
        let engine = Arc::new(Threads) as Arc<dyn Engine>;
        Prepared { plan: self.clone(), store: Arc::new(Store::of_sums(*sums, &engine)) }.checked()
    }
}

impl<'a> Prepared<'a> {
    /// The rows for another plan; what both plans need is shared.
    ///
    /// # Errors
    /// As [`Plan::prepare`].
    pub fn with(&self, plan: &Plan) -> Result<Prepared<'a>> {
        Prepared { plan: plan.clone(), store: self.store.clone() }.checked()
    }

    fn checked(self) -> Result<Self> {
        self.plan.check()?;
        Ok(self)
    }

    /// Makes now what a fit will need, before the labels come.
    ///
    /// # Errors
    /// What the space or the views refuse.
    pub fn warm(&self) -> Result<()> {
        match &self.plan.method {
            Method::Auto(breadth) => self.views(*breadth).map(drop),
            Method::Learner(_) => self.space()?.span().map(drop),
        }
    }

    /// How many dimensions the rows span where a learner sees them: the largest number of its axes.
    ///
    /// # Errors
    /// What the space refuses.
    pub fn rank(&self) -> Result<usize> {
        Ok(self.space()?.rank())
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The rows that are here, as they came.
    pub fn samples(&self) -> &'a Samples<'a> {
        self.store.samples()
    }

    fn rows(&self) -> usize {
        self.samples().rows()
    }

    /// The rows with some labels.
    fn dataset(&self, labels: &Labels) -> Result<Dataset<'_>> {
        Dataset::new(self.samples().borrowed(), labels.clone())
    }

    /// The space of the plan.
    fn space(&self) -> Result<Arc<Space<'a>>> {
        self.store.space(&self.plan, self.plan.space.clone())
    }

    /// The space that a fit happens in, and the learner's plan there; nothing for the default.
    fn reduction(&self, labels: &Labels) -> Result<Option<(Arc<Space<'a>>, Reduction)>> {
        if self.plan.learner().is_none() {
            return Ok(None);
        }
        // The rank is known with the space, and of a kernel only as many coordinates are made as there may be axes.
        let most = self.plan.dimension_in(labels, usize::MAX);
        let choice = self.plan.space_for_fit(self.rows(), most);
        let space = self.store.space(&self.plan, choice)?;
        let reduction = self.plan.reduction(labels, space.rank());
        Ok(reduction.map(|reduction| (space, reduction)))
    }

    /// The views of the default.
    fn views(&self, breadth: Breadth) -> Result<Arc<Views<'a>>> {
        self.store.views(breadth)
    }

    /// The rows along their first principal axes, columns as they come: n × `count`, fewer where the rows span fewer. They need no
    /// label.
    ///
    /// # Errors
    /// [`Error::NoSpread`](crate::Error::NoSpread) where all rows are equal.
    pub fn principal(&self, count: usize) -> Result<RowMatrix<'static>> {
        let all = &self.store.look(Columns::Given)?.principal;
        Ok(RowMatrix::from_mat(all.as_mat().subcols(0, count.min(all.columns()))))
    }

    /// The first eigenmaps of the graph of the 10 nearest rows, columns as they come: n × `count`, fewer where there are fewer. They
    /// need no label.
    ///
    /// # Errors
    /// As [`Prepared::warm`], for the default method.
    pub fn eigenmaps(&self, count: usize) -> Result<RowMatrix<'static>> {
        let breadth = match self.plan.method {
            Method::Auto(breadth) => breadth,
            Method::Learner(_) => Breadth::Thin,
        };
        Ok(self.views(breadth)?.eigenmaps(count))
    }

    /// Rows to label next: see [`suggest`](mod@crate::suggest).
    ///
    /// # Errors
    /// [`Error::SuggestionCount`](crate::Error::SuggestionCount) where more rows are asked for than are left, and as [`Prepared::place`].
    pub fn suggest(
        &self,
        labels: &Labels,
        taken: &[usize],
        count: usize,
    ) -> Result<Vec<Suggestion>> {
        let known = Known { taken, ..Known::of(labels) };
        suggest::check(self.rows(), &known, count)?;
        if suggest::covers(labels) {
            return self.suggest_by(&known, count);
        }
        let placement = self.place(labels, None)?;
        self.suggest_by(&Known { predictions: Some(&placement.predictions), ..known }, count)
    }

    /// Rows to label next, by predictions that are known already. They are asked for once [`suggest::covers`] says no.
    ///
    /// # Errors
    /// [`Error::SuggestionCount`](crate::Error::SuggestionCount) where more rows are asked for than are left.
    pub fn suggest_by(&self, known: &Known<'_>, count: usize) -> Result<Vec<Suggestion>> {
        suggest::check(self.rows(), known, count)?;
        let sketched = Suggester::is_sketched(known.labels, known.asked.len() + count);
        let suggester = self.store.suggester(self.plan.seed, sketched)?;
        suggester.next(&self.store.seen()?.samples, known, count)
    }
}
