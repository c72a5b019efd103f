//! Grey pictures in the binary form of PGM, and their reduction.

/// Grey levels from 0 to 255, row after row.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Picture {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<u8>,
}

impl Picture {
    /// Parses `P5`; an error says what is wrong.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let rest =
            bytes.strip_prefix(b"P5").ok_or("not a binary PGM: it does not start with P5")?;
        let (width, rest) = number(rest)?;
        let (height, rest) = number(rest)?;
        let (largest, rest) = number(rest)?;
        if largest != 255 {
            return Err(format!("grey levels up to 255 are expected, these go up to {largest}"));
        }
        // Exactly one white space ends the header: the next byte may look like another and be a pixel.
        let (_, rest) = rest.split_first().ok_or("cut off within the header")?;
        let size = width.checked_mul(height).ok_or("a size beyond all memory")?;
        let pixels = rest.get(..size).ok_or_else(|| {
            format!("cut off: {} bytes for {width} × {height} pixels", rest.len())
        })?;
        Ok(Self { width, height, pixels: pixels.to_vec() })
    }

    /// The mean of every `side` × `side` block, rounded to a whole grey level (a half upwards), row after row. What is
    /// left at the right and the lower edge is left out.
    pub(super) fn block_means(&self, side: usize) -> Vec<f64> {
        let (across, down) = (self.width / side, self.height / side);
        let sum = |row: usize, column: usize| -> usize {
            let line = |y: usize| &self.pixels[y * self.width + column * side..][..side];
            (row * side..(row + 1) * side).flat_map(line).map(|&pixel| usize::from(pixel)).sum()
        };
        let blocks = (0..down).flat_map(|row| (0..across).map(move |column| (row, column)));
        let count = side * side;
        blocks.map(|(row, column)| ((sum(row, column) + count / 2) / count) as f64).collect()
    }
}

/// The next number of the header, after white space and comments, and what follows it.
fn number(mut bytes: &[u8]) -> Result<(usize, &[u8]), String> {
    loop {
        match bytes {
            [b'#', ..] => {
                let end = bytes.iter().position(|&b| b == b'\n').unwrap_or(bytes.len());
                bytes = &bytes[end..];
            }
            [first, rest @ ..] if first.is_ascii_whitespace() => bytes = rest,
            _ => break,
        }
    }
    let end = bytes.iter().position(|b| !b.is_ascii_digit()).unwrap_or(bytes.len());
    let (digits, rest) = bytes.split_at(end);
    let value = str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
    Ok((value.ok_or("a number is missing in the header")?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_header_comments_and_pixels_that_look_like_white_space() {
        let picture = Picture::parse(b"P5\n# made by hand\n3 2\n255\n\n #12\xff");
        let pixels = vec![b'\n', b' ', b'#', b'1', b'2', 255];
        assert_eq!(picture, Ok(Picture { width: 3, height: 2, pixels }));
    }

    #[test]
    fn says_what_is_wrong() {
        let reason = |bytes: &[u8]| Picture::parse(bytes).err().unwrap_or_default();
        assert!(reason(b"P2\n1 1\n255\n7").contains("P5"));
        assert!(reason(b"P5\n3 2\n255\n12345").contains("cut off: 5 bytes for 3 × 2"));
        assert!(reason(b"P5\n3 2\n255").contains("within the header"));
        assert!(reason(b"P5\n3 2 # 255").contains("missing"));
        assert!(reason(b"P5\n1 1\n65535\n12").contains("65535"));
        assert!(reason(b"P5\n4294967296 4294967296\n255\n").contains("memory"));
    }

    #[test]
    fn means_of_blocks_are_whole_grey_levels() {
        let pixels = vec![0, 1, 10, 10, 9, 1, 1, 20, 20, 9, 7, 7, 7, 7, 7];
        let picture = Picture { width: 5, height: 3, pixels };
        assert_eq!(picture.block_means(2), [1.0, 15.0]);
        let white = Picture { width: 2, height: 2, pixels: vec![255; 4] };
        assert_eq!(white.block_means(2), [255.0]);
    }
}
