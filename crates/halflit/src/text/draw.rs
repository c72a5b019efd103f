//! Which of many texts are learned from: drawn by what they hold, so that the order of rows changes nothing.

use super::grams::mark;
use crate::threads::*;

/// At most so many texts, in an order that follows from what they hold: fewer are the first of more.
pub(super) fn drawn<T: AsRef<str> + Sync>(texts: &[T], most: usize) -> Vec<&str> {
    let marked = |text: &'_ T| -> u64 { mark(text.as_ref()) };
    let mut marks: Vec<(u64, &str)> =
        texts.par_iter().map(|text| (marked(text), text.as_ref())).collect();
    marks.par_sort_unstable();
    marks.truncate(most);
    marks.into_iter().map(|(_, text)| text).collect()
}
