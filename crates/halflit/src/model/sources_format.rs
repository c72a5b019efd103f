//! What was learned from columns of texts and pictures, as tensors of a model file; `k` is the place of the column.
//!
//! | tensor | shape | in |
//! |---|---|---|
//! | `text.k.grams` | g | models of a column of texts |
//! | `text.k.weights`, `text.k.axes` | g, g × features, in f32 | models of a column of texts |
//! | `picture.k.mean`, `picture.k.axes` | m, m × features, in f32 | models of a column of pictures |

use std::borrow::Cow;

use super::format::{File, Tensor, bad, singles, wide_indices};
use crate::components::Components;
use crate::encoding::{Content, Encoding};
use crate::error::Result;
use crate::pictures::PictureFeatures;
use crate::text::TextFeatures;

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

fn matrix(axes: &Components) -> Tensor {
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
        let found = TextFeatures::from_parts(grams, weights, axes);
        found.ok_or_else(|| bad("what it learned from texts does not fit"))
    }

    fn picture(&self, k: usize) -> Result<PictureFeatures> {
        let (_, mean) = self.singles(&format!("picture.{k}.mean"))?;
        let axes = self.components(&format!("picture.{k}.axes"))?;
        let found = PictureFeatures::from_parts(mean, axes);
        found.ok_or_else(|| bad("what it learned from pictures does not fit"))
    }

    fn components(&self, name: &str) -> Result<Components> {
        let (shape, values) = self.singles(name)?;
        let width = if shape.len() == 2 { shape[1] } else { 0 };
        let found = Components::from_parts(values, width);
        found.ok_or_else(|| bad(format!("tensor '{name}' has shape {shape:?}")))
    }
}
