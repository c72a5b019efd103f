//! What a person can do, as it is asked for and as it is written down.

use serde::{Deserialize, Serialize};

use super::{Session, Settings};
use crate::error::{Result, StudioError};

/// One step of labeling.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Action {
    /// Gives rows a class, which is made where there is none of that name.
    Label {
        /// Which rows.
        rows: Vec<u32>,
        /// The name of the class.
        class: String,
        /// Those of them that were asked for as check rows: the model never sees their labels.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        check: Vec<u32>,
    },
    /// Takes labels and skips away.
    Unlabel {
        /// Which rows.
        rows: Vec<u32>,
    },
    /// Passes over rows: they are not asked for again.
    Skip {
        /// Which rows.
        rows: Vec<u32>,
    },
    /// Says that labels are right: they are not listed as doubtful again unless they change.
    Right {
        /// Which rows.
        rows: Vec<u32>,
    },
    /// Makes a class that no row has yet.
    Class {
        /// Its name.
        name: String,
    },
    /// Gives a class another name.
    Rename {
        /// The class.
        class: String,
        /// Its new name.
        to: String,
    },
    /// Makes two classes one.
    Merge {
        /// The class that ends.
        class: String,
        /// The class that its rows get.
        into: String,
    },
    /// Ends a class that no row has.
    Remove {
        /// The class.
        class: String,
    },
    /// Gives a class another key, or none.
    Key {
        /// The class.
        class: String,
        /// A digit or a small letter; the class that had it has none from then on.
        key: Option<char>,
    },
    /// Takes the last step back.
    Undo,
    /// Does it again.
    Redo,
    /// Changes how the model is made.
    Settings(Settings),
}

impl Action {
    /// The rows that it is about.
    pub(crate) fn rows(&self) -> &[u32] {
        match self {
            Action::Label { rows, .. }
            | Action::Unlabel { rows }
            | Action::Skip { rows }
            | Action::Right { rows } => rows,
            _ => &[],
        }
    }

    /// Names a class as it is called already where only case or spaces differ; a second class of such a name is refused. Files of labels that have two
    /// such classes keep them: this is asked of people, not of files.
    ///
    /// # Errors
    /// A new name that differs from that of another class by case or spaces only.
    pub(crate) fn known_as(&mut self, session: &Session) -> Result<()> {
        let own = match self {
            Action::Label { class, .. } => {
                if let Some(name) = session.meant(class) {
                    *class = name.to_owned();
                }
                return Ok(());
            }
            Action::Class { name } => (None, name),
            Action::Rename { class, to } => (Some(class.trim().to_owned()), to),
            _ => return Ok(()),
        };
        match session.meant(own.1) {
            Some(name) if own.0.as_deref() != Some(name) => Err(StudioError::request(
                format!("there is a class '{name}' already"),
                "give another name, or merge the two",
            )),
            _ => Ok(()),
        }
    }

    /// This action about the rows that `to` gives.
    pub(crate) fn moved(mut self, to: impl Fn(u32) -> u32) -> Self {
        let go = |rows: &mut Vec<u32>| rows.iter_mut().for_each(|row| *row = to(*row));
        match &mut self {
            Action::Label { rows, check, .. } => {
                go(rows);
                go(check);
            }
            Action::Unlabel { rows } | Action::Skip { rows } | Action::Right { rows } => go(rows),
            _ => {}
        }
        self
    }

    /// In words, for who wants to take it back.
    pub(super) fn words(&self) -> String {
        let some = |rows: &[u32]| match rows {
            [row] => format!("row {row}"),
            rows => format!("{} rows", rows.len()),
        };
        match self {
            Action::Label { rows, class, .. } => format!("label {} as {class}", some(rows)),
            Action::Unlabel { rows } => format!("remove the label of {}", some(rows)),
            Action::Skip { rows } => format!("skip {}", some(rows)),
            Action::Right { rows } => format!("the label of {} is right", some(rows)),
            Action::Class { name } => format!("new class {name}"),
            Action::Rename { class, to } => format!("rename {class} to {to}"),
            Action::Merge { class, into } => format!("merge {class} into {into}"),
            Action::Remove { class } => format!("remove the class {class}"),
            Action::Key { class, key: Some(key) } => format!("key {key} for {class}"),
            Action::Key { class, key: None } => format!("no key for {class}"),
            Action::Undo => "undo".into(),
            Action::Redo => "redo".into(),
            Action::Settings(settings) => format!("settings: {}", settings.method),
        }
    }
}
