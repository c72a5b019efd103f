//! One optional label per row, each distinct one held once.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::number;

/// One optional label per row. Names are held once, so a million rows of two classes cost a million small numbers.
///
/// ```
/// use halflit_io::{ReadOptions, read_from};
///
/// let options = ReadOptions { label: Some("class".into()), ..Default::default() };
/// let table = read_from(&b"x,class\n1,b\n2,\n3,b\n"[..], "example", &options)?;
/// let labels = table.labels.as_ref().expect("a label was asked for");
/// assert_eq!(labels.iter().collect::<Vec<_>>(), [Some("b"), None, Some("b")]);
/// assert_eq!(labels.names(), ["b"]);
/// assert_eq!(labels.codes().collect::<Vec<_>>(), [Some(0), None, Some(0)]);
/// # Ok::<(), halflit_io::IoError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LabelColumn {
    names: Vec<String>,
    of_row: Vec<Option<u32>>,
    /// Rows that a marker of the caller's makes unlabeled.
    marked: usize,
}

impl LabelColumn {
    /// Number of rows, labeled or not.
    pub fn len(&self) -> usize {
        self.of_row.len()
    }

    /// Whether there is no row at all.
    pub fn is_empty(&self) -> bool {
        self.of_row.is_empty()
    }

    /// The distinct labels in order of first appearance.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The label of every row as a position in [`LabelColumn::names`].
    pub fn codes(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        self.of_row.iter().map(|row| row.map(|name| name as usize))
    }

    /// The label of every row, in row order.
    pub fn iter(&self) -> impl Iterator<Item = Option<&str>> + '_ {
        self.codes().map(|row| row.map(|name| self.names[name].as_str()))
    }

    /// Number of rows that are unlabeled because they hold a marker that the caller named.
    pub fn marked(&self) -> usize {
        self.marked
    }

    /// The labels of some rows, in that order.
    pub fn gather(&self, rows: &[usize]) -> LabelColumn {
        let mut builder = LabelBuilder::new(&[]);
        for &row in rows {
            builder.push(self.of_row[row].map_or("", |name| &self.names[name as usize]));
        }
        let labels = builder.finish();
        // Which of them hold a marker is not held.
        let unlabeled = labels.of_row.iter().filter(|label| label.is_none()).count();
        LabelColumn { marked: self.marked.min(unlabeled), ..labels }
    }

    /// Labels by row, of which some rows hold a marker.
    pub(crate) fn of_texts(labels: &[Option<String>], marked: usize) -> LabelColumn {
        let labels: LabelColumn = labels.iter().map(Option::as_deref).collect();
        let unlabeled = labels.of_row.iter().filter(|label| label.is_none()).count();
        LabelColumn { marked: marked.min(unlabeled), ..labels }
    }

    /// The labels as owned text, for writing them out again.
    pub fn to_vec(&self) -> Vec<Option<String>> {
        self.iter().map(|label| label.map(str::to_string)).collect()
    }

    /// Takes away the first row, which turned out to be a header.
    pub(crate) fn remove_first(&mut self) {
        let first = self.of_row.remove(0);
        let alone = first.is_some() && !self.of_row.contains(&first);
        if alone {
            self.names.remove(0);
            self.of_row.iter_mut().flatten().for_each(|name| *name -= 1);
        }
    }
}

/// Labels that came from no file, with nothing for a row that has none. They are read as cells are: a text that means unlabeled is no
/// label.
///
/// ```
/// let labels: halflit_io::LabelColumn = [Some("b"), None, Some("a")].into_iter().collect();
/// assert_eq!(labels.names(), ["b", "a"]);
/// ```
impl<'a> FromIterator<Option<&'a str>> for LabelColumn {
    fn from_iter<I: IntoIterator<Item = Option<&'a str>>>(labels: I) -> Self {
        let mut builder = LabelBuilder::new(&[]);
        labels.into_iter().for_each(|label| builder.push(label.unwrap_or_default()));
        builder.finish()
    }
}

/// A cell of a binary format, before it becomes a feature or a label.
pub(crate) enum Cell<'a> {
    #[cfg_attr(not(feature = "columnar"), allow(dead_code))] // texts have empty cells instead
    Missing,
    Number(f64),
    /// Kept apart so that large identifiers stay distinct as labels.
    Integer(i64),
    Text(Cow<'a, str>),
}

impl<'a> Cell<'a> {
    /// As a text format would write it.
    pub(crate) fn into_text(self) -> Cow<'a, str> {
        match self {
            Cell::Missing => Cow::Borrowed(""),
            Cell::Number(value) if value.is_nan() => Cow::Borrowed(""),
            Cell::Number(value) => Cow::Owned(number::shortest(value)),
            Cell::Integer(value) => Cow::Owned(value.to_string()),
            Cell::Text(text) => text,
        }
    }
}

/// Collects labels, telling those that mean unlabeled.
pub(crate) struct LabelBuilder {
    unlabeled: Vec<String>,
    /// Every text seen so far; `None` where it means unlabeled.
    seen: HashMap<String, Option<u32>>,
    column: LabelColumn,
    /// Bytes of all texts seen.
    held: usize,
}

impl LabelBuilder {
    pub(crate) fn new(unlabeled: &[String]) -> Self {
        let unlabeled = unlabeled.to_vec();
        Self { unlabeled, seen: HashMap::new(), column: LabelColumn::default(), held: 0 }
    }

    pub(crate) fn push(&mut self, text: &str) {
        let text = text.trim();
        let name = match self.seen.get(text) {
            Some(&name) => name,
            None => self.add(text),
        };
        self.column.marked += usize::from(name.is_none() && !number::is_missing(text.as_bytes()));
        self.column.of_row.push(name);
    }

    pub(crate) fn push_cell(&mut self, cell: Cell<'_>) {
        self.push(&cell.into_text());
    }

    #[cfg(feature = "columnar")]
    /// Bytes of the distinct labels: some formats can name a long text many times at no cost.
    pub(crate) fn held(&self) -> usize {
        self.held
    }

    pub(crate) fn finish(mut self) -> LabelColumn {
        self.column.of_row.shrink_to_fit();
        self.column
    }

    fn add(&mut self, text: &str) -> Option<u32> {
        let name = if self.means_unlabeled(text) {
            None
        } else {
            self.column.names.push(text.to_string());
            // Row numbers fit into memory beside their features, so distinct labels fit into 32 bits.
            Some(self.column.names.len() as u32 - 1)
        };
        self.seen.insert(text.to_string(), name);
        self.held += text.len();
        name
    }

    fn means_unlabeled(&self, text: &str) -> bool {
        means_unlabeled(text, &self.unlabeled)
    }
}

/// Whether a label says that its row has none, with markers of the caller's. A marker matches as text, and as a number where both
/// are one: `-1` names `-1.0` too.
///
/// ```
/// use halflit_io::means_unlabeled;
/// assert!(means_unlabeled("?", &[]) && !means_unlabeled("-1", &[]));
/// assert!(means_unlabeled("-1.0", &["-1".into()]));
/// ```
pub fn means_unlabeled(text: &str, markers: &[String]) -> bool {
    let value = number::parse(text.as_bytes());
    number::is_missing(text.as_bytes())
        || markers.iter().any(|marker| {
            marker == text || (value.is_some() && number::parse(marker.as_bytes()) == value)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(cells: &[&str], unlabeled: &[&str]) -> Vec<Option<String>> {
        let unlabeled: Vec<String> = unlabeled.iter().map(|m| m.to_string()).collect();
        let mut builder = LabelBuilder::new(&unlabeled);
        cells.iter().for_each(|cell| builder.push(cell));
        builder.finish().to_vec()
    }

    #[test]
    fn every_marker_means_unlabeled() {
        assert_eq!(column(&["", " ", "NaN", "nan", "NA", "null", "?"], &[]), vec![None; 7]);
        assert_eq!(column(&["-1", "na"], &[]), [Some("-1".into()), Some("na".into())]);
        assert_eq!(column(&["-1", "-1.0", "none"], &["-1", "none"]), vec![None; 3]);
    }

    #[test]
    fn numbers_print_shortest_and_large_integers_stay_apart() {
        let mut builder = LabelBuilder::new(&[]);
        builder.push_cell(Cell::Number(1.0));
        builder.push_cell(Cell::Number(f64::NAN));
        builder.push_cell(Cell::Integer(9007199254740993));
        builder.push_cell(Cell::Integer(9007199254740992));
        assert_eq!(builder.finish().names(), ["1", "9007199254740993", "9007199254740992"]);
    }

    #[test]
    fn removing_the_first_row_forgets_its_name_only_if_unused() {
        let mut builder = LabelBuilder::new(&[]);
        ["class", "a", "b"].iter().for_each(|cell| builder.push(cell));
        let mut labels = builder.finish();
        labels.remove_first();
        assert_eq!(labels.iter().collect::<Vec<_>>(), [Some("a"), Some("b")]);
        labels.remove_first();
        assert_eq!(labels.names(), ["b"]);
    }
}
