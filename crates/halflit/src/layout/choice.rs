//! What is asked of a picture.

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// Rows that every row is drawn to.
const NEIGHBORS: usize = 15;
/// Steps in which groups form, and steps in which they settle.
const FORMING: usize = 125;
const SETTLING: usize = 375;
/// Steps from a former picture.
const AGAIN: usize = 100;
/// What labels count against rows where they are trusted.
const LABEL_WEIGHT: f64 = 0.75;

/// The settings of a picture. Everything has a default; the same choice and the same rows give the same bits.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LayoutChoice {
    /// 1 to 3.
    pub dimensions: usize,
    /// How many nearest rows every row is drawn to, from 2 on: more show larger shapes, fewer smaller ones. No more than a third of
    /// all different rows are used.
    pub neighbors: usize,
    /// What the probabilities of classes count against the rows where left-out labels are found, from 0 (not at all) on.
    pub label_weight: f64,
    /// Steps in which groups form.
    pub forming: usize,
    /// Steps in which they settle.
    pub settling: usize,
    /// Steps from a former picture.
    pub again: usize,
}

impl Default for LayoutChoice {
    fn default() -> Self {
        Self {
            dimensions: 2,
            neighbors: NEIGHBORS,
            label_weight: LABEL_WEIGHT,
            forming: FORMING,
            settling: SETTLING,
            again: AGAIN,
        }
    }
}

impl LayoutChoice {
    /// Refuses what cannot be drawn.
    ///
    /// # Errors
    /// [`Error::Parameter`] by name.
    pub fn check(&self) -> Result<()> {
        if !(1..=3).contains(&self.dimensions) {
            return Err(Error::parameter("dimensions", self.dimensions, "1 to 3"));
        }
        if self.neighbors < 2 {
            return Err(Error::parameter("neighbors", self.neighbors, "2 or more"));
        }
        if !(self.label_weight.is_finite() && self.label_weight >= 0.0) {
            let allowed = "0 or more";
            return Err(Error::parameter("label_weight", self.label_weight, allowed));
        }
        Ok(())
    }
}
