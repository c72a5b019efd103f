//! Parts of the map in words: what their texts say more often than those of all rows.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

/// Cells of the map along each side, and cells between two parts at least.
const SIDE: usize = 20;
const APART: usize = 3;
/// Parts that are named, and the share of all rows that one has at least.
const MOST: usize = 24;
const LEAST: f64 = 0.008;
/// Texts that are read of a part, and letters of each.
const READ: usize = 300;
const LETTERS: usize = 2_000;
/// Words of a name; a word is in such a share of the texts of its part, and in the part more often than everywhere by such a factor.
const WORDS: usize = 2;
const COMMON: f64 = 0.12;
const TELLING: f64 = 1.8;

/// A part of the map.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Region {
    words: String,
    x: f32,
    y: f32,
}

/// The densest parts, those with most rows first. A part whose texts have no word in common has no name.
pub(crate) fn of<'t>(x: &[f32], y: &[f32], text: impl Fn(usize) -> Option<&'t str>) -> Vec<Region> {
    let peaks = peaks(x, y);
    let members = members(x, y, &peaks);
    let read: Vec<Vec<HashSet<String>>> =
        members.iter().map(|rows| some(rows).filter_map(&text).map(words).collect()).collect();
    let mut everywhere: HashMap<&str, f64> = HashMap::new();
    let all = read.iter().map(Vec::len).sum::<usize>().max(1) as f64;
    for word in read.iter().flatten().flatten() {
        *everywhere.entry(word).or_default() += 1.0 / all;
    }
    let region = |(rows, texts): (&Vec<usize>, &Vec<HashSet<String>>)| {
        let words = name(texts, &everywhere)?;
        let mean = |of: &[f32]| rows.iter().map(|&row| of[row]).sum::<f32>() / rows.len() as f32;
        Some(Region { words, x: mean(x), y: mean(y) })
    };
    members.iter().zip(&read).filter_map(region).collect()
}

fn cell(value: f32) -> usize {
    (((value + 1.0) / 2.0 * SIDE as f32) as usize).min(SIDE - 1)
}

/// Cells with more rows around them than any near one.
fn peaks(x: &[f32], y: &[f32]) -> Vec<(usize, usize)> {
    let mut counts = vec![0usize; SIDE * SIDE];
    x.iter().zip(y).for_each(|(&x, &y)| counts[cell(y) * SIDE + cell(x)] += 1);
    let around = |u: usize, v: usize| -> usize {
        let near = |k: usize| k.saturating_sub(1)..(k + 2).min(SIDE);
        near(v).flat_map(|b| near(u).map(move |a| (a, b))).map(|(a, b)| counts[b * SIDE + a]).sum()
    };
    let mut cells: Vec<(usize, usize, usize)> = (0..SIDE * SIDE)
        .map(|k| (around(k % SIDE, k / SIDE), k % SIDE, k / SIDE))
        .filter(|&(count, ..)| count as f64 > LEAST * x.len() as f64)
        .collect();
    cells.sort_by_key(|&(count, u, v)| (std::cmp::Reverse(count), u, v));
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (_, u, v) in cells {
        let far = |&(a, b): &(usize, usize)| a.abs_diff(u).max(b.abs_diff(v)) >= APART;
        if found.iter().all(far) && found.len() < MOST {
            found.push((u, v));
        }
    }
    found
}

/// The rows around each peak: no row is of two.
fn members(x: &[f32], y: &[f32], peaks: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut of_cell = vec![None; SIDE * SIDE];
    for (k, &(u, v)) in peaks.iter().enumerate() {
        for b in v.saturating_sub(1)..(v + 2).min(SIDE) {
            for a in u.saturating_sub(1)..(u + 2).min(SIDE) {
                of_cell[b * SIDE + a] = Some(k);
            }
        }
    }
    let mut members = vec![Vec::new(); peaks.len()];
    for (row, (&x, &y)) in x.iter().zip(y).enumerate() {
        if let Some(k) = of_cell[cell(y) * SIDE + cell(x)] {
            members[k].push(row);
        }
    }
    members
}

/// Some of many rows, evenly.
fn some(rows: &[usize]) -> impl Iterator<Item = usize> + '_ {
    rows.iter().copied().step_by(rows.len().div_ceil(READ).max(1))
}

/// The words of a text, each once.
fn words(text: &str) -> HashSet<String> {
    let start = text.char_indices().nth(LETTERS).map_or(text.len(), |(at, _)| at);
    let words = text[..start].split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '-'));
    let told = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    words.filter(told).map(str::to_lowercase).collect()
}

/// The words that say most: p ln(p / q), where a word is in a share p of these texts and q of all.
fn name(texts: &[HashSet<String>], everywhere: &HashMap<&str, f64>) -> Option<String> {
    let mut counts: HashMap<&str, f64> = HashMap::new();
    let all = texts.len().max(1) as f64;
    for word in texts.iter().flatten() {
        *counts.entry(word).or_default() += 1.0 / all;
    }
    let telling = |(word, share): (&&str, &f64)| {
        let factor = share / everywhere.get(word).copied().unwrap_or(1.0);
        (*share >= COMMON && factor >= TELLING).then(|| (share * factor.ln(), word.to_string()))
    };
    let mut best: Vec<(f64, String)> = counts.iter().filter_map(telling).collect();
    best.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let words: Vec<String> = best.into_iter().take(WORDS).map(|(_, word)| word).collect();
    (!words.is_empty()).then(|| words.join(" · "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_named_by_their_own_words() {
        let texts = ["my card is lost", "the card was lost", "which rate is it", "a rate for it"];
        let rows = 40;
        let (left, up) = (|row: usize| row % 4 < 2, |row: usize| 0.01 * row as f32);
        let x: Vec<f32> = (0..rows).map(|row| if left(row) { -0.8 } else { 0.8 }).collect();
        let y: Vec<f32> = (0..rows).map(|row| up(row) - 0.2).collect();
        let found = of(&x, &y, |row| Some(texts[row % 4]));
        assert!(found.len() >= 2, "{found:?}");
        for own in &found {
            let wanted = if own.x < 0.0 { "card · lost" } else { "rate" };
            assert!(own.words.starts_with(wanted), "{own:?}");
        }
    }

    #[test]
    fn no_texts_no_names_and_odd_places_are_no_harm() {
        assert!(of(&[0.5; 9], &[0.5; 9], |_| None).is_empty());
        assert!(of(&[], &[], |_| None).is_empty());
        assert!(of(&[f32::NAN, 7.0], &[-7.0, 0.0], |_| Some("word word")).is_empty());
    }
}
