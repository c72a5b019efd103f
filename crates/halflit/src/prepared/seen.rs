//! Rows as the default, pictures and suggestions look at them: sparse ones condensed, or written out where they are not wide.

use crate::condenser::{Condenser, condenses};
use crate::data::Samples;
use crate::error::Result;

/// Rows without zeros that are not stored.
#[derive(Debug)]
pub(super) struct Seen<'a> {
    pub(super) samples: Samples<'a>,
    /// What sparse rows go through.
    pub(super) condenser: Option<Condenser>,
}

impl<'a> Seen<'a> {
    /// Of rows as they came.
    pub(super) fn of(samples: &Samples<'a>) -> Result<Self> {
        if !condenses(samples.rows(), samples.columns(), samples.stored_numbers()) {
            return Ok(Self { samples: samples.written_out()?, condenser: None });
        }
        let condenser = Condenser::learn(samples)?;
        Ok(Self { samples: condenser.apply(samples)?, condenser: Some(condenser) })
    }

    /// Other rows in the same way.
    pub(super) fn like<'n>(&self, new: &Samples<'n>) -> Result<Samples<'n>> {
        match &self.condenser {
            Some(condenser) => condenser.apply(new),
            None => new.written_out(),
        }
    }
}
