//! What tells a row from others, so that a label stays with its row wherever that goes.

use std::collections::HashMap;

use halflit::SourceColumn;
use halflit_io::{LabelColumn, Table};
use serde::{Deserialize, Serialize};

use crate::material::Material;

/// FNV-1a: tells rows apart, and keeps nobody out.
pub(crate) struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    /// Adds bytes and that they end here.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for byte in bytes.iter().chain(&[0xff]) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub(crate) fn words(&self) -> String {
        format!("{:016x}", self.0)
    }
}

/// What is known of a row: its id where there is one, its values, and what was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Key {
    #[serde(rename = "v")]
    values: String,
    #[serde(rename = "t", default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(rename = "i", default, skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

impl Key {
    pub(crate) fn of(material: &Material, row: usize) -> Self {
        let mut values = Hash::default();
        let shown = material.cell(material.text, row).or(material.cell(material.image, row));
        match (has_learned(&material.table), &material.table.sparse) {
            (_, Some(sparse)) => {
                for (column, value) in sparse.nonzeros(row) {
                    values.add(&column.to_le_bytes());
                    values.add(&value.to_bits().to_le_bytes());
                }
            }
            (false, None) => {
                let own = material.table.row(row);
                own.iter().for_each(|v| values.add(&v.to_bits().to_le_bytes()));
            }
            (true, None) => {
                plain(&material.table, row).for_each(|v| values.add(&v.to_bits().to_le_bytes()));
                shown.iter().for_each(|shown| values.add(shown.as_bytes()));
            }
        }
        let hashed = |text: &str| {
            let mut hash = Hash::default();
            hash.add(text.as_bytes());
            hash.words()
        };
        Self {
            values: values.words(),
            text: shown.map(hashed),
            id: material.cell(material.id, row).map(str::to_owned),
        }
    }

    /// Whether both are of one row. Ids decide where both have one.
    fn is(&self, other: &Key) -> bool {
        match (&self.id, &other.id) {
            (Some(own), Some(other)) => own == other,
            _ => {
                let texts = self.text.as_ref().zip(other.text.as_ref());
                self.values == other.values && texts.is_none_or(|(own, other)| own == other)
            }
        }
    }
}

/// The values of a row that follow from the row alone: those of texts and pictures depend on all rows, and other rows may come.
fn plain(table: &Table, row: usize) -> impl Iterator<Item = f64> {
    let columns = table.encoding.columns.iter();
    let learned = columns.flat_map(|own| std::iter::repeat_n(own.is_learned(), own.width()));
    let values = table.row(row).into_owned().into_iter().zip(learned);
    values.filter(|(_, learned)| !learned).map(|(value, _)| value)
}

/// The names of the features; a column of texts or pictures has one, since its features are as many as its rows allow.
pub(crate) fn columns(table: &Table) -> Vec<String> {
    let (mut columns, mut first) = (Vec::new(), 0);
    for own in table.encoding.columns.iter().filter(|_| has_learned(table)) {
        match own.is_learned() {
            true => columns.push(own.name.clone()),
            false => columns.extend_from_slice(&table.feature_names[first..first + own.width()]),
        }
        first += own.width();
    }
    columns.extend_from_slice(&table.feature_names[first..]);
    columns
}

/// Whether features depend on more than their rows.
fn has_learned(table: &Table) -> bool {
    table.encoding.columns.iter().any(SourceColumn::is_learned)
}

/// Of which labels the data came with, in whatever order its rows are.
pub(crate) fn of_labels(material: &Material) -> String {
    let labels = material.table.labels.iter().flat_map(LabelColumn::iter).enumerate();
    let labeled = labels.filter_map(|(row, label)| Some((row, label?)));
    let one = |(row, label): (usize, &str)| {
        let mut hash = Hash::default();
        hash.add(Key::of(material, row).values.as_bytes());
        hash.add(label.as_bytes());
        hash.0
    };
    format!("{:016x}", labeled.map(one).fold(0u64, u64::wrapping_add))
}

/// Finds rows again by their keys. What is where it was costs nothing; all rows are looked at once something is not.
pub(crate) struct Finder<'m> {
    material: &'m Material,
    moved: Option<Moved>,
    found: HashMap<u32, Option<usize>>,
}

/// Every row by its id, and by its values.
struct Moved {
    keys: Vec<Key>,
    by_id: HashMap<String, Vec<usize>>,
    by_values: HashMap<String, Vec<usize>>,
}

impl<'m> Finder<'m> {
    pub(crate) fn new(material: &'m Material) -> Self {
        Self { material, moved: None, found: HashMap::new() }
    }

    /// Where the row of a key is now, which was `row` when it was written down.
    pub(crate) fn find(&mut self, row: u32, key: &Key) -> Option<usize> {
        let place = row as usize;
        if place < self.material.table.rows && Key::of(self.material, place).is(key) {
            return Some(place);
        }
        if let Some(found) = self.found.get(&row) {
            return *found;
        }
        let material = self.material;
        let moved = self.moved.get_or_insert_with(|| Moved::of(material));
        let found = moved.find(key);
        self.found.insert(row, found);
        found
    }
}

impl Moved {
    fn of(material: &Material) -> Self {
        let keys: Vec<Key> = (0..material.table.rows).map(|row| Key::of(material, row)).collect();
        let (mut by_id, mut by_values) = (HashMap::new(), HashMap::new());
        for (row, key) in keys.iter().enumerate() {
            by_values.entry(key.values.clone()).or_insert_with(Vec::new).push(row);
            if let Some(id) = &key.id {
                by_id.entry(id.clone()).or_insert_with(Vec::new).push(row);
            }
        }
        Self { keys, by_id, by_values }
    }

    /// The first such row that nobody else was found to be: rows that are equal are as good as each other.
    fn find(&mut self, key: &Key) -> Option<usize> {
        let has_ids = !self.by_id.is_empty();
        let rows = match &key.id {
            Some(id) if has_ids => self.by_id.get_mut(id)?,
            _ => self.by_values.get_mut(&key.values)?,
        };
        let keys = &self.keys;
        let place = rows.iter().position(|&row| keys[row].is(key))?;
        Some(if rows.len() > 1 { rows.remove(place) } else { rows[place] })
    }
}
