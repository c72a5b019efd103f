//! Text in differences (DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY), rewritten as plain text: the library's own decoder takes
//! the memory that is announced, and texts that repeat the one before can make much of little.

use super::parquet_header::Compact;

/// What may become of a page.
#[derive(Clone, Copy)]
pub(crate) struct Most {
    pub(crate) values: usize,
    pub(crate) bytes: u64,
}

/// Each text after its length in four bytes. `shared` says whether texts share their beginnings with the one before.
/// `None` where the page makes no sense, or too much.
pub(crate) fn plain(data: &[u8], shared: bool, most: Most) -> Option<Vec<u8>> {
    let (prefixes, rest) = match shared {
        true => integers(data, most.values)?,
        false => (Vec::new(), data),
    };
    let (lengths, mut texts) = integers(rest, most.values)?;
    if shared && prefixes.len() != lengths.len() {
        return None;
    }
    let mut plain: Vec<u8> = Vec::new();
    let mut previous = 0..0;
    for (k, &length) in lengths.iter().enumerate() {
        let prefix = prefixes.get(k).map_or(Some(0), |&prefix| usize::try_from(prefix).ok())?;
        let (text, after) = texts.split_at_checked(usize::try_from(length).ok()?)?;
        texts = after;
        let whole = prefix.checked_add(text.len())?;
        if prefix > previous.len() || (plain.len() + 4 + whole) as u64 > most.bytes {
            return None;
        }
        plain.extend_from_slice(&u32::try_from(whole).ok()?.to_le_bytes());
        let start = plain.len();
        plain.extend_from_within(previous.start..previous.start + prefix);
        plain.extend_from_slice(text);
        previous = start..plain.len();
    }
    Some(plain)
}

/// Integers that are packed as differences in blocks (DELTA_BINARY_PACKED), and what follows them.
fn integers(data: &[u8], most: usize) -> Option<(Vec<i64>, &[u8])> {
    let mut bytes = Compact::of(data);
    let (block, parts) = (bytes.unsigned()?, bytes.unsigned()?);
    let count = usize::try_from(bytes.unsigned()?).ok().filter(|&count| count <= most)?;
    let mut last = bytes.integer()?;
    let in_part = block.checked_div(parts).filter(|&size| size > 0 && size % 8 == 0)?;
    let in_part = usize::try_from(in_part).ok()?;
    let mut values = Vec::new();
    values.extend((count > 0).then_some(last));
    while values.len() < count {
        let least = bytes.integer()?;
        let widths = bytes.take(parts)?;
        for &width in widths {
            let wanted = in_part.min(count - values.len());
            if wanted == 0 {
                break; // parts without a value are not stored
            }
            let packed = bytes.take((in_part as u64).checked_mul(u64::from(width))? / 8)?;
            for k in 0..wanted {
                last = last.wrapping_add(least).wrapping_add(bits(packed, k, width)?);
                values.push(last);
            }
        }
    }
    Some((values, bytes.rest()))
}

/// The number at a position among numbers of so many bits.
fn bits(packed: &[u8], position: usize, width: u8) -> Option<i64> {
    if width > 64 {
        return None;
    }
    let start = position.checked_mul(usize::from(width))?;
    let bit = |k: usize| u64::from(packed.get(k / 8)? >> (k % 8) & 1).into();
    let of = |k: u8| -> Option<u64> { bit(start + usize::from(k)) };
    let value = (0..width).try_fold(0u64, |value, k| Some(value | of(k)? << k))?;
    Some(value as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: Most = Most { values: 10, bytes: 100 };

    /// One block of 128 in 4 parts: 3, 5 and 4, as differences 2 and -1 with -1 the least.
    const LENGTHS: [u8; 21] =
        [128, 1, 4, 3, 6, 1, 2, 0, 0, 0, 0b0000_0011, 0, 0, 0, 0, 0, 0, 0, b'a', b'b', b'c'];

    #[test]
    fn reads_blocks_of_differences() {
        assert_eq!(integers(&LENGTHS, 10), Some((vec![3, 5, 4], &b"abc"[..])));
        assert_eq!(integers(&LENGTHS, 2), None);
        assert_eq!(
            plain(&[&LENGTHS[..], b"defghijkl"].concat(), false, MOST).map(|p| p.len()),
            Some(24)
        );
        assert_eq!(plain(&LENGTHS, false, MOST), None);
        assert_eq!(plain(&[128, 1, 4, 0, 0], false, MOST), Some(Vec::new()));
        for length in 0..18 {
            assert_eq!(integers(&LENGTHS[..length], 10), None, "{length}");
        }
    }
}
