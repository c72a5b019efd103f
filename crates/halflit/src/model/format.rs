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

use serde::{Deserialize, Serialize};

use super::Model;
use super::condenser_format::{CondensedHeader, condenser_tensors};
use super::file::{File, bad, write};
use super::numbers::{indices, matrix, narrow_matrix, narrow_vector, single, vector};
use super::sources_format::source_tensors;
use super::tensors::Tensor;
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

/// The parts of a model.
impl File<'_> {
    /// The classes of the training rows, if they were kept.
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

    /// A picture of the training rows, if there is one.
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

    fn scaler(&self, scaling: Scaling) -> Result<Scaler> {
        match scaling {
            Scaling::None => Ok(Scaler::None),
            Scaling::Unit => Ok(Scaler::Unit),
            Scaling::Standard | Scaling::Minmax => {
                self.columns_scaler("scale_offset", "scale_factor")
            }
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
