//! What others see of a session.

use halflit::Labels;

use super::{CHECK, ClassState, NONE, SKIPPED, Session, Settings, Since};

impl Session {
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

    /// Whether the label of a row was ever kept apart.
    pub(crate) fn is_apart(&self, row: usize) -> bool {
        self.apart[row]
    }

    pub(crate) fn mark_of(&self, row: usize) -> u8 {
        self.marks[row]
    }

    /// Whether a row has neither label nor skip.
    pub(crate) fn is_open(&self, row: usize) -> bool {
        self.labels[row] == NONE && self.marks[row] != SKIPPED
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
            let key = self.keys[usize::from(id)];
            ClassState { name: self.name(id).to_owned(), key, learning, check }
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

    /// Rows that are not to be asked for, beside those to learn from: skipped ones, and check rows that have a label.
    pub(crate) fn taken(&self) -> Vec<usize> {
        (0..self.rows()).filter(|&row| matches!(self.marks[row], CHECK | SKIPPED)).collect()
    }

    /// What changed since a version.
    pub(crate) fn since(&self, version: u32) -> Since {
        self.changes.since(version)
    }

    /// Everything that others see, for comparing.
    #[cfg(test)]
    pub(super) fn seen(&self) -> impl PartialEq + std::fmt::Debug + use<> {
        let label = |row: usize| self.label(row).map(|id| self.name(id).to_owned());
        let rows: Vec<_> = (0..self.rows()).map(|row| (label(row), self.marks[row])).collect();
        (rows, self.classes(), self.settings.clone(), self.skipped, self.labeled())
    }
}
