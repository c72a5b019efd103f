use super::*;

/// Texts of two topics that share few words within a topic: what joins them are other texts.
fn texts() -> Vec<String> {
    let topics = [
        ["ship", "sail", "harbour", "anchor", "captain", "deck", "mast", "wind"],
        ["bread", "oven", "flour", "yeast", "baker", "dough", "crust", "butter"],
    ];
    let text = |k: usize| {
        let words = topics[k % 2];
        let word = |j: usize| words[(k * 3 + j * j + k / 7 * j) % 8];
        format!("The {}, the {} and a {}", word(1), word(2), word(3))
    };
    (0..200).map(text).collect()
}

fn learned(texts: &[String], components: usize) -> TextFeatures {
    TextFeatures::learn(texts, &TextChoice { components, vectors: None }).expect("texts with words")
}

#[test]
fn topics_lie_apart() {
    let texts = texts();
    let places = learned(&texts, 8).of(&texts).expect("places");
    let along = |i: usize, j: usize| {
        places.row(i).iter().zip(places.row(j)).map(|(a, b)| a * b).sum::<f64>()
    };
    let nearest = |i: usize| {
        let others = (0..texts.len()).filter(|&j| texts[j] != texts[i]);
        others.max_by(|&a, &b| along(i, a).total_cmp(&along(i, b)))
    };
    let right = (0..texts.len()).filter(|&i| nearest(i).is_some_and(|j| i % 2 == j % 2)).count();
    assert!(right > 195, "{right}");
}

#[test]
fn rows_have_length_one_and_texts_without_known_words_are_zero() {
    let texts = texts();
    let features = learned(&texts, 8);
    let places = features.of(&["the ship", "", "xylophon!", "THE SHIP"]).expect("places");
    let length = |i: usize| places.row(i).iter().map(|v| v * v).sum::<f64>().sqrt();
    assert!((length(0) - 1.0).abs() < 1e-12);
    assert_eq!((length(1), places.row(0)), (0.0, places.row(3)));
    assert_eq!((places.rows(), places.columns()), (4, features.width()));
}

#[test]
fn the_order_of_texts_and_the_number_of_threads_change_nothing() {
    let texts = texts();
    let turned: Vec<String> = texts.iter().rev().cloned().collect();
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    let many = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("a pool");
    let one = alone.install(|| learned(&texts, 16));
    let other = many.install(|| learned(&turned, 16));
    assert_eq!(one, other);
    let places = |pool: &rayon::ThreadPool| pool.install(|| one.of(&texts)).expect("places");
    assert_eq!(places(&alone), places(&many));
}

#[test]
fn few_texts_are_enough_and_no_words_are_not() {
    let features = TextFeatures::learn(&["one"], &TextChoice::default()).expect("a word");
    assert_eq!(features.width(), 1);
    let refused = TextFeatures::learn(&["", "?!"], &TextChoice::default());
    assert_eq!(refused, Err(Error::NoWords { texts: 2 }));
    let none = TextFeatures::learn(&["one"], &TextChoice { components: 0, vectors: None });
    assert!(matches!(none, Err(Error::Parameter { name: "components", .. })));
}

#[test]
fn vectors_of_words_stand_beside_the_axes() {
    let texts = texts();
    let vectors = WordVectors::new(&["ship", "bread"], vec![1.0, 0.0, 0.0, 1.0]).expect("vectors");
    let choice = TextChoice { components: 4, vectors: Some(vectors) };
    let features = TextFeatures::learn(&texts, &choice).expect("features");
    assert_eq!((features.width(), features.known_words()), (6, Some(2)));
    let places = features.of(&["a ship", "the bread", "nothing"]).expect("places");
    let (ship, bread) = (&places.row(0)[4..], &places.row(1)[4..]);
    assert!(ship[0] > 0.0 && ship[1] < 0.0 && bread[0] < 0.0 && bread[1] > 0.0);
    assert_eq!(places.row(2)[4..], [0.0, 0.0]);
}
