//! Options that are numbers, or a character.

use std::str::FromStr;

use halflit_io::Decimal;

/// A number, or a wish that it be found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum NumberOrAuto {
    Auto,
    Number(f64),
}

impl NumberOrAuto {
    /// The number, where one was given.
    pub(crate) fn given(option: Option<Self>) -> Option<f64> {
        match option {
            None | Some(NumberOrAuto::Auto) => None,
            Some(NumberOrAuto::Number(number)) => Some(number),
        }
    }
}

impl FromStr for NumberOrAuto {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(NumberOrAuto::Auto),
            number => finite(number)
                .map(NumberOrAuto::Number)
                .map_err(|_| "give a finite number or 'auto'".into()),
        }
    }
}

/// A separator of cells.
pub(super) fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"\\t" | b"tab" => Ok(b'\t'),
        [byte] => Ok(*byte),
        _ => Err("give one character, or tab".into()),
    }
}

/// A decimal mark.
pub(super) fn decimal(text: &str) -> Result<Decimal, String> {
    match text {
        "." => Ok(Decimal::Point),
        "," => Ok(Decimal::Comma),
        _ => Err("give '.' or ','".into()),
    }
}

/// A whole number of at least 1.
pub(super) fn count(text: &str) -> Result<usize, String> {
    at_least(text, 1)
}

/// A whole number of threads.
pub(super) fn threads(text: &str) -> Result<u16, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err("give a whole number from 1 to 65535".into()),
    }
}

/// A number of splits over which a standard error can be taken.
pub(super) fn splits(text: &str) -> Result<usize, String> {
    at_least(text, 2)
}

fn at_least(text: &str, least: usize) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number >= least);
    number.ok_or_else(|| format!("give a whole number of at least {least}"))
}

/// A whole number from 0.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "give a whole number of at least 0".into())
}

/// A number that is one.
pub(super) fn finite(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err("give a finite number".into()),
    }
}

/// A finite number of at least 0.
pub(super) fn from_zero(text: &str) -> Result<f64, String> {
    match finite(text) {
        Ok(number) if number >= 0.0 => Ok(number),
        _ => Err("give a finite number of at least 0".into()),
    }
}
