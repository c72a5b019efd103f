//! A short name for the content of a dataset.

use halflit::Dataset;

/// FNV-1a: no protection against malice, and none is needed; the same on every machine, and a few lines.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// The digest of shape, values and labels as 16 hex digits.
pub(super) fn of(data: &Dataset<'_>) -> String {
    let (samples, labels) = (data.samples(), data.labels());
    let mut fnv = Fnv::new();
    fnv.add(&(samples.rows() as u64).to_le_bytes());
    fnv.add(&(samples.columns() as u64).to_le_bytes());
    for i in 0..samples.rows() {
        // Adding 0 turns −0, which some writers keep and others do not, into 0.
        samples.row(i).iter().for_each(|value| fnv.add(&(value + 0.0).to_bits().to_le_bytes()));
        // 0xfe and 0xff are not part of any text, so no two lists of labels look the same.
        match labels.name_of(i) {
            Some(name) => fnv.add(name.as_bytes()),
            None => fnv.add(&[0xfe]),
        }
        fnv.add(&[0xff]);
    }
    format!("{:016x}", fnv.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use halflit::{Labels, Samples};

    #[test]
    fn is_that_of_the_published_algorithm() {
        let mut fnv = Fnv::new();
        fnv.add(b"foobar");
        assert_eq!(fnv.0, 0x8594_4171_f739_67e8);
    }

    #[test]
    fn tells_values_labels_and_shapes_apart() -> halflit::Result<()> {
        let digest = |values: [f64; 4], columns: usize, names: [Option<&str>; 2]| {
            let rows = 4 / columns;
            let samples = Samples::from_row_major(values.to_vec(), rows, columns)?;
            let names = names.into_iter().cycle().take(rows);
            Ok::<_, halflit::Error>(of(&Dataset::new(samples, Labels::new(names))?))
        };
        let names = [Some("a"), Some("b")];
        let first = digest([0.0, 1.0, 2.0, 3.0], 2, names)?;
        assert_eq!(first.len(), 16);
        assert_eq!(first, digest([-0.0, 1.0, 2.0, 3.0], 2, names)?);
        assert_ne!(first, digest([0.0, 1.0, 2.0, 4.0], 2, names)?);
        assert_ne!(first, digest([0.0, 1.0, 2.0, 3.0], 2, [Some("a"), None])?);
        assert_ne!(first, digest([0.0, 1.0, 2.0, 3.0], 1, names)?);
        Ok(())
    }
}
