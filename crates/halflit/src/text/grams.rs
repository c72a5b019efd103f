//! From a text to hashed n-grams: words, pairs of words, and three to five letters of a word.
//!
//! A gram is a number of 64 bits, so that no list of words is kept. Its last bit says whether it is of words or of letters.

use crate::data::mix;

/// Letters of a text that are looked at; a book says what it is about in its first pages.
const LONGEST: usize = 50_000;
/// Lengths of grams of letters, the blanks around a word included.
const SHORTEST: usize = 3;
const LARGEST: usize = 5;

/// What a gram is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    /// A word, or two that follow each other.
    Words,
    /// A few letters of a word.
    Letters,
}

impl Family {
    /// Both, by their places.
    pub(super) const ALL: [Family; 2] = [Family::Words, Family::Letters];

    /// The family of a gram.
    pub(super) fn of(gram: u64) -> Self {
        Self::ALL[(gram & 1) as usize]
    }

    /// A hash as a gram of the family.
    pub(super) fn mark(self, hash: u64) -> u64 {
        (mix(hash) & !1) | self as u64
    }
}

/// Every gram of a text in ascending order, with how often it is there.
pub(super) fn counted(text: &str) -> Vec<(u64, u32)> {
    let mut grams = Vec::with_capacity(4 * text.len().min(LONGEST));
    of_words(text, |word, letters, before| {
        grams.push(Family::Words.mark(word));
        grams.extend(before.map(|before| Family::Words.mark(step(before.rotate_left(23), word))));
        of_letters(letters, &mut grams);
    });
    grams.sort_unstable();
    let mut counted: Vec<(u64, u32)> = Vec::with_capacity(grams.len());
    for gram in grams {
        match counted.last_mut() {
            Some((last, count)) if *last == gram => *count += 1,
            _ => counted.push((gram, 1)),
        }
    }
    counted
}

/// Calls back for every word: its hash, its letters in lower case between blanks, and the hash of the word before it.
pub(super) fn of_words(text: &str, mut take: impl FnMut(u64, &[char], Option<u64>)) {
    let (mut letters, mut before) = (vec![' '], None);
    let small = text.chars().take(LONGEST).flat_map(char::to_lowercase);
    for letter in small.chain([' ']) {
        if letter.is_alphanumeric() {
            letters.push(letter);
        } else if letters.len() > 1 {
            letters.push(' ');
            let word = piece(letters.iter().copied());
            take(word, &letters, before);
            before = Some(word);
            letters.truncate(1);
        }
    }
}

fn of_letters(letters: &[char], grams: &mut Vec<u64>) {
    for first in 0..letters.len().saturating_sub(SHORTEST - 1) {
        let mut hash = START;
        for (length, &letter) in (1..=LARGEST).zip(&letters[first..]) {
            hash = step(hash, letter as u64);
            if length >= SHORTEST {
                grams.push(Family::Letters.mark(hash));
            }
        }
    }
}

/// The hash of a word in lower case.
pub(super) fn word(word: &str) -> u64 {
    piece([' '].into_iter().chain(word.chars()).chain([' ']))
}

/// The hash of letters without blanks around them.
pub(super) fn piece(letters: impl Iterator<Item = char>) -> u64 {
    letters.fold(START, |hash, letter| step(hash, letter as u64))
}

/// A number that looks random and follows from the text.
pub(super) fn mark(text: &str) -> u64 {
    mix(text.bytes().fold(START, |hash, byte| step(hash, u64::from(byte))))
}

const START: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a with whole letters.
fn step(hash: u64, letter: u64) -> u64 {
    (hash ^ letter).wrapping_mul(0x0000_0100_0000_01b3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_family(text: &str, family: Family) -> Vec<(u64, u32)> {
        counted(text).into_iter().filter(|(gram, _)| Family::of(*gram) == family).collect()
    }

    #[test]
    fn words_and_pairs_are_counted_whatever_stands_between_them() {
        let words = of_family("The cat, the CAT!", Family::Words);
        // the, cat, "the cat" twice each, and "cat the" once.
        let mut counts: Vec<u32> = words.iter().map(|(_, count)| *count).collect();
        counts.sort_unstable();
        assert_eq!(counts, [1, 2, 2, 2]);
        assert_eq!(words, of_family("the  cat\nThe-cat", Family::Words));
        assert_ne!(words, of_family("cat the cat the", Family::Words));
    }

    #[test]
    fn letters_are_those_of_one_word() {
        // " ab ": three of three letters less one is two, one of four.
        assert_eq!(of_family("ab", Family::Letters).len(), 3);
        assert_eq!(of_family("ab cd", Family::Letters).len(), 6);
        let shared = |a: &str, b: &str| {
            let b = of_family(b, Family::Letters);
            of_family(a, Family::Letters).iter().filter(|own| b.contains(own)).count()
        };
        assert!(shared("translation", "translate") > shared("translation", "station"));
    }

    #[test]
    fn what_holds_no_word_has_no_gram() {
        assert!(counted("").is_empty() && counted(" -- !? ").is_empty());
        assert_eq!(counted("日本語").len(), 1 + 3 + 2 + 1);
    }

    #[test]
    fn the_end_of_a_book_changes_nothing() {
        let long = "a few words ".repeat(10_000);
        assert_eq!(counted(&long), counted(&(long.clone() + "and more")));
    }
}
