//! The key of every class, and the order of classes that come with a table.

use super::{Before, Session};
use crate::error::{Result, StudioError};

/// Keys that classes get by themselves, in this order; 0 shows the whole map unless a class is called so.
const DIGITS: std::ops::RangeInclusive<char> = '1'..='9';
const LETTERS: std::ops::RangeInclusive<char> = 'a'..='z';

fn is_key(c: char) -> bool {
    c.is_ascii_digit() || c.is_ascii_lowercase()
}

impl Session {
    fn has_key(&self, key: char) -> bool {
        self.order.iter().any(|&id| self.keys[usize::from(id)] == Some(key))
    }

    /// A key for a new class: its name where that is one letter or digit, the next digit, a letter of its name, any letter.
    pub(super) fn free_key(&self, name: &str) -> Option<char> {
        let small = name.to_lowercase();
        let whole = small.chars().next().filter(|&c| small.chars().count() == 1 && is_key(c));
        // A digit inside of a name says nothing: another class may be called so.
        let letters = small.chars().filter(char::is_ascii_lowercase);
        let mut wanted = whole.into_iter().chain(DIGITS).chain(letters).chain(LETTERS);
        wanted.find(|&key| !self.has_key(key))
    }

    /// Gives a class a key, or takes it away; the class that had the key has none then.
    pub(super) fn assign(&mut self, class: &str, key: Option<char>) -> Result<Before> {
        let id = self.class(class)?;
        if let Some(key) = key.filter(|&key| !is_key(key)) {
            let what = format!("'{}' cannot be a key", key.escape_default());
            return Err(StudioError::request(what, "give a digit or a small letter from a to z"));
        }
        if self.keys[usize::from(id)] == key {
            return Ok(Before::default());
        }
        let before = Before { keys: Some(self.keys.clone()), ..Before::default() };
        for &own in &self.order {
            if key.is_some() && self.keys[usize::from(own)] == key {
                self.keys[usize::from(own)] = None;
            }
        }
        self.keys[usize::from(id)] = key;
        Ok(before)
    }
}

/// The places of names as people would order them: 2 before 10, a before B.
pub(super) fn natural_order(names: &[String]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_cached_key(|&k| (pieces(&names[k]), names[k].clone()));
    order
}

/// Runs of digits as numbers (by their length without leading zeros, then by their digits), everything else as small letters.
fn pieces(name: &str) -> Vec<(bool, usize, String)> {
    let mut found: Vec<(bool, usize, String)> = Vec::new();
    for c in name.to_lowercase().chars() {
        let digit = c.is_ascii_digit();
        match found.last_mut() {
            Some((text, _, run)) if *text != digit => run.push(c),
            _ => found.push((!digit, 0, c.to_string())),
        }
    }
    for (text, length, run) in &mut found {
        if !*text {
            *run = run.trim_start_matches('0').to_owned();
            *length = run.len();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Action;

    #[test]
    fn numbers_are_ordered_as_numbers() {
        let names = ["b10", "10", "B2", "9", "a", "09x", "", "b1"].map(String::from);
        let order: Vec<&str> = natural_order(&names).into_iter().map(|k| &*names[k]).collect();
        assert_eq!(order, ["", "9", "09x", "10", "a", "b1", "B2", "b10"]);
    }

    fn keys(session: &Session) -> Vec<Option<char>> {
        session.classes().into_iter().map(|class| class.key).collect()
    }

    #[test]
    fn keys_are_digits_then_letters_and_never_move() {
        let mut own = Session::new(5, None, &[]).expect("no labels are given");
        let class = |name: &str| Action::Class { name: name.into() };
        for name in ["a1", "b1", "c1", "d1", "7", "e1", "f1", "g1", "h1", "refund", "rate", "rr"] {
            own.apply(&class(name)).expect("a new class");
        }
        let expected: Vec<_> = "123475689rab".chars().map(Some).collect();
        assert_eq!(keys(&own), expected);
        let merge = Action::Merge { class: "b1".into(), into: "a1".into() };
        let before = keys(&own);
        own.apply(&merge).expect("two classes");
        let mut rest = before.clone();
        rest.remove(1);
        assert_eq!(keys(&own), rest);
        own.apply(&Action::Undo).expect("a merge");
        assert_eq!(keys(&own), before);
    }

    #[test]
    fn a_key_is_given_taken_and_given_back() {
        let mut own = Session::new(5, None, &[]).expect("no labels are given");
        for name in ["cat", "dog"] {
            own.apply(&Action::Class { name: name.into() }).expect("a new class");
        }
        let key = |class: &str, key: Option<char>| Action::Key { class: class.into(), key };
        own.apply(&key("dog", Some('1'))).expect("a key");
        assert_eq!(keys(&own), [None, Some('1')]);
        own.apply(&Action::Undo).expect("a key");
        assert_eq!(keys(&own), [Some('1'), Some('2')]);
        assert!(own.apply(&key("dog", Some('!'))).is_err());
        assert!(own.apply(&key("bird", Some('b'))).is_err());
        own.apply(&key("dog", None)).expect("no key");
        assert_eq!(keys(&own), [Some('1'), None]);
    }
}
