//! Unpacks the pages of Parquet, each to exactly the size that it announces and no byte more.

use std::io::Read;

use parquet::basic::Compression;

/// The bytes of a page; `size` was found to be acceptable.
pub(crate) fn unpack(codec: Compression, data: &[u8], size: usize) -> Result<Vec<u8>, String> {
    let wrong = |error: &dyn ToString| error.to_string();
    let plain = match codec {
        Compression::UNCOMPRESSED => data.to_vec(),
        // A page without a value may be empty in either form.
        _ if size == 0 => Vec::new(),
        Compression::SNAPPY => {
            let length = snap::raw::decompress_len(data).map_err(|e| wrong(&e))?;
            let mut plain = vec![0; checked(length, size)?];
            snap::raw::Decoder::new().decompress(data, &mut plain).map_err(|e| wrong(&e))?;
            plain
        }
        Compression::GZIP(_) => streamed(flate2::read::MultiGzDecoder::new(data), size)?,
        Compression::BROTLI(_) => {
            streamed(brotli_decompressor::Decompressor::new(data, 1 << 12), size)?
        }
        Compression::ZSTD(_) => zstd::bulk::decompress(data, size).map_err(|e| wrong(&e))?,
        Compression::LZ4_RAW => lz4(data, size)?,
        // Hadoop wraps blocks in their lengths; others call the plain block by the same name.
        Compression::LZ4 => hadoop(data, size).or_else(|_| lz4(data, size))?,
        other => return Err(format!("packed by {other}, which is not read here")),
    };
    checked(plain.len(), size)?;
    Ok(plain)
}

fn checked(found: usize, size: usize) -> Result<usize, String> {
    match found == size {
        true => Ok(size),
        false => Err(format!("a page of {size} bytes unpacks to {found}")),
    }
}

/// One byte more than announced shows that there are more.
fn streamed(reader: impl Read, size: usize) -> Result<Vec<u8>, String> {
    let mut plain = Vec::new();
    let done = reader.take(size as u64 + 1).read_to_end(&mut plain);
    done.map_err(|error| error.to_string())?;
    Ok(plain)
}

fn lz4(data: &[u8], size: usize) -> Result<Vec<u8>, String> {
    let mut plain = vec![0; size];
    let found = lz4_flex::block::decompress_into(data, &mut plain).map_err(|e| e.to_string())?;
    checked(found, size)?;
    Ok(plain)
}

fn hadoop(mut data: &[u8], size: usize) -> Result<Vec<u8>, String> {
    let mut plain = Vec::new();
    while !data.is_empty() {
        let (unpacked, packed) = (word(&mut data)?, word(&mut data)?);
        let (block, rest) = data.split_at_checked(packed).ok_or("a block is cut off")?;
        if unpacked > size - plain.len() {
            return Err(format!("a page of {size} bytes unpacks to more"));
        }
        plain.extend(lz4(block, unpacked)?);
        data = rest;
    }
    Ok(plain)
}

fn word(data: &mut &[u8]) -> Result<usize, String> {
    let (first, rest) = data.split_first_chunk::<4>().ok_or("a block is cut off")?;
    *data = rest;
    Ok(u32::from_be_bytes(*first) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_in_lengths_and_without() {
        let text = b"abcabcabcabcabcabc";
        let block = lz4_flex::block::compress(text);
        let mut wrapped = (text.len() as u32).to_be_bytes().to_vec();
        wrapped.extend((block.len() as u32).to_be_bytes());
        wrapped.extend(&block);
        for data in [&wrapped, &block] {
            assert_eq!(unpack(Compression::LZ4, data, text.len()).as_deref(), Ok(&text[..]));
        }
        assert!(unpack(Compression::LZ4_RAW, &block, text.len() + 1).is_err());
        assert!(unpack(Compression::UNCOMPRESSED, text, 3).is_err());
    }
}
