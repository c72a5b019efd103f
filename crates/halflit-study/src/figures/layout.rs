//! Places for the rows of a graph, such that linked rows lie side by side.

use std::collections::VecDeque;

/// A place in the plane.
pub(super) type Place = (f64, f64);

/// Rounds of stress majorisation: a bent path straightens slowly, everything else stands still long before.
const ROUNDS: usize = 3000;

/// Places for one connected graph, given as the neighbours of each row: rows lie about as far apart as the number of
/// links on the shortest way between them, and the longer side lies level.
///
/// Minimises the stress Σ (‖x_i − x_j‖ − d_ij)² / d_ij² of Kamada and Kawai (1989), a force-directed layout, row by row
/// as Gansner, Koren and North (2004) do. Nothing in it is random.
pub(super) fn connected(neighbors: &[Vec<usize>]) -> Vec<Place> {
    let distances: Vec<Vec<f64>> = (0..neighbors.len()).map(|i| steps_from(i, neighbors)).collect();
    let mut places = start(&distances);
    for _ in 0..ROUNDS {
        for i in 0..places.len() {
            places[i] = improved(i, &places, &distances[i]);
        }
    }
    level(places)
}

/// The connected parts of a graph with at least two rows, largest first, each in ascending order.
pub(super) fn components(neighbors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; neighbors.len()];
    let mut parts = Vec::new();
    for row in 0..neighbors.len() {
        if !seen[row] {
            let steps = steps_from(row, neighbors);
            let part: Vec<usize> = (0..steps.len()).filter(|&j| steps[j].is_finite()).collect();
            part.iter().for_each(|&j| seen[j] = true);
            parts.push(part);
        }
    }
    parts.retain(|part| part.len() > 1);
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    parts
}

/// How many links away every row is; infinite where there is no way.
fn steps_from(start: usize, neighbors: &[Vec<usize>]) -> Vec<f64> {
    let mut steps = vec![f64::INFINITY; neighbors.len()];
    steps[start] = 0.0;
    let mut queue = VecDeque::from([start]);
    while let Some(i) = queue.pop_front() {
        for &j in &neighbors[i] {
            if steps[j].is_infinite() {
                steps[j] = steps[i] + 1.0;
                queue.push_back(j);
            }
        }
    }
    steps
}

/// A spiral from the most central row outwards, so that far rows start far out and no two start together.
fn start(distances: &[Vec<f64>]) -> Vec<Place> {
    const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;
    let total = |&i: &usize| distances[i].iter().sum::<f64>();
    let rows = 0..distances.len();
    let center = rows.clone().min_by(|a, b| total(a).total_cmp(&total(b))).unwrap_or(0);
    let mut order: Vec<usize> = rows.collect();
    order.sort_by(|&a, &b| distances[center][a].total_cmp(&distances[center][b]));
    let mut places = vec![(0.0, 0.0); order.len()];
    for (turn, row) in order.into_iter().enumerate() {
        let (radius, angle) = ((turn as f64).sqrt(), turn as f64 * GOLDEN_ANGLE);
        places[row] = (radius * angle.cos(), radius * angle.sin());
    }
    places
}

/// The mean of where the other rows want row i, each at its distance d_ij and with weight d_ij⁻².
fn improved(i: usize, places: &[Place], distances: &[f64]) -> Place {
    let (mut sum, mut weights) = ((0.0, 0.0), 0.0);
    for (j, &(x, y)) in places.iter().enumerate().filter(|&(j, _)| j != i) {
        let (dx, dy) = (places[i].0 - x, places[i].1 - y);
        let (apart, weight) = (dx.hypot(dy).max(1e-9), distances[j].powi(-2));
        let stretch = distances[j] / apart;
        sum = (sum.0 + weight * (x + stretch * dx), sum.1 + weight * (y + stretch * dy));
        weights += weight;
    }
    (sum.0 / weights, sum.1 / weights)
}

/// Turned so that the principal axis lies level.
fn level(places: Vec<Place>) -> Vec<Place> {
    let count = places.len() as f64;
    let mean = places.iter().fold((0.0, 0.0), |m, p| (m.0 + p.0 / count, m.1 + p.1 / count));
    let centered: Vec<Place> = places.iter().map(|p| (p.0 - mean.0, p.1 - mean.1)).collect();
    let sum = |f: fn(&Place) -> f64| centered.iter().map(f).sum::<f64>();
    let (xx, yy, xy) = (sum(|p| p.0 * p.0), sum(|p| p.1 * p.1), sum(|p| p.0 * p.1));
    let (sin, cos) = (0.5 * (2.0 * xy).atan2(xx - yy)).sin_cos();
    centered.into_iter().map(|(x, y)| (cos * x + sin * y, cos * y - sin * x)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_level_line() {
        let places = connected(&[vec![1], vec![0, 2], vec![1, 3], vec![2]]);
        for pair in places.windows(2) {
            assert!(((pair[1].0 - pair[0].0).abs() - 1.0).abs() < 0.01, "{places:?}");
            assert!((pair[1].1 - pair[0].1).abs() < 0.05, "{places:?}");
        }
    }

    #[test]
    fn parts_are_found_and_lonely_rows_left_out() {
        let neighbors = [vec![3], vec![], vec![4, 5], vec![0], vec![2], vec![2]];
        assert_eq!(components(&neighbors), [vec![2, 4, 5], vec![0, 3]]);
    }
}
