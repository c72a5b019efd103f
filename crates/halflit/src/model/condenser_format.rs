//! What was learned from wide sparse rows, as tensors of a model file.
//!
//! | tensor | shape | in |
//! |---|---|---|
//! | `condenser.columns` | c | models of wide sparse rows: the columns that count |
//! | `condenser.axes`, `condenser.shift` | c × r, r, in f32 | models of wide sparse rows |

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::file::{File, bad};
use super::numbers::{indices, singles};
use super::sources_format::matrix;
use super::tensors::Tensor;
use crate::condenser::{Condenser, Content};
use crate::error::Result;

/// What is not a tensor.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct CondensedHeader {
    content: Content,
    /// Number of columns that rows must have.
    columns: usize,
}

impl CondensedHeader {
    pub(super) fn of(condenser: &Condenser) -> Self {
        let (content, columns, ..) = condenser.parts();
        Self { content, columns }
    }
}

/// The tensors of a condenser.
pub(super) fn condenser_tensors(condenser: &Condenser) -> Vec<(Cow<'static, str>, Tensor)> {
    let (_, _, columns, axes, shift) = condenser.parts();
    let columns: Vec<usize> = columns.iter().map(|&column| column as usize).collect();
    vec![
        ("condenser.columns".into(), indices(&columns)),
        ("condenser.axes".into(), matrix(axes)),
        ("condenser.shift".into(), singles(shift, &[shift.len()])),
    ]
}

impl File<'_> {
    pub(super) fn condenser(&self, header: &CondensedHeader) -> Result<Condenser> {
        // Places of columns are kept in 32 bits.
        let most = header.columns.min(u32::MAX as usize);
        let columns = self.indices("condenser.columns", most)?;
        let columns = columns.into_iter().map(|column| column as u32).collect();
        let axes = self.components("condenser.axes")?;
        let (_, shift) = self.singles("condenser.shift")?;
        let found = Condenser::from_parts(header.content, header.columns, columns, axes, shift);
        found.ok_or_else(|| bad("what it learned from sparse rows does not fit"))
    }
}
