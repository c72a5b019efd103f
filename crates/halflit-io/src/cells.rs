//! Cells of features that are no numbers: nothing, or text of which only the whole column tells what it means.
//!
//! All cells of a table stand in one vector of numbers, so that a table of numbers is held once. A cell that is none is a NaN,
//! and the bits that a NaN has to spare say what it is: 0 for nothing, else one more than the number of its text.

use std::collections::HashMap;

use halflit::{Content, Encoding};

use crate::builder::bad_cell;
use crate::error::{Place, Result, excerpt};
use crate::number;
use crate::options::{Missing, ReadOptions};

/// Different values of a category, at most: a column of more names or describes rows.
pub(crate) const MANY_VALUES: usize = 50;

const NAN: u64 = 0x7ff8_0000_0000_0000;
/// A cell that holds nothing.
pub(crate) const NOTHING: f64 = f64::from_bits(NAN);

/// What a cell holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Held {
    Nothing,
    Number(f64),
    /// By its place in [`Texts::values`].
    Text(usize),
}

/// Takes a cell apart.
pub(crate) fn held(cell: f64) -> Held {
    match cell.to_bits().checked_sub(NAN) {
        Some(0) => Held::Nothing,
        Some(text) if cell.is_nan() => Held::Text(text as usize - 1),
        _ => Held::Number(cell),
    }
}

/// The texts of a column.
#[derive(Debug)]
pub(crate) struct Texts {
    /// Different ones: those of a known category, then others in order of appearance, up to a limit. What comes after that
    /// counts as the last, since no use is made of so many.
    pub(crate) values: Vec<String>,
    numbers: HashMap<String, usize>,
    limit: usize,
    /// Number of cells that are text.
    pub(crate) cells: usize,
    /// The first of them.
    pub(crate) first: Option<(Place, String)>,
}

impl Texts {
    fn new(known: &[String]) -> Self {
        let number = |(number, text): (usize, &String)| (text.clone(), number);
        Self {
            values: known.to_vec(),
            numbers: known.iter().enumerate().map(number).collect(),
            limit: known.len() + MANY_VALUES + 1,
            cells: 0,
            first: None,
        }
    }

    pub(crate) fn number_of(&mut self, text: &str) -> usize {
        match self.numbers.get(text) {
            Some(&number) => number,
            None if self.values.len() == self.limit => self.limit - 1,
            None => {
                self.values.push(text.to_string());
                self.numbers.insert(text.to_string(), self.values.len() - 1);
                self.values.len() - 1
            }
        }
    }
}

/// What is made of odd cells, column by column.
pub(crate) struct Cells {
    missing: Missing,
    /// For every feature its texts; absent where only numbers are taken.
    pub(crate) texts: Vec<Option<Texts>>,
    /// For every feature where it first lacks a value, if that is an error: told once all columns are known.
    pub(crate) gaps: Vec<Option<Place>>,
}

impl Cells {
    pub(crate) fn new(options: &ReadOptions, width: usize) -> Self {
        let texts = match &options.like {
            Some(like) => known_texts(like),
            None if options.categories => (0..width).map(|_| Some(Texts::new(&[]))).collect(),
            None => (0..width).map(|_| None).collect(),
        };
        let gaps = vec![None; texts.len()];
        Self { missing: options.missing, texts, gaps }
    }

    /// The value of a cell that is a number, though maybe not a finite one.
    pub(crate) fn number(
        &mut self,
        feature: usize,
        value: f64,
        name: &str,
        place: impl Fn() -> Place,
    ) -> Result<f64> {
        match value {
            value if value.is_finite() => Ok(value),
            value if value.is_nan() => Ok(self.nothing(feature, place)),
            value => Err(bad_cell(place(), name, Some(value), "")),
        }
    }

    /// A number, with a gap that is an error told at once: how many columns there will be is not known yet.
    pub(crate) fn at_once(&self, value: f64, name: &str, place: impl Fn() -> Place) -> Result<f64> {
        match value {
            value if value.is_finite() => Ok(value),
            value if value.is_nan() && self.missing != Missing::Error => Ok(NOTHING),
            value => Err(bad_cell(place(), name, Some(value), "")),
        }
    }

    /// The value of a cell that holds nothing.
    pub(crate) fn nothing(&mut self, feature: usize, place: impl Fn() -> Place) -> f64 {
        if self.missing == Missing::Error && self.gaps[feature].is_none() {
            self.gaps[feature] = Some(place());
        }
        NOTHING
    }

    /// Leaves a feature out.
    pub(crate) fn remove(&mut self, feature: usize) {
        self.texts.remove(feature);
        self.gaps.remove(feature);
    }

    /// The value of a cell that is text and no number.
    pub(crate) fn text(
        &mut self,
        feature: usize,
        text: &str,
        name: &str,
        place: impl Fn() -> Place,
    ) -> Result<f64> {
        let text = text.trim();
        if number::is_missing(text.as_bytes()) {
            return Ok(self.nothing(feature, place));
        }
        let Some(texts) = &mut self.texts[feature] else {
            return Err(bad_cell(place(), name, None, text));
        };
        // A number with marks that nobody explained is not a word.
        if number::has_marks(text) {
            return Err(bad_cell(place(), name, None, text));
        }
        texts.cells += 1;
        if texts.first.is_none() {
            texts.first = Some((place(), excerpt(text)));
        }
        let number = texts.number_of(text);
        Ok(f64::from_bits(NAN + 1 + number as u64))
    }
}

fn known_texts(like: &Encoding) -> Vec<Option<Texts>> {
    let texts = |content: &Content| match content {
        Content::Number { .. } => None,
        Content::Category { values } => Some(Texts::new(values)),
        // Their cells stand elsewhere.
        Content::Text { .. } | Content::Picture { .. } => None,
    };
    let plain = like.columns.iter().filter(|column| !column.is_learned());
    plain.map(|column| texts(&column.content)).collect()
}
