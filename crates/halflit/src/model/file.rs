//! Tensors by name with one metadata entry, to and from bytes: what files of models, of sums and of what was learned from texts share.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::tensors::{self, Dtype, Tensor, View};
use crate::data::Scaler;
use crate::error::{Error, Result};
use crate::matrix::RowMatrix;

/// The largest number whose square is one too: more is in no model that was fitted, and nothing is mapped to more.
pub(super) const LARGEST: f64 = 1e150;

/// Tensors and a metadata entry, in the safetensors format.
pub(crate) fn write<S: AsRef<str> + Ord>(
    tensors: Vec<(S, Tensor)>,
    entry: &str,
    header: &impl Serialize,
) -> Result<Vec<u8>> {
    let header = serde_json::to_string(header).map_err(bad)?;
    tensors::serialize(tensors, (entry, &header))
}

/// Tensors by name, with their shapes checked.
pub(crate) struct File<'b>(BTreeMap<String, View<'b>>);

impl<'b> File<'b> {
    /// The metadata entry, its version looked at before anything else in it, and the tensors.
    pub(crate) fn open<T: DeserializeOwned>(
        bytes: &'b [u8],
        entry: &str,
        supported: u64,
    ) -> Result<(T, Self)> {
        #[derive(Deserialize)]
        struct Version {
            version: u64,
            written_by: Option<String>,
        }
        let text = &tensors::entry(bytes, entry)?;
        let Version { version: found, written_by } = serde_json::from_str(text).map_err(bad)?;
        if found > supported {
            let written_by = written_by.unwrap_or_else(|| "of a later version".into());
            let own = env!("CARGO_PKG_VERSION");
            return Err(Error::NewerModel { written_by, own, found, supported });
        }
        if found < supported {
            return Err(Error::OlderModel { found, supported });
        }
        let header = serde_json::from_str(text).map_err(bad)?;
        Ok((header, Self(tensors::deserialize(bytes)?)))
    }

    /// Refuses numbers whose squares would overflow: no fit makes them, and what they map is no number.
    pub(super) fn refuse_huge(&self) -> Result<()> {
        let is_huge = |bytes: [u8; 8]| f64::from_le_bytes(bytes).abs() > LARGEST;
        for (name, tensor) in &self.0 {
            if tensor.dtype == Dtype::F64 && eights(tensor.data).any(is_huge) {
                return Err(bad(format!("tensor '{name}' has values beyond {LARGEST:e}")));
            }
        }
        Ok(())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    fn any_tensor(&self, name: &str) -> Result<&View<'b>> {
        self.0.get(name).ok_or_else(|| bad(format!("it has no tensor '{name}'")))
    }

    fn tensor(&self, name: &str, dtype: Dtype) -> Result<&View<'b>> {
        let tensor = self.any_tensor(name)?;
        match tensor.dtype == dtype {
            true => Ok(tensor),
            false => Err(bad(format!("tensor '{name}' is {:?}, not {dtype:?}", tensor.dtype))),
        }
    }

    fn numbers(&self, name: &str) -> Result<(Vec<usize>, Vec<f64>)> {
        let View { shape, data, dtype } = self.any_tensor(name)?;
        let numbers: Vec<f64> = match dtype {
            Dtype::U8 => data.iter().map(|&byte| f64::from(byte)).collect(),
            Dtype::F32 => fours(data).map(|four| f64::from(f32::from_le_bytes(four))).collect(),
            Dtype::F64 => eights(data).map(f64::from_le_bytes).collect(),
            other => return Err(bad(format!("tensor '{name}' is {other:?}"))),
        };
        match numbers.iter().all(|v| v.is_finite()) {
            true => Ok((shape.clone(), numbers)),
            false => Err(bad(format!("tensor '{name}' has values that are not finite"))),
        }
    }

    pub(crate) fn vector(&self, name: &str) -> Result<Vec<f64>> {
        match self.numbers(name)? {
            (shape, numbers) if shape.len() == 1 && !numbers.is_empty() => Ok(numbers),
            (shape, _) => Err(bad(format!("tensor '{name}' has shape {shape:?}"))),
        }
    }

    /// A matrix of a known number of rows, columns, or both.
    pub(crate) fn matrix(
        &self,
        name: &str,
        rows: Option<usize>,
        columns: Option<usize>,
    ) -> Result<RowMatrix<'static>> {
        let (shape, numbers) = self.numbers(name)?;
        match shape[..] {
            [m, n]
                if rows.is_none_or(|rows| rows == m)
                    && columns.is_none_or(|columns| columns == n) =>
            {
                Ok(RowMatrix::new(numbers, m, n))
            }
            _ => Err(bad(format!("tensor '{name}' has shape {shape:?}"))),
        }
    }

    /// Numbers in f32 and their shape.
    pub(super) fn singles(&self, name: &str) -> Result<(Vec<usize>, Vec<f32>)> {
        let tensor = self.tensor(name, Dtype::F32)?;
        let values = fours(tensor.data).map(f32::from_le_bytes).collect();
        Ok((tensor.shape.clone(), values))
    }

    /// Whole numbers of 64 bits.
    pub(super) fn wide_indices(&self, name: &str) -> Result<Vec<u64>> {
        Ok(eights(self.tensor(name, Dtype::U64)?.data).map(u64::from_le_bytes).collect())
    }

    pub(super) fn columns_scaler(&self, offset: &str, factor: &str) -> Result<Scaler> {
        let (offset, factor) = (self.vector(offset)?, self.vector(factor)?);
        match offset.len() == factor.len() && factor.iter().all(|&f| f > 0.0) {
            true => Ok(Scaler::Columns { offset, factor }),
            false => Err(bad("its scaling does not fit")),
        }
    }

    /// Whole numbers below a limit.
    pub(crate) fn indices(&self, name: &str, limit: usize) -> Result<Vec<usize>> {
        let tensor = self.tensor(name, Dtype::U64)?;
        let indices: Vec<usize> =
            eights(tensor.data).map(|b| u64::from_le_bytes(b) as usize).collect();
        match indices.iter().all(|&index| index < limit) {
            true => Ok(indices),
            false => Err(bad(format!("tensor '{name}' points beyond what there is"))),
        }
    }
}

/// Eight bytes at a time.
fn eights(bytes: &[u8]) -> impl Iterator<Item = [u8; 8]> + '_ {
    bytes.as_chunks::<8>().0.iter().copied()
}

/// Four bytes at a time.
fn fours(bytes: &[u8]) -> impl Iterator<Item = [u8; 4]> + '_ {
    bytes.as_chunks::<4>().0.iter().copied()
}

pub(super) fn bad(reason: impl std::fmt::Display) -> Error {
    Error::BadModel { reason: reason.to_string() }
}
