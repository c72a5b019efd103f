//! Where the datasets come from: the five sets of the paper, and tables of one's own.
//!
//! Two of the five are always at hand. The other three may not be passed on with the program, so they are looked for in
//! a folder, in the forms in which people have them. Every form of a set is brought to the same numbers and class names,
//! and so to the same digest.
//!
//! | set | rows × columns | classes | at hand | read from the folder, the first that is there |
//! |---|---|---|---|---|
//! | Ionosphere | 351 × 34 | 2 | embedded | `ionosphere.csv`, UCI's `ionosphere.data` |
//! | Balance | 625 × 4 | 3 | generated | UCI's `balance-scale.data` |
//! | BCI | 400 × 117 | 2 | no | `bci.csv`, the SSL book's `data4.mat` |
//! | USPS | 1500 × 241 | 2 | no | `usps.csv`, the SSL book's `data2.mat` |
//! | M-Eyale | 320 × 504 | 5 | no | `meyale.csv`, `yaleb24x21.csv`, the pictures in `CroppedYale` |
//!
//! A CSV file has names in its first line, and the class in the column `class`.

mod digest;
mod draw;
mod faces;
mod forms;
mod missing;
mod pgm;
mod shape;
mod table;

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::Result;

pub use table::load_table;

/// The five sets of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Radar returns from the ionosphere, with structure or without.
    Ionosphere,
    /// A balance scale, by the side to which it tips.
    Balance,
    /// Electric activity of the brain while a hand is imagined to move, by the hand.
    Bci,
    /// Handwritten digits, 2 and 5 against the others, blurred.
    Usps,
    /// Faces under changing light, two persons a class.
    MEyale,
}

/// What was found of a dataset.
#[derive(Debug, Clone)]
pub enum Lookup {
    /// All of it.
    Data(Loaded),
    /// Nothing: for a study a reason to go on without it, not to fail.
    Missing {
        /// The files any of which would have done.
        looked_for: Vec<String>,
        /// Where to get it.
        hint: String,
    },
}

/// A dataset, fully in memory.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// Samples and labels.
    pub data: halflit::Dataset<'static>,
    /// `embedded`, `generated`, or the path that was read.
    pub origin: String,
    /// Tells whether two runs saw the same values and labels, wherever they came from: FNV-1a, 64 bits, as 16 hex digits.
    pub digest: String,
}

impl Source {
    /// All five, in the order of the paper.
    pub const ALL: [Source; 5] =
        [Source::Ionosphere, Source::Balance, Source::Bci, Source::Usps, Source::MEyale];

    /// The name in tables and headings.
    pub fn name(self) -> &'static str {
        match self {
            Source::Ionosphere => "Ionosphere",
            Source::Balance => "Balance",
            Source::Bci => "BCI",
            Source::Usps => "USPS",
            Source::MEyale => "M-Eyale",
        }
    }

    /// Takes the set from `folder`, or else what is at hand.
    ///
    /// ```
    /// use halflit_study::sources::{Lookup, Source};
    ///
    /// let Lookup::Data(balance) = Source::Balance.load(None)? else { panic!("always at hand") };
    /// assert_eq!(balance.origin, "generated");
    /// assert_eq!(balance.data.samples().rows(), 625);
    /// assert!(matches!(Source::Usps.load(None)?, Lookup::Missing { .. }));
    /// # Ok::<(), halflit_study::StudyError>(())
    /// ```
    ///
    /// # Errors
    /// [`StudyError`](crate::StudyError) where a file is there and cannot be read, or is not this set. A file that is
    /// not there is no error.
    pub fn load(self, folder: Option<&Path>) -> Result<Lookup> {
        for form in self.forms() {
            let path = folder.map(|folder| folder.join(form.path));
            if let Some(path) = path.filter(|path| path.exists()) {
                let data = self.checked(form.read(&path)?, &path)?;
                return Ok(Lookup::Data(Loaded::new(data, path.display().to_string())));
            }
        }
        Ok(match self {
            Source::Ionosphere => {
                Lookup::Data(Loaded::new(halflit::datasets::ionosphere(), "embedded".into()))
            }
            Source::Balance => {
                Lookup::Data(Loaded::new(halflit::datasets::balance(), "generated".into()))
            }
            _ => self.missing(folder),
        })
    }
}

impl Loaded {
    fn new(data: halflit::Dataset<'static>, origin: String) -> Self {
        let digest = digest::of(&data);
        Self { data, origin, digest }
    }
}

#[cfg(test)]
mod tests;
