//! Rows by the words that they have, and rows that are like others.

use serde_json::json;

use super::Reply;
use super::query::Query;
use super::rows::parse;
use crate::desk::Desk;
use crate::error::Result;
use crate::material::Material;

/// Rows that a search finds.
const MOST_FOUND: usize = 1000;
/// Rows like others that are told.
const MOST_NEAR: usize = 500;
/// Rows up to which the nearest of them counts; of more the mean does.
const FEW: usize = 8;

pub(super) fn search(desk: &Desk, query: &Query) -> Result<Reply> {
    let found = find(&desk.material, &query.get("text").to_lowercase());
    let more = found.len() > MOST_FOUND;
    let rows = &found[..found.len().min(MOST_FOUND)];
    Ok(Reply::json(&json!({ "rows": rows, "more": more })))
}

/// How a text has a word: as it is, as the beginning of one, or somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hit {
    Whole,
    Start,
    Inside,
}

fn hit(text: &str, word: &str) -> Option<Hit> {
    let places = text.match_indices(word);
    let kind = |(at, own): (usize, &str)| {
        let before = text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
        let after = text[at + own.len()..].chars().next().is_some_and(char::is_alphanumeric);
        match (before, after) {
            (false, false) => Hit::Whole,
            (false, true) => Hit::Start,
            _ => Hit::Inside,
        }
    };
    places.map(kind).min()
}

/// The rows whose id or text has all words, in any order: those that have them as whole words first. One more than are told.
fn find(material: &Material, wanted: &str) -> Vec<usize> {
    let words: Vec<&str> = wanted.split_whitespace().collect();
    if words.is_empty() {
        return Vec::new();
    }
    let best = |row: usize| {
        let cells = [material.id, material.text].map(|place| material.cell(place, row));
        let text: Vec<String> = cells.iter().flatten().map(|cell| cell.to_lowercase()).collect();
        let text = text.join("\n");
        let hits: Option<Vec<Hit>> = words.iter().map(|word| hit(&text, word)).collect();
        hits?.into_iter().max()
    };
    let mut found = [Vec::new(), Vec::new(), Vec::new()];
    for row in 0..material.table.rows {
        let Some(hit) = best(row) else { continue };
        let place = &mut found[hit as usize];
        if place.len() <= MOST_FOUND {
            place.push(row);
        }
    }
    found.into_iter().flatten().take(MOST_FOUND + 1).collect()
}

pub(super) fn near(desk: &Desk, query: &Query) -> Result<Reply> {
    let rows = parse(query.get("rows"), desk.material.table.rows)?;
    let count = (query.number("count")? as usize).clamp(1, MOST_NEAR);
    Ok(Reply::json(&json!({ "rows": nearest(&desk.material, &rows, count) })))
}

/// One over the spread of every column; 0 for a column that does not change.
fn scales(material: &Material) -> Vec<f64> {
    let (table, n) = (&material.table, material.table.rows as f64);
    let (mut mean, mut square) = (vec![0.0; table.width()], vec![0.0; table.width()]);
    let scale = |sum: f64| if sum > 0.0 { (n / sum).sqrt() } else { 0.0 };
    if let Some(sparse) = &table.sparse {
        for (k, value) in (0..table.rows).flat_map(|row| sparse.nonzeros(row)) {
            mean[k] += value / n;
            square[k] += value * value;
        }
        let off = square.iter().zip(&mean).map(|(square, mean)| scale(square - n * mean * mean));
        return off.collect();
    }
    for row in 0..table.rows {
        for (k, value) in table.row(row).iter().enumerate() {
            let off = value - mean[k];
            mean[k] += off / (row + 1) as f64;
            square[k] += off * (value - mean[k]);
        }
    }
    square.into_iter().map(scale).collect()
}

/// The rows nearest to some, by standardised columns; not those themselves.
fn nearest(material: &Material, rows: &[usize], count: usize) -> Vec<usize> {
    let (table, scales) = (&material.table, scales(material));
    let mut asked: Vec<Vec<f64>> = rows.iter().map(|&row| table.row(row).into_owned()).collect();
    if asked.len() > FEW {
        let mean = |k: usize| asked.iter().map(|own| own[k]).sum::<f64>() / asked.len() as f64;
        asked = vec![(0..table.width()).map(mean).collect()];
    }
    let apart = |row: usize, own: &[f64]| -> f64 {
        let squared = |(k, value): (usize, f64)| ((value - own[k]) * scales[k]).powi(2);
        match &table.sparse {
            None => table.row(row).iter().copied().enumerate().map(squared).sum(),
            // What is 0 in the row is as far as from nothing.
            Some(sparse) => {
                let more = |(k, value)| squared((k, value)) - squared((k, 0.0));
                sparse.nonzeros(row).into_iter().map(more).sum()
            }
        }
    };
    let from_nothing = |own: &Vec<f64>| -> f64 {
        own.iter().zip(&scales).map(|(value, scale)| (value * scale).powi(2)).sum()
    };
    let lengths: Vec<f64> = match &table.sparse {
        None => vec![0.0; asked.len()],
        Some(_) => asked.iter().map(from_nothing).collect(),
    };
    let mut all: Vec<(f64, usize)> = (0..table.rows)
        .filter(|row| !rows.contains(row))
        .map(|row| {
            let all = asked.iter().zip(&lengths).map(|(own, length)| length + apart(row, own));
            let least = all.fold(f64::INFINITY, f64::min);
            (least, row)
        })
        .collect();
    let by_distance = |a: &(f64, usize), b: &(f64, usize)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
    if all.len() > count {
        all.select_nth_unstable_by(count - 1, by_distance);
        all.truncate(count);
    }
    all.sort_by(by_distance);
    all.into_iter().map(|(_, row)| row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use halflit_io::{ColumnRef, ReadOptions, read_from};

    fn material() -> Material {
        let csv = "a,b,text\n0,0,my lost Card\n1,900,a cardboard box\n2,0,discard it\n9,0,Lost and found\n";
        let keep = vec![ColumnRef::from("text")];
        let options = ReadOptions { drop: keep.clone(), keep, ..ReadOptions::default() };
        let table = read_from(csv.as_bytes(), "t.csv", &options).expect("a table");
        Material { text: Some(0), ..Material::of("t.csv", table) }
    }

    #[test]
    fn whole_words_come_first_and_all_words_count_in_any_order() {
        let material = material();
        assert_eq!(find(&material, "card"), [0, 1, 2]);
        assert_eq!(find(&material, "card lost"), [0]);
        assert_eq!(find(&material, "lost"), [0, 3]);
        assert_eq!(find(&material, "  "), [0; 0]);
        assert_eq!(find(&material, "no such"), [0; 0]);
    }

    #[test]
    fn rows_are_near_whatever_a_column_is_measured_in() {
        let material = material();
        assert_eq!(nearest(&material, &[0], 2), [2, 1]);
        assert_eq!(nearest(&material, &[0, 3], 9), [2, 1]);
    }
}
