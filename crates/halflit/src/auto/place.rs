//! What the default makes of its own rows, again and again as labels come in, without a model that others could be mapped by.

use faer::Mat;

use super::Auto;
use super::discriminant::Discriminant;
use super::mixture::Mixture;
use super::task::Task;
use crate::class_scores::ClassScores;
use crate::data::Labels;
use crate::error::Result;
use crate::matrix::RowMatrix;
use crate::model::Predictions;
use crate::views::Views;

/// The rows that were learned from, labeled or not.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// Where they lie: n × d, as [`Model::transform`](crate::Model::transform) would say.
    pub points: RowMatrix<'static>,
    /// What they are.
    pub predictions: Predictions,
    /// What the other labels say about labeled rows: of every one, or of some hundreds where there are more.
    pub left_out: Vec<LeftOut>,
    /// λ, chosen by rows left out.
    pub ridge: f64,
    /// The views in words and their shares, the largest first.
    pub views: Vec<(String, f64)>,
}

/// A labeled row as the others would have called it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeftOut {
    /// Its number.
    pub row: usize,
    /// The class that it has.
    pub class: usize,
    /// The class that the others say.
    pub predicted: usize,
    /// How probable that is.
    pub probability: f64,
}

impl Auto {
    /// Where the rows of the views lie and what they are: what [`Auto::fit_in`] and its model say about them, in a fraction of the
    /// time.
    ///
    /// ```
    /// use halflit::{Auto, Breadth, Views, datasets};
    ///
    /// let data = datasets::ionosphere_with_labels(10, 1)?;
    /// let auto = Auto { breadth: Breadth::Thin, ..Auto::default() };
    /// let views = Views::with(data.samples(), auto.breadth)?;
    /// let placed = auto.place_in(&views, data.labels())?;
    /// assert_eq!((placed.points.rows(), placed.predictions.classes.len()), (351, 351));
    /// # Ok::<(), halflit::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Auto::fit_in`].
    pub fn place_in(&self, views: &Views<'_>, labels: &Labels) -> Result<Placed> {
        self.check(views, labels)?;
        let class_count = labels.classes().len();
        let labels = &views.labels_of_all(labels);
        let task = Task::new(labels)?;
        let mixture = Mixture::of(views, &task)?;
        let labeled = labels.gather(&task.rows);
        let discriminant = Discriminant::of(views, &task, &mixture, &labeled, self.dimension)?;
        let points = discriminant.points(views, &mixture)?;
        let (classes, probabilities) = discriminant.scores.elect(&points, class_count)?;
        let left_out = left_out(&task, &mixture, &discriminant.scores);
        let (given, shown) = (views.samples().rows(), self.shown(&task, points.columns()));
        Ok(Placed {
            points: points.first_columns(shown),
            predictions: Predictions { classes, probabilities },
            // Copies say what their rows say.
            left_out: left_out.into_iter().filter(|own| own.row < given).collect(),
            ridge: mixture.whole.ridge,
            views: in_words(views, &mixture),
        })
    }
}

impl Auto {
    /// What some of the rows are: the same predictions, of these alone.
    pub(super) fn elect_in(
        &self,
        views: &Views<'_>,
        labels: &Labels,
        rows: &[usize],
    ) -> Result<Predictions> {
        self.check(views, labels)?;
        let all = &views.labels_of_all(labels);
        let task = Task::new(all)?;
        let mixture = Mixture::of(views, &task)?;
        let labeled = all.gather(&task.rows);
        let discriminant = Discriminant::of(views, &task, &mixture, &labeled, self.dimension)?;
        let points = discriminant.points_of(views, &mixture, rows)?;
        let (classes, probabilities) =
            discriminant.scores.elect(&points, labels.classes().len())?;
        Ok(Predictions { classes, probabilities })
    }
}

fn in_words(views: &Views<'_>, mixture: &Mixture) -> Vec<(String, f64)> {
    let all = views.views().into_iter().zip(&mixture.shares);
    let mut words: Vec<(String, f64)> =
        all.map(|((columns, view), &share)| (format!("{columns}: {view}"), share)).collect();
    words.sort_by(|a, b| b.1.total_cmp(&a.1));
    words
}

/// The only one of its class says nothing when it is left out.
fn left_out(task: &Task, mixture: &Mixture, scores: &ClassScores) -> Vec<LeftOut> {
    let found = &mixture.whole.scores;
    let scored =
        Mat::from_fn(found.nrows(), found.ncols(), |i, j| found[(i, j)] + scores.offsets[j]);
    let of_row = |i: usize| {
        mixture.classes[i]?;
        let position = mixture.positions[i];
        let row: Vec<f64> = (0..scored.ncols()).map(|j| scored[(i, j)]).collect();
        let (best, probability) = scores.surest(&row);
        Some(LeftOut {
            row: task.rows[position],
            class: task.classes[task.of_row[position]],
            predicted: task.classes[best],
            probability,
        })
    };
    (0..scored.nrows()).filter_map(of_row).collect()
}
