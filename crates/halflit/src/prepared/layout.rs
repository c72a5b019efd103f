//! A picture of all rows.

use std::sync::Arc;

use super::{Fit, Prepared};
use crate::auto::Placement;
use crate::data::{Labels, Samples};
use crate::error::Result;
use crate::layout::{
    Drawing, Ground, Guidance, Layout, LayoutChoice, Motif, Told, place, trust, trust_of,
};
use crate::matrix::RowMatrix;
use crate::views::Columns;

impl Prepared<'_> {
    /// A picture of all rows: see [`layout`](crate::layout). Labels of fewer than two classes say nothing.
    ///
    /// ```
    /// use halflit::{Labels, LayoutChoice, Plan, datasets};
    ///
    /// let data = datasets::ionosphere_with_labels(10, 1)?;
    /// let prepared = Plan::default().prepare(data.samples())?;
    /// let choice = LayoutChoice { forming: 20, settling: 30, ..LayoutChoice::default() };
    /// let picture = prepared.layout(data.labels(), &choice)?;
    /// assert_eq!((picture.points.rows(), picture.points.columns()), (351, 2));
    /// // Rows of the picture lie on themselves.
    /// let again = prepared.layout_newcomers(&picture.points, &data.samples().gather(&[7]), None)?;
    /// assert_eq!(again.row(0), picture.points.row(7));
    /// # Ok::<(), halflit::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`LayoutChoice::check`] and [`Prepared::place`]; [`Error::NoSpread`](crate::Error::NoSpread) where all rows are equal;
    /// [`Error::TooFewRows`](crate::Error::TooFewRows) for one row.
    pub fn layout(&self, labels: &Labels, choice: &LayoutChoice) -> Result<Layout> {
        match labels.present_classes().len() {
            0 | 1 => self.layout_of(labels, None, None, choice),
            _ => self.layout_of(labels, Some(&self.place(labels, None)?), None, choice),
        }
    }

    /// A picture from what is known already: where rows lie and what they are by these labels, and where they lay in a former picture. From
    /// there points move as little as the labels make them.
    ///
    /// # Errors
    /// As [`Prepared::layout`], and [`Error::Shape`](crate::Error::Shape) where the former picture is of other rows or dimensions.
    pub fn layout_of(
        &self,
        labels: &Labels,
        placement: Option<&Placement>,
        former: Option<&RowMatrix<'_>>,
        choice: &LayoutChoice,
    ) -> Result<Layout> {
        self.drawing(labels, placement, former, choice)?.finish()
    }

    /// Begins a picture, for programs that show it while it is drawn or do something else between two steps.
    ///
    /// # Errors
    /// As [`Prepared::layout_of`].
    pub fn drawing(
        &self,
        labels: &Labels,
        placement: Option<&Placement>,
        former: Option<&RowMatrix<'_>>,
        choice: &LayoutChoice,
    ) -> Result<Drawing> {
        let known = match placement {
            Some(known) if choice.label_weight > 0.0 => Some((known, self.trust(labels, known)?)),
            _ => None,
        };
        self.begun(known, former, choice)
    }

    /// A picture by a fit to these labels and where it has its rows.
    ///
    /// # Errors
    /// As [`Prepared::layout`].
    pub fn layout_of_fit(
        &self,
        fit: &Fit,
        labels: &Labels,
        placement: &Placement,
        choice: &LayoutChoice,
    ) -> Result<Layout> {
        let Some((right, tested)) = fit.model.diagnostics().left_out else {
            return self.layout_of(labels, Some(placement), None, choice);
        };
        let most = labels.rows_by_class().iter().map(Vec::len).max().unwrap_or(0);
        let labeled = labels.labeled_rows().len().max(1);
        let trust = trust(right, tested, most as f64 / labeled as f64);
        self.begun(Some((placement, trust)), None, choice)?.finish()
    }

    fn begun(
        &self,
        known: Option<(&Placement, f64)>,
        former: Option<&RowMatrix<'_>>,
        choice: &LayoutChoice,
    ) -> Result<Drawing> {
        choice.check()?;
        Motif { ground: self.ground()?, known, former }.begin(choice)
    }

    /// Where rows that the picture was not made of go: in the middle of their nearest rows. A row of the picture comes to lie on itself.
    /// Where labels helped to make the picture, they help here: `guide` is the fit to them and [`Layout::label_weight`].
    ///
    /// # Errors
    /// [`Error::ColumnCount`](crate::Error::ColumnCount) for other columns, [`Error::Shape`](crate::Error::Shape) for a picture of
    /// other rows.
    pub fn layout_newcomers(
        &self,
        points: &RowMatrix<'_>,
        new: &Samples<'_>,
        guide: Option<(&Fit, f64)>,
    ) -> Result<RowMatrix<'static>> {
        let (ground, look) = (self.ground()?, self.store.look(Columns::Standardized)?);
        let seen = self.store.seen()?.like(new)?;
        let Some((fit, weight)) = guide.filter(|(_, weight)| *weight > 0.0) else {
            return place(&ground, &look, points, &seen, None);
        };
        let placement = self.placement(fit, None)?;
        let (mapped, predictions) = fit.model.place(new, None)?;
        let by_nearest = fit.model.by_nearest(None);
        let margins = by_nearest.then(|| fit.model.margins(&mapped, &predictions.classes));
        let new_told = Told { predictions: &predictions, margins: &margins.transpose()? };
        let guidance = Guidance { placement: &placement, new: new_told, weight };
        place(&ground, &look, points, &seen, Some(&guidance))
    }

    fn ground(&self) -> Result<Arc<Ground>> {
        self.store.ground()
    }

    /// How far what labels say holds, by labels that were left out.
    fn trust(&self, labels: &Labels, placement: &Placement) -> Result<f64> {
        if !placement.left_out.is_empty() {
            return Ok(trust_of(&placement.left_out));
        }
        if self.plan.learner().is_none() {
            return Ok(trust_of(&self.place(labels, None)?.left_out));
        }
        let check = self.check(labels)?;
        Ok(check.map_or(0.0, |check| {
            let right = (check.accuracy * check.tested as f64).round() as usize;
            trust(right, check.tested, check.chance)
        }))
    }
}
