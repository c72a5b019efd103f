//! From labels to a map: everything that no label changes is made once, the rest after every label.

mod align;
mod details;
mod guesses;
mod opening;
mod second_axis;
mod suggest;
#[cfg(test)]
mod tests;

pub(crate) use details::{Details, LeftOut};
pub(crate) use guesses::Guesses;
pub(crate) use suggest::Suggestion;

use halflit::choose::Found;
use halflit::evaluation::{Check, Plan};
use halflit::{
    AnyLearner, Dataset, Encoding, Labels, Model, Reduction, RowMatrix, Samples, Space,
    SpaceChoice, Views, usual_dimension,
};

use crate::error::Result;
use crate::session::Settings;
pub(crate) use align::Map;
use opening::Opening;

/// Operations above which a check on labels left out would take minutes.
const MANY_OPERATIONS: f64 = 3e10;

/// A map, and what the rows on it are.
#[derive(Debug, Clone)]
pub(crate) struct Fit {
    /// Where the rows lie, in [-1, 1].
    pub(crate) map: Map,
    /// What they are; nothing before two classes have labels.
    pub(crate) guesses: Option<Guesses>,
    /// The method.
    pub(crate) method: String,
    /// What was chosen, in words.
    pub(crate) settings: Vec<(String, String)>,
    /// What there is to say about it.
    pub(crate) line: String,
    /// The labels that it was learned from.
    pub(crate) labels: usize,
}

/// What was fitted last, for what is looked at when there is time.
enum Last {
    Auto(halflit::Auto),
    Reduction(Box<Reduction<AnyLearner>>, Option<Found>),
}

/// The samples and what no label changes.
pub(crate) struct Engine<'a> {
    samples: &'a Samples<'a>,
    seed: u64,
    space: Option<Space<'a>>,
    views: Option<Views<'a>>,
    opening: Option<Opening>,
    last_map: Option<Map>,
    last: Option<Last>,
    /// Rows in the order in which they are drawn.
    drawn: Vec<usize>,
}

impl<'a> Engine<'a> {
    /// Looks at nothing yet.
    pub(crate) fn open(samples: &'a Samples<'a>, seed: u64) -> Self {
        let drawn = suggest::drawn(samples.rows(), seed);
        Self {
            samples,
            seed,
            space: None,
            views: None,
            opening: None,
            last_map: None,
            last: None,
            drawn,
        }
    }

    /// The map of some labels, turned onto the last one.
    ///
    /// # Errors
    /// What a fit refuses, by name; the last map stays.
    pub(crate) fn fit(&mut self, labels: &Labels, settings: &Settings) -> Result<Fit> {
        let labeled = labels.labeled_rows().len();
        if labels.present_classes().len() < 2 {
            let last = self.last_map.clone();
            let (points, method, line) = self.opening()?.shown();
            let map = Map::onto(points, last.as_ref());
            let (method, settings) = (method.into(), vec![("dimension".into(), "2".into())]);
            self.last_map = Some(map.clone());
            self.last = None;
            return Ok(Fit { map, guesses: None, method, settings, line, labels: labeled });
        }
        let (model, last) = self.learned(labels, settings)?;
        let (points, predictions) = model.place(self.samples, settings.votes)?;
        // One vote has no shares to tell how sure it is; its margin does.
        let margins = match settings.votes.is_none() && !model.has_scores() {
            true => Some(model.margins(&points, &predictions.classes)?),
            false => None,
        };
        let points = match points.columns() {
            1 => second_axis::beside(&points, self.opening()?.scores())?,
            _ => points,
        };
        let map = Map::onto(&points, self.last_map.as_ref());
        self.last_map = Some(map.clone());
        self.last = Some(last);
        Ok(Fit {
            map,
            guesses: Some(Guesses::of(&model, &predictions, margins)),
            method: model.recipe().learner.clone(),
            settings: details::settings(&model),
            line: String::new(),
            labels: labeled,
        })
    }

    /// The model of some labels, to the last bit as `halflit fit` makes it: from nothing, because kernel values that were asked for
    /// in other order have other rounding errors.
    ///
    /// # Errors
    /// As [`Engine::fit`].
    pub(crate) fn model(
        &self,
        labels: &Labels,
        settings: &Settings,
        encoding: &Encoding,
    ) -> Result<Model> {
        let (model, _) = Engine::open(self.samples, self.seed).learned(labels, settings)?;
        Ok(model.with_encoding(encoding.clone())?)
    }

    fn learned(&mut self, labels: &Labels, settings: &Settings) -> Result<(Model, Last)> {
        match settings.plan(self.seed)? {
            Plan::Auto(auto) => {
                let model = auto.fit_in(self.views()?, labels)?;
                Ok((model, Last::Auto(auto)))
            }
            Plan::Reduction(reduction) => {
                let samples = self.samples;
                let space = self.space()?;
                let usual = || usual_dimension(labels, space.rank());
                let dimension = settings.dimension.unwrap_or_else(usual);
                let reduction = Reduction { dimension, ..reduction };
                let data = Dataset::new(samples.borrowed(), labels.clone())?;
                let (model, found) = reduction.fit_in(space, &data)?;
                Ok((model, Last::Reduction(Box::new(reduction), found)))
            }
        }
    }

    /// What is worth knowing about the last fit and takes longer than the map may.
    ///
    /// # Errors
    /// As [`Engine::fit`]; the fit stays what it is.
    pub(crate) fn details(&mut self, fit: &Fit, labels: &Labels) -> Result<Details> {
        let check = match &self.last {
            None => None,
            Some(Last::Auto(auto)) => match &self.views {
                Some(views) => Check::of_auto(views, auto, labels, MANY_OPERATIONS)?,
                None => None,
            },
            Some(Last::Reduction(reduction, found)) => match &self.space {
                Some(space) => {
                    let found = found.as_ref();
                    Check::of_reduction(space, reduction, found, labels, MANY_OPERATIONS)?
                }
                None => None,
            },
        };
        Details::of(self.samples, fit, labels, check)
    }

    /// Rows to label next, where the open ones are those that `is_open` says.
    pub(crate) fn suggest(&self, is_open: &dyn Fn(usize) -> bool) -> Vec<Suggestion> {
        suggest::suggest(&self.drawn, is_open)
    }

    /// Makes what the first labels of two classes will need, before they come.
    ///
    /// # Errors
    /// What the samples cannot be looked at for.
    pub(crate) fn prepare(&mut self) -> Result<()> {
        self.views().map(drop)
    }

    fn views(&mut self) -> Result<&Views<'a>> {
        let views = match self.views.take() {
            Some(views) => views,
            None => Views::of(self.samples)?,
        };
        Ok(self.views.insert(views))
    }

    fn space(&mut self) -> Result<&Space<'a>> {
        let space = match self.space.take() {
            Some(space) => space,
            None => Space::of(self.samples, &SpaceChoice::default())?,
        };
        Ok(self.space.insert(space))
    }

    fn opening(&mut self) -> Result<&Opening> {
        let opening = match self.opening.take() {
            Some(opening) => opening,
            None => {
                let samples = self.samples;
                Opening::of(samples, self.space()?)?
            }
        };
        Ok(self.opening.insert(opening))
    }
}

/// Values as a matrix.
fn matrix(values: Vec<f64>, rows: usize) -> halflit::Result<RowMatrix<'static>> {
    let columns = values.len() / rows.max(1);
    Ok(Samples::from_row_major(values, rows, columns)?.to_rows())
}
