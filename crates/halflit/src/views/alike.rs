//! Rows that are equal.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::data::Samples;
use crate::threads::*;

/// For every row the first that is equal to it, which is the one that a search for the nearest row finds.
pub(crate) fn first_alike(samples: &Samples<'_>) -> Vec<usize> {
    let mark = |row: usize| {
        let mut hasher = DefaultHasher::new();
        // Zero has two signs and is one number.
        samples.row(row).iter().for_each(|value| (value + 0.0).to_bits().hash(&mut hasher));
        hasher.finish()
    };
    let marks: Vec<u64> = (0..samples.rows()).into_par_iter().map(mark).collect();
    let mut known: HashMap<u64, Vec<usize>> = HashMap::with_capacity(marks.len());
    let first = |(row, mark): (usize, &u64)| {
        let alike = known.entry(*mark).or_default();
        let found = alike.iter().copied().find(|&other| samples.row(other) == samples.row(row));
        found.unwrap_or_else(|| {
            alike.push(row);
            row
        })
    };
    marks.iter().enumerate().map(first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Result;

    #[test]
    fn equal_rows_are_known_by_the_first() -> Result<()> {
        let values = [1.0, 2.0, 0.0, 1.0, 1.0, 2.0, -0.0, 1.0, 2.0, 1.0];
        let samples = Samples::from_row_major(values.as_slice(), 5, 2)?;
        assert_eq!(first_alike(&samples), [0, 1, 0, 1, 4]);
        Ok(())
    }
}
