//! What was labeled: a pure state, changed by one action after another. The same actions give the same state.
//!
//! Classes have identities of their own inside: a class that is renamed or merged away and comes back by an undo is the same one.
//! Outside they are numbered by their place in the list.

mod action;
mod changes;
mod settings;
#[cfg(test)]
mod tests;

pub use action::Action;
pub use settings::Settings;
pub(crate) use settings::methods;

use halflit::Labels;
use halflit_io::{LabelColumn, clean, means_unlabeled};

use crate::error::{Result, StudioError};
use changes::Changes;
pub(crate) use changes::Since;

/// Stands where a row has no class.
pub(crate) const NONE: u16 = u16::MAX;
/// The row was asked for as a check row: its label is kept apart.
pub(crate) const CHECK: u8 = 1;
/// The row was passed over.
pub(crate) const SKIPPED: u8 = 2;

/// Classes beyond which numbers of two bytes would not do, with room for those that come and go.
const MOST_CLASSES: usize = 60_000;
/// Letters of a name.
const LONGEST_NAME: usize = 200;

/// Labels, classes, settings, and how they came about.
#[derive(Debug, Clone)]
pub(crate) struct Session {
    /// The identity of the class of every row.
    labels: Vec<u16>,
    marks: Vec<u8>,
    /// The name of every class that ever was.
    names: Vec<String>,
    /// Those that are, in order of appearance.
    order: Vec<u16>,
    /// Of every class the rows to learn from, and to check with.
    counts: Vec<[usize; 2]>,
    skipped: usize,
    settings: Settings,
    /// Labels that mean unlabeled where tables are read, so that no class can have such a name.
    unlabeled: Vec<String>,
    done: Vec<Step>,
    undone: Vec<Step>,
    changes: Changes,
}

/// An action that was done, and what was before.
#[derive(Debug, Clone)]
struct Step {
    action: Action,
    before: Before,
}

/// What an action changed, as it was before.
#[derive(Debug, Clone, Default)]
struct Before {
    rows: Vec<(u32, u16, u8)>,
    order: Option<Vec<u16>>,
    name: Option<(u16, String)>,
    settings: Option<Settings>,
}

impl Before {
    fn is_empty(&self) -> bool {
        self.rows.is_empty()
            && self.order.is_none()
            && self.name.is_none()
            && self.settings.is_none()
    }
}

/// A class as others see it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub(crate) struct ClassState {
    pub(crate) name: String,
    pub(crate) learning: usize,
    pub(crate) check: usize,
}

impl Session {
    /// Rows with the labels that came with them, to learn from.
    ///
    /// # Errors
    /// More classes than can be told apart here.
    pub(crate) fn new(
        rows: usize,
        given: Option<&LabelColumn>,
        unlabeled: &[String],
    ) -> Result<Self> {
        let mut session = Self {
            labels: vec![NONE; rows],
            marks: vec![0; rows],
            names: Vec::new(),
            order: Vec::new(),
            counts: Vec::new(),
            skipped: 0,
            settings: Settings::default(),
            unlabeled: unlabeled.to_vec(),
            done: Vec::new(),
            undone: Vec::new(),
            changes: Changes::default(),
        };
        if let Some(given) = given {
            for name in given.names() {
                session.class_made(name)?;
            }
            for (row, code) in given.codes().enumerate() {
                if let Some(code) = code {
                    session.labels[row] = code as u16;
                    session.counts[code][0] += 1;
                }
            }
        }
        Ok(session)
    }

    /// Does one thing. Nothing is changed where it fails; the version stays where nothing comes of it.
    ///
    /// # Errors
    /// What makes no sense: an unknown row or class, a name that cannot be one, nothing to undo.
    pub(crate) fn apply(&mut self, action: &Action) -> Result<()> {
        self.apply_kept(action, || Ok(()))
    }

    /// The same once `keep`, which is not called where nothing comes of it, has written it down.
    ///
    /// # Errors
    /// As [`Session::apply`], and those of `keep`.
    pub(crate) fn apply_kept(
        &mut self,
        action: &Action,
        keep: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        let nothing = |word: &str, help: &str| {
            StudioError::request(format!("there is nothing to {word}"), help)
        };
        match action {
            Action::Undo => {
                let step = self.done.pop().ok_or_else(|| nothing("undo", "label a row"))?;
                if let Err(error) = keep() {
                    self.done.push(step);
                    return Err(error);
                }
                self.note(&step.before);
                self.put_back(&step.before);
                self.undone.push(step);
            }
            Action::Redo => {
                let last = self.undone.last().map(|step| step.action.clone());
                let last = last.ok_or_else(|| nothing("redo", "undo something first"))?;
                self.act_kept(&last, keep)?;
                self.undone.pop();
            }
            action => {
                let version = self.version();
                self.act_kept(action, keep)?;
                if self.version() != version {
                    self.undone.clear();
                }
            }
        }
        Ok(())
    }

    fn act_kept(&mut self, action: &Action, keep: impl FnOnce() -> Result<()>) -> Result<()> {
        let before = self.act(action)?;
        if before.is_empty() {
            return Ok(());
        }
        if let Err(error) = keep() {
            self.put_back(&before);
            return Err(error);
        }
        self.note(&before);
        self.done.push(Step { action: action.clone(), before });
        Ok(())
    }

    /// What is done, and what was before. Everything is checked before anything is changed.
    fn act(&mut self, action: &Action) -> Result<Before> {
        match action {
            Action::Label { rows, class, check } => self.label_rows(rows, class, check),
            Action::Unlabel { rows } => self.mark(rows, |_, _| Ok((NONE, 0))),
            Action::Skip { rows } => self.mark(rows, |row, label| match label {
                NONE => Ok((NONE, SKIPPED)),
                _ => Err(StudioError::request(
                    format!("row {row} has a label"),
                    "take its label away first",
                )),
            }),
            Action::Class { name } => {
                let name = self.free_name(name, None)?;
                let order = Some(self.order.clone());
                self.class_made(&name)?;
                Ok(Before { order, ..Before::default() })
            }
            Action::Rename { class, to } => {
                let id = self.class(class)?;
                let to = self.free_name(to, Some(id))?;
                let old = std::mem::replace(&mut self.names[usize::from(id)], to);
                let same = old == self.names[usize::from(id)];
                Ok(Before { name: (!same).then_some((id, old)), ..Before::default() })
            }
            Action::Merge { class, into } => self.merge(class, into),
            Action::Settings(settings) => {
                settings.check()?;
                let old = std::mem::replace(&mut self.settings, settings.clone());
                let same = old == self.settings;
                Ok(Before { settings: (!same).then_some(old), ..Before::default() })
            }
            Action::Undo | Action::Redo => unreachable!("neither is ever taken back"),
        }
    }

    fn label_rows(&mut self, rows: &[u32], class: &str, check: &[u32]) -> Result<Before> {
        self.check_rows(rows)?;
        self.check_rows(check)?;
        let (id, order) = match self.class(class) {
            Ok(id) => (id, None),
            Err(_) => {
                let name = self.free_name(class, None)?;
                let order = Some(self.order.clone());
                (self.class_made(&name)?, order)
            }
        };
        let mut before = Before { order, ..Before::default() };
        for &row in rows {
            // A check row stays one, whatever else it is called.
            let kept_apart = self.marks[row as usize] == CHECK || check.contains(&row);
            self.put(row, id, if kept_apart { CHECK } else { 0 }, &mut before.rows);
        }
        Ok(before)
    }

    /// Gives rows what `to` makes of each of them.
    fn mark(&mut self, rows: &[u32], to: impl Fn(u32, u16) -> Result<(u16, u8)>) -> Result<Before> {
        self.check_rows(rows)?;
        let wanted = rows.iter().map(|&row| to(row, self.labels[row as usize]));
        let wanted = wanted.collect::<Result<Vec<_>>>()?;
        let mut before = Before::default();
        for (&row, (label, mark)) in rows.iter().zip(wanted) {
            self.put(row, label, mark, &mut before.rows);
        }
        Ok(before)
    }

    fn merge(&mut self, class: &str, into: &str) -> Result<Before> {
        let (from, to) = (self.class(class)?, self.class(into)?);
        if from == to {
            let help = "name two different classes";
            return Err(StudioError::request(format!("{class} is to be merged into itself"), help));
        }
        let mut before = Before { order: Some(self.order.clone()), ..Before::default() };
        for row in 0..self.labels.len() as u32 {
            if self.labels[row as usize] == from {
                self.put(row, to, self.marks[row as usize], &mut before.rows);
            }
        }
        self.order.retain(|&id| id != from);
        Ok(before)
    }

    /// The one place where a row changes.
    fn put(&mut self, row: u32, label: u16, mark: u8, before: &mut Vec<(u32, u16, u8)>) {
        let place = row as usize;
        let old = (self.labels[place], self.marks[place]);
        if old == (label, mark) {
            return;
        }
        before.push((row, old.0, old.1));
        self.count(old, usize::wrapping_sub);
        self.count((label, mark), usize::wrapping_add);
        (self.labels[place], self.marks[place]) = (label, mark);
    }

    fn count(&mut self, (label, mark): (u16, u8), change: fn(usize, usize) -> usize) {
        if mark == SKIPPED {
            self.skipped = change(self.skipped, 1);
        }
        if label != NONE {
            let count = &mut self.counts[usize::from(label)][usize::from(mark == CHECK)];
            *count = change(*count, 1);
        }
    }

    fn put_back(&mut self, before: &Before) {
        let mut unused = Vec::new();
        for &(row, label, mark) in before.rows.iter().rev() {
            self.put(row, label, mark, &mut unused);
        }
        if let Some(order) = &before.order {
            self.order = order.clone();
        }
        if let Some((id, name)) = &before.name {
            self.names[usize::from(*id)] = name.clone();
        }
        if let Some(settings) = &before.settings {
            self.settings = settings.clone();
        }
    }

    /// A new version, with the rows that it changes and whether classes get other numbers: not where one comes or goes at the end.
    fn note(&mut self, before: &Before) {
        let differ = |(a, b): (&u16, &u16)| a != b;
        let renumbered =
            before.order.as_ref().is_some_and(|order| order.iter().zip(&self.order).any(differ));
        self.changes.add(renumbered, before.rows.iter().map(|&(row, ..)| row));
    }

    fn check_rows(&self, rows: &[u32]) -> Result<()> {
        match rows.iter().find(|&&row| row as usize >= self.labels.len()) {
            None => Ok(()),
            Some(row) => Err(StudioError::request(
                format!("there is no row {row}"),
                format!("rows count from 0 to {}", self.labels.len() - 1),
            )),
        }
    }

    /// The class of that name.
    fn class(&self, name: &str) -> Result<u16> {
        let name = name.trim();
        let is_it = |id: &&u16| self.names[usize::from(**id)] == name;
        self.order.iter().find(is_it).copied().ok_or_else(|| {
            let known: Vec<&str> = self.order.iter().take(12).map(|&id| self.name(id)).collect();
            let help = match known.is_empty() {
                true => "there are no classes yet: label a row".into(),
                false => format!("there are {}", known.join(", ")),
            };
            StudioError::request(format!("there is no class '{}'", clean(name)), help)
        })
    }

    /// A name that no other class has, and that a table of labels can hold.
    fn free_name(&self, name: &str, own: Option<u16>) -> Result<String> {
        let name = name.trim();
        let shown: String = clean(name).chars().take(40).collect();
        if name.chars().count() > LONGEST_NAME || clean(name) != name {
            let what = format!("'{shown}' cannot be the name of a class");
            let help = format!("give at most {LONGEST_NAME} letters on one line");
            return Err(StudioError::request(what, help));
        }
        if means_unlabeled(name, &self.unlabeled) {
            let what =
                format!("'{shown}' cannot be the name of a class: it means that a row has none");
            return Err(StudioError::request(what, "give another name"));
        }
        if self.class(name).is_ok_and(|id| Some(id) != own) {
            let what = format!("there is a class '{shown}' already");
            return Err(StudioError::request(what, "give another name, or merge the two"));
        }
        Ok(name.to_owned())
    }

    /// A class of that name at the end of the list: one that was there before, or a new one.
    fn class_made(&mut self, name: &str) -> Result<u16> {
        let gone = |id: &usize| self.names[*id] == name && !self.order.contains(&(*id as u16));
        let id = match (0..self.names.len()).find(gone) {
            Some(id) => id,
            None if self.names.len() >= MOST_CLASSES => {
                return Err(StudioError::request(
                    format!("there are {MOST_CLASSES} classes already"),
                    "merge some; a column with as many values is hardly one of classes",
                ));
            }
            None => {
                self.names.push(name.to_owned());
                self.counts.push([0; 2]);
                self.names.len() - 1
            }
        };
        self.order.push(id as u16);
        Ok(id as u16)
    }

    /// Number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.labels.len()
    }

    /// Goes up with every action that changes something, from 1.
    pub(crate) fn version(&self) -> u32 {
        self.changes.version()
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The name of a class by its identity.
    pub(crate) fn name(&self, id: u16) -> &str {
        &self.names[usize::from(id)]
    }

    /// The identity of a class that is there, by its name.
    pub(crate) fn identity(&self, name: &str) -> u16 {
        self.class(name).unwrap_or(NONE)
    }

    /// The identities of all classes, in order.
    pub(crate) fn order(&self) -> &[u16] {
        &self.order
    }

    /// The place in the list of every class by its identity.
    pub(crate) fn places(&self) -> Vec<u16> {
        let mut places = vec![NONE; self.names.len()];
        self.order.iter().zip(0..).for_each(|(&id, place)| places[usize::from(id)] = place);
        places
    }

    /// The identity of the class of a row.
    pub(crate) fn label(&self, row: usize) -> Option<u16> {
        Some(self.labels[row]).filter(|&id| id != NONE)
    }

    pub(crate) fn mark_of(&self, row: usize) -> u8 {
        self.marks[row]
    }

    /// Whether a row has neither label nor skip.
    /// Rows that are not to be asked for though nothing is learned from them: check rows with a label, and skipped ones.
    pub(crate) fn taken(&self) -> Vec<usize> {
        let is_taken = |&row: &usize| match self.marks[row] {
            CHECK => self.labels[row] != NONE,
            mark => mark == SKIPPED && self.labels[row] == NONE,
        };
        (0..self.labels.len()).filter(is_taken).collect()
    }

    pub(crate) fn skipped(&self) -> usize {
        self.skipped
    }

    /// Rows to learn from, and rows to check with.
    pub(crate) fn labeled(&self) -> [usize; 2] {
        let add = |sum: [usize; 2], own: &[usize; 2]| [sum[0] + own[0], sum[1] + own[1]];
        self.counts.iter().fold([0; 2], add)
    }

    pub(crate) fn classes(&self) -> Vec<ClassState> {
        let class = |&id: &u16| {
            let [learning, check] = self.counts[usize::from(id)];
            ClassState { name: self.name(id).to_owned(), learning, check }
        };
        self.order.iter().map(class).collect()
    }

    /// What would be undone and redone, in words.
    pub(crate) fn ahead(&self) -> [Option<String>; 2] {
        [&self.done, &self.undone].map(|steps| steps.last().map(|step| step.action.words()))
    }

    /// The labels to learn from; with those of check rows where all are wanted.
    pub(crate) fn labels(&self, all: bool) -> Labels {
        let of_row = self.labels.iter().zip(&self.marks).map(|(&label, &mark)| {
            (label != NONE && (all || mark != CHECK)).then_some(usize::from(label))
        });
        let of_row = of_row.collect();
        Labels::from_codes(self.names.clone(), of_row)
            .unwrap_or_else(|_| unreachable!("every label is a class"))
    }

    /// Check rows that have a label, and the identities of their classes.
    pub(crate) fn checks(&self) -> Vec<(usize, u16)> {
        let rows = (0..self.labels.len()).filter(|&row| self.marks[row] == CHECK);
        rows.filter_map(|row| Some((row, self.label(row)?))).collect()
    }

    /// What changed since a version.
    pub(crate) fn since(&self, version: u32) -> Since {
        self.changes.since(version)
    }

    /// Everything that others see, for comparing.
    #[cfg(test)]
    fn seen(&self) -> impl PartialEq + std::fmt::Debug + use<> {
        let label = |row: usize| self.label(row).map(|id| self.name(id).to_owned());
        let rows: Vec<_> = (0..self.rows()).map(|row| (label(row), self.marks[row])).collect();
        (rows, self.classes(), self.settings.clone(), self.skipped, self.labeled())
    }
}
