//! One fit: where the rows lie, and what they are.

use halflit::choose::Found;
use halflit::evaluation::Plan;
use halflit::{
    AnyLearner, Auto, Dataset, Labels, LeftOut, Model, Reduction, RowMatrix, Samples, Space,
    SpaceChoice, Views, usual_dimension,
};
use halflit_report::short;

use super::guesses::Guesses;
use crate::error::Result;
use crate::session::Settings;

/// What labels made of the rows.
pub(super) struct Learned {
    pub(super) points: RowMatrix<'static>,
    pub(super) guesses: Guesses,
    /// What was chosen, in words.
    pub(super) settings: Vec<(String, String)>,
    pub(super) last: Last,
}

/// What was fitted last, for what is looked at when there is time.
pub(super) enum Last {
    /// With what the labels say about each other.
    Auto(Auto, Vec<LeftOut>),
    Reduction(Box<Reduction<AnyLearner>>, Option<Found>),
}

impl Last {
    pub(super) fn method(&self) -> &str {
        match self {
            Last::Auto(..) => Auto::NAME,
            Last::Reduction(reduction, _) => halflit::Learner::name(&reduction.learner),
        }
    }
}

impl Learned {
    /// By the default.
    pub(super) fn by_auto(views: &Views<'_>, auto: Auto, labels: &Labels) -> Result<Self> {
        let placed = auto.place_in(views, labels)?;
        let mut words = vec![
            ("dimension".to_owned(), placed.points.columns().to_string()),
            ("ridge".to_owned(), short(placed.ridge)),
        ];
        let leading = placed.views.iter().take(3);
        words
            .extend(leading.map(|(view, share)| (format!("{:.0} %", 100.0 * share), view.clone())));
        let classes = labels.classes().to_vec();
        let guesses = Guesses::of(classes, placed.predictions, None);
        let last = Last::Auto(auto, placed.left_out);
        Ok(Self { points: placed.points, guesses, settings: words, last })
    }

    /// By another method.
    pub(super) fn by_reduction(
        samples: &Samples<'_>,
        space: &Space<'_>,
        reduction: Reduction<AnyLearner>,
        labels: &Labels,
        settings: &Settings,
    ) -> Result<Self> {
        let (reduction, model, found) = fitted(samples, space, reduction, labels, settings)?;
        let (points, predictions) = model.place(samples, settings.votes)?;
        let margins = match settings.votes {
            None => Some(model.margins(&points, &predictions.classes)?),
            Some(_) => None,
        };
        let mut words = vec![("dimension".to_owned(), model.dimension().to_string())];
        for name in ["gamma", "alpha"] {
            let value = model.recipe().parameters.get(name).and_then(|value| value.as_f64());
            words.extend(value.map(|value| (name.to_owned(), short(value))));
        }
        let guesses = Guesses::of(model.classes().to_vec(), predictions, margins);
        let last = Last::Reduction(Box::new(reduction), found);
        Ok(Self { points, guesses, settings: words, last })
    }
}

/// The model of a plan, from nothing.
pub(super) fn model(
    samples: &Samples<'_>,
    plan: Plan,
    labels: &Labels,
    settings: &Settings,
) -> Result<Model> {
    match plan {
        Plan::Auto(auto) => Ok(auto.fit_in(&Views::with(samples, auto.breadth)?, labels)?),
        Plan::Reduction(reduction) => {
            let space = Space::of(samples, &SpaceChoice::default())?;
            Ok(fitted(samples, &space, reduction, labels, settings)?.1)
        }
    }
}

/// The reduction with as many axes as were asked for, or as the classes need.
fn fitted(
    samples: &Samples<'_>,
    space: &Space<'_>,
    reduction: Reduction<AnyLearner>,
    labels: &Labels,
    settings: &Settings,
) -> Result<(Reduction<AnyLearner>, Model, Option<Found>)> {
    let usual = || usual_dimension(labels, space.rank());
    let dimension = settings.dimension.unwrap_or_else(usual);
    let reduction = Reduction { dimension, ..reduction };
    let data = Dataset::new(samples.borrowed(), labels.clone())?;
    let (model, found) = reduction.fit_in(space, &data)?;
    Ok((reduction, model, found))
}
