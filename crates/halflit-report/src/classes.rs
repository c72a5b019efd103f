//! Class names to numbers, so that a class looks the same in every picture.

use std::collections::HashMap;

/// The classes of one data set in a fixed order.
#[derive(Debug)]
pub(crate) struct Classes {
    pub(crate) names: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Classes {
    /// `listed` first, then any other class in the order in which rows bring it.
    pub(crate) fn new<'a>(listed: &'a [String], found: impl Iterator<Item = &'a str>) -> Self {
        let mut classes = Self { names: vec![], numbers: HashMap::new() };
        for name in listed.iter().map(String::as_str).chain(found) {
            if !classes.numbers.contains_key(name) {
                classes.numbers.insert(name.into(), classes.names.len());
                classes.names.push(name.into());
            }
        }
        classes
    }

    /// The number of a class that was listed or found.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }
}
