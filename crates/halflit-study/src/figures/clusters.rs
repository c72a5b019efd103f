//! Clusters in the plane, a few of their rows labeled.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use halflit::{Dataset, Labels, Result, Samples};

/// A Gaussian cluster of one class, longer one way than the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cluster {
    pub(super) class: &'static str,
    pub(super) rows: usize,
    pub(super) center: (f64, f64),
    /// Standard deviations along the cluster and across it.
    pub(super) spread: (f64, f64),
    /// Degrees from the horizontal to its long side.
    pub(super) turn: f64,
    pub(super) labels: Labeled,
}

/// Which rows of a cluster have a label.
#[derive(Debug, Clone, Copy)]
pub(super) enum Labeled {
    /// All of them.
    All,
    /// So many, drawn like the others.
    Drawn(usize),
    /// Those nearest to some places, given along the cluster and across it in standard deviations.
    Near(&'static [(f64, f64)]),
}

/// Rows in the plane, most of them unlabeled, and the classes that they really have.
#[derive(Debug, Clone)]
pub(super) struct Toy {
    pub(super) data: Dataset<'static>,
    pub(super) truth: Labels,
}

impl Toy {
    /// Draws the clusters, one after the other.
    pub(super) fn draw(clusters: &[Cluster], seed: u64) -> Result<Toy> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (mut rows, mut classes, mut hidden) = (Vec::new(), Vec::new(), Vec::new());
        for cluster in clusters {
            let drawn: Vec<_> = (0..cluster.rows).map(|_| normal_pair(&mut random)).collect();
            let labeled = cluster.labels.of(&drawn);
            let unlabeled = (0..cluster.rows).filter(|row| !labeled.contains(row));
            hidden.extend(unlabeled.map(|row| rows.len() + row));
            rows.extend(drawn.into_iter().map(|point| cluster.place(point)));
            classes.resize(rows.len(), Some(cluster.class));
        }
        let truth = Labels::new(classes);
        let data = Dataset::new(Samples::from_rows(&rows)?, truth.hide(&hidden))?;
        Ok(Toy { data, truth })
    }
}

impl Cluster {
    /// From standard deviations along and across to the plane.
    fn place(&self, (along, across): (f64, f64)) -> [f64; 2] {
        let (along, across) = (along * self.spread.0, across * self.spread.1);
        let (sin, cos) = self.turn.to_radians().sin_cos();
        [self.center.0 + cos * along - sin * across, self.center.1 + sin * along + cos * across]
    }
}

impl Labeled {
    fn of(self, drawn: &[(f64, f64)]) -> Vec<usize> {
        match self {
            Labeled::All => (0..drawn.len()).collect(),
            Labeled::Drawn(count) => (0..count).collect(),
            Labeled::Near(places) => places.iter().filter_map(|&p| nearest(drawn, p)).collect(),
        }
    }
}

fn nearest(points: &[(f64, f64)], to: (f64, f64)) -> Option<usize> {
    let distance = |&row: &usize| (points[row].0 - to.0).hypot(points[row].1 - to.1);
    (0..points.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// Two independent standard normal numbers (Box and Muller).
fn normal_pair(random: &mut ChaCha8Rng) -> (f64, f64) {
    // 53 bits, as many as an f64 holds; never 0, which has no logarithm.
    let mut uniform = || ((random.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    let (radius, angle) = ((-2.0 * uniform().ln()).sqrt(), std::f64::consts::TAU * uniform());
    (radius * angle.cos(), radius * angle.sin())
}
