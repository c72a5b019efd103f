//! From labels to a map: everything that no label changes is made once, the rest after every label.

mod align;
mod details;
mod guesses;
mod learned;
mod opening;
mod second_axis;
mod suggest;
#[cfg(test)]
mod tests;

pub(crate) use details::{Details, LeftOut};
pub(crate) use guesses::Guesses;
pub(crate) use suggest::Suggestion;

use std::sync::Arc;

use halflit::evaluation::{Check, Plan};
use halflit::suggest::{Known, Suggester};
use halflit::{Breadth, Encoding, Labels, Model, RowMatrix, Samples, Space, SpaceChoice, Views};

use crate::error::{Result, StudioError};
use crate::session::Settings;
pub(crate) use align::Map;
use learned::{Last, Learned};
use opening::Opening;

/// Operations above which a check on labels left out would take minutes.
const MANY_OPERATIONS: f64 = 3e10;
/// Suggestions at a time.
const SUGGESTED: usize = 10;

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

/// The samples and what no label changes.
pub(crate) struct Engine<'a> {
    samples: &'a Samples<'a>,
    seed: u64,
    space: Option<Space<'a>>,
    views: Option<Views<'a>>,
    suggester: Option<Suggester>,
    opening: Option<Opening>,
    /// The map that is on the page.
    seen: Option<Arc<Fit>>,
    last: Option<Last>,
}

impl<'a> Engine<'a> {
    /// Looks at nothing yet.
    pub(crate) fn open(samples: &'a Samples<'a>, seed: u64) -> Self {
        Self {
            samples,
            seed,
            space: None,
            views: None,
            suggester: None,
            opening: None,
            seen: None,
            last: None,
        }
    }

    /// The map of some labels, turned onto the last one.
    ///
    /// # Errors
    /// What a fit refuses, by name; the last map stays.
    pub(crate) fn fit(&mut self, labels: &Labels, settings: &Settings) -> Result<Fit> {
        let labeled = labels.labeled_rows().len();
        if labels.present_classes().len() < 2 {
            let seen = self.seen.clone();
            let (points, method, line) = self.opening()?.shown();
            let map = Map::onto(points, seen.as_ref().map(|seen| &seen.map));
            let method = method.to_owned();
            self.last = None;
            let settings = vec![("dimension".into(), "2".into())];
            return Ok(Fit { map, guesses: None, method, settings, line, labels: labeled });
        }
        check_memory(labels)?;
        let Learned { points, guesses, settings, last } = self.learned(labels, settings)?;
        let points = match points.columns() {
            1 => second_axis::beside(&points, self.opening()?.scores())?,
            _ => points,
        };
        let map = Map::onto(&points, self.seen.as_ref().map(|seen| &seen.map));
        let method = last.method().to_owned();
        self.last = Some(last);
        let (guesses, line) = (Some(guesses), String::new());
        Ok(Fit { map, guesses, method, settings, line, labels: labeled })
    }

    /// The map that people see from now on: the next one is turned onto it.
    pub(crate) fn shown(&mut self, fit: &Arc<Fit>) {
        self.seen = Some(fit.clone());
    }

    fn learned(&mut self, labels: &Labels, settings: &Settings) -> Result<Learned> {
        match settings.plan(self.seed, self.samples.rows())? {
            Plan::Auto(auto) => Learned::by_auto(self.views()?, auto, labels),
            Plan::Reduction(reduction) => {
                let samples = self.samples;
                Learned::by_reduction(samples, self.space()?, reduction, labels, settings)
            }
        }
    }

    /// The model of some labels, to the last bit as `halflit fit` makes it. Where kernel values are remembered from fit to fit it is made
    /// from nothing: those that were asked for in another order have other rounding errors.
    ///
    /// # Errors
    /// As [`Engine::fit`].
    pub(crate) fn model(
        &self,
        labels: &Labels,
        settings: &Settings,
        encoding: &Encoding,
    ) -> Result<Model> {
        let views = self.views.as_ref().filter(|views| views.breadth() == Breadth::Thin);
        let model = match (settings.plan(self.seed, self.samples.rows())?, views) {
            (Plan::Auto(auto), Some(views)) => auto.fit_in(views, labels)?,
            (plan, _) => learned::model(self.samples, plan, labels, settings)?,
        };
        Ok(model.with_encoding(encoding.clone())?)
    }

    /// What is worth knowing about the last fit and takes longer than the map may.
    ///
    /// # Errors
    /// As [`Engine::fit`]; the fit stays what it is.
    pub(crate) fn details(&self, fit: &Fit, labels: &Labels) -> Result<Details> {
        let check = match (&self.last, &self.views, &self.space) {
            (Some(Last::Auto(auto, _)), Some(views), _) => {
                Check::of_auto(views, auto, labels, MANY_OPERATIONS)?
            }
            (Some(Last::Reduction(reduction, found)), _, Some(space)) => {
                let found = found.as_ref();
                Check::of_reduction(space, reduction, found, labels, MANY_OPERATIONS)?
            }
            _ => None,
        };
        let contradicted = match &self.last {
            Some(Last::Auto(_, left_out)) => Some(left_out.as_slice()),
            _ => None,
        };
        Details::of(self.samples, fit, labels, check, contradicted)
    }

    /// Rows to label next, beside those that have a label to learn from and those that are `taken`: none before
    /// [`Engine::prepare`].
    ///
    /// # Errors
    /// As [`Suggester::next`].
    pub(crate) fn suggest(
        &self,
        labels: &Labels,
        taken: &[usize],
        fit: Option<&Fit>,
    ) -> Result<Vec<Suggestion>> {
        let Some(suggester) = &self.suggester else { return Ok(Vec::new()) };
        let guesses = fit.and_then(|fit| fit.guesses.as_ref());
        let model = guesses.map(|own| (own.classes.as_slice(), &*own.predictions));
        let left = labels.len() - labels.labeled_rows().len() - taken.len();
        if left == 0 {
            return Ok(Vec::new());
        }
        let found = suggester.next(&Known { labels, taken, model }, SUGGESTED.min(left))?;
        Ok(found.iter().map(Suggestion::from).collect())
    }

    /// Makes what the first labels of two classes will need, and what suggestions need, before they come. The map without labels may
    /// be a better one then.
    ///
    /// # Errors
    /// What the samples cannot be looked at for.
    pub(crate) fn prepare(&mut self) -> Result<()> {
        if self.suggester.is_none() {
            self.suggester = Some(Suggester::of(self.samples, self.seed)?);
        }
        self.opening()?;
        self.views()?;
        if let (Some(opening), Some(views)) = (&mut self.opening, &self.views) {
            opening.look(views)?;
        }
        Ok(())
    }

    fn views(&mut self) -> Result<&Views<'a>> {
        let views = match self.views.take() {
            Some(views) => views,
            None => Views::with(self.samples, Settings::breadth(self.samples.rows()))?,
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

/// Numbers that a labeled row is known by, at most, and copies of them that a fit makes.
const KNOWN_BY: usize = 4 * 180;

/// Refuses what would not fit: a share of every class for every row, of this fit and the last, and what labeled rows are known by.
fn check_memory(labels: &Labels) -> Result<()> {
    let (rows, classes) = (labels.len(), labels.classes().len());
    let labeled = labels.labeled_rows().len();
    let needed = 8 * (2 * rows * classes + KNOWN_BY * labeled) as u64;
    match halflit::available_memory() {
        Some(free) if needed > free => Err(StudioError::request(
            format!("{classes} classes and {labeled} labels of {rows} rows do not fit in memory"),
            "merge classes, or label fewer rows at once (undo)",
        )),
        _ => Ok(()),
    }
}

/// Values as a matrix.
fn matrix(values: Vec<f64>, rows: usize) -> halflit::Result<RowMatrix<'static>> {
    let columns = values.len() / rows.max(1);
    Ok(Samples::from_row_major(values, rows, columns)?.to_rows())
}
