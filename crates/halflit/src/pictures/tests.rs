use super::*;

/// A bar in some place, upright or lying, on a ground of some brightness.
fn bar(upright: bool, place: usize, ground: f32) -> Plain {
    let (width, height) = (24, 20);
    let value = |k: usize| {
        let (x, y) = (k % width, k / width);
        let across = if upright { x } else { y };
        if (across + 24 - place) % 24 < 4 { ground + 0.5 } else { ground }
    };
    let points = (0..width * height).map(|k| [value(k); 3]).collect();
    Plain::of(&Picture::new(width, height, points).expect("a whole picture"))
}

fn bars() -> Vec<Plain> {
    (0..80).map(|k| bar(k % 2 == 0, 3 + k / 2 % 10, 0.01 * (k % 7) as f32)).collect()
}

#[test]
fn upright_and_lying_bars_lie_apart() {
    let pictures = bars();
    let features = PictureFeatures::learn(&pictures).expect("pictures that differ");
    let places = features.of(&pictures);
    let apart = |i: usize, j: usize| {
        places.row(i).iter().zip(places.row(j)).map(|(a, b)| (a - b) * (a - b)).sum::<f64>()
    };
    let nearest = |i: usize| {
        let others = (0..80).filter(|&j| j != i);
        others.min_by(|&a, &b| apart(i, a).total_cmp(&apart(i, b)))
    };
    let right = (0..80).filter(|&i| nearest(i).is_some_and(|j| i % 2 == j % 2)).count();
    assert_eq!(right, 80);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let pictures = bars();
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let (one, many) = (pool(1).expect("a pool"), pool(3).expect("a pool"));
    let learned = one.install(|| PictureFeatures::learn(&pictures)).expect("features");
    assert_eq!(many.install(|| PictureFeatures::learn(&pictures)).as_ref(), Ok(&learned));
    let alone = one.install(|| learned.of(&pictures));
    assert_eq!(alone, many.install(|| learned.of(&pictures)));
}

#[test]
fn equal_pictures_and_none_are_refused() {
    let equal = vec![bar(true, 5, 0.1); 4];
    assert!(matches!(PictureFeatures::learn(&equal), Err(Error::NoSpread { rows: 4, .. })));
    assert!(matches!(PictureFeatures::learn(&[]), Err(Error::Empty { .. })));
}
