//! How values of Parquet are written, by the numbers that the format gives the ways.

use parquet::basic::Encoding;
use parquet::errors::Result;

use super::parquet_pages::wrong;

/// Whether text shares beginnings, where it is in differences at all.
pub(crate) fn is_text_in_differences(number: i64) -> Option<bool> {
    match number {
        6 => Some(false),
        7 => Some(true),
        _ => None,
    }
}

/// By the number that the format gives it.
pub(crate) fn encoding(number: i64) -> Result<Encoding> {
    Ok(match number {
        0 => Encoding::PLAIN,
        2 => Encoding::PLAIN_DICTIONARY,
        3 => Encoding::RLE,
        #[allow(deprecated)]
        4 => Encoding::BIT_PACKED,
        5 => Encoding::DELTA_BINARY_PACKED,
        6 | 7 => Encoding::PLAIN, // rewritten
        8 => Encoding::RLE_DICTIONARY,
        9 => Encoding::BYTE_STREAM_SPLIT,
        _ => return Err(wrong(format!("encoding {number}"))),
    })
}
