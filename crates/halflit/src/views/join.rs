//! New rows in a graph of training rows: each is joined to it as a row of the fit is.
//!
//! A row of the fit is joined to its k nearest rows and to those that have it among their k nearest. So is a new row x: to its own k
//! nearest, and to every row i that is nearer to it than the k-th nearest row of i. With the weights of the graph,
//! exp(−d²/(σ_x σ_i)), its potential is the weighted mean of theirs.

use super::map::{GraphMap, SideMap};
use super::scale::SCALE;
use crate::graph::exp_nonpositive;
use crate::neighbors::Neighbor;

/// Nearest training rows that are looked at. Rows that would take a new row for one of their ten nearest are among them, but for a few.
pub(crate) const CANDIDATES: usize = 24;

/// One graph of one side.
pub(super) struct Joined<'m> {
    pub(super) side: &'m SideMap,
    pub(super) graph: &'m GraphMap,
}

impl Joined<'_> {
    /// Adds the potential of a row with these nearest training rows, nearest first, at most [`CANDIDATES`].
    pub(super) fn add(&self, near: &[Neighbor], out: &mut [f64]) {
        let Some(first) = near.first() else { return };
        let potential = &self.graph.potential;
        if first.distance == 0.0 {
            out.iter_mut().zip(potential.row(first.row)).for_each(|(sum, g)| *sum += g);
            return;
        }
        let scale = near[SCALE.min(near.len()) - 1].distance;
        let is_joined = |(rank, other): &(usize, &Neighbor)| {
            *rank < self.graph.neighbors || other.distance < self.graph.reaches[other.row]
        };
        let mut joined = [(0, 0.0); CANDIDATES];
        let mut count = 0;
        for (_, other) in near.iter().enumerate().filter(is_joined) {
            let squared = other.distance * other.distance;
            joined[count] = (other.row, squared / (scale * self.side.scales[other.row]));
            count += 1;
        }
        let joined = &mut joined[..count];
        // Relative to the largest, as all weights of a row that is far off may vanish.
        let least = joined.iter().map(|&(_, exponent)| exponent).fold(f64::INFINITY, f64::min);
        let mut total = 0.0;
        for (_, exponent) in joined.iter_mut() {
            *exponent = exp_nonpositive(least - *exponent);
            total += *exponent;
        }
        for &mut (row, weight) in joined {
            let share = weight / total;
            out.iter_mut().zip(potential.row(row)).for_each(|(sum, g)| *sum += share * g);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Samples, Scaling};
    use crate::error::Result;
    use crate::matrix::RowMatrix;
    use crate::projection::Projection;
    use crate::views::{Columns, Lens};

    /// What a new row gets of two training rows, at the distances 1 and 2, whose potentials are 0 and 1.
    fn joined(reaches: [f64; 2], scales: [f64; 2]) -> Result<f64> {
        let rows = Samples::from_rows(&[[0.0], [3.0]])?;
        let graph = GraphMap {
            neighbors: 1,
            potential: RowMatrix::new(vec![0.0, 1.0], 2, 1),
            reaches: reaches.to_vec(),
        };
        let none = || RowMatrix::new(Vec::new(), 0, 2);
        let side = SideMap {
            columns: Columns::Given,
            lens: Lens::Scaled(Scaling::None.learn(&rows)),
            linear: Projection::new(vec![0.0], crate::dense::Mat::<f64>::zeros(1, 1).as_ref()),
            widths: none(),
            absolute_widths: none(),
            graphs: Vec::new(),
            scales: scales.to_vec(),
        };
        let near = [Neighbor { row: 0, distance: 1.0 }, Neighbor { row: 1, distance: 2.0 }];
        let mut out = [0.0];
        Joined { side: &side, graph: &graph }.add(&near, &mut out);
        Ok(out[0])
    }

    #[test]
    fn a_new_row_is_joined_to_those_that_would_take_it_for_a_near_one() -> Result<()> {
        // Of one nearest row, and of every row that reaches as far.
        assert_eq!(joined([0.1, 1.9], [1.0, 1.0])?, 0.0);
        let either = joined([0.1, 2.1], [1.0, 1.0])?;
        // Weights exp(−d²/2): the last of so few near rows is at the distance 2.
        let ratio = (-0.5f64 * (4.0 - 1.0)).exp();
        assert!((either - ratio / (1.0 + ratio)).abs() < 1e-9, "{either}");
        // A row whose near rows are far off counts more at the same distance.
        assert!(joined([0.1, 2.1], [1.0, 9.0])? > 2.0 * either);
        Ok(())
    }
}
