//! What labels make of the views: the one sequence that a fit, its places and its assessment go through.

use crate::dense::Mat;

use super::basis::Basis;
use super::discriminant::Discriminant;
use super::labeled_rows::LabeledRows;
use super::leave_one_out::keenness;
use super::mixture::Mixture;
use super::relevance::Relevance;
use crate::data::Labels;
use crate::elementary::exp;
use crate::error::Result;
use crate::matrix::RowMatrix;
use crate::plan::Plan;
use crate::views::{Breadth, Views};

/// A mixture of views and the discriminant on it.
pub(super) struct Training<'v> {
    pub(super) task: LabeledRows,
    pub(super) mixture: Mixture,
    pub(super) basis: Basis,
    pub(super) discriminant: Discriminant,
    /// η² of every column; nothing where rows are not ranked, or where no column tells anything.
    pub(super) relevance: Option<Vec<f64>>,
    views: JoinedViews<'v>,
}

/// The views that were made before, or these and those of relevant columns.
enum JoinedViews<'v> {
    Given(&'v Views<'v>),
    Joined(Box<Views<'v>>),
}

impl<'v> Training<'v> {
    /// Learns from labels, and keeps what it says of some other rows.
    pub(super) fn of(
        views: &'v Views<'_>,
        plan: &Plan,
        labels: &Labels,
        others: &[usize],
    ) -> Result<Self> {
        let task = LabeledRows::new(labels)?;
        let labeled = labels.gather(&task.rows);
        let mixture = Mixture::of(views, &task, others)?;
        let basis = Basis::of(views, &task, &mixture, others)?;
        let discriminant = Discriminant::of(&task, &basis, &labeled, plan.dimension)?;
        let first = Self {
            task,
            mixture,
            basis,
            discriminant,
            relevance: None,
            views: JoinedViews::Given(views),
        };
        first.second(views, plan, &labeled, others)
    }

    /// The second round: views of relevant columns join in.
    fn second(
        self,
        views: &'v Views<'_>,
        plan: &Plan,
        labeled: &Labels,
        others: &[usize],
    ) -> Result<Self> {
        let Some(found) = self.found_relevance(views, others)? else { return Ok(self) };
        let Relevance { columns, factors, share } = found;
        let Some(more) = views.relevant(&factors)?.filter(|_| share > 0.0) else {
            return Ok(Self { relevance: Some(columns), ..self });
        };
        let mixture_of_more = Mixture::of(&more, &self.task, others)?;
        let anchors = self.task.at(&self.basis.positions);
        let kernel_of_more = mixture_of_more.kernel(&more, &self.task, others, &anchors)?;
        let Basis { looks, positions, left_out: first, .. } = self.basis;
        // Views of relevant columns that say less of the labels than all others did count less.
        let alone = Basis::of_kernel(&self.task, kernel_of_more, positions)?;
        let worse = (alone.left_out.loss - first.loss).max(0.0);
        let share = share * exp(-keenness(alone.positions.len()) * worse);
        let kernel = Mat::from_fn(looks.nrows(), looks.ncols(), |i, j| {
            (1.0 - share) * looks[(i, j)] + share * alone.looks[(i, j)]
        });
        let mut basis = Basis::of_kernel(&self.task, kernel, alone.positions)?;
        // The views of relevant columns know the labels that are left out, so that the first round says how sure to be.
        basis.left_out.scores = first.scores;
        let discriminant = Discriminant::of(&self.task, &basis, labeled, plan.dimension)?;
        Ok(Self {
            mixture: self.mixture.joined(mixture_of_more, share),
            basis,
            discriminant,
            relevance: Some(columns),
            views: JoinedViews::Joined(Box::new(views.joined(&more))),
            task: self.task,
        })
    }

    /// What the first round says of labeled and reference rows, and which columns that goes along with.
    fn found_relevance(&self, views: &Views<'_>, others: &[usize]) -> Result<Option<Relevance>> {
        let Some(ranked) = views.ranked().filter(|_| views.breadth() == Breadth::Full) else {
            return Ok(None);
        };
        let looks = self.basis.others();
        let looks = looks.subrows(others.len(), looks.nrows() - others.len());
        let scores = &self.discriminant.scores;
        let count = scores.classes.iter().max().map_or(0, |last| last + 1);
        let (_, said) = scores.elect(&self.discriminant.points_of(looks), count)?;
        let rows: Vec<usize> = self.task.rows.iter().chain(views.references()).copied().collect();
        let known = self.task.of_row.iter().flat_map(|&own| {
            (0..scores.classes.len()).map(move |class| f64::from(u8::from(class == own)))
        });
        let reference = |i: usize| scores.classes.iter().map(move |&class| (i, class));
        let said = (0..said.rows()).flat_map(reference).map(|(i, class)| said.row(i)[class]);
        let probabilities: Vec<f64> = known.chain(said).collect();
        let probabilities = RowMatrix::new(probabilities, rows.len(), scores.classes.len());
        let ranks = ranked.samples.gather(&rows).to_rows();
        Ok(Relevance::of(&ranks, &probabilities, self.task.rows.len()))
    }

    /// The views that the mixture is of.
    pub(super) fn views(&self) -> &Views<'v> {
        match &self.views {
            JoinedViews::Given(views) => views,
            JoinedViews::Joined(views) => views,
        }
    }
}
