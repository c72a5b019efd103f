//! The tensors of a model that was made of views.
//!
//! | tensor | shape |
//! |---|---|
//! | `training` | n × d0 |
//! | `anchors`, `coefficients` | m, m × D |
//! | `offset` | D |
//! | `standard_offset`, `standard_factor` | d0 each: how columns are standardised |
//! | `mean_…`, `linear_…`, `widths_…`, `potential_…` | d0, D × d0, w × 2, n × D, for each way to look at the columns |
//! | `score_classes`, `score_weights`, `score_offsets`, `score_sharpness` | c, c × D, c, b × 2 |
//!
//! D is the number of axes that classes are read from, of which the model may show fewer.

use super::format::{File, Tensor, bad, indices, matrix, vector};
use crate::class_scores::ClassScores;
use crate::data::{Samples, Scaler};
use crate::error::Result;
use crate::projection::Projection;
use crate::views::{SideMap, ViewsMap};

/// More than any that is tried.
const LARGEST_SHARPNESS: f64 = 1e6;
/// Names of the tensors of both sides.
const SIDES: [[&str; 4]; 2] = [
    ["mean_given", "linear_given", "widths_given", "potential_given"],
    ["mean_standard", "linear_standard", "widths_standard", "potential_standard"],
];

/// What is written of a map.
pub(super) fn map_tensors(map: &ViewsMap) -> Vec<(&'static str, Tensor)> {
    let mut tensors = vec![
        ("training", matrix(&map.training.to_rows())),
        ("anchors", indices(&map.anchors)),
        ("coefficients", matrix(&map.coefficients)),
        ("offset", vector(&map.offset)),
    ];
    for (side, [mean, linear, widths, potential]) in map.sides.iter().zip(SIDES) {
        if let Scaler::Columns { offset, factor } = &side.scaler {
            tensors.push(("standard_offset", vector(offset)));
            tensors.push(("standard_factor", vector(factor)));
        }
        tensors.push((mean, vector(side.linear.mean())));
        tensors.push((linear, matrix(side.linear.components())));
        tensors.push((widths, matrix(&side.widths)));
        tensors.push((potential, matrix(&side.potential)));
    }
    tensors
}

/// What is written of class scores.
pub(super) fn score_tensors(scores: &ClassScores) -> Vec<(&'static str, Tensor)> {
    vec![
        ("score_classes", indices(&scores.classes)),
        ("score_weights", matrix(&scores.weights)),
        ("score_offsets", vector(&scores.offsets)),
        ("score_sharpness", matrix(&scores.sharpness)),
    ]
}

impl File<'_> {
    pub(super) fn views(&self) -> Result<ViewsMap> {
        let offset = self.vector("offset")?;
        let training = Samples::from_matrix(self.matrix("training", None, None)?).map_err(bad)?;
        let (n, columns, axes) = (training.rows(), training.columns(), offset.len());
        let anchors = self.indices("anchors", n)?;
        let coefficients = self.matrix("coefficients", Some(anchors.len()), Some(axes))?;
        let side = |(number, names): (usize, [&str; 4])| -> Result<SideMap> {
            let scaler = match number {
                0 => Scaler::None,
                _ => self.columns_scaler("standard_offset", "standard_factor")?,
            };
            if let Scaler::Columns { offset, .. } = &scaler
                && offset.len() != columns
            {
                return Err(bad("its scaling is of other columns"));
            }
            let mean = self.vector(names[0])?;
            let linear = self.matrix(names[1], Some(axes), Some(columns))?;
            if mean.len() != columns {
                return Err(bad("its mean is of other columns"));
            }
            let widths = self.matrix(names[2], None, Some(2))?;
            if (0..widths.rows()).any(|i| widths.row(i)[0] <= 0.0) {
                return Err(bad("a width is not positive"));
            }
            let potential = self.matrix(names[3], Some(n), Some(axes))?;
            let linear = Projection::from_parts(mean, linear);
            Ok(SideMap { scaler, linear, widths, potential })
        };
        let sides: Vec<SideMap> = SIDES.into_iter().enumerate().map(side).collect::<Result<_>>()?;
        if anchors.is_empty() && sides.iter().any(|side| side.widths.rows() > 0) {
            return Err(bad("it has no anchors"));
        }
        Ok(ViewsMap { training, anchors, coefficients, sides, offset })
    }

    /// Nothing for a learner that is read by the nearest labeled row.
    pub(super) fn scores(&self, class_count: usize, axes: usize) -> Result<Option<ClassScores>> {
        if !self.has("score_classes") {
            return Ok(None);
        }
        let classes = self.indices("score_classes", class_count)?;
        let weights = self.matrix("score_weights", Some(classes.len()), Some(axes))?;
        let offsets = self.vector("score_offsets")?;
        let sharpness = self.matrix("score_sharpness", None, Some(2))?;
        let (betas, shares): (Vec<f64>, Vec<f64>) =
            sharpness.values().chunks_exact(2).map(|pair| (pair[0], pair[1])).unzip();
        let sharp = betas.iter().all(|&beta| beta > 0.0 && beta <= LARGEST_SHARPNESS)
            && shares.iter().all(|&share| share >= 0.0)
            && (shares.iter().sum::<f64>() - 1.0).abs() < 1e-6;
        let ascending = classes.windows(2).all(|pair| pair[0] < pair[1]);
        match classes.len() != offsets.len() || classes.is_empty() || !sharp || !ascending {
            true => Err(bad("its class scores do not fit")),
            false => Ok(Some(ClassScores { classes, weights, offsets, sharpness })),
        }
    }
}
