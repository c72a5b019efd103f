//! Where everything meets: labels and their journal, the map that is shown, and who wants to know.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use halflit::Labels;
use halflit::RowMatrix;
use halflit::layout::Faithfulness;
use halflit::suggest::Suggestion;

use crate::accuracy::{self, History};
use crate::changes::Changes;
use crate::easel::Easel;
use crate::engine::{Chart, Details, Map};
use crate::error::{Result, StudioError};
use crate::identity::Key;
use crate::journal::{Journal, Line};
use crate::line;
use crate::material::Material;
use crate::orders::Orders;
use crate::queue::{Queue, Round};
use crate::replay::{self, Changed};
use crate::session::{Action, NONE, Session, Settings};

/// Rows above which it takes long to read all of them: the first labels are answered before, and the picture comes after.
pub(crate) const MANY: usize = 20_000;

/// What all parts of a studio share.
pub(crate) struct Desk {
    pub(crate) material: Material,
    pub(crate) orders: Orders,
    pub(crate) easel: Easel,
    state: Mutex<Inner>,
    pub(crate) changes: Changes,
}

/// What changes.
pub(crate) struct Inner {
    pub(crate) session: Session,
    pub(crate) journal: Journal,
    pub(crate) shown: Option<Shown>,
    pub(crate) suggestions: Queue,
    pub(crate) history: History,
    /// Why the last fit failed.
    pub(crate) problem: Option<StudioError>,
    /// Labels whose rows are not in the data any more.
    pub(crate) changed: Vec<Changed>,
}

impl Inner {
    /// What the page is to say before anything else: what became of the file of labels, why there is no map, whose rows changed.
    pub(crate) fn notice(&self) -> Option<StudioError> {
        let changed = || replay::notice(&self.changed, &self.session);
        self.journal.notice().or(self.problem.as_ref()).cloned().or_else(changed)
    }
}

/// Labels as they are when a fit begins.
#[derive(Clone)]
pub(crate) struct ToLearn {
    /// Those to learn from.
    pub(crate) labels: Labels,
    /// The identities of their classes.
    pub(crate) classes: Vec<u16>,
    pub(crate) settings: Settings,
    /// Rows that are not to be asked for, beside labeled ones.
    pub(crate) taken: Vec<usize>,
}

/// A map that is on the page.
pub(crate) struct Shown {
    pub(crate) chart: Arc<Chart>,
    /// What it was learned from.
    pub(crate) labels: Labels,
    pub(crate) settings: Settings,
    /// The identities of its classes: a class that is renamed stays the same.
    pub(crate) classes: Vec<u16>,
    /// Goes up whenever the page has to fetch something of it.
    pub(crate) version: u32,
    /// When positions on the axes, positions of the picture and predictions changed last.
    pub(crate) moved: u32,
    pub(crate) drawn: u32,
    pub(crate) guessed: u32,
    /// Where the rows lie in the picture; nothing before there is one.
    pub(crate) picture: Option<Arc<Map>>,
    /// What it keeps of the rows, once that is known, and whether it will stay as it is.
    pub(crate) faithfulness: Option<Faithfulness>,
    pub(crate) settled: bool,
    pub(crate) seconds: f64,
    pub(crate) line: String,
    pub(crate) details: Details,
}

impl Desk {
    /// Does again what a journal holds.
    ///
    /// # Errors
    /// A line that makes no sense.
    pub(crate) fn new(material: Material, (journal, lines): (Journal, Vec<Line>)) -> Result<Self> {
        let (session, changed) = replay::replayed(&material, lines, &journal.name())?;
        let suggestions = Queue::new(learned(&session));
        let desk = Self {
            material,
            orders: Orders::default(),
            easel: Easel::default(),
            state: Mutex::new(Inner {
                session,
                journal,
                shown: None,
                suggestions,
                history: History::default(),
                problem: None,
                changed,
            }),
            changes: Changes::default(),
        };
        desk.orders.fit();
        Ok(desk)
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, Inner> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Of the map that is shown.
    pub(crate) fn map_version(&self) -> Option<u32> {
        self.state().shown.as_ref().map(|shown| shown.version)
    }

    /// Tells everyone that something changed.
    pub(crate) fn changed(&self) {
        self.changes.note();
    }

    /// Does what a person asked for; it is on disk when this returns, with the version that it made.
    ///
    /// # Errors
    /// As [`Session::apply`], and what the journal cannot write.
    pub(crate) fn act(&self, mut action: Action) -> Result<u32> {
        let mut state = self.state();
        let Inner { session, journal, suggestions, history, .. } = &mut *state;
        action.known_as(session)?;
        if let Action::Label { rows, check, .. } = &mut action {
            let asked = |row: &u32| {
                suggestions.iter().any(|own| own.is_check() && own.row == *row as usize)
            };
            // Who asks does not decide which labels are kept apart.
            *check = rows.iter().copied().filter(asked).collect();
        }
        let (order, settings) = (session.order().to_vec(), session.settings().clone());
        let keys = || action.rows().iter().map(|&row| Key::of(&self.material, row as usize));
        session.apply_kept(&action, || journal.keep(&action, keys().collect()))?;
        let version = session.version();
        // One curve is of one method.
        if settings != *session.settings() {
            *history = History::default();
        }
        suggestions.changed(|row| session.is_open(row), || learned(session));
        if order != session.order() {
            // Predictions are sent as numbers of classes.
            if let Some(shown) = &mut state.shown {
                shown.version += 1;
                shown.guessed = shown.version;
            }
        }
        accuracy::note(&mut state);
        drop(state);
        self.orders.fit();
        self.changed();
        Ok(version)
    }

    /// All labels of now, those of check rows too.
    pub(crate) fn labels(&self) -> Labels {
        self.state().session.labels(true)
    }

    /// What is to be learned now.
    pub(crate) fn to_learn(&self) -> ToLearn {
        learned(&self.state().session)
    }

    /// Shows a map.
    pub(crate) fn show(&self, chart: Arc<Chart>, learned: &ToLearn, took: Duration) {
        let mut state = self.state();
        let version = state.shown.as_ref().map_or(0, |shown| shown.version) + 1;
        let last = state.shown.take();
        let shown = Shown {
            version,
            moved: version,
            guessed: version,
            drawn: last.as_ref().map_or(0, |last| last.drawn),
            picture: last.as_ref().and_then(|last| last.picture.clone()),
            faithfulness: None,
            settled: false,
            seconds: took.as_secs_f64(),
            line: line::of(&chart, &learned.classes, last.as_ref()),
            labels: learned.labels.clone(),
            settings: learned.settings.clone(),
            classes: learned.classes.clone(),
            // What is known of the last map stays until more is known of this one.
            details: last.map_or_else(Details::default, |last| Details {
                held_out: None,
                caution: None,
                ..last.details
            }),
            chart,
        };
        state.shown = Some(shown);
        state.problem = None;
        accuracy::note(&mut state);
        drop(state);
        self.changed();
    }

    /// The map of exactly what some round is chosen from, if it is the one that is shown and here to stay.
    pub(crate) fn chart_of(&self, basis: &ToLearn) -> Option<Arc<Chart>> {
        let state = self.state();
        let shown = state.shown.as_ref().filter(|own| !own.chart.is_first)?;
        let same = shown.labels == basis.labels && shown.settings == basis.settings;
        same.then(|| shown.chart.clone())
    }

    /// Runs something that somebody waits for, while all else makes room.
    pub(crate) fn urgently<T>(&self, work: impl FnOnce() -> T) -> T {
        let is_large = self.material.table.rows > MANY;
        let urge = |urgent: bool| {
            self.easel.rest(urgent, is_large);
            if is_large {
                self.orders.urge(urgent);
            }
        };
        urge(true);
        let result = work();
        urge(false);
        result
    }

    /// Shows what else is known about the map.
    pub(crate) fn detail(&self, mut details: Details) {
        if let Some(shown) = &mut self.state().shown {
            let identity = |class: &mut u16| {
                *class = shown.classes.get(usize::from(*class)).copied().unwrap_or(NONE);
            };
            details.doubtful.iter_mut().for_each(|(_, class, _)| identity(class));
            details.said.iter_mut().for_each(|(_, class)| identity(class));
            shown.details = details;
        }
        self.changed();
    }

    /// What is underway, and how much of it is done.
    pub(crate) fn working(&self) -> Option<(&'static str, Option<f64>)> {
        self.orders.working().or_else(|| self.easel.working())
    }

    /// Whether there is nothing to label until rows were chosen.
    pub(crate) fn is_waiting(&self) -> bool {
        self.state().suggestions.is_waiting()
    }

    /// What rows are to be chosen now, if any.
    pub(crate) fn due(&self) -> Option<Round> {
        self.state().suggestions.due()
    }

    /// Asks for rows to be labeled, as far as they have not been since.
    pub(crate) fn suggest(&self, round: Vec<Suggestion>) {
        let mut state = self.state();
        let Inner { session, suggestions, .. } = &mut *state;
        suggestions.chosen(round, |row| session.is_open(row));
        drop(state);
        self.changed();
    }

    /// Shows a picture, turned onto the last one; the first one is turned onto the map that people see.
    pub(crate) fn picture(&self, points: &RowMatrix<'_>) {
        let last = self.state().shown.as_ref().map(|own| (own.picture.clone(), own.chart.clone()));
        let Some((picture, chart)) = last else { return };
        let map = Map::onto(points, Some(picture.as_deref().unwrap_or(&chart.map)));
        if let Some(shown) = &mut self.state().shown {
            shown.version += 1;
            shown.drawn = shown.version;
            shown.picture = Some(Arc::new(map));
        }
        self.changed();
    }

    /// The picture stays as it is, unless there is something newer to draw.
    pub(crate) fn settled(&self, faithfulness: Option<Faithfulness>, is_latest: bool) {
        if let Some(shown) = &mut self.state().shown {
            (shown.faithfulness, shown.settled) = (faithfulness, is_latest);
        }
        self.changed();
    }

    /// Nothing is wrong with the map that is shown.
    pub(crate) fn well(&self) {
        self.state().problem = None;
        self.changed();
    }

    /// Says why there is no new map; the last one stays.
    pub(crate) fn failed(&self, problem: StudioError) {
        self.state().problem = Some(problem);
        self.changed();
    }
}

/// What is to be learned from.
fn learned(session: &Session) -> ToLearn {
    let labels = session.labels(false);
    ToLearn {
        classes: labels.classes().iter().map(|name| session.identity(name)).collect(),
        labels,
        settings: session.settings().clone(),
        taken: session.taken(),
    }
}
