//! Which pictures of the Extended Yale Face Database B make up M-Eyale.
//!
//! The paper does not say which. This draw comes near the paper's good-neighbors scores, and it is written down so that
//! everyone gets the same one.

const DRAW: &str = include_str!("meyale_draw.txt");

/// One picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Image {
    pub(super) class: &'static str,
    /// Such as `yaleB30`.
    pub(super) subject: &'static str,
    /// Pose and place of the light, such as `P00A+000E+20`: frontal, azimuth 0°, elevation 20°.
    pub(super) light: &'static str,
}

/// The pictures in the order of the rows: class by class, subject by subject, light by light.
pub(super) fn images() -> Vec<Image> {
    let lights: Vec<&str> = lines("light").flatten().collect();
    let mut images = Vec::new();
    for mut words in lines("class") {
        let class = words.next().unwrap_or_default();
        for subject in words {
            images.extend(lights.iter().map(|&light| Image { class, subject, light }));
        }
    }
    images
}

/// The words of every line that starts with `key`, without it.
fn lines(key: &'static str) -> impl Iterator<Item = std::str::SplitWhitespace<'static>> {
    DRAW.lines().filter_map(move |line| Some(line.strip_prefix(key)?.split_whitespace()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ten_subjects_of_32_pictures_two_a_class() {
        let images = images();
        let count = |what: fn(&Image) -> &'static str| {
            images.iter().map(what).collect::<HashSet<_>>().len()
        };
        assert_eq!(images.len(), 320);
        assert_eq!((count(|i| i.class), count(|i| i.subject), count(|i| i.light)), (5, 10, 32));
        let first = Image { class: "c1", subject: "yaleB30", light: "P00A+000E+00" };
        let last = Image { class: "c5", subject: "yaleB19", light: "P00A+110E+65" };
        assert_eq!((images[0], images[319]), (first, last));
        assert!(images.iter().all(|i| i.light.len() == 12 && i.subject.len() == 7));
    }
}
