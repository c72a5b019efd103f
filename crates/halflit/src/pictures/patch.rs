//! A picture in small: the mean colours of the cells of a grid.

/// A picture, row after row, three numbers from 0 to 1 for each point: red, green, blue.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    width: usize,
    height: usize,
    points: Vec<[f32; 3]>,
}

impl Picture {
    /// Takes points row after row; nothing where there are not `width` × `height` of them, or none.
    pub fn new(width: usize, height: usize, points: Vec<[f32; 3]>) -> Option<Self> {
        let whole =
            width.checked_mul(height).is_some_and(|count| count == points.len() && count > 0);
        whole.then_some(Self { width, height, points })
    }

    /// The picture with `size` × `size` points: each the mean of what it covers.
    pub(super) fn shrunk(&self, size: usize) -> Vec<[f32; 3]> {
        let (columns, rows) = (shares(self.width, size), shares(self.height, size));
        let mut points = Vec::with_capacity(size * size);
        for row in &rows {
            for column in &columns {
                let mut sum = [0.0f32; 3];
                for &(y, down) in row {
                    for &(x, across) in column {
                        let point = self.points[y * self.width + x];
                        (0..3).for_each(|k| sum[k] += down * across * point[k]);
                    }
                }
                points.push(sum);
            }
        }
        points
    }
}

/// For each of `cells` equal parts of a line of `length` points: the points that it covers, and their shares of it.
fn shares(length: usize, cells: usize) -> Vec<Vec<(usize, f32)>> {
    let of_cell = |cell: usize| {
        // In units of 1/cells of a point everything is whole: a part is `length` long, a point `cells`.
        let (start, end) = (cell * length, (cell + 1) * length);
        let point = |k: usize| {
            let covered = end.min((k + 1) * cells) - start.max(k * cells);
            (k, covered as f32 / length as f32)
        };
        (start / cells..end.div_ceil(cells)).map(point).collect()
    };
    (0..cells).map(of_cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(width: usize, height: usize, value: impl Fn(usize, usize) -> f32) -> Option<Picture> {
        let point = |k: usize| [value(k % width, k / width); 3];
        Picture::new(width, height, (0..width * height).map(point).collect())
    }

    #[test]
    fn cells_are_means_of_what_they_cover() {
        let picture = grey(4, 2, |x, y| (x + 4 * y) as f32).expect("whole");
        assert_eq!(picture.shrunk(2).map_first(), [0.5, 2.5, 4.5, 6.5]);
        // Three points on two cells: half of the middle one for each.
        let picture = grey(3, 1, |x, _| x as f32).expect("whole");
        let cells = picture.shrunk(2).map_first();
        assert!((cells[0] - 1.0 / 3.0).abs() < 1e-6 && (cells[1] - 5.0 / 3.0).abs() < 1e-6);
    }

    #[test]
    fn small_pictures_grow() {
        let picture = grey(1, 1, |_, _| 0.25).expect("whole");
        assert!(picture.shrunk(8).iter().all(|point| (point[0] - 0.25).abs() < 1e-6));
    }

    #[test]
    fn points_that_are_no_picture_are_none() {
        assert_eq!(Picture::new(2, 2, vec![[0.0; 3]; 3]), None);
        assert_eq!(Picture::new(0, 2, Vec::new()), None);
    }

    trait First {
        fn map_first(self) -> Vec<f32>;
    }

    impl First for Vec<[f32; 3]> {
        fn map_first(self) -> Vec<f32> {
            self.into_iter().map(|point| point[0]).collect()
        }
    }
}
