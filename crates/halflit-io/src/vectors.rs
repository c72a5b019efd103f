//! Tables of word vectors: NPY or safetensors with a vocabulary beside it, or text with a word and its numbers in every line.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use halflit::text::WordVectors;
use safetensors::{Dtype, SafeTensors};

use crate::error::{IoError, Result};
use crate::number;
use crate::options::ReadOptions;
use crate::source::Source;
use crate::words::clean;

/// Vocabularies that are looked for beside a table.
const BESIDE: [&str; 3] = ["tokenizer.json", "vocab.json", "vocab.txt"];

/// Reads a table of word vectors. `.npy` and `.safetensors` hold vectors alone: the vocabulary is a file with a word in every line, or
/// the `tokenizer.json` or `vocab.json` of a tokenizer, and is looked for beside the table where none is named. Any other file is
/// text as GloVe and fastText write it.
///
/// # Errors
/// [`IoError`], by file.
pub fn read_vectors(path: &Path, vocabulary: Option<&Path>) -> Result<WordVectors> {
    let ending = path.extension().map(|own| own.to_string_lossy().to_lowercase());
    let (words, values) = match ending.as_deref() {
        Some("npy") => (read_words(path, vocabulary)?, of_npy(path)?),
        Some("safetensors") => (read_words(path, vocabulary)?, of_safetensors(path)?),
        _ => of_text(path)?,
    };
    let refused = |error| {
        let (file, column) = (name(path), "word vectors".into());
        IoError::NotLearned { file, column, error: Box::new(error) }
    };
    WordVectors::new(&words, values).map_err(refused)
}

fn of_npy(path: &Path) -> Result<Vec<f32>> {
    let options = ReadOptions { stored: true, ..ReadOptions::default() };
    let table = crate::read::read(&Source::from(path), &options)?;
    let row = |row: usize| table.row(row).iter().map(|&value| value as f32).collect::<Vec<_>>();
    Ok((0..table.rows).flat_map(row).collect())
}

/// The only matrix, or the one that is called `embeddings`.
fn of_safetensors(path: &Path) -> Result<Vec<f32>> {
    let damaged =
        |reason: String| IoError::Damaged { file: name(path), format: "safetensors", reason };
    let bytes = read(path)?;
    let file = SafeTensors::deserialize(&bytes).map_err(|error| damaged(error.to_string()))?;
    let mut matrices: Vec<_> =
        file.tensors().into_iter().filter(|(_, own)| own.shape().len() == 2).collect();
    matrices.sort_by_key(|(name, _)| (name != "embeddings", name.clone()));
    let Some((_, tensor)) = matrices.first() else {
        return Err(damaged("it holds no matrix".into()));
    };
    let data = tensor.data();
    match tensor.dtype() {
        Dtype::F32 => {
            Ok(data.as_chunks::<4>().0.iter().map(|own| f32::from_le_bytes(*own)).collect())
        }
        Dtype::F16 => {
            Ok(data.as_chunks::<2>().0.iter().map(|own| half(u16::from_le_bytes(*own))).collect())
        }
        Dtype::F64 => {
            Ok(data.as_chunks::<8>().0.iter().map(|own| f64::from_le_bytes(*own) as f32).collect())
        }
        other => Err(damaged(format!("its numbers are {other:?}"))),
    }
}

/// A number of 16 bits.
fn half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, rest) = (i32::from(bits >> 10 & 31), f32::from(bits & 1023));
    sign * match exponent {
        0 => rest * 2f32.powi(-24),
        31 if rest == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1024.0 + rest) * 2f32.powi(exponent - 25),
    }
}

/// Words by their rows.
fn read_words(table: &Path, vocabulary: Option<&Path>) -> Result<Vec<String>> {
    let beside = || {
        let folder = table.parent().unwrap_or(Path::new(""));
        BESIDE.iter().map(|name| folder.join(name)).find(|path| path.is_file())
    };
    let path: PathBuf = match vocabulary.map(Path::to_path_buf).or_else(beside) {
        Some(path) => path,
        None => return Err(IoError::NoVocabulary { file: name(table) }),
    };
    let text = String::from_utf8_lossy(&read(&path)?).into_owned();
    match text.trim_start().starts_with('{') {
        true => of_tokenizer(&path, &text),
        false => Ok(text.lines().map(|line| line.trim().to_owned()).collect()),
    }
}

/// Words of a tokenizer: a map from words to rows, under `model.vocab` or alone.
fn of_tokenizer(path: &Path, text: &str) -> Result<Vec<String>> {
    let damaged =
        |reason: String| IoError::Damaged { file: name(path), format: "vocabulary", reason };
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| damaged(error.to_string()))?;
    let map = value.pointer("/model/vocab").unwrap_or(&value);
    let map: HashMap<String, usize> = serde_json::from_value(map.clone())
        .map_err(|_| damaged("it maps no words to rows".into()))?;
    let mut words = vec![String::new(); map.len()];
    for (word, row) in map {
        let place = words.get_mut(row).ok_or_else(|| damaged(format!("it has no row {row}")))?;
        *place = word;
    }
    Ok(words)
}

/// A word and its numbers in every line; a first line of two numbers counts lines and numbers.
fn of_text(path: &Path) -> Result<(Vec<String>, Vec<f32>)> {
    let text = String::from_utf8_lossy(&read(path)?).into_owned();
    let (mut words, mut values, mut width) = (Vec::new(), Vec::new(), None);
    for (number, line) in text.lines().enumerate() {
        let mut cells = line.split_ascii_whitespace();
        let Some(word) = cells.next() else { continue };
        let before = values.len();
        for cell in cells {
            let value = number::parse(cell.as_bytes()).filter(|value| value.is_finite());
            values.push(value.ok_or_else(|| bad_line(path, number, "a word and its numbers"))? as f32);
        }
        let found = values.len() - before;
        match width {
            None if number == 0 && found == 1 => values.truncate(before),
            Some(width) if width != found => {
                return Err(bad_line(path, number, "as many numbers as before"));
            }
            _ => {
                width = Some(found);
                words.push(word.to_owned());
            }
        }
    }
    Ok((words, values))
}

fn bad_line(path: &Path, number: usize, expected: &str) -> IoError {
    let place = crate::error::Place::Line(name(path), number as u64 + 1);
    IoError::Syntax { place, format: "word vectors", reason: format!("{expected} expected") }
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|source| match source.kind() {
        std::io::ErrorKind::NotFound => IoError::NotFound { file: name(path) },
        _ => IoError::Unreadable { file: name(path), source },
    })
}

fn name(path: &Path) -> String {
    clean(&path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_what_they_are() {
        for (bits, value) in
            [(0x3c00, 1.0), (0xc000, -2.0), (0x3555, 0.333_251_95), (1, 5.960_464_5e-8), (0, 0.0)]
        {
            assert_eq!(half(bits), value);
        }
        assert!(half(0x7e00).is_nan() && half(0x7c00).is_infinite());
    }
}
