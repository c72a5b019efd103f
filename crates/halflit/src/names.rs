//! Choices by name: one table for each, from which help, errors, files and Python take theirs.

use crate::error::{Error, Result};

/// One of a few values that have a name.
///
/// ```
/// use halflit::{Metric, Named};
///
/// assert_eq!(Metric::named("manhattan")?, Metric::Manhattan);
/// assert_eq!(Metric::Manhattan.name(), "manhattan");
/// let error = Metric::named("manhatan").unwrap_err();
/// assert!(error.to_string().starts_with("there is no metric 'manhatan', did you mean 'manhattan'?"));
/// # Ok::<(), halflit::Error>(())
/// ```
pub trait Named: Copy + PartialEq + 'static {
    /// What it is a choice of, as an error says it.
    const WHAT: &'static str;
    /// Every value with its name and what it means, the default first.
    const TABLE: &'static [(&'static str, Self, &'static str)];

    /// The value of that name.
    ///
    /// # Errors
    /// [`Error::UnknownName`] with the nearest name and all of them.
    fn named(name: &str) -> Result<Self> {
        let found = Self::TABLE.iter().find(|(known, ..)| *known == name);
        found.map(|(_, value, _)| *value).ok_or_else(|| {
            unknown_name(Self::WHAT, name, Self::TABLE.iter().map(|(known, ..)| *known))
        })
    }

    /// Its name.
    fn name(self) -> &'static str {
        let own = Self::TABLE.iter().find(|(_, value, _)| *value == self);
        own.map_or("", |(name, ..)| name)
    }
}

/// Writes the table of a choice, and reads and prints its names.
macro_rules! named {
    ($type:ty, $what:literal, { $($name:literal => $variant:ident, $about:literal;)* }) => {
        impl $crate::names::Named for $type {
            const WHAT: &'static str = $what;
            const TABLE: &'static [(&'static str, Self, &'static str)] =
                &[$(($name, <$type>::$variant, $about),)*];
        }

        impl std::str::FromStr for $type {
            type Err = $crate::error::Error;

            fn from_str(name: &str) -> $crate::error::Result<Self> {
                $crate::names::Named::named(name)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad($crate::names::Named::name(*self))
            }
        }
    };
}
pub(crate) use named;

/// The error for a name that is in no table, with the nearest that is.
pub(crate) fn unknown_name(
    what: &'static str,
    name: &str,
    known: impl Iterator<Item = &'static str> + Clone,
) -> Error {
    let distance = |known: &&str| strsim::osa_distance(known, name);
    let nearest = known.clone().min_by_key(distance).filter(|known| distance(known) <= 2);
    let suggestion = nearest.map_or(String::new(), |known| format!(", did you mean '{known}'?"));
    let known = known.collect::<Vec<_>>().join(", ");
    Error::UnknownName { what, name: name.into(), suggestion, known }
}

/// `kind:number` as a kind and its number; nothing where there is no number.
pub(crate) fn tagged(text: &str) -> (&str, Option<&str>) {
    text.split_once(':').map_or((text, None), |(kind, number)| (kind, Some(number)))
}
