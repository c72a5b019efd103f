//! Classes by name: made, found, merged.

use halflit_io::{clean, means_unlabeled};

use super::{Before, NONE, Session};
use crate::error::{Result, StudioError};

/// Classes that there may be, those that an undo would bring back included: every row has a share of each.
const MOST_CLASSES: usize = 1_000;
/// Letters of a name.
const LONGEST_NAME: usize = 200;

/// A letter of no width that joins nothing: two names that differ by it look the same.
fn is_hidden(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// Whether a letter leaves ink, or could: joiners, selectors and fillers alone do not.
fn is_seen(c: char) -> bool {
    let unseen = matches!(c, '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200c}'..='\u{200f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}');
    !c.is_whitespace() && !unseen
}

impl Session {
    /// Makes two classes one.
    pub(super) fn merge(&mut self, class: &str, into: &str) -> Result<Before> {
        let (from, to) = (self.class(class)?, self.class(into)?);
        if from == to {
            let help = "name two different classes";
            return Err(StudioError::request(format!("{class} is to be merged into itself"), help));
        }
        let mut before = self.classes_before();
        for row in 0..self.labels.len() as u32 {
            if self.labels[row as usize] == from {
                self.put(row, to, self.marks[row as usize], &mut before.rows);
            }
        }
        self.order.retain(|&id| id != from);
        Ok(before)
    }

    /// Ends a class that no row has.
    pub(super) fn remove(&mut self, class: &str) -> Result<Before> {
        let id = self.class(class)?;
        let [learning, check] = self.counts[usize::from(id)];
        if learning + check > 0 {
            let what = format!("{class} has {} labeled rows", learning + check);
            return Err(StudioError::request(what, "merge it into another class instead"));
        }
        let before = self.classes_before();
        self.order.retain(|&own| own != id);
        Ok(before)
    }

    /// Classes and keys as they are, before they change.
    pub(super) fn classes_before(&self) -> Before {
        let (order, keys) = (Some(self.order.clone()), Some(self.keys.clone()));
        Before { order, keys, ..Before::default() }
    }

    /// The name of the class that is meant by a name: names that differ by case or spaces only are one.
    pub(crate) fn meant(&self, name: &str) -> Option<&str> {
        let folded = |name: &str| {
            let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
            words.join(" ")
        };
        let wanted = folded(name);
        let own = |id: &u16| self.name(*id);
        let exact = self.order.iter().map(own).find(|own| *own == name.trim());
        exact.or_else(|| self.order.iter().map(own).find(|own| folded(own) == wanted))
    }

    /// The class of that name.
    pub(super) fn class(&self, name: &str) -> Result<u16> {
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
    pub(super) fn free_name(&self, name: &str, own: Option<u16>) -> Result<String> {
        let name = name.trim();
        let shown: String = clean(name).chars().take(40).collect();
        let hidden = name.chars().any(is_hidden) || !(name.is_empty() || name.chars().any(is_seen));
        if name.chars().count() > LONGEST_NAME || clean(name) != name || hidden {
            let what = format!("'{shown}' cannot be the name of a class");
            let help = format!("give at most {LONGEST_NAME} letters on one line that can be seen");
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
    pub(super) fn class_made(&mut self, name: &str) -> Result<u16> {
        let gone = |id: &usize| self.names[*id] == name && !self.order.contains(&(*id as u16));
        let id = match (0..self.names.len()).find(gone) {
            Some(id) => id,
            None if self.names.len() >= MOST_CLASSES => match self.spare_identity() {
                Some(id) => {
                    self.names[id] = name.to_owned();
                    id
                }
                None => {
                    return Err(StudioError::request(
                        format!("there are {MOST_CLASSES} classes already"),
                        "merge some; a column with as many values is hardly one of classes",
                    ));
                }
            },
            None => {
                self.names.push(name.to_owned());
                self.keys.push(None);
                self.counts.push([0; 2]);
                self.names.len() - 1
            }
        };
        self.keys[id] = self.free_key(name);
        self.order.push(id as u16);
        Ok(id as u16)
    }

    /// The identity of a class that is gone and that no undo and no redo brings back.
    fn spare_identity(&self) -> Option<usize> {
        let mut used = vec![false; self.names.len()];
        let mut mark = |id: u16| {
            if let Some(own) = used.get_mut(usize::from(id)) {
                *own = true;
            }
        };
        self.order.iter().copied().for_each(&mut mark);
        for step in self.done.iter().chain(&self.undone) {
            for own in [&step.before, &step.after] {
                own.rows.iter().for_each(|&(_, id, _)| mark(id));
                own.order.iter().flatten().copied().for_each(&mut mark);
                own.name.iter().for_each(|(id, _)| mark(*id));
            }
        }
        used.iter().position(|used| !used)
    }

    /// The identity of a class that is there, by its name.
    pub(crate) fn identity(&self, name: &str) -> u16 {
        self.class(name).unwrap_or(NONE)
    }
}
