//! PNG and JPEG files as pictures.

use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::path::Path;

use halflit::pictures::Picture;
use png::{ColorType, Decoder, Limits, Transformations};
use zune_jpeg::JpegDecoder;

/// Bytes of a file, and points of a picture, at most: beyond that it is no photograph.
const LONGEST: u64 = 1 << 28;
const LARGEST: usize = 1 << 27;

/// The picture in a file, by what it holds and not by its ending.
///
/// # Errors
/// Why there is none, in a few words.
pub(crate) fn decode(path: &Path) -> Result<Picture, String> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    let read = BufReader::new(file).take(LONGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| error.to_string())?;
    match &bytes[..] {
        [] => Err("empty".into()),
        _ if bytes.len() as u64 > LONGEST => Err("larger than any picture".into()),
        [0x89, b'P', b'N', b'G', ..] => of_png(&bytes),
        [0xff, 0xd8, ..] => of_jpeg(bytes),
        _ => Err("neither PNG nor JPEG".into()),
    }
}

fn of_png(bytes: &[u8]) -> Result<Picture, String> {
    let words = |error: png::DecodingError| error.to_string();
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: 4 * LARGEST });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(words)?;
    let size = reader.output_buffer_size().filter(|size| *size <= 4 * LARGEST);
    let mut points = vec![0; size.ok_or("larger than any picture")?];
    let info = reader.next_frame(&mut points).map_err(words)?;
    points.truncate(info.buffer_size());
    let (width, height) = (info.width as usize, info.height as usize);
    match info.color_type {
        ColorType::Grayscale => picture(width, height, &points, 1, false),
        ColorType::GrayscaleAlpha => picture(width, height, &points, 2, true),
        ColorType::Rgb => picture(width, height, &points, 3, false),
        ColorType::Rgba => picture(width, height, &points, 4, true),
        ColorType::Indexed => Err("a palette that could not be looked up".into()),
    }
}

fn of_jpeg(bytes: Vec<u8>) -> Result<Picture, String> {
    let mut decoder = JpegDecoder::new(Cursor::new(bytes));
    decoder.decode_headers().map_err(|error| error.to_string())?;
    let (width, height) = decoder.dimensions().ok_or("no size")?;
    if width.saturating_mul(height) > LARGEST {
        return Err("larger than any picture".into());
    }
    let points = decoder.decode().map_err(|error| error.to_string())?;
    picture(width, height, &points, points.len() / (width * height).max(1), false)
}

/// Points of some channels; what shines through is white.
fn picture(
    width: usize,
    height: usize,
    bytes: &[u8],
    channels: usize,
    alpha: bool,
) -> Result<Picture, String> {
    let colors = channels - usize::from(alpha && channels > 0);
    if colors == 0 {
        return Err("no colours".into());
    }
    let point = |own: &[u8]| {
        let cover = if alpha { f32::from(own[colors]) / 255.0 } else { 1.0 };
        let value = |k: usize| 1.0 - cover * (1.0 - f32::from(own[k.min(colors - 1)]) / 255.0);
        [value(0), value(if colors < 3 { 0 } else { 1 }), value(if colors < 3 { 0 } else { 2 })]
    };
    let points = bytes.chunks_exact(channels).map(point).collect();
    Picture::new(width, height, points).ok_or_else(|| "cut off".into())
}
