//! From labels to a map: everything that no label changes is made once, the rest after every label.

mod align;
mod chart;
mod details;
mod first;
mod guesses;
#[cfg(test)]
mod same_everywhere;
mod second_axis;
#[cfg(test)]
mod tests;

pub(crate) use align::Map;
pub(crate) use chart::Chart;
pub(crate) use details::Details;
pub(crate) use guesses::Guesses;

use std::sync::Arc;

use halflit::learner::Pca;
use halflit::{
    Breadth, Encoding, Labels, Learner, LeftOut, Method, Model, Plan, Prepared, RowMatrix, Samples,
};

use crate::error::{Result, StudioError};
use crate::session::Settings;
use chart::words;
use first::FirstLook;

/// Rows up to which all of them say how the first map lies.
const FEW: usize = 4_000;
/// Principal axes among which a second axis is looked for.
const SCORES: usize = 10;

/// The rows and what no label changes.
pub(crate) struct Engine<'a> {
    /// For the default; other methods share what it was made of.
    prepared: Prepared<'a>,
    /// The map that is on the page.
    seen: Option<Arc<Chart>>,
    /// What answers until what no label changes is there.
    first: Option<FirstLook>,
    last: Option<Last<'a>>,
}

/// What was fitted last, for what is looked at when there is time.
struct Last<'a> {
    prepared: Prepared<'a>,
    /// What the labels say about each other; nothing where the method cannot tell.
    left_out: Option<Vec<LeftOut>>,
}

impl<'a> Engine<'a> {
    /// Looks at nothing yet.
    ///
    /// # Errors
    /// None for the default settings.
    pub(crate) fn open(samples: &'a Samples<'a>, seed: u64) -> Result<Self> {
        let prepared = Settings::default().plan(seed, samples.rows())?.prepare(samples)?;
        Ok(Self { prepared, seen: None, first: None, last: None })
    }

    fn plan(&self, settings: &Settings) -> Result<Plan> {
        let Plan { seed, .. } = *self.prepared.plan();
        Ok(settings.plan(seed, self.prepared.samples().rows())?)
    }

    /// The map of some labels, turned onto the last one.
    ///
    /// # Errors
    /// What a fit refuses, by name; the last map stays.
    pub(crate) fn fit(&mut self, labels: &Labels, settings: &Settings) -> Result<Chart> {
        let labeled = labels.labeled_rows().len();
        if labels.present_classes().len() < 2 {
            return self.unlabeled(labeled);
        }
        check_memory(labels)?;
        self.first = None;
        let prepared = self.prepared.with(&self.plan(settings)?)?;
        let placement = Arc::new(prepared.place(labels, settings.votes)?);
        let (settings, points) = (words(&placement), &placement.points);
        let map = match points.columns() {
            1 => self.turned(&second_axis::beside(points, &self.prepared.principal(SCORES)?)?),
            _ => self.turned(points),
        };
        let plan = &placement.plan;
        let left_out = plan.learner().is_none().then(|| placement.left_out.clone());
        self.last = Some(Last { prepared, left_out });
        let (method, cautions) = (plan.name().to_owned(), placement.cautions.clone());
        let guesses = Some(Guesses::of(labels.classes().to_vec(), placement));
        Ok(Chart { map, guesses, method, settings, cautions, labels: labeled, is_first: false })
    }

    /// The map of some labels before what no label changes is there: rows stay where they are, and are what the nearest labeled row is.
    ///
    /// # Errors
    /// As [`Engine::fit`].
    pub(crate) fn fit_at_once(&mut self, labels: &Labels) -> Result<Chart> {
        let labeled = labels.labeled_rows().len();
        if labels.present_classes().len() < 2 {
            return self.unlabeled(labeled);
        }
        check_memory(labels)?;
        let first = match self.first.take() {
            Some(first) => first,
            None => FirstLook::of(self.prepared.samples())?,
        };
        let placement = Arc::new(self.first.insert(first).place(labels)?);
        let map = match &self.seen {
            Some(seen) => seen.map.clone(),
            None => self.turned(&self.first_axes()?),
        };
        self.last = None;
        let (settings, method) = (words(&placement), placement.plan.name().to_owned());
        let cautions = vec![first::CAUTION.to_owned()];
        let guesses = Some(Guesses::of(labels.classes().to_vec(), placement));
        Ok(Chart { map, guesses, method, settings, cautions, labels: labeled, is_first: true })
    }

    /// The map before two classes have labels.
    fn unlabeled(&mut self, labels: usize) -> Result<Chart> {
        self.last = None;
        let map = self.turned(&self.first_axes()?);
        let method = Pca::default().name().to_owned();
        let (settings, cautions) = (vec![("dimension".into(), "2".into())], Vec::new());
        Ok(Chart { map, guesses: None, method, settings, cautions, labels, is_first: false })
    }

    /// The first principal axes: those of some rows where there are many, so that there is a map at once.
    fn first_axes(&self) -> Result<RowMatrix<'static>> {
        let samples = self.prepared.samples();
        if samples.rows() <= FEW {
            return Ok(self.prepared.principal(2)?);
        }
        let some: Vec<usize> = (0..samples.rows()).step_by(samples.rows().div_ceil(FEW)).collect();
        let plan = Plan::new(Pca::default()).axes(samples.columns().min(2));
        let fit =
            plan.prepare(&samples.gather(&some)).and_then(|own| own.fit(&Labels::none(some.len())));
        match fit.and_then(|fit| fit.model.transform(samples)) {
            Ok(points) => Ok(points),
            // Rows that differ may be few among many.
            Err(_) => Ok(self.prepared.principal(2)?),
        }
    }

    fn turned(&self, points: &RowMatrix<'_>) -> Map {
        Map::onto(points, self.seen.as_ref().map(|seen| &seen.map))
    }

    /// The map that people see from now on: the next one is turned onto it.
    pub(crate) fn shown(&mut self, chart: &Arc<Chart>) {
        self.seen = Some(chart.clone());
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
        let plan = self.plan(settings)?;
        let prepared = match plan.method {
            Method::Auto(Breadth::Thin) => self.prepared.with(&plan)?,
            _ => plan.prepare(self.prepared.samples())?,
        };
        Ok(prepared.fit(labels)?.model.with_encoding(encoding.clone())?)
    }

    /// What is worth knowing about the last map and takes longer than it may.
    ///
    /// # Errors
    /// As [`Engine::fit`]; the map stays what it is.
    pub(crate) fn details(&self, chart: &Chart, labels: &Labels) -> Result<Details> {
        let last = self.last.as_ref();
        let check = last.map(|last| last.prepared.check(labels)).transpose()?.flatten();
        let left_out = last.and_then(|last| last.left_out.as_deref());
        Details::of(self.prepared.samples(), chart, labels, check, left_out)
    }

    /// What pictures are drawn from and questions chosen by.
    pub(crate) fn prepared(&self) -> Prepared<'a> {
        self.prepared.clone()
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
