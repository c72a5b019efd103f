//! What a picture keeps of the rows.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ground::Ground;
use crate::data::Samples;
use crate::error::Result;
use crate::lanes::wide;
use crate::neighbors::{Index, Metric, Neighbor, Queries, Search};
use crate::threads::*;
use crate::watch;

/// Nearest rows that are compared.
const NEAREST: usize = 10;
/// Rows that are looked at, of few rows and of many, and pairs of rows that may be measured.
const ROWS: (usize, usize) = (2000, 200);
const PAIRS: usize = 100_000_000;

/// The quality of a picture: how well it keeps near rows near, by the principal coordinates of standardised columns.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Faithfulness {
    /// The share of the 10 nearest rows that are among the 10 nearest in the picture.
    pub kept: f64,
    /// 1 where nothing lies near in the picture that is far apart, and less the farther it is: trustworthiness by Venna and Kaski, of
    /// the 10 nearest.
    pub trustworthiness: f64,
    /// How many rows were looked at, evenly spread over all.
    pub rows: usize,
}

impl fmt::Display for Faithfulness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kept, trust) = (100.0 * self.kept, self.trustworthiness);
        write!(f, "{kept:.0} % of the 10 nearest rows kept, trustworthiness {trust:.3}")?;
        write!(f, "; distances between far groups mean little")
    }
}

impl Faithfulness {
    /// Of a picture of rows that differ.
    pub(super) fn of(ground: &Ground, points: &[f32], dimensions: usize) -> Result<Self> {
        let rows = ground.rows();
        let sampled = rows.min(ROWS.0).min((PAIRS / rows).max(ROWS.1));
        let queries: Vec<usize> = (0..sampled).map(|i| i * rows / sampled).collect();
        let k = NEAREST.min((rows - 1) / 2).max(1);
        let picture = Samples::from_row_major_f32(points, rows, dimensions)?;
        let index = Index::new(&picture, Metric::Euclidean, Search::Auto)?;
        let shown = index.nearest(Queries::Rows(&queries), k)?.nearest;
        let stage = watch::stage("faithfulness", sampled);
        let of_row = |(&row, shown): (&usize, &Vec<Neighbor>)| {
            let shown: Vec<usize> = shown.iter().map(|near| near.row).collect();
            stage.advance(1)?;
            Ok(strangers(ground, row, &shown, k))
        };
        let found = queries.par_iter().zip(&shown).map(of_row).collect::<Result<Vec<_>>>()?;
        let kept: usize = found.iter().map(|&(kept, _)| kept).sum();
        let excess: usize = found.iter().map(|&(_, excess)| excess).sum();
        let pairs = (sampled * k) as f64;
        // The largest excess that there could be makes it 0.
        let most = 2.0 * rows as f64 - 3.0 * k as f64 - 1.0;
        let trustworthiness = 1.0 - 2.0 * excess as f64 / (pairs * most.max(1.0));
        Ok(Self { kept: kept as f64 / pairs, trustworthiness, rows: sampled })
    }
}

/// How many of those shown near are near, and by how many ranks the others are beyond.
fn strangers(ground: &Ground, row: usize, shown: &[usize], k: usize) -> (usize, usize) {
    let near: Vec<u32> = ground.nearest(row).map(|(other, _)| other).collect();
    let (mut kept, mut excess, mut far) = (0, 0, Vec::new());
    for &other in shown {
        match near.iter().position(|&known| known as usize == other) {
            Some(rank) if rank < k => kept += 1,
            Some(rank) => excess += rank + 1 - k,
            None => far.push(other),
        }
    }
    if !far.is_empty() {
        excess += ranks(ground, row, &far).into_iter().map(|rank| rank.max(k) - k).sum::<usize>();
    }
    (kept, excess)
}

/// At which rank among the nearest rows others come.
fn ranks(ground: &Ground, row: usize, others: &[usize]) -> Vec<usize> {
    let own = ground.row(row);
    let square = |other: &[f32]| own.iter().zip(other).map(|(x, y)| (x - y) * (x - y)).sum::<f32>();
    let limits: Vec<f32> = others.iter().map(|&other| square(ground.row(other))).collect();
    let mut nearer = vec![0; others.len()];
    wide!(|| {
        for other in ground.values.chunks_exact(ground.columns) {
            let square = square(other);
            nearer
                .iter_mut()
                .zip(&limits)
                .for_each(|(n, &limit)| *n += usize::from(square < limit));
        }
    });
    // The row itself is among the nearer ones, so that the next one has rank 1.
    nearer
}
