//! Classes by name: made, found, merged.

use halflit_io::{clean, means_unlabeled};

use super::{Before, NONE, Session};
use crate::error::{Result, StudioError};

/// Classes that there may be, those that were merged away included: every row has a share of each.
const MOST_CLASSES: usize = 1_000;
/// Letters of a name.
const LONGEST_NAME: usize = 200;

impl Session {
    /// Makes two classes one.
    pub(super) fn merge(&mut self, class: &str, into: &str) -> Result<Before> {
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
    pub(super) fn class_made(&mut self, name: &str) -> Result<u16> {
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

    /// The identity of a class that is there, by its name.
    pub(crate) fn identity(&self, name: &str) -> u16 {
        self.class(name).unwrap_or(NONE)
    }
}
