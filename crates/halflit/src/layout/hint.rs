//! What labels say about which rows belong together, as far as they are to be trusted.

use super::ground::Ground;
use crate::auto::{LeftOut, Placement};
use crate::model::Predictions;

/// Standard errors above chance from which on labels are trusted a little, and wholly.
const A_LITTLE: f64 = 1.0;
const WHOLLY: f64 = 3.0;
/// Probabilities that hardly differ from row to row are not blown up beyond this share of what sure ones would spread.
const LEAST_SPREAD: f64 = 0.1;

/// How far what labels say holds, from 0 to 1: by how many standard errors left-out labels are found more often than by chance.
///
/// ```
/// use halflit::layout::trust;
///
/// assert_eq!(trust(45, 50, 0.1), 1.0);
/// assert_eq!(trust(6, 50, 0.1), 0.0);
/// ```
pub fn trust(right: usize, tested: usize, chance: f64) -> f64 {
    if tested == 0 {
        return 0.0;
    }
    let tested = tested as f64;
    // One row more of either kind, so that a chance of 1 or of 0 is no certainty.
    let chance = (chance * tested + 1.0) / (tested + 2.0);
    let error = (chance * (1.0 - chance) / tested).sqrt();
    let above = (right as f64 / tested - chance) / error;
    ((above - A_LITTLE) / (WHOLLY - A_LITTLE)).clamp(0.0, 1.0)
}

/// The trust in labels of rows that were left out.
pub(crate) fn trust_of(left_out: &[LeftOut]) -> f64 {
    let right = left_out.iter().filter(|own| own.predicted == own.class).count();
    let classes = left_out.iter().map(|own| own.class).max().map_or(0, |most| most + 1);
    let count = |class: usize| left_out.iter().filter(|own| own.class == class).count();
    let most = (0..classes).map(count).max().unwrap_or(0);
    trust(right, left_out.len(), most as f64 / left_out.len().max(1) as f64)
}

/// √probabilities of rows that differ, with their weight.
#[derive(Debug)]
pub(super) struct Hint {
    roots: Vec<f32>,
    classes: usize,
    weight: f32,
}

impl Hint {
    /// Nothing where labels say nothing.
    pub(super) fn of(ground: &Ground, placement: &Placement, weight: f64) -> Option<Self> {
        if weight <= 0.0 {
            return None;
        }
        let told = Told { predictions: &placement.predictions, margins: &placement.margins };
        let classes = told.predictions.probabilities.columns();
        let roots: Vec<f32> = ground.firsts().iter().flat_map(|&row| roots(&told, row)).collect();
        let most = 1.0 - 1.0 / classes.max(1) as f64;
        let spread = spread(&roots, classes).max(LEAST_SPREAD * most);
        let weight = (weight * weight * ground.spread / spread) as f32;
        Some(Self { roots, classes, weight })
    }

    /// How much farther apart two rows are for what their classes are.
    pub(super) fn square(&self, row: usize, other: usize) -> f32 {
        self.square_from(&self.roots[row * self.classes..(row + 1) * self.classes], other)
    }

    /// How much farther a row is from one with these √probabilities.
    pub(super) fn square_from(&self, roots: &[f32], other: usize) -> f32 {
        let own = &self.roots[other * self.classes..(other + 1) * self.classes];
        self.weight * roots.iter().zip(own).map(|(a, b)| (a - b) * (a - b)).sum::<f32>()
    }
}

/// What some rows are.
pub(crate) struct Told<'p> {
    pub(crate) predictions: &'p Predictions,
    /// How clear the nearest labeled row makes it, where it decides alone.
    pub(crate) margins: &'p Option<Vec<f64>>,
}

/// √p of a row. Where the nearest labeled row decides alone its margin says how sure that is.
pub(super) fn roots(told: &Told<'_>, row: usize) -> Vec<f32> {
    let own = told.predictions.probabilities.row(row);
    let sure = told.margins.as_ref().map_or(1.0, |margins| margins[row].clamp(0.0, 1.0));
    let even = (1.0 - sure) / own.len().max(1) as f64;
    own.iter().map(|p| (sure * p + even).max(0.0).sqrt() as f32).collect()
}

/// The mean square around the mean.
fn spread(values: &[f32], columns: usize) -> f64 {
    let rows = (values.len() / columns) as f64;
    let mut sums = vec![(0.0, 0.0); columns];
    for row in values.chunks_exact(columns) {
        for ((sum, squares), &x) in sums.iter_mut().zip(row) {
            *sum += f64::from(x);
            *squares += f64::from(x) * f64::from(x);
        }
    }
    sums.iter().map(|(sum, squares)| squares / rows - (sum / rows).powi(2)).sum()
}
