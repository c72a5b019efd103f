//! Which grams count, and how much.

use super::grams::{Family, counted};
use crate::components::{damped, rarity};
use crate::data::Samples;
use crate::error::{Error, Result};
use crate::threads::*;
use crate::watch;

/// Grams of a family that are kept, those of most texts first.
const MOST_GRAMS: usize = 1 << 15;
/// Texts from which a gram has to be in two of them: what is in one alone joins nothing.
const MANY_TEXTS: usize = 50;
/// Texts of one task.
const BLOCK: usize = 256;

/// The grams that are looked at, with their weights: log((1 + n)/(1 + texts with it)) + 1.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Vocabulary {
    /// Ascending.
    pub(super) grams: Vec<u64>,
    /// One for each gram.
    pub(super) weights: Vec<f32>,
    /// The largest of them.
    rarest: f32,
}

impl Vocabulary {
    /// Of texts to learn from.
    pub(super) fn of<T: AsRef<str> + Sync>(texts: &[T]) -> Result<Self> {
        let least = if texts.len() < MANY_TEXTS { 1 } else { 2 };
        let mut found = runs(all_grams(texts)?);
        found.retain(|&(_, count)| count >= least);
        let mut kept: Vec<(u64, usize)> = Vec::new();
        for family in Family::ALL {
            let of_family = found.iter().filter(|(gram, _)| Family::of(*gram) == family);
            let mut own: Vec<(u64, usize)> = of_family.copied().collect();
            own.sort_by_key(|&(gram, count)| (std::cmp::Reverse(count), gram));
            own.truncate(MOST_GRAMS);
            kept.extend(own);
        }
        if kept.is_empty() {
            return Err(Error::NoWords { texts: texts.len() });
        }
        kept.sort_unstable();
        let weight = |&(_, count): &(u64, usize)| rarity(texts.len() as f64, count as f64) as f32;
        let weights = kept.iter().map(weight).collect();
        Ok(Self::new(kept.into_iter().map(|(gram, _)| gram).collect(), weights))
    }

    /// From the parts of a file; nothing where grams are not ascending or weights no numbers above 0.
    pub(super) fn from_parts(grams: Vec<u64>, weights: Vec<f32>) -> Option<Self> {
        let ascending = grams.windows(2).all(|two| two[0] < two[1]);
        let fit = weights.iter().all(|weight| weight.is_finite() && *weight > 0.0);
        (ascending && fit).then(|| Self::new(grams, weights))
    }

    fn new(grams: Vec<u64>, weights: Vec<f32>) -> Self {
        let rarest = weights.iter().copied().fold(1.0, f32::max);
        Self { grams, weights, rarest }
    }

    /// What a gram counts; one that is not known is rare.
    pub(super) fn weight(&self, gram: u64) -> f32 {
        match self.grams.binary_search(&gram) {
            Ok(place) => self.weights[place],
            Err(_) => self.rarest,
        }
    }

    /// The numbers of texts as sparse rows.
    pub(super) fn samples(&self, texts: &[&str]) -> Result<Samples<'static>> {
        let rows: Vec<Vec<(u32, f32)>> = texts.par_iter().map(|text| self.row(text)).collect();
        let mut starts = vec![0];
        for row in &rows {
            starts.push(starts[starts.len() - 1] + row.len());
        }
        let cells = || rows.iter().flatten();
        let columns = cells().map(|(column, _)| *column).collect();
        let values = cells().map(|(_, value)| f64::from(*value)).collect();
        Samples::from_csr(starts, columns, values, rows.len(), self.grams.len())
    }

    /// The numbers of a text, by their columns: (1 + log count) · weight, of length 1 for each family.
    pub(super) fn row(&self, text: &str) -> Vec<(u32, f32)> {
        let mut row = Vec::new();
        let mut squares = [0.0f64; Family::ALL.len()];
        for (gram, count) in counted(text) {
            let Ok(column) = self.grams.binary_search(&gram) else { continue };
            let value = damped(f64::from(count)) * f64::from(self.weights[column]);
            squares[Family::of(gram) as usize] += value * value;
            row.push((column as u32, value as f32));
        }
        for (column, value) in &mut row {
            let family = Family::of(self.grams[*column as usize]);
            *value = (f64::from(*value) / squares[family as usize].sqrt()) as f32;
        }
        row
    }
}

/// The grams of all texts, each once for each text, in ascending order.
fn all_grams<T: AsRef<str> + Sync>(texts: &[T]) -> Result<Vec<u64>> {
    let stage = watch::stage("words of texts", texts.len().div_ceil(BLOCK));
    let grams = |texts: &[T]| -> Result<Vec<u64>> {
        stage.advance(1)?;
        let of_text = |text: &T| counted(text.as_ref()).into_iter().map(|(gram, _)| gram);
        Ok(texts.iter().flat_map(of_text).collect())
    };
    let blocks: Vec<Vec<u64>> = texts.par_chunks(BLOCK).map(grams).collect::<Result<_>>()?;
    let mut all = blocks.concat();
    all.par_sort_unstable();
    Ok(all)
}

/// Equal numbers that follow each other, and how many they are.
fn runs(sorted: Vec<u64>) -> Vec<(u64, usize)> {
    let run = |own: &[u64]| own.first().map(|&first| (first, own.len()));
    sorted.chunk_by(|a, b| a == b).filter_map(run).collect()
}
