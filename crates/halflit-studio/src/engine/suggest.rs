//! Which rows to label next.

use serde::Serialize;

/// Suggestions at a time.
const COUNT: usize = 10;
/// Of so many suggestions the last is a check row.
const CHECK_EVERY: usize = 5;

/// A row to label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Suggestion {
    pub(crate) row: usize,
    pub(crate) why: String,
    /// Whether its label is kept apart.
    pub(crate) check: bool,
}

/// All rows in an order that a seed decides: Fisher and Yates' shuffle by splitmix64.
pub(super) fn drawn(rows: usize, seed: u64) -> Vec<usize> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let mut drawn: Vec<usize> = (0..rows).collect();
    for last in (1..rows).rev() {
        // The bias of this product is below 2⁻³² for any number of rows that fits into memory.
        let place = ((u128::from(next()) * (last as u128 + 1)) >> 64) as usize;
        drawn.swap(last, place);
    }
    drawn
}

/// Random rows, every fifth of them a check row: to be replaced by the library's choice of what to learn from. Check rows are the
/// first open ones that were drawn, whatever was labeled.
pub(super) fn suggest(drawn: &[usize], is_open: &dyn Fn(usize) -> bool) -> Vec<Suggestion> {
    let checks = COUNT / CHECK_EVERY;
    let mut check = drawn.iter().copied().filter(|&row| is_open(row)).take(checks);
    let apart: Vec<usize> = check.by_ref().collect();
    let learn = drawn.iter().rev().copied().filter(|&row| is_open(row) && !apart.contains(&row));
    let mut learn = learn.take(COUNT - checks).collect::<Vec<_>>().into_iter();
    let mut apart = apart.into_iter();
    let pick = |place: usize| match (place + 1).is_multiple_of(CHECK_EVERY) {
        true => apart.next().map(|row| Suggestion {
            row,
            why: "drawn at random and kept apart, to check the model with".into(),
            check: true,
        }),
        false => {
            learn.next().map(|row| Suggestion { row, why: "drawn at random".into(), check: false })
        }
    };
    (0..COUNT).filter_map(pick).collect()
}
