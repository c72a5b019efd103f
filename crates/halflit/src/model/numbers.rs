//! Numbers as tensors.

use super::narrow::Width;
use super::tensors::{Dtype, Tensor};
use crate::matrix::RowMatrix;

pub(crate) fn vector(values: &[f64]) -> Tensor {
    Tensor { shape: vec![values.len()], bytes: little_endian(values), dtype: Dtype::F64 }
}

pub(crate) fn matrix(matrix: &RowMatrix<'_>) -> Tensor {
    let shape = vec![matrix.rows(), matrix.columns()];
    Tensor { shape, bytes: little_endian(matrix.values()), dtype: Dtype::F64 }
}

/// A matrix in the narrowest type that holds it.
pub(super) fn narrow_matrix(matrix: &RowMatrix<'_>) -> Tensor {
    Tensor { shape: vec![matrix.rows(), matrix.columns()], ..narrow_vector(matrix.values()) }
}

/// Numbers in the narrowest type that holds them.
pub(super) fn narrow_vector(values: &[f64]) -> Tensor {
    let width = Width::of(values);
    let dtype = match width {
        Width::Byte => Dtype::U8,
        Width::Single => Dtype::F32,
        Width::Double => Dtype::F64,
    };
    Tensor { shape: vec![values.len()], bytes: width.bytes(values), dtype }
}

/// A matrix in f32.
pub(super) fn single(matrix: &RowMatrix<'_>) -> Tensor {
    let values: Vec<f32> = matrix.values().iter().map(|&value| value as f32).collect();
    singles(&values, &[matrix.rows(), matrix.columns()])
}

/// Numbers in f32, of some shape.
pub(super) fn singles(values: &[f32], shape: &[usize]) -> Tensor {
    let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    Tensor { shape: shape.to_vec(), bytes, dtype: Dtype::F32 }
}

/// Whole numbers of 64 bits.
pub(super) fn wide_indices(values: &[u64]) -> Tensor {
    let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    Tensor { shape: vec![values.len()], bytes, dtype: Dtype::U64 }
}

/// Whole numbers.
pub(crate) fn indices(values: &[usize]) -> Tensor {
    let bytes = values.iter().flat_map(|&value| (value as u64).to_le_bytes()).collect();
    Tensor { shape: vec![values.len()], bytes, dtype: Dtype::U64 }
}

fn little_endian(values: &[f64]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}
