//! One step after another, and back again.

use super::{Action, Before, CHECK, NONE, Session, Step};
use crate::error::{Result, StudioError};

impl Session {
    /// Does one thing. Nothing is changed where it fails; the version stays where nothing comes of it.
    ///
    /// # Errors
    /// What makes no sense: an unknown row or class, a name that cannot be one, nothing to undo.
    pub(crate) fn apply(&mut self, action: &Action) -> Result<()> {
        self.apply_kept(action, || Ok(()))
    }

    /// Takes a step once `keep`, which is not called where nothing comes of it, has written it down.
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
                let after = self.now(&step.before);
                self.note(&step.before);
                self.put_back(&step.before);
                self.undone.push(Step { after, ..step });
            }
            Action::Redo => {
                let none = || nothing("redo", "undo something first");
                let step = self.undone.pop().ok_or_else(none)?;
                if let Err(error) = keep() {
                    self.undone.push(step);
                    return Err(error);
                }
                // As it was, not as it would be now.
                self.put_back(&step.after);
                self.note(&step.before);
                self.done.push(step);
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
        for &(row, ..) in &before.rows {
            self.apart[row as usize] |= self.marks[row as usize] == CHECK;
        }
        self.done.push(Step { action: action.clone(), before, after: Before::default() });
        Ok(())
    }

    /// Forgets the rows from here on, whatever was done to them.
    pub(crate) fn forget_from(&mut self, rows: usize) {
        for row in rows..self.labels.len() {
            self.put(row as u32, NONE, 0, &mut Vec::new());
        }
        self.labels.truncate(rows);
        self.marks.truncate(rows);
        self.apart.truncate(rows);
        for step in self.done.iter_mut().chain(&mut self.undone) {
            for own in [&mut step.before, &mut step.after] {
                own.rows.retain(|&(row, ..)| (row as usize) < rows);
            }
        }
        self.changes.forget();
    }

    /// What an action changed, as it is now.
    fn now(&self, before: &Before) -> Before {
        let row = |&(row, ..): &(u32, u16, u8)| {
            (row, self.labels[row as usize], self.marks[row as usize])
        };
        let name = |(id, _): &(u16, String)| (*id, self.name(*id).to_owned());
        Before {
            rows: before.rows.iter().map(row).collect(),
            order: before.order.as_ref().map(|_| self.order.clone()),
            keys: before.keys.as_ref().map(|_| self.keys.clone()),
            name: before.name.as_ref().map(name),
            settings: before.settings.as_ref().map(|_| self.settings.clone()),
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
        if let Some(keys) = &before.keys {
            // Classes that came later keep theirs.
            self.keys[..keys.len()].copy_from_slice(keys);
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
}
