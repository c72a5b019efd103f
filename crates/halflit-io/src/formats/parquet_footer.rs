//! A look at the footer before the library gets it: a schema that nests without end would end its stack.

use parquet::errors::{ParquetError, Result};
use parquet::file::reader::ChunkReader;

use super::parquet_header::Compact;

/// Deeper than any table.
const DEEPEST: usize = 64;
const SCHEMA: i64 = 2;
const CHILDREN: i64 = 5;

/// Refuses a schema that nests too deep; any other damage is told by the library.
pub(crate) fn check_depth(content: &impl ChunkReader) -> Result<()> {
    match footer(content).and_then(|bytes| depth(&bytes)) {
        Some(depth) if depth > DEEPEST => {
            Err(ParquetError::General(format!("a schema {depth} groups deep")))
        }
        _ => Ok(()),
    }
}

fn footer(content: &impl ChunkReader) -> Option<bytes::Bytes> {
    let tail = content.get_bytes(content.len().checked_sub(8)?, 8).ok()?;
    let length = u32::from_le_bytes(*tail.first_chunk::<4>()?);
    let start = content.len().checked_sub(8 + u64::from(length))?;
    content.get_bytes(start, length as usize).ok()
}

/// How deep the groups nest, from how many children each has.
fn depth(footer: &[u8]) -> Option<usize> {
    let mut deepest = 0;
    // For each open group, the children that are still to come.
    let mut open: Vec<i64> = Vec::new();
    let mut compact = Compact::of(footer);
    // The rest of the footer may be anything: what matters is what was met before.
    let _ = compact.each_field(&mut |compact, id, kind| {
        if id != SCHEMA || kind != Compact::LIST {
            return compact.skip(kind);
        }
        compact.each_element(&mut |compact| {
            let mut children = 0;
            compact.each_field(&mut |compact, id, kind| match (id, kind) {
                (CHILDREN, Compact::I32) => {
                    children = compact.integer()?;
                    Some(())
                }
                _ => compact.skip(kind),
            })?;
            while open.last() == Some(&0) {
                open.pop();
            }
            if let Some(left) = open.last_mut() {
                *left -= 1;
            }
            if children > 0 {
                open.push(children);
            }
            deepest = deepest.max(open.len());
            Some(())
        })
    });
    Some(deepest)
}
