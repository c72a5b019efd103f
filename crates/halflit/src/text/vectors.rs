//! Vectors of words that somebody else has learned from many texts, such as GloVe's: a text is the mean of those of its words.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::grams::{Family, of_words, piece, word};
use super::vocabulary::Vocabulary;
use crate::components::{Components, to_unit_length};
use crate::error::{Error, Result};

/// Begins a piece that goes on with a word, as in the vocabulary of a WordPiece tokenizer.
const PIECE: &str = "##";

/// A table of words with a vector for each. A clone shares it.
///
/// ```
/// use halflit::text::WordVectors;
///
/// let vectors = WordVectors::new(&["ship", "boat"], vec![1.0, 0.5, 0.9, 0.6])?;
/// assert_eq!((vectors.words(), vectors.width()), (2, 2));
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WordVectors(Arc<Table>);

#[derive(Debug, Default, PartialEq)]
struct Table {
    /// Hashes of words and pieces, ascending.
    words: Vec<u64>,
    vectors: Components,
}

impl WordVectors {
    /// Takes words and their vectors, one after the other. Of words that differ in case alone the first counts, since such tables
    /// begin with frequent words. `##ing` is a piece: words that are not there are put together of pieces.
    ///
    /// # Errors
    /// [`Error::Shape`] where there is not one vector of finite numbers per word.
    pub fn new<W: AsRef<str>>(words: &[W], vectors: Vec<f32>) -> Result<Self> {
        let width = vectors.len() / words.len().max(1);
        let found = format!("{} numbers for {} words", vectors.len(), words.len());
        let wrong = || {
            Error::shape("the table of word vectors", "a vector of finite numbers per word", &found)
        };
        let vectors = Components::from_parts(vectors, width).ok_or_else(wrong)?;
        if vectors.rows() != words.len() {
            return Err(wrong());
        }
        let hash = |name: &str| match name.strip_prefix(PIECE) {
            Some(rest) if !rest.is_empty() => piece(rest.chars()),
            _ => word(&name.to_lowercase()),
        };
        let mut order: Vec<(u64, usize)> =
            words.iter().enumerate().map(|(row, name)| (hash(name.as_ref()), row)).collect();
        order.sort_unstable();
        order.dedup_by_key(|(hash, _)| *hash);
        Ok(Self::gathered(&order, &vectors))
    }

    fn gathered(order: &[(u64, usize)], from: &Components) -> Self {
        let rows: Vec<usize> = order.iter().map(|(_, row)| *row).collect();
        let words = order.iter().map(|(hash, _)| *hash).collect();
        Self(Arc::new(Table { words, vectors: from.gather(&rows) }))
    }

    /// Number of words.
    pub fn words(&self) -> usize {
        self.0.words.len()
    }

    /// Length of a vector.
    pub fn width(&self) -> usize {
        self.0.vectors.width()
    }

    fn row(&self, hash: u64) -> Option<usize> {
        self.0.words.binary_search(&hash).ok()
    }

    /// The rows that a word is made of: its own, or those of pieces, the longest first.
    fn rows_of(&self, hash: u64, letters: &[char]) -> Vec<usize> {
        if let Some(row) = self.row(hash) {
            return vec![row];
        }
        let letters = &letters[1..letters.len() - 1];
        let (mut rows, mut start) = (Vec::new(), 0);
        while start < letters.len() {
            let own = |end: usize| {
                let part = &letters[start..end];
                let hash = match start {
                    0 => word(&part.iter().collect::<String>()),
                    _ => piece(part.iter().copied()),
                };
                Some((end, self.row(hash)?))
            };
            match (start + 1..=letters.len()).rev().find_map(own) {
                Some((end, row)) => {
                    rows.push(row);
                    start = end;
                }
                None => return Vec::new(),
            }
        }
        rows
    }

    /// The words of some texts alone.
    pub(super) fn met(&self, texts: &[&str]) -> Self {
        let mut rows = BTreeSet::new();
        for text in texts {
            of_words(text, |hash, letters, _| rows.extend(self.rows_of(hash, letters)));
        }
        // Rows are in the order of their words.
        let order: Vec<(u64, usize)> =
            rows.into_iter().map(|row| (self.0.words[row], row)).collect();
        Self::gathered(&order, &self.0.vectors)
    }

    /// The mean of the vectors of a text, rare words counting more, at length 1; zeros where no word is known.
    pub(super) fn mean(&self, text: &str, vocabulary: &Vocabulary, out: &mut [f64]) {
        of_words(text, |hash, letters, _| {
            let weight = vocabulary.weight(Family::Words.mark(hash));
            self.rows_of(hash, letters)
                .into_iter()
                .for_each(|row| self.0.vectors.add(row, f64::from(weight), out));
        });
        to_unit_length(out);
    }

    /// Words and vectors: for a file.
    pub(crate) fn parts(&self) -> (&[u64], &Components) {
        (&self.0.words, &self.0.vectors)
    }

    /// From the parts of a file; nothing where they do not belong together.
    pub(crate) fn from_parts(words: Vec<u64>, vectors: Components) -> Option<Self> {
        let fits = words.len() == vectors.rows() && words.windows(2).all(|two| two[0] < two[1]);
        fits.then(|| Self(Arc::new(Table { words, vectors })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> WordVectors {
        let words = ["Ship", "boat", "bread", "bak", "##ing", "##er", "ship"];
        let vectors = [1.0, 0.0, 0.9, 0.1, 0.0, 1.0, 0.0, 0.8, 0.0, 0.6, 0.2, 0.6, 9.0, 9.0];
        WordVectors::new(&words, vectors.to_vec()).expect("a vector per word")
    }

    /// Every word counts alike.
    fn rare() -> Vocabulary {
        Vocabulary::from_parts(Vec::new(), Vec::new()).expect("an empty one")
    }

    fn mean(text: &str) -> Vec<f64> {
        let mut out = vec![0.0; 2];
        table().mean(text, &rare(), &mut out);
        out
    }

    #[test]
    fn a_text_is_the_mean_of_its_words_whatever_their_case() {
        assert_eq!(table().words(), 6);
        assert_eq!(mean("SHIP"), [1.0, 0.0]);
        let both = mean("ship, bread");
        assert!((both[0] - both[1]).abs() < 1e-6);
        assert_eq!(mean("unknown"), [0.0, 0.0]);
    }

    #[test]
    fn words_that_are_not_there_are_put_together_of_pieces() {
        assert_eq!(mean("baking"), [0.0, 1.0]);
        assert!(mean("baker")[0] > 0.0);
        assert_eq!(mean("bakes"), [0.0, 0.0]);
    }

    #[test]
    fn words_that_are_not_met_are_left_out() {
        let met = table().met(&["a ship", "baking bread"]);
        assert_eq!(met.words(), 4);
        let mut out = vec![0.0; 2];
        met.mean("boat", &rare(), &mut out);
        assert_eq!(out, [0.0, 0.0]);
    }

    #[test]
    fn a_vector_is_missing() {
        let refused = WordVectors::new(&["a", "b"], vec![1.0, 2.0, 3.0]);
        assert!(matches!(refused, Err(Error::Shape { .. })));
        assert!(WordVectors::new(&["a"], vec![f32::NAN]).is_err());
    }
}
