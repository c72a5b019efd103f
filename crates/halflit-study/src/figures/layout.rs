//! Places for the rows of a graph, such that linked rows lie side by side and unconnected parts apart.

use std::cmp::Reverse;

/// A place in the plane.
type Place = (f64, f64);

/// Two rows and how near they are.
pub(super) type Link = (usize, usize, f64);

/// By then everything has come to rest.
const ROUNDS: usize = 800;
/// Rows farther apart than this do not push each other, so that the parts fill the page.
const REACH: f64 = 4.0;

/// The part of every row: the lowest row that links lead to.
pub(super) fn parts(rows: usize, links: &[Link]) -> Vec<usize> {
    let mut parts: Vec<usize> = (0..rows).collect();
    loop {
        let before = parts.clone();
        for &(i, j, _) in links {
            let lower = parts[i].min(parts[j]);
            (parts[i], parts[j]) = (lower, lower);
        }
        if parts == before {
            return parts;
        }
    }
}

/// A force-directed layout, after Fruchterman and Reingold (1991): links pull, rows push each other, and all that moves
/// ever less. Nothing in it is random.
pub(super) fn places(rows: usize, links: &[Link]) -> Vec<Place> {
    let mut places = start(&parts(rows, links));
    for round in 0..ROUNDS {
        let longest = 0.5 * (1.0 - round as f64 / ROUNDS as f64);
        let forces = forces(&places, links);
        for (place, (x, y)) in places.iter_mut().zip(forces) {
            let step = longest.min(x.hypot(y)) / x.hypot(y).max(1e-12);
            *place = (place.0 + step * x, place.1 + step * y);
        }
    }
    places
}

/// Every part in a heap of its own, the largest in the middle, so that none has to pass through another.
fn start(parts: &[usize]) -> Vec<Place> {
    let mut order = parts.to_vec();
    order.sort_unstable();
    order.dedup();
    order.sort_by_key(|part| Reverse(parts.iter().filter(|other| *other == part).count()));
    let place = |(row, part): (usize, &usize)| {
        let heap = spiral(order.iter().position(|other| other == part).unwrap_or(0));
        let own = spiral(row);
        (2.5 * heap.0 + 0.1 * own.0, 2.5 * heap.1 + 0.1 * own.1)
    };
    parts.iter().enumerate().map(place).collect()
}

/// Places that fill the plane evenly from its middle outwards.
fn spiral(turn: usize) -> Place {
    const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;
    let (radius, angle) = ((turn as f64).sqrt(), turn as f64 * GOLDEN_ANGLE);
    (radius * angle.cos(), radius * angle.sin())
}

fn forces(places: &[Place], links: &[Link]) -> Vec<Place> {
    // Towards the middle, more so from above and below: pages are wider than high.
    let mut forces: Vec<Place> = places.iter().map(|(x, y)| (-0.08 * x, -0.24 * y)).collect();
    let mut pull = |i: usize, j: usize, strength: &dyn Fn(f64) -> f64| {
        let (x, y) = (places[j].0 - places[i].0, places[j].1 - places[i].1);
        let strength = strength(x.hypot(y).max(1e-3));
        forces[i] = (forces[i].0 + strength * x, forces[i].1 + strength * y);
        forces[j] = (forces[j].0 - strength * x, forces[j].1 - strength * y);
    };
    for i in 0..places.len() {
        for j in 0..i {
            pull(i, j, &|apart| if apart < REACH { -1.0 / (apart * apart) } else { 0.0 });
        }
    }
    links.iter().for_each(|&(i, j, _)| pull(i, j, &|apart| 0.3 * apart));
    forces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(a: Place, b: Place) -> f64 {
        (a.0 - b.0).hypot(a.1 - b.1)
    }

    #[test]
    fn parts_are_what_links_lead_to() {
        let links = [(3, 0, 1.0), (2, 4, 1.0), (5, 4, 1.0)];
        assert_eq!(parts(6, &links), [0, 1, 2, 0, 2, 2]);
    }

    #[test]
    fn linked_rows_lie_side_by_side_and_parts_apart() {
        let links = [(0, 1, 1.0), (1, 2, 1.0), (3, 4, 1.0)];
        let places = places(5, &links);
        for (i, j, _) in links {
            assert!((1.0..2.0).contains(&apart(places[i], places[j])), "{places:?}");
        }
        assert!(apart(places[0], places[2]) > 2.0, "{places:?}");
        for (i, j) in [(0, 3), (1, 3), (2, 3), (0, 4), (1, 4), (2, 4)] {
            assert!(apart(places[i], places[j]) > 2.0, "{places:?}");
        }
    }
}
