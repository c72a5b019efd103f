//! What rows are taken for.

use halflit::{Model, Predictions, RowMatrix};

use crate::session::NONE;

/// Classes of a row whose shares are kept.
const SHARES: usize = 3;
/// What the rows are, and how sure that is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Guesses {
    /// The classes that were learned, sorted.
    pub(crate) classes: Vec<String>,
    /// Of every row the place of its class among them.
    pub(crate) of_row: Vec<u16>,
    /// 255 is certain.
    pub(crate) sure: Vec<u8>,
    /// The likeliest classes of every row with their shares, the likeliest first.
    pub(crate) shares: Vec<[(u16, f32); SHARES]>,
}

impl Guesses {
    pub(super) fn of(model: &Model, predictions: &Predictions, margins: Option<Vec<f64>>) -> Self {
        let shares: &RowMatrix<'_> = &predictions.probabilities;
        let byte = |share: f64| (255.0 * share.clamp(0.0, 1.0)).round() as u8;
        let own = |row: usize, class: usize| match &margins {
            Some(margins) => margins[row],
            None => shares.row(row)[class],
        };
        let of_row = &predictions.classes;
        Self {
            classes: model.classes().to_vec(),
            of_row: of_row.iter().map(|&class| class as u16).collect(),
            sure: of_row.iter().enumerate().map(|(row, &class)| byte(own(row, class))).collect(),
            shares: (0..of_row.len()).map(|row| likeliest(shares.row(row))).collect(),
        }
    }
}

/// The largest shares, of equal ones the first.
fn likeliest(shares: &[f64]) -> [(u16, f32); SHARES] {
    let mut found = [(NONE, 0.0); SHARES];
    for (class, &share) in shares.iter().enumerate() {
        let share = share as f32;
        if let Some(place) = found.iter().position(|(_, other)| share > *other) {
            found[place..].rotate_right(1);
            found[place] = (class as u16, share);
        }
    }
    found
}
