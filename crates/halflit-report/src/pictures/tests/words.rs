//! Words that are long, or in letters that the embedded font lacks.

use super::*;

/// Classes whose names the embedded font cannot write.
pub(super) fn foreign() -> Embedding {
    let mut embedding = rows(spread(30, 2), 3);
    let names = ["猫", "고양이", "🦀 crab"];
    for (row, label) in embedding.labels.iter_mut().chain(&mut embedding.predicted).enumerate() {
        *label = label.is_some().then(|| names[row % 3].to_owned());
    }
    embedding
}

#[test]
fn titles_of_axes_are_never_cut() {
    let title = "a title of an axis that is longer than the axis itself, as titles with units and remarks can be";
    let chart = CurveChart {
        x_title: title.into(),
        y_title: title.into(),
        curves: vec![Curve { name: "one".into(), points: vec![(1.0, 1.0), (2.0, 2.0)] }],
        ..CurveChart::default()
    };
    let picture = curves(&chart, "c").expect("a picture");
    let is_title = |item: &&Item| matches!(item, Item::Words(words) if words.text == title);
    assert_eq!(picture.items.iter().filter(is_title).count(), 2);
}

#[test]
fn a_picture_knows_and_says_which_letters_it_cannot_write() {
    let plain = embedding(&rows(spread(30, 2), 3), "plain").expect("a picture");
    assert!(plain.foreign_letters().is_empty());
    let picture = embedding(&foreign(), "猫").expect("a picture");
    assert_eq!(picture.foreign_letters().into_iter().collect::<String>(), "猫고양이🦀");
    assert!(picture.svg().expect("a document").contains("고양이"), "an SVG keeps them");
    // A note along the lower edge, in a PNG without fonts for them only.
    let noted = |picture: &Picture| {
        let pixels =
            tiny_skia::Pixmap::decode_png(&picture.png().expect("a file")).expect("pixels");
        let line = pixels.height() - 16;
        (0..pixels.width()).any(|x| pixels.pixel(x, line).is_some_and(|pixel| pixel.red() < 200))
    };
    assert!(noted(&picture) && !noted(&plain));
}
