//! What was learned from columns of texts and pictures, as tensors of a model file; `k` is the place of the column.
//!
//! | tensor | shape | in |
//! |---|---|---|
//! | `text.k.grams` | g | models of a column of texts |
//! | `text.k.weights`, `text.k.axes` | g, g × features, in f32 | models of a column of texts |
//! | `text.k.words`, `text.k.vectors`, `text.k.center` | w, w × v, v, the latter in f32 | … with vectors of words |
//! | `picture.k.mean`, `picture.k.axes` | m, m × features, in f32 | models of a column of pictures |

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::file::{File, bad, write};
use super::numbers::{singles, wide_indices};
use super::tensors::Tensor;
use crate::components::Components;
use crate::encoding::{Content, Encoding, SourceColumn};
use crate::error::Result;
use crate::pictures::PictureFeatures;
use crate::text::{TextFeatures, WordVectors};

/// The tensors of an encoding.
pub(super) fn source_tensors(encoding: &Encoding) -> Vec<(Cow<'static, str>, Tensor)> {
    let mut tensors = Vec::new();
    for (k, column) in encoding.columns.iter().enumerate() {
        let mut add = |name: String, tensor| tensors.push((name.into(), tensor));
        match &column.content {
            Content::Number { .. } | Content::Category { .. } => {}
            Content::Text { features } => {
                let (grams, weights, axes) = features.parts();
                add(format!("text.{k}.grams"), wide_indices(grams));
                add(format!("text.{k}.weights"), singles(weights, &[weights.len()]));
                add(format!("text.{k}.axes"), matrix(axes));
                if let Some((vectors, center)) = features.vector_parts() {
                    let (words, vectors) = vectors.parts();
                    add(format!("text.{k}.words"), wide_indices(words));
                    add(format!("text.{k}.vectors"), matrix(vectors));
                    add(format!("text.{k}.center"), singles(center, &[center.len()]));
                }
            }
            Content::Picture { features } => {
                let (mean, axes) = features.parts();
                add(format!("picture.{k}.mean"), singles(mean, &[mean.len()]));
                add(format!("picture.{k}.axes"), matrix(axes));
            }
        }
    }
    tensors
}

pub(super) fn matrix(axes: &Components) -> Tensor {
    singles(axes.values(), &[axes.rows(), axes.width()])
}

impl File<'_> {
    /// The encoding with what its tensors hold.
    pub(super) fn sources(&self, mut encoding: Encoding) -> Result<Encoding> {
        for (k, column) in encoding.columns.iter_mut().enumerate() {
            match &mut column.content {
                Content::Number { .. } | Content::Category { .. } => {}
                Content::Text { features } => *features = self.text(k)?,
                Content::Picture { features } => *features = self.picture(k)?,
            }
        }
        Ok(encoding)
    }

    fn text(&self, k: usize) -> Result<TextFeatures> {
        let grams = self.wide_indices(&format!("text.{k}.grams"))?;
        let (_, weights) = self.singles(&format!("text.{k}.weights"))?;
        let axes = self.components(&format!("text.{k}.axes"))?;
        let found = TextFeatures::from_parts((grams, weights, axes), self.means(k)?);
        found.ok_or_else(|| bad("what it learned from texts does not fit"))
    }

    /// Vectors of words, if there are some.
    fn means(&self, k: usize) -> Result<Option<(WordVectors, Vec<f32>)>> {
        if !self.has(&format!("text.{k}.words")) {
            return Ok(None);
        }
        let words = self.wide_indices(&format!("text.{k}.words"))?;
        let vectors = self.components(&format!("text.{k}.vectors"))?;
        let (_, center) = self.singles(&format!("text.{k}.center"))?;
        let vectors = WordVectors::from_parts(words, vectors);
        let fits = center.iter().all(|value| value.is_finite());
        let vectors =
            vectors.filter(|_| fits).ok_or_else(|| bad("its vectors of words do not fit"))?;
        Ok(Some((vectors, center)))
    }

    fn picture(&self, k: usize) -> Result<PictureFeatures> {
        let (_, mean) = self.singles(&format!("picture.{k}.mean"))?;
        let axes = self.components(&format!("picture.{k}.axes"))?;
        let found = PictureFeatures::from_parts(mean, axes);
        found.ok_or_else(|| bad("what it learned from pictures does not fit"))
    }

    pub(super) fn components(&self, name: &str) -> Result<Components> {
        let (shape, values) = self.singles(name)?;
        let width = if shape.len() == 2 { shape[1] } else { 0 };
        let found = Components::from_parts(values, width);
        found.ok_or_else(|| bad(format!("tensor '{name}' has shape {shape:?}")))
    }
}

/// The metadata entry of features on their own.
const ENTRY: &str = "halflit-text";
/// Raised when a reader of the former version could not read the next.
const VERSION: u64 = 1;

#[derive(Serialize, Deserialize)]
struct Header {
    version: u64,
}

impl TextFeatures {
    /// The features as bytes, in the safetensors format.
    ///
    /// # Errors
    /// [`Error::BadModel`](crate::Error::BadModel) where they cannot be written.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let column =
            SourceColumn { name: String::new(), content: Content::Text { features: self.clone() } };
        let encoding = Encoding { columns: vec![column], ..Encoding::default() };
        write(source_tensors(&encoding), ENTRY, &Header { version: VERSION })
    }

    /// Reads features back.
    ///
    /// # Errors
    /// As [`Model::from_bytes`](crate::Model::from_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let (_, file): (Header, _) = File::open(bytes, ENTRY, VERSION)?;
        file.text(0)
    }
}
