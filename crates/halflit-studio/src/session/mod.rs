//! What was labeled: a pure state, changed by one action after another. The same actions give the same state.
//!
//! Classes have identities of their own inside: a class that is renamed or merged away and comes back by an undo is the same one.
//! Outside they are numbered by their place in the list.

mod action;
mod changes;
mod classes;
mod keys;
mod look;
mod settings;
mod steps;
#[cfg(test)]
mod tests;

pub use action::Action;
pub use settings::Settings;
pub(crate) use settings::methods;

use halflit_io::LabelColumn;

use crate::error::{Result, StudioError};
use changes::Changes;
pub(crate) use changes::Since;

/// Stands where a row has no class.
pub(crate) const NONE: u16 = u16::MAX;
/// The row was asked for as a check row: its label is kept apart.
pub(crate) const CHECK: u8 = 1;
/// The row was passed over.
pub(crate) const SKIPPED: u8 = 2;
/// Somebody said that the label is right, whatever others say.
pub(crate) const RIGHT: u8 = 4;

/// Labels, classes, settings, and how they came about.
#[derive(Debug, Clone)]
pub(crate) struct Session {
    /// The identity of the class of every row.
    labels: Vec<u16>,
    marks: Vec<u8>,
    /// Rows that ever had a label that was kept apart: whatever is undone, the model never learns from them.
    apart: Vec<bool>,
    /// The name of every class that ever was.
    names: Vec<String>,
    /// The key of every class that ever was.
    keys: Vec<Option<char>>,
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
    /// What was after it, once it is undone.
    after: Before,
}

/// What an action changed, as it was before.
#[derive(Debug, Clone, Default)]
struct Before {
    rows: Vec<(u32, u16, u8)>,
    order: Option<Vec<u16>>,
    keys: Option<Vec<Option<char>>>,
    name: Option<(u16, String)>,
    settings: Option<Settings>,
}

impl Before {
    fn is_empty(&self) -> bool {
        self.rows.is_empty()
            && self.order.is_none()
            && self.keys.is_none()
            && self.name.is_none()
            && self.settings.is_none()
    }
}

/// A class as others see it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub(crate) struct ClassState {
    pub(crate) name: String,
    pub(crate) key: Option<char>,
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
            apart: vec![false; rows],
            names: Vec::new(),
            keys: Vec::new(),
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
            let mut ids = vec![NONE; given.names().len()];
            for code in keys::natural_order(given.names()) {
                ids[code] = session.class_made(&given.names()[code])?;
            }
            for (row, code) in given.codes().enumerate() {
                if let Some(code) = code {
                    session.labels[row] = ids[code];
                    session.counts[usize::from(ids[code])][0] += 1;
                }
            }
        }
        Ok(session)
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
            Action::Right { rows } => self.right(rows),
            Action::Class { name } => {
                let name = self.free_name(name, None)?;
                let before = self.classes_before();
                self.class_made(&name)?;
                Ok(before)
            }
            Action::Rename { class, to } => {
                let id = self.class(class)?;
                let to = self.free_name(to, Some(id))?;
                let old = std::mem::replace(&mut self.names[usize::from(id)], to);
                let same = old == self.names[usize::from(id)];
                Ok(Before { name: (!same).then_some((id, old)), ..Before::default() })
            }
            Action::Merge { class, into } => self.merge(class, into),
            Action::Remove { class } => self.remove(class),
            Action::Key { class, key } => self.assign(class, *key),
            Action::Settings(settings) => {
                let old = std::mem::replace(&mut self.settings, settings.checked()?);
                let same = old == self.settings;
                Ok(Before { settings: (!same).then_some(old), ..Before::default() })
            }
            Action::Undo | Action::Redo => unreachable!("neither is ever taken back"),
        }
    }

    fn label_rows(&mut self, rows: &[u32], class: &str, check: &[u32]) -> Result<Before> {
        self.check_rows(rows)?;
        self.check_rows(check)?;
        let (id, mut before) = match self.class(class) {
            Ok(id) => (id, Before::default()),
            Err(_) => {
                let name = self.free_name(class, None)?;
                let before = self.classes_before();
                (self.class_made(&name)?, before)
            }
        };
        for &row in rows {
            // A check row stays one, whatever else it is called, and even where that was undone.
            let kept_apart = self.apart[row as usize] || check.contains(&row);
            self.put(row, id, if kept_apart { CHECK } else { 0 }, &mut before.rows);
        }
        Ok(before)
    }

    /// Puts labels beyond doubt. Those of check rows are in none.
    fn right(&mut self, rows: &[u32]) -> Result<Before> {
        self.check_rows(rows)?;
        if let Some(row) = rows.iter().find(|&&row| self.labels[row as usize] == NONE) {
            let what = format!("row {row} has no label that could be right");
            return Err(StudioError::request(what, "label it first"));
        }
        let mut before = Before::default();
        for &row in rows {
            let (label, mark) = (self.labels[row as usize], self.marks[row as usize]);
            self.put(row, label, if mark == CHECK { CHECK } else { RIGHT }, &mut before.rows);
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

    fn check_rows(&self, rows: &[u32]) -> Result<()> {
        match rows.iter().find(|&&row| row as usize >= self.labels.len()) {
            None => Ok(()),
            Some(row) => Err(StudioError::request(
                format!("there is no row {row}"),
                format!("rows count from 0 to {}", self.labels.len() - 1),
            )),
        }
    }
}
