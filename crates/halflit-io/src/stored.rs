//! Numbers as their file has them: they stay there, and pages of it are looked at when they are needed; or they are held in single
//! precision, in which they were written.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io;
use std::sync::Arc;

use halflit::{Content, Encoding, Samples, SourceColumn};
use memmap2::Mmap;

use crate::encode::median;

/// Numbers of columns that are looked at together to find their medians.
const AT_ONCE: usize = 1 << 18;

/// A matrix as its file has it, row after row, of double or single width in this machine's byte order.
///
/// A file that the numbers stay in must not shrink while this is alive: the system ends a process that looks at a page which is gone. Programs that
/// write a new file and rename it, as most do, are no danger: the old one stays until nobody looks at it.
#[derive(Clone)]
pub struct Stored {
    bytes: Bytes,
    rows: usize,
    columns: usize,
    single: bool,
}

/// Where the numbers are.
#[derive(Clone)]
enum Bytes {
    /// In their file, from a byte on.
    File(Arc<Mmap>, usize),
    /// Here, in single precision.
    Memory(Arc<Vec<f32>>),
}

impl Stored {
    /// Numbers of single precision that were read.
    pub(crate) fn held(values: Vec<f32>, rows: usize, columns: usize) -> Self {
        Self { bytes: Bytes::Memory(Arc::new(values)), rows, columns, single: true }
    }

    /// `rows` × `columns` numbers of a file from a byte on; nothing where they do not lie as numbers must in memory.
    #[allow(unsafe_code)]
    pub(crate) fn mapped(
        file: &File,
        start: usize,
        (rows, columns): (usize, usize),
        single: bool,
    ) -> io::Result<Option<Self>> {
        // SAFETY: the map is read only, and bytes of any content are valid numbers. What remains is that another process may
        // change or shorten the file; that cannot be ruled out, and the documentation of the type says so.
        let map = Arc::new(unsafe { Mmap::map(file)? });
        let size = if single { 4 } else { 8 };
        let end = rows.checked_mul(columns).and_then(|count| count.checked_mul(size));
        let is_there = end.and_then(|end| end.checked_add(start)) <= Some(map.len());
        let own = Self { bytes: Bytes::File(map, start), rows, columns, single };
        Ok((is_there && end.is_some() && start.is_multiple_of(size)).then_some(own))
    }

    fn bytes(&self) -> &[u8] {
        let size = if self.single { 4 } else { 8 };
        match &self.bytes {
            Bytes::File(map, start) => &map[*start..*start + self.rows * self.columns * size],
            Bytes::Memory(values) => bytemuck::cast_slice(values),
        }
    }

    /// The numbers as samples, borrowed.
    ///
    /// # Errors
    /// As [`Samples::from_row_major`].
    pub fn samples(&self) -> halflit::Result<Samples<'_>> {
        let (rows, columns) = (self.rows, self.columns);
        match self.single {
            true => {
                let values: &[f32] = bytemuck::cast_slice(self.bytes());
                Samples::from_row_major_f32(values, rows, columns)
            }
            false => {
                let values: &[f64] = bytemuck::cast_slice(self.bytes());
                Samples::from_row_major(values, rows, columns)
            }
        }
    }

    /// The numbers of one row.
    pub(crate) fn row(&self, row: usize) -> Cow<'_, [f64]> {
        let part = row * self.columns..(row + 1) * self.columns;
        match self.single {
            true => {
                let values: &[f32] = bytemuck::cast_slice(self.bytes());
                Cow::Owned(values[part].iter().map(|&value| f64::from(value)).collect())
            }
            false => {
                let values: &[f64] = bytemuck::cast_slice(self.bytes());
                Cow::Borrowed(&values[part])
            }
        }
    }

    /// Whether numbers are of single width.
    pub fn is_single(&self) -> bool {
        self.single
    }

    /// Columns of numbers with their medians.
    pub(crate) fn learned(&self, names: &[String], named: bool) -> Encoding {
        let width = (AT_ONCE / self.rows).clamp(8, 64);
        let mut columns = Vec::with_capacity(names.len());
        for (block, names) in names.chunks(width).enumerate() {
            let range = block * width..block * width + names.len();
            for (mut numbers, name) in self.columns(range).into_iter().zip(names) {
                let content = Content::Number { median: median(&mut numbers) };
                columns.push(SourceColumn { name: name.clone(), content });
            }
        }
        Encoding { named, filled: false, columns }
    }

    /// Some columns, one after another: a pass over all numbers for these.
    fn columns(&self, columns: std::ops::Range<usize>) -> Vec<Vec<f64>> {
        let room = |_| Vec::with_capacity(self.rows);
        let mut found: Vec<Vec<f64>> = columns.clone().map(room).collect();
        self.each_row(|_, row| {
            found.iter_mut().zip(columns.clone()).for_each(|(own, k)| own.push(row.get(k)));
            true
        });
        found
    }

    /// The row and column of the first number that is not finite.
    pub(crate) fn first_not_finite(&self) -> Option<(usize, usize, f64)> {
        let mut first = None;
        self.each_row(|index, row| {
            let columns = 0..self.columns;
            first = columns.map(|k| (index, k, row.get(k))).find(|(.., value)| !value.is_finite());
            first.is_none()
        });
        first
    }

    /// Looks at rows in order, until `look` has seen enough.
    fn each_row(&self, mut look: impl FnMut(usize, Row<'_>) -> bool) {
        let width = self.columns;
        if self.single {
            let values: &[f32] = bytemuck::cast_slice(self.bytes());
            let mut rows = values.chunks_exact(width).enumerate();
            rows.all(|(index, row)| look(index, Row::Single(row)));
        } else {
            let values: &[f64] = bytemuck::cast_slice(self.bytes());
            let mut rows = values.chunks_exact(width).enumerate();
            rows.all(|(index, row)| look(index, Row::Double(row)));
        }
    }
}

/// One row of either width.
enum Row<'r> {
    Single(&'r [f32]),
    Double(&'r [f64]),
}

impl Row<'_> {
    fn get(&self, k: usize) -> f64 {
        match self {
            Row::Single(row) => f64::from(row[k]),
            Row::Double(row) => row[k],
        }
    }
}

impl fmt::Debug for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = if self.single { "f32" } else { "f64" };
        let place = if matches!(self.bytes, Bytes::File(..)) { "in their file" } else { "held" };
        write!(f, "{} × {} numbers of {width} {place}", self.rows, self.columns)
    }
}

impl PartialEq for Stored {
    fn eq(&self, other: &Self) -> bool {
        let shape = |own: &Self| (own.rows, own.columns, own.single);
        shape(self) == shape(other) && self.bytes() == other.bytes()
    }
}
