//! The safetensors format, as far as models need it: the length of a header in eight bytes, the header in JSON, then all numbers.
//!
//! The crate of that name does more, and brings nine others along. Tests read and write the same bytes with it.

use std::collections::BTreeMap;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::file::bad;
use crate::error::Result;

/// The bytes that say how long the header is; the header is filled up to a multiple of them.
const WORD: usize = 8;

/// Types of numbers. Wide ones come first in a file, so that each starts at a multiple of its own length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Dtype {
    U8,
    F32,
    F64,
    U64,
}

impl Dtype {
    fn length(self) -> usize {
        match self {
            Dtype::U8 => 1,
            Dtype::F32 => 4,
            Dtype::F64 | Dtype::U64 => 8,
        }
    }
}

/// A tensor to be written.
pub(crate) struct Tensor {
    pub(super) shape: Vec<usize>,
    pub(super) bytes: Vec<u8>,
    pub(super) dtype: Dtype,
}

/// A tensor of a file.
pub(super) struct View<'b> {
    pub(super) shape: Vec<usize>,
    pub(super) data: &'b [u8],
    pub(super) dtype: Dtype,
}

/// What a header says of a tensor.
#[derive(Serialize, Deserialize)]
struct Place {
    dtype: Dtype,
    shape: Vec<usize>,
    data_offsets: (usize, usize),
}

/// A file of these tensors and one entry of metadata.
pub(super) fn serialize<S: AsRef<str> + Ord>(
    mut tensors: Vec<(S, Tensor)>,
    (entry, words): (&str, &str),
) -> Result<Vec<u8>> {
    tensors.sort_by(|(name, one), (other, two)| two.dtype.cmp(&one.dtype).then(name.cmp(other)));
    // Put together by hand: the order of tensors is that of their bytes, which no map of serde keeps.
    let mut header = format!("{{\"__metadata__\":{{{}:{}}}", json(entry)?, json(words)?);
    let mut end = 0;
    for (name, Tensor { shape, bytes, dtype }) in &tensors {
        let data_offsets = (end, end + bytes.len());
        let place = Place { dtype: *dtype, shape: shape.clone(), data_offsets };
        header += &format!(",{}:{}", json(name.as_ref())?, json(&place)?);
        end += bytes.len();
    }
    header.push('}');
    let length = header.len().next_multiple_of(WORD);
    let mut file = Vec::with_capacity(WORD + length + end);
    file.extend((length as u64).to_le_bytes());
    file.extend(header.bytes());
    file.resize(WORD + length, b' ');
    tensors.iter().for_each(|(_, tensor)| file.extend_from_slice(&tensor.bytes));
    Ok(file)
}

fn json<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(bad)
}

/// The header of a file, and what follows it.
fn split(file: &[u8]) -> Result<(&[u8], &[u8])> {
    let (length, rest) = file.split_first_chunk::<WORD>().ok_or_else(|| bad("it is too short"))?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok();
    let parts = length.and_then(|length| rest.split_at_checked(length));
    parts.ok_or_else(|| bad("its header is cut off"))
}

/// An entry of the metadata, whatever the tensors are: that of a later version says so first of all.
pub(super) fn entry(file: &[u8], name: &str) -> Result<String> {
    #[derive(Deserialize)]
    struct Header {
        #[serde(rename = "__metadata__", default)]
        metadata: BTreeMap<String, String>,
    }
    let mut header: Header = serde_json::from_slice(split(file)?.0).map_err(bad)?;
    header.metadata.remove(name).ok_or_else(|| bad(format!("it has no '{name}' metadata")))
}

/// The tensors of a file, by name. Nothing is allocated that its bytes do not bear out.
pub(super) fn deserialize(file: &[u8]) -> Result<BTreeMap<String, View<'_>>> {
    #[derive(Deserialize)]
    struct Header {
        #[serde(rename = "__metadata__", default)]
        _metadata: IgnoredAny,
        #[serde(flatten)]
        places: BTreeMap<String, Place>,
    }
    let (header, data) = split(file)?;
    let header: Header = serde_json::from_slice(header).map_err(bad)?;
    let mut places: Vec<(String, Place)> = header.places.into_iter().collect();
    places.sort_by_key(|(_, place)| place.data_offsets);
    let mut seen = 0;
    let mut tensors = BTreeMap::new();
    for (name, Place { dtype, shape, data_offsets: (start, end) }) in places {
        let length = shape.iter().try_fold(dtype.length(), |all, &own| all.checked_mul(own));
        let data = data.get(start..end).filter(|own| start == seen && length == Some(own.len()));
        let data = data.ok_or_else(|| bad(format!("tensor '{name}' is not where it should be")))?;
        seen = end;
        tensors.insert(name, View { shape, data, dtype });
    }
    match seen == data.len() {
        true => Ok(tensors),
        false => Err(bad("it has bytes that belong to no tensor")),
    }
}
