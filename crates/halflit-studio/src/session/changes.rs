//! Which rows changed with which version.

use std::collections::{BTreeSet, VecDeque};

/// Rows that are remembered in all; who comes later is told everything.
const REMEMBERED: usize = 1 << 20;

/// The latest versions, each with the rows that it changed.
#[derive(Debug, Clone, Default)]
pub(super) struct Changes {
    /// Versions that are no longer told apart.
    forgotten: u32,
    /// One entry a version; nothing where classes were renumbered.
    latest: VecDeque<Option<Vec<u32>>>,
    held: usize,
}

/// What changed since a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Since {
    /// Anything may have.
    Everything,
    /// These rows, ascending.
    Rows(Vec<u32>),
}

impl Changes {
    pub(super) fn version(&self) -> u32 {
        1 + self.forgotten + self.latest.len() as u32
    }

    pub(super) fn add(&mut self, renumbered: bool, rows: impl Iterator<Item = u32>) {
        let rows = (!renumbered).then(|| rows.collect::<Vec<u32>>());
        self.held += size(&rows);
        self.latest.push_back(rows);
        while self.held > REMEMBERED {
            let Some(first) = self.latest.pop_front() else { return };
            self.held -= size(&first);
            self.forgotten += 1;
        }
    }

    /// Who asks for changes from before now is told everything.
    pub(super) fn forget(&mut self) {
        self.forgotten += self.latest.len() as u32;
        self.latest.clear();
        self.held = 0;
    }

    pub(super) fn since(&self, version: u32) -> Since {
        // Version 1 + forgotten is what was before the first entry.
        let Some(start) = version.checked_sub(1 + self.forgotten) else { return Since::Everything };
        if version > self.version() {
            return Since::Everything;
        }
        let mut rows = BTreeSet::new();
        for entry in self.latest.iter().skip(start as usize) {
            match entry {
                None => return Since::Everything,
                Some(own) => rows.extend(own.iter().copied()),
            }
        }
        Since::Rows(rows.into_iter().collect())
    }
}

/// An entry without rows takes room too.
fn size(entry: &Option<Vec<u32>>) -> usize {
    16 + entry.as_ref().map_or(0, Vec::len)
}
