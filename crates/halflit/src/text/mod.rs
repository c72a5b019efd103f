//! Texts as rows of numbers: hashed n-grams of words and letters, TF-IDF, the leading axes.
//!
//! | file | holds |
//! |---|---|
//! | `grams.rs` | from a text to hashed n-grams |
//! | `vocabulary.rs` | which grams count, and how much |
//! | `vectors.rs` | vectors of words that somebody else has learned |
//! | `draw.rs` | which texts are learned from |
//!
//! Everything is learned without a label and without a seed: texts to learn from are drawn by what they hold. New texts are
//! taken in the same way, so that a model that keeps [`TextFeatures`] predicts from raw text.

mod draw;
mod grams;
mod vectors;
mod vocabulary;

use std::sync::Arc;

use crate::components::{Components, to_unit_length};
use crate::eigen::leading_axes;
use crate::error::{Error, Result};
use crate::matrix::RowMatrix;
use crate::threads::*;
use crate::watch;
pub use vectors::WordVectors;
use vocabulary::Vocabulary;

/// Texts that words are counted in.
const COUNTED: usize = 50_000;
/// Texts that axes are found by.
const SPANNED: usize = 20_000;
/// Texts of one task.
const BLOCK: usize = 64;

/// How texts become features.
#[derive(Debug, Clone, PartialEq)]
pub struct TextChoice {
    /// Features of the n-grams of a text, at most.
    pub components: usize,
    /// Vectors of words, whose mean stands beside these features.
    pub vectors: Option<WordVectors>,
}

impl Default for TextChoice {
    fn default() -> Self {
        Self { components: 128, vectors: None }
    }
}

/// What was learned from texts: words that count, and axes on which texts are placed. A clone shares it.
///
/// ```
/// use halflit::text::{TextChoice, TextFeatures};
///
/// let texts = ["my card is lost", "a new card, please", "what does a loan cost?", "raise my loan"];
/// let features = TextFeatures::learn(&texts, &TextChoice::default())?;
/// let (old, new) = (features.of(&texts)?, features.of(&["is the card lost?"])?);
/// let along = |i: usize| old.row(i).iter().zip(new.row(0)).map(|(a, b)| a * b).sum::<f64>();
/// assert!(along(0) > along(2));
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TextFeatures(Arc<Learned>);

#[derive(Debug, Default, PartialEq)]
struct Learned {
    vocabulary: Vocabulary,
    /// One row per gram.
    axes: Components,
    means: Option<Means>,
}

/// Texts by the vectors of their words.
#[derive(Debug, PartialEq)]
struct Means {
    vectors: WordVectors,
    /// What all texts have in common, which tells nothing.
    center: Vec<f32>,
}

impl TextFeatures {
    /// Learns from texts, of which some may be empty.
    ///
    /// # Errors
    /// [`Error::NoWords`] where no text holds a word, [`Error::Parameter`] for no components.
    pub fn learn<T: AsRef<str> + Sync>(texts: &[T], choice: &TextChoice) -> Result<Self> {
        if choice.components == 0 {
            return Err(Error::parameter("components", 0, "at least 1"));
        }
        let drawn = draw::drawn(texts, COUNTED);
        let vocabulary = Vocabulary::of(&drawn)?;
        let samples = vocabulary.samples(&drawn[..SPANNED.min(drawn.len())])?;
        let origin = vec![0.0; samples.columns()];
        let (axes, _) = leading_axes(&samples, &origin, choice.components)?;
        let vectors = choice.vectors.as_ref();
        let means = vectors.map(|vectors| Means::learn(vectors, &drawn, &vocabulary));
        let axes = Components::of(&axes);
        Ok(Self(Arc::new(Learned { vocabulary, axes, means })))
    }

    /// The features of texts, one row per text; zeros for one of which no word is known.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn of<T: AsRef<str> + Sync>(&self, texts: &[T]) -> Result<RowMatrix<'static>> {
        let width = self.width();
        let mut values = vec![0.0; texts.len() * width];
        let stage = watch::stage("features of texts", texts.len().div_ceil(BLOCK));
        let blocks = values.par_chunks_mut((BLOCK * width).max(1));
        blocks.zip(texts.par_chunks(BLOCK)).try_for_each(|(rows, texts)| {
            let rows = rows.chunks_exact_mut(width.max(1)).zip(texts);
            rows.for_each(|(row, text)| self.place(text.as_ref(), row));
            stage.advance(1)
        })?;
        Ok(RowMatrix::new(values, texts.len(), width))
    }

    /// Number of features.
    pub fn width(&self) -> usize {
        let means = self.0.means.as_ref().map_or(0, |means| means.center.len());
        self.0.axes.width() + means
    }

    /// Number of words whose vectors are known, where there are some.
    pub fn known_words(&self) -> Option<usize> {
        self.0.means.as_ref().map(|means| means.vectors.words())
    }

    /// Number of words, pairs of words and runs of letters that are looked at.
    pub fn grams(&self) -> usize {
        self.0.vocabulary.grams.len()
    }

    /// Places a text on the axes, at length 1: long texts are no further out than short ones.
    fn place(&self, text: &str, row: &mut [f64]) {
        let Learned { vocabulary, axes, means } = &*self.0;
        let (places, rest) = row.split_at_mut(axes.width());
        for (column, value) in vocabulary.row(text) {
            axes.add(column as usize, f64::from(value), places);
        }
        to_unit_length(places);
        means.iter().for_each(|means| means.place(text, vocabulary, rest));
    }

    /// Grams, their weights, and the axes: for a file.
    pub(crate) fn parts(&self) -> (&[u64], &[f32], &Components) {
        (&self.0.vocabulary.grams, &self.0.vocabulary.weights, &self.0.axes)
    }

    /// Vectors of words and the mean of texts by them: for a file.
    pub(crate) fn vector_parts(&self) -> Option<(&WordVectors, &[f32])> {
        self.0.means.as_ref().map(|means| (&means.vectors, means.center.as_slice()))
    }

    /// From the parts of a file; nothing where they do not belong together.
    pub(crate) fn from_parts(
        (grams, weights, axes): (Vec<u64>, Vec<f32>, Components),
        means: Option<(WordVectors, Vec<f32>)>,
    ) -> Option<Self> {
        let fits = grams.len() == weights.len() && grams.len() == axes.rows();
        let same = means.as_ref().is_none_or(|(vectors, center)| vectors.width() == center.len());
        let vocabulary = Vocabulary::from_parts(grams, weights)?;
        let means = means.map(|(vectors, center)| Means { vectors, center });
        (fits && same).then(|| Self(Arc::new(Learned { vocabulary, axes, means })))
    }
}

impl Means {
    fn learn(vectors: &WordVectors, texts: &[&str], vocabulary: &Vocabulary) -> Self {
        let vectors = vectors.met(texts);
        let mut sum = vec![0.0; vectors.width()];
        for text in texts {
            let mut own = vec![0.0; sum.len()];
            vectors.mean(text, vocabulary, &mut own);
            sum.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
        }
        let center = sum.into_iter().map(|sum| (sum / texts.len() as f64) as f32).collect();
        Self { vectors, center }
    }

    /// Places a text by the mean of its words, seen from the mean of all texts, at length 1.
    fn place(&self, text: &str, vocabulary: &Vocabulary, row: &mut [f64]) {
        self.vectors.mean(text, vocabulary, row);
        if row.iter().any(|value| *value != 0.0) {
            row.iter_mut().zip(&self.center).for_each(|(value, mean)| *value -= f64::from(*mean));
            to_unit_length(row);
        }
    }
}

#[cfg(test)]
mod tests;
