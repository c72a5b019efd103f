//! From cells to features: what columns hold is learned, or known from before.

use std::collections::{BTreeSet, HashMap};

use halflit::{Content, Encoding, SourceColumn};

use crate::cells::{Cells, Held, MANY_VALUES, NOTHING, Texts, held};
use crate::error::{IoError, Result, excerpt};
use crate::number::shortest;
use crate::options::Missing;

/// A value that a category did not have when it was learned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownValue {
    /// The column.
    pub column: String,
    /// The first such value.
    pub value: String,
    /// Number of rows with one.
    pub rows: usize,
}

/// The median, where there is a number; their order is lost.
pub(crate) fn median(numbers: &mut [f64]) -> Option<f64> {
    let middle = numbers.len() / 2;
    let even = numbers.len().is_multiple_of(2);
    if numbers.is_empty() {
        return None;
    }
    let (below, &mut upper, _) = numbers.select_nth_unstable_by(middle, f64::total_cmp);
    let lower = below.iter().copied().max_by(f64::total_cmp).filter(|_| even);
    // Halved before they are added, which cannot overflow.
    Some(lower.map_or(upper, |lower| 0.5 * lower + 0.5 * upper))
}

/// Cells of features, row after row.
pub(crate) struct Grid {
    pub(crate) file: String,
    pub(crate) names: Vec<String>,
    pub(crate) values: Vec<f64>,
    pub(crate) cells: Cells,
}

impl Grid {
    pub(crate) fn width(&self) -> usize {
        self.names.len()
    }

    fn column(&self, k: usize) -> impl Iterator<Item = Held> + '_ {
        self.values.iter().skip(k).step_by(self.width()).map(|&cell| held(cell))
    }

    /// Whether the first column counts rows, from 0 or, as R does, from 1.
    pub(crate) fn first_counts(&self) -> bool {
        let counts = |start: usize| {
            let mut cells = self.column(0).enumerate();
            cells.all(|(row, cell)| cell == Held::Number((row + start) as f64))
        };
        self.values.len() > 2 * self.width() && (counts(0) || counts(1))
    }

    /// Leaves the first column out.
    pub(crate) fn remove_first(&mut self) {
        let width = self.width();
        let mut position = 0;
        self.values.retain(|_| {
            position += 1;
            (position - 1) % width != 0
        });
        self.names.remove(0);
        self.cells.remove(0);
    }

    /// Leaves out rows that lack a value, and says which are left; nothing where that are all.
    pub(crate) fn drop_gaps(&mut self) -> Result<Option<Vec<usize>>> {
        let whole = |row: &[f64]| row.iter().all(|&cell| held(cell) != Held::Nothing);
        let width = self.width();
        let rows = self.values.len() / width;
        let left: Vec<usize> =
            (0..rows).filter(|&row| whole(&self.values[row * width..][..width])).collect();
        if left.is_empty() {
            return Err(IoError::NoWholeRow { file: self.file.clone(), rows });
        }
        if left.len() == rows {
            return Ok(None);
        }
        for (to, &from) in left.iter().enumerate() {
            self.values.copy_within(from * width..(from + 1) * width, to * width);
        }
        self.values.truncate(left.len() * width);
        self.values.shrink_to_fit();
        Ok(Some(left))
    }

    /// What the columns hold. All columns that cannot be features are named at once.
    pub(crate) fn learn(&self, named: bool, filled: bool) -> Result<Encoding> {
        let (mut columns, mut refused) = (Vec::new(), Vec::new());
        for k in 0..self.width() {
            match self.gap(k).and_then(|()| self.content(k)) {
                Ok(content) => columns.push(SourceColumn { name: self.names[k].clone(), content }),
                Err(error) => refused.push((excerpt(&self.names[k]), error)),
            }
        }
        IoError::together(&self.file, refused)?;
        Ok(Encoding { named, filled, columns })
    }

    /// Refuses columns that lack a value where none is to be filled in.
    pub(crate) fn check_gaps(&self) -> Result<()> {
        let gap = |k: usize| Some((excerpt(&self.names[k]), self.gap(k).err()?));
        IoError::together(&self.file, (0..self.width()).filter_map(gap).collect())
    }

    fn gap(&self, k: usize) -> Result<()> {
        match &self.cells.gaps[k] {
            None => Ok(()),
            Some(place) => {
                let column = excerpt(&self.names[k]);
                Err(IoError::Missing { place: place.clone(), column })
            }
        }
    }

    fn content(&self, k: usize) -> Result<Content> {
        match &self.cells.texts[k] {
            Some(texts) if texts.cells > 0 => self.category(k, texts),
            _ => Ok(Content::Number { median: Some(self.median(k)?) }),
        }
    }

    fn median(&self, k: usize) -> Result<f64> {
        let mut numbers: Vec<f64> = self
            .column(k)
            .filter_map(|cell| match cell {
                Held::Number(value) => Some(value),
                _ => None,
            })
            .collect();
        median(&mut numbers).ok_or_else(|| {
            let (file, column) = (self.file.clone(), excerpt(&self.names[k]));
            IoError::NoValues { file, column }
        })
    }

    /// A few texts, each in more than one row as a rule; a few texts among numbers are slips.
    fn category(&self, k: usize, texts: &Texts) -> Result<Content> {
        let (mut present, mut numbers, mut values) = (0, 0, BTreeSet::new());
        for cell in self.column(k) {
            present += usize::from(cell != Held::Nothing);
            numbers += usize::from(matches!(cell, Held::Number(_)));
            values.extend(value_of(cell, texts).filter(|_| values.len() <= MANY_VALUES));
        }
        let column = excerpt(&self.names[k]);
        if let (true, Some((place, value))) = (2 * numbers > present, &texts.first) {
            return Err(IoError::NotNumeric { place: place.clone(), column, value: value.clone() });
        }
        if values.len() > MANY_VALUES || 2 * values.len() > present {
            let more = if values.len() > MANY_VALUES { "more than " } else { "" };
            let values = format!("{more}{}", values.len().min(MANY_VALUES));
            let file = self.file.clone();
            return Err(IoError::ManyValues { file, column, values, rows: present });
        }
        Ok(Content::Category { values: values.into_iter().collect() })
    }

    /// The features of an encoding, and the values that it does not know.
    pub(crate) fn encode(
        mut self,
        encoding: &Encoding,
        missing: Missing,
    ) -> Result<(Vec<f64>, Vec<UnknownValue>)> {
        let width: usize = encoding.columns.iter().map(SourceColumn::width).sum();
        let in_place = encoding.columns.iter().all(|c| matches!(c.content, Content::Number { .. }));
        let mut unknown = Vec::new();
        let mut features = match in_place {
            true => Vec::new(),
            false => vec![0.0; self.values.len() / self.width() * width],
        };
        let mut first = 0;
        for (k, column) in encoding.columns.iter().enumerate() {
            match &column.content {
                Content::Number { median } => {
                    self.fill(k, median.filter(|_| missing == Missing::Median))?;
                    if !in_place {
                        let from = self.values.iter().skip(k).step_by(self.width());
                        let to = features.iter_mut().skip(first).step_by(width);
                        to.zip(from).for_each(|(to, &from)| *to = from);
                    }
                }
                Content::Category { values } => {
                    let rows = features.chunks_exact_mut(width).map(|row| &mut row[first..]);
                    unknown.extend(self.spread(k, values, rows));
                }
                // Their features are put in between afterwards.
                Content::Text { .. } | Content::Picture { .. } => {}
            }
            first += column.width();
        }
        Ok((if in_place { self.values } else { features }, unknown))
    }

    /// Puts the median where a number is missing.
    fn fill(&mut self, k: usize, median: Option<f64>) -> Result<()> {
        let width = self.width();
        for cell in self.values.iter_mut().skip(k).step_by(width) {
            if cell.to_bits() == NOTHING.to_bits() {
                *cell = median.ok_or_else(|| IoError::NoMedian {
                    file: self.file.clone(),
                    column: excerpt(&self.names[k]),
                })?;
            }
        }
        Ok(())
    }

    /// Sets 1 for the value of each row, and says which value was not known.
    fn spread<'r>(
        &self,
        k: usize,
        values: &[String],
        rows: impl Iterator<Item = &'r mut [f64]>,
    ) -> Option<UnknownValue> {
        let number: HashMap<&str, usize> =
            values.iter().enumerate().map(|(number, value)| (value.as_str(), number)).collect();
        let texts = self.cells.texts[k].as_ref()?;
        let mut unknown: Option<UnknownValue> = None;
        for (row, cell) in rows.zip(self.column(k)) {
            let Some(value) = value_of(cell, texts) else { continue };
            match number.get(value.as_str()) {
                Some(&number) => row[number] = 1.0,
                None => {
                    let column = self.names[k].clone();
                    unknown.get_or_insert(UnknownValue { column, value, rows: 0 }).rows += 1;
                }
            }
        }
        unknown
    }
}

/// The value of a category: text as it is, a number as it is written shortest; nothing for nothing.
fn value_of(cell: Held, texts: &Texts) -> Option<String> {
    match cell {
        Held::Nothing => None,
        Held::Number(value) => Some(shortest(value)),
        Held::Text(number) => texts.values.get(number).cloned(),
    }
}
