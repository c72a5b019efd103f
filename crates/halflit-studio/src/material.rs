//! What is studied: a table and what its columns are for.

use std::path::PathBuf;

use halflit_io::Table;

/// Where a table came from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Origin {
    /// From nowhere that it could be read again, such as standard input.
    #[default]
    Nowhere,
    /// From a file: how it was read, as words of a command line after `halflit fit`, its path first.
    File(Vec<String>),
    /// From Python, where it is called `X`.
    Python,
}

/// A table that was read, and what a person is to see of it.
#[derive(Debug)]
pub struct Material {
    /// What it is called.
    pub name: String,
    /// Features, labels, and the columns of `id`, `text` and `image` among the kept ones.
    pub table: Table,
    /// The place among the kept columns of one that tells rows apart.
    pub id: Option<usize>,
    /// The place of one to read.
    pub text: Option<usize>,
    /// The place of one that names pictures, by path or by data URL.
    pub image: Option<usize>,
    /// The folder under which pictures are shown; none where there is no such column.
    pub images: Option<PathBuf>,
    /// Labels that mean unlabeled, beside those that always do.
    pub unlabeled: Vec<String>,
    /// Where it came from, for who wants to repeat the result.
    pub origin: Origin,
    /// Seed of everything random.
    pub seed: u64,
}

impl Material {
    /// A table of which nothing but its numbers and labels is to be seen.
    pub fn of(name: &str, table: Table) -> Self {
        Self {
            name: name.to_owned(),
            table,
            id: None,
            text: None,
            image: None,
            images: None,
            unlabeled: Vec::new(),
            origin: Origin::Nowhere,
            seed: 0,
        }
    }

    /// The name of a kept column.
    pub(crate) fn column(&self, place: Option<usize>) -> Option<&str> {
        place.map(|place| self.table.kept[place].0.as_str())
    }

    /// A cell of a kept column; nothing where it is empty.
    pub(crate) fn cell(&self, place: Option<usize>, row: usize) -> Option<&str> {
        let cell = self.table.kept[place?].1[row].as_str();
        (!cell.is_empty()).then_some(cell)
    }
}
