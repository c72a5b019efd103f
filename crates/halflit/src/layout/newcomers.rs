//! Where rows that a picture was not made of go: among their nearest rows.

use super::ground::{CANDIDATES, Ground};
use super::hint::{Hint, Told, roots};
use crate::auto::Placement;
use crate::data::Samples;
use crate::error::{Error, Result};
use crate::matrix::RowMatrix;
use crate::neighbors::{Index, Metric, Neighbor, Queries, Search};
use crate::threads::*;
use crate::views::Look;

/// Nearest rows that say where a new one goes.
const NEAREST: usize = 15;
/// A row twice as far as the nearest counts 2⁻⁸ times as much.
const FALL: i32 = 8;
/// A row that is nearer than this share of the spread is the same row.
const SAME: f64 = 1e-5;
/// Rounds in which the middle of the nearest rows is found.
const ROUNDS: usize = 20;

/// What labels say of the rows of a picture and of new ones, and what that counted in the picture.
pub(crate) struct Guidance<'g> {
    pub(crate) placement: &'g Placement,
    pub(crate) new: Told<'g>,
    pub(crate) weight: f64,
}

/// Places of new rows: the middle of their nearest rows in the picture, near as the picture has it. A row of the picture comes to lie on
/// itself.
pub(crate) fn place(
    ground: &Ground,
    look: &Look<'_>,
    points: &RowMatrix<'_>,
    new: &Samples<'_>,
    guidance: Option<&Guidance<'_>>,
) -> Result<RowMatrix<'static>> {
    let (expected, found) = (look.samples.columns(), new.columns());
    if expected != found {
        return Err(Error::ColumnCount { expected, found });
    }
    if points.rows() != ground.of_row.len() {
        let rows = |count: usize| format!("{count} rows");
        let (own, given) = (rows(ground.of_row.len()), rows(points.rows()));
        return Err(Error::shape("the layout", own, given));
    }
    let coordinates = look.lens.apply(new)?.centered_product(&look.mean, look.axes.as_ref());
    let values: Vec<f32> = coordinates.values().iter().map(|&x| x as f32).collect();
    let queries = Samples::from_row_major_f32(values, new.rows(), ground.columns)?;
    let known = Samples::from_row_major_f32(&ground.values[..], ground.rows(), ground.columns)?;
    let index = Index::new(&known, Metric::Euclidean, Search::Auto)?;
    let hint = guidance.and_then(|own| Hint::of(ground, own.placement, own.weight));
    let looked_at = if hint.is_some() { CANDIDATES } else { NEAREST };
    let mut nearest = index.nearest(Queries::Points(&queries), looked_at)?.nearest;
    let same = SAME * ground.spread.sqrt();
    if let Some((hint, guidance)) = hint.as_ref().zip(guidance) {
        let told = |(row, near): (usize, &mut Vec<Neighbor>)| {
            by_classes(near, hint, &roots(&guidance.new, row), same);
        };
        nearest.par_iter_mut().enumerate().for_each(told);
    }
    let (firsts, dimensions) = (ground.firsts(), points.columns());
    let place = |near: &Vec<Neighbor>| {
        let point = |near: &Neighbor| points.row(firsts[near.row]);
        match near.first() {
            Some(first) if first.distance <= same => point(first).to_vec(),
            _ => middle(&near.iter().map(|own| (point(own), own.distance)).collect::<Vec<_>>()),
        }
    };
    let placed: Vec<Vec<f64>> = nearest.par_iter().map(place).collect();
    Ok(RowMatrix::new(placed.concat(), new.rows(), dimensions))
}

/// The nearest rows where classes count as in the picture. A row that is the same stays first.
fn by_classes(near: &mut Vec<Neighbor>, hint: &Hint, roots: &[f32], same: f64) {
    for own in near.iter_mut().filter(|own| own.distance > same) {
        let farther = f64::from(hint.square_from(roots, own.row));
        own.distance = (own.distance * own.distance + farther).sqrt();
    }
    near.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.row.cmp(&b.row)));
    near.truncate(NEAREST);
}

/// The point with the smallest weighted sum of distances to some, nearer rows counting more: where nearest rows lie in two groups it
/// is in the larger one and not between them.
fn middle(near: &[(&[f64], f64)]) -> Vec<f64> {
    let dimensions = near[0].0.len();
    let weigh = |weights: &[f64]| -> Vec<f64> {
        let total: f64 = weights.iter().sum();
        let mean = |d: usize| near.iter().zip(weights).map(|(own, w)| w * own.0[d]).sum::<f64>();
        (0..dimensions).map(|d| mean(d) / total).collect()
    };
    let by_distance: Vec<f64> = near.iter().map(|own| (near[0].1 / own.1).powi(FALL)).collect();
    let mut middle = weigh(&by_distance);
    for _ in 0..ROUNDS {
        let weight = |(own, weight): (&(&[f64], f64), &f64)| {
            let square: f64 = own.0.iter().zip(&middle).map(|(x, y)| (x - y) * (x - y)).sum();
            weight / square.sqrt().max(1e-3)
        };
        let weights: Vec<f64> = near.iter().zip(&by_distance).map(weight).collect();
        middle = weigh(&weights);
    }
    middle
}
