//! Drawings side by side, like books on shelves.

use super::layout::Place;

/// Free room around every drawing.
const MARGIN: f64 = 0.75;

/// Moves drawings so that none touches another: on shelves of about the width that makes `aspect` times as wide as
/// high. The highest come first, on the top shelf.
pub(super) fn shelves(drawings: &mut [Vec<Place>], aspect: f64) {
    let sizes: Vec<Place> = drawings.iter().map(|drawing| size(drawing)).collect();
    let area: f64 = sizes.iter().map(|(width, height)| width * height).sum();
    let widest = sizes.iter().map(|size| size.0).fold(0.0, f64::max);
    let room = (aspect * area).sqrt().max(widest);
    let mut order: Vec<usize> = (0..drawings.len()).collect();
    order.sort_by(|&a, &b| sizes[b].1.total_cmp(&sizes[a].1));
    let (mut x, mut top, mut shelf) = (0.0, 0.0, 0.0);
    for at in order {
        let (width, height) = sizes[at];
        if x > 0.0 && x + width > room {
            (x, top, shelf) = (0.0, top - shelf, 0.0);
        }
        // The first of a shelf is its highest.
        shelf = f64::max(shelf, height);
        put(&mut drawings[at], (x + MARGIN, top - 0.5 * (shelf + height) + MARGIN));
        x += width;
    }
}

/// Lowest and highest coordinates.
pub(super) fn corners<'a>(places: impl IntoIterator<Item = &'a Place>) -> [Place; 2] {
    let empty = [(f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY)];
    places.into_iter().fold(empty, |[low, high], &(x, y)| {
        [(low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y))]
    })
}

/// With free room around it.
fn size(drawing: &[Place]) -> Place {
    let [low, high] = corners(drawing);
    (high.0 - low.0 + 2.0 * MARGIN, high.1 - low.1 + 2.0 * MARGIN)
}

/// Moves the lower left corner of a drawing.
fn put(drawing: &mut [Place], (x, y): Place) {
    let [low, _] = corners(&*drawing);
    drawing.iter_mut().for_each(|place| *place = (place.0 - low.0 + x, place.1 - low.1 + y));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_do_not_overlap() {
        let drawing = |width: f64, height: f64| vec![(0.0, 0.0), (width, height)];
        let mut drawings: Vec<_> =
            (1..20).map(|i| drawing(f64::from(i % 5) + 1.0, f64::from(i % 7))).collect();
        shelves(&mut drawings, 1.5);
        for (at, one) in drawings.iter().enumerate() {
            let [low, high] = corners(one);
            for other in &drawings[..at] {
                let [l, h] = corners(other);
                let aside = low.0 >= h.0 + MARGIN || l.0 >= high.0 + MARGIN;
                assert!(
                    aside || low.1 >= h.1 + MARGIN || l.1 >= high.1 + MARGIN,
                    "{one:?} {other:?}"
                );
            }
        }
    }
}
