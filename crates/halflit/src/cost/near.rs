//! C^u of a [`Neighborhood`]: the graph of near rows as a cost.

use super::Cost;
use crate::data::Samples;
use crate::error::Result;
use crate::graph::{AllPairs, Neighborhood, Weights, local_scales};

impl Neighborhood {
    /// The cost C^u of these samples.
    ///
    /// # Errors
    /// As [`Neighborhood::check`], and what the metric refuses.
    pub fn cost<'a>(&self, samples: &'a Samples<'_>) -> Result<Cost<'a>> {
        self.check()?;
        match self.stored(samples)? {
            Some(graph) => Ok(Cost::graph(graph)),
            None => self.all_pairs(samples),
        }
    }

    fn all_pairs<'a>(&self, samples: &'a Samples<'_>) -> Result<Cost<'a>> {
        let n = samples.rows();
        let heat = |scales: &[f64]| {
            Cost::all_pairs(AllPairs::heat(samples.borrowed(), self.metric, scales))
        };
        Ok(match self.weights {
            Weights::LocalScaling(k) => heat(&local_scales(samples, k, self.metric)?),
            Weights::Heat(sigma) => heat(&vec![sigma; n]),
            Weights::Cosine => Cost::all_pairs(AllPairs::cosine(samples.borrowed())),
            Weights::Binary => Cost::constant(n, 1.0),
        })
    }
}
