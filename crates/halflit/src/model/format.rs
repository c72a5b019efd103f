//! Models as bytes: the safetensors format, with one metadata entry `halflit` that holds a JSON object. One entry,
//! because the format does not order several, and the same model should give the same bytes.
//!
//! | tensor | shape | in |
//! |---|---|---|
//! | `eigenvalues` | d | every model |
//! | `references`, `reference_classes` | m × d, m | every model with labels |
//! | `reference_weights` | m | models of rows with weights |
//! | `scale_offset`, `scale_factor` | d0 each | models that scale columns |
//! | `mean`, `components` | d0, d × d0 | linear models |
//! | `coefficients`, `kernel_row_means` | d × n, n | kernel models |
//! | `kernel_mean` | 1 | kernel models of all rows: of landmarks it is absent, and n is their number |
//! | `deviations` | d0 | linear models of rows that were at hand |
//! | `layout` | n × 2 or n × 3, in f32 | models with a picture of their rows |
//! | `training` | n × d0 | kernel models, unless the kernel is precomputed |
//!
//! Numbers are doubles, but for training rows and curves, which are stored in the narrowest type that holds each of them to the last bit.
//!
//! Those of models that were made of views are in `views_format.rs`, those of texts and pictures in `sources_format.rs`, those of sparse
//! rows in `condenser_format.rs`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Model;
use super::condenser_format::{CondensedHeader, condenser_tensors};
use super::narrow::Width;
use super::sources_format::source_tensors;
pub(crate) use super::tensors::Tensor;
use super::tensors::{self, Dtype, View};
use super::views_format::{map_tensors, score_tensors};
use crate::data::{Samples, Scaler, Scaling};
use crate::encoding::Encoding;
use crate::error::{Error, Result};
use crate::kernel::{Kernel, ResolvedKernel};
use crate::kpca::KernelView;
use crate::map::Map;
use crate::matrix::RowMatrix;
use crate::plan::Words;
use crate::problem::Diagnostics;
use crate::projection::Projection;

/// Raised when a reader of the former version could not read the next.
const VERSION: u64 = 6;
/// The largest number whose square is one too: more is in no model that was fitted, and nothing is mapped to more.
pub(super) const LARGEST: f64 = 1e150;
/// The metadata entry.
const ENTRY: &str = "halflit";

/// What is not a number.
#[derive(Serialize, Deserialize)]
struct Header {
    version: u64,
    /// The version of the library.
    written_by: String,
    plan: Words,
    diagnostics: Diagnostics,
    classes: Vec<String>,
    feature_names: Option<Vec<String>>,
    /// Absent in models that were fitted on no table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    encoding: Option<Encoding>,
    /// Whether the map is one of views.
    views: bool,
    /// Whether the rows of a kernel's map are landmarks.
    landmarks: bool,
    /// What the numbers of sparse rows are, where these are condensed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    condensed: Option<CondensedHeader>,
    /// Whether it keeps how far columns spread.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    deviations: bool,
}

impl Model {
    /// The model in the safetensors format. To write a file, write it under another name and rename it.
    ///
    /// # Errors
    /// [`Error::Unsavable`] for a model with a user's kernel function.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut tensors: Vec<(Cow<'static, str>, Tensor)> =
            vec![("eigenvalues".into(), vector(&self.eigenvalues))];
        if !self.reference_classes.is_empty() {
            tensors.push(("references".into(), matrix(&self.references)));
            tensors.push(("reference_classes".into(), indices(&self.reference_classes)));
        }
        if let Some(weights) = &self.reference_weights {
            tensors.push(("reference_weights".into(), vector(weights)));
        }
        if let Scaler::Columns { offset, factor } = &self.scaler {
            tensors.push(("scale_offset".into(), vector(offset)));
            tensors.push(("scale_factor".into(), vector(factor)));
        }
        match &self.map {
            Map::Linear(projection) => {
                tensors.push(("mean".into(), vector(projection.mean())));
                tensors.push(("components".into(), matrix(projection.components())));
            }
            Map::Kernel { view, .. } if matches!(view.kernel.kernel(), Kernel::Function(_)) => {
                return Err(Error::Unsavable);
            }
            Map::Kernel { view, coefficients } => {
                tensors.push(("coefficients".into(), matrix(coefficients)));
                tensors.push(("kernel_row_means".into(), vector(&view.row_means)));
                if let Some(mean) = view.mean {
                    tensors.push(("kernel_mean".into(), vector(&[mean])));
                }
                if let Some(training) = &view.training {
                    tensors.push(("training".into(), narrow_matrix(&training.to_rows())));
                }
            }
            Map::Views(map) => tensors.extend(map_tensors(map)),
        }
        tensors.extend(self.condenser.iter().flat_map(condenser_tensors));
        tensors.extend(self.scores.iter().flat_map(score_tensors));
        tensors.extend(self.deviations.iter().map(|own| ("deviations".into(), vector(own))));
        tensors.extend(self.layout.iter().map(|points| ("layout".into(), single(points))));
        let told = self.training_classes.iter().map(|own| own.iter().map(|&c| c as f64).collect());
        tensors.extend(told.map(|own: Vec<f64>| ("training_classes".into(), narrow_vector(&own))));
        tensors.extend(self.encoding.iter().flat_map(source_tensors));
        let landmarks = matches!(&self.map, Map::Kernel { view, .. } if view.mean.is_none());
        let header = Header {
            version: VERSION,
            written_by: env!("CARGO_PKG_VERSION").into(),
            plan: self.plan.clone().into(),
            diagnostics: self.diagnostics.clone(),
            classes: self.classes.clone(),
            feature_names: self.feature_names.clone(),
            encoding: self.encoding.clone(),
            views: matches!(self.map, Map::Views(_)),
            landmarks,
            condensed: self.condenser.as_ref().map(CondensedHeader::of),
            deviations: self.deviations.is_some(),
        };
        write(tensors, ENTRY, &header)
    }

    /// Reads a model back. Nothing is executed, and lengths are checked against the bytes before anything is
    /// allocated.
    ///
    /// # Errors
    /// [`Error::BadModel`] where the bytes are cut off, changed or something else, [`Error::NewerModel`] where a
    /// later version wrote them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let (header, file): (Header, _) = File::open(bytes, ENTRY, VERSION)?;
        file.refuse_huge()?;
        let plan = header.plan.recorded().map_err(bad)?;
        let eigenvalues = file.vector("eigenvalues")?;
        let (references, reference_classes) =
            file.references(header.classes.len(), eigenvalues.len())?;
        let reference_weights = file.reference_weights(reference_classes.len())?;
        let mut scores = None;
        let map = match &plan.space.kernel {
            _ if header.views => {
                let map = file.views()?;
                if map.dimension() < eigenvalues.len() {
                    return Err(bad("it has fewer axes than eigenvalues"));
                }
                scores = file.scores(header.classes.len(), map.dimension())?;
                Map::Views(map)
            }
            None => file.linear(eigenvalues.len())?,
            Some(kernel) => file.kernel(kernel.clone(), eigenvalues.len(), header.landmarks)?,
        };
        let scaler = file.scaler(plan.space.scaling)?;
        let condenser = header.condensed.map(|header| file.condenser(&header)).transpose()?;
        if condenser.as_ref().is_some_and(|own| own.axes() != map.input_columns()) {
            return Err(bad("its rows are condensed to other numbers"));
        }
        let model = Self {
            plan,
            condenser,
            scaler,
            map,
            eigenvalues,
            diagnostics: header.diagnostics,
            classes: header.classes,
            feature_names: None,
            encoding: None,
            references,
            reference_classes,
            reference_weights,
            scores,
            layout: file.layout()?,
            training_classes: None,
            deviations: header.deviations.then(|| file.vector("deviations")).transpose()?,
        };
        if model.deviations.as_ref().is_some_and(|own| own.len() != model.input_columns()) {
            return Err(bad("its deviations are of other columns"));
        }
        if let Scaler::Columns { offset, .. } = &model.scaler
            && offset.len() != model.input_columns()
        {
            return Err(bad("its scaling is of other columns"));
        }
        let model = match file.training_classes()? {
            None => model,
            Some(classes) => model.with_training_classes(classes).map_err(bad)?,
        };
        let model = match header.feature_names {
            None => model,
            Some(names) => model.with_feature_names(names).map_err(bad)?,
        };
        match header.encoding {
            None => Ok(model),
            Some(encoding) => model.with_encoding(file.sources(encoding)?).map_err(bad),
        }
    }
}

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
    fn refuse_huge(&self) -> Result<()> {
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

    /// A picture of the training rows, if there is one.
    fn training_classes(&self) -> Result<Option<Vec<usize>>> {
        if !self.has("training_classes") {
            return Ok(None);
        }
        let numbers = self.vector("training_classes")?;
        match numbers.iter().all(|&class| class >= 0.0 && class.fract() == 0.0) {
            true => Ok(Some(numbers.into_iter().map(|class| class as usize).collect())),
            false => Err(bad("the classes of its training rows are no whole numbers")),
        }
    }

    fn layout(&self) -> Result<Option<RowMatrix<'static>>> {
        if !self.has("layout") {
            return Ok(None);
        }
        let (shape, values) = self.singles("layout")?;
        let values: Vec<f64> = values.into_iter().map(f64::from).collect();
        match shape[..] {
            [rows, columns @ 2..=3] if values.iter().all(|value| value.is_finite()) => {
                Ok(Some(RowMatrix::new(values, rows, columns)))
            }
            _ => Err(bad("its layout is no picture")),
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

    fn scaler(&self, scaling: Scaling) -> Result<Scaler> {
        match scaling {
            Scaling::None => Ok(Scaler::None),
            Scaling::Unit => Ok(Scaler::Unit),
            Scaling::Standard | Scaling::Minmax => {
                self.columns_scaler("scale_offset", "scale_factor")
            }
        }
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

    fn linear(&self, dimension: usize) -> Result<Map> {
        let mean = self.vector("mean")?;
        let components = self.matrix("components", Some(dimension), Some(mean.len()))?;
        Ok(Map::Linear(Projection::from_parts(mean, components)))
    }

    fn kernel(&self, kernel: Kernel, dimension: usize, of_landmarks: bool) -> Result<Map> {
        let row_means = self.vector("kernel_row_means")?;
        let n = row_means.len();
        let coefficients = self.matrix("coefficients", Some(dimension), Some(n))?;
        let mean = match of_landmarks {
            true => None,
            false => Some(self.vector("kernel_mean")?[0]),
        };
        let kernel = ResolvedKernel::new(kernel).map_err(bad)?;
        let training = match kernel.is_precomputed() {
            true => None,
            false => {
                let rows = self.matrix("training", Some(n), None)?;
                Some(Samples::from_matrix(rows).map_err(bad)?)
            }
        };
        let view = KernelView { kernel, training, row_means, mean };
        Ok(Map::Kernel { view, coefficients })
    }

    fn reference_weights(&self, count: usize) -> Result<Option<Vec<f64>>> {
        if !self.has("reference_weights") {
            return Ok(None);
        }
        let weights = self.vector("reference_weights")?;
        match weights.len() == count && weights.iter().all(|&weight| weight > 0.0) {
            true => Ok(Some(weights)),
            false => Err(bad("the weights of its labeled rows do not fit")),
        }
    }

    fn references(&self, classes: usize, d: usize) -> Result<(RowMatrix<'static>, Vec<usize>)> {
        // A model without labels has neither of the two.
        if !self.has("references") && !self.has("reference_classes") {
            return Ok((RowMatrix::new(Vec::new(), 0, d), Vec::new()));
        }
        let references = self.matrix("references", None, Some(d))?;
        let classes = self.indices("reference_classes", classes)?;
        match classes.len() == references.rows() {
            true => Ok((references, classes)),
            false => Err(bad("the classes of its labeled rows do not fit")),
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
fn single(matrix: &RowMatrix<'_>) -> Tensor {
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

pub(super) fn bad(reason: impl std::fmt::Display) -> Error {
    Error::BadModel { reason: reason.to_string() }
}
