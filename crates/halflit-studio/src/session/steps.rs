//! One step after another, and back again.

use super::{Action, Before, Session, Step};
use crate::error::{Result, StudioError};

impl Session {
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
}
