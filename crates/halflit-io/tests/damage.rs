//! Files that are cut off or changed: an error or a table, never a panic.

use std::io::Write;

use halflit_io::{InputFormat, IoError, Missing, ReadOptions, read_from, read_labels_from};

use crate::common::texts::TEXTS;

const BINARY: [&str; 20] = [
    "c_order.npy",
    "fortran.npy",
    "text.npy",
    "plain.npz",
    "packed.npz",
    "plain.mat",
    "packed.mat",
    "sparse.mat",
    "text.mat",
    "snappy.parquet",
    "zstd.parquet",
    "gzip.parquet",
    "lz4.parquet",
    "brotli.parquet",
    "pages2.parquet",
    "delta_byte_array_2.parquet",
    "lists.parquet",
    "lists.feather",
    "lists.arrow",
    "types.arrow",
];

fn fixture(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).expect("fixture")
}

fn options(name: &str) -> ReadOptions {
    let of_text = TEXTS.iter().find(|(format, ..)| name == format!("t.{format}"));
    let label = match name {
        _ if of_text.is_some() => of_text.and_then(|&(_, label, _)| Some(label?.into())),
        _ if name.starts_with("lists") || name == "types.arrow" => Some("class".into()),
        _ if name.ends_with("parquet") => Some("class".into()),
        _ => None,
    };
    let drop = match name {
        _ if name.starts_with("lists") || name.starts_with("delta") => Vec::new(),
        "types.arrow" => ["gap", "day"].map(Into::into).to_vec(),
        _ if name.ends_with("parquet") => ["gap", "day", "list"].map(Into::into).to_vec(),
        _ => Vec::new(),
    };
    let matrix = (name == "packed.npz").then(|| "features".to_string());
    ReadOptions { label, drop, matrix, ..Default::default() }
}

/// Reads in every way there is; the outcome of the plain one.
fn attempt(bytes: &[u8], name: &str) -> Result<(), IoError> {
    let options = options(name);
    let outcome = read_from(bytes, name, &options).map(|_| ());
    if let Err(error) = &outcome {
        assert!(!error.to_string().contains('\n') && !error.help().contains('\n'), "{error}");
    }
    // The outcomes of these do not matter, only that there is one.
    let _ = read_labels_from(bytes, name, &options);
    let _ = read_from(bytes, "no ending", &ReadOptions::default());
    outcome
}

/// Whatever the columns hold: text as categories, gaps dropped and filled, the first column kept, and all of it once more.
fn attempt_openly(bytes: &[u8], name: &str, format: Option<InputFormat>) {
    for missing in [Missing::Drop, Missing::Median] {
        let keep = if name.ends_with("svmlight") { Vec::new() } else { vec![0.into()] };
        let open = ReadOptions { format, missing, keep, categories: true, ..Default::default() };
        let Ok(table) = read_from(bytes, name, &open) else { continue };
        assert_eq!(table.values.len(), table.rows * table.width(), "{name}");
        assert!(table.values.iter().all(|value| value.is_finite()), "{name}");
        let again = ReadOptions { like: Some(table.encoding.clone()), ..open };
        if let Ok(again) = read_from(bytes, name, &again) {
            assert_eq!(again.values, table.values, "{name}");
        }
    }
}

#[test]
fn cut_off_binary_files_are_refused_at_every_length() {
    for name in BINARY {
        let whole = fixture(name);
        if name != "text.npy" {
            attempt(&whole, name).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        for length in 0..whole.len() {
            let outcome = attempt(&whole[..length], name);
            // Cutting a MATLAB file between variables leaves a whole file; its X comes first or is missed.
            let padding = name.ends_with(".mat");
            assert!(outcome.is_err() || padding, "{name} cut to {length} bytes was read");
        }
    }
}

#[test]
fn changed_bytes_never_panic() {
    for name in BINARY {
        let whole = fixture(name);
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= [0x01, 0x80, 0xff][at % 3];
            let _ = attempt(&changed, name);
        }
    }
}

#[test]
fn cut_off_or_changed_text_never_panics() {
    for (format, _, text) in TEXTS {
        let name = &format!("t.{format}");
        attempt(text.as_bytes(), name).unwrap_or_else(|error| panic!("{name}: {error}"));
        for length in 0..text.len() {
            let _ = attempt(&text.as_bytes()[..length], name);
            attempt_openly(&text.as_bytes()[..length], name, None);
            for byte in [0, b'\n', b'"', b'\'', b'{', b',', b':', 0xff] {
                let mut changed = text.as_bytes().to_vec();
                changed[length] = byte;
                let _ = attempt(&changed, name);
                attempt_openly(&changed, name, None);
            }
        }
    }
}

#[test]
fn every_reader_survives_every_file() {
    for format in InputFormat::names().split(", ").map(InputFormat::from_name) {
        let options = ReadOptions { format, ..Default::default() };
        for name in BINARY {
            let _ = read_from(&fixture(name)[..], name, &options);
            attempt_openly(&fixture(name), name, format);
        }
        for (own, _, text) in TEXTS {
            let name = &format!("t.{own}");
            let _ = read_from(text.as_bytes(), name, &options);
            attempt_openly(text.as_bytes(), name, format);
        }
    }
}

#[test]
fn cut_off_gzip_is_named_at_every_length() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
    let text: String = (0..500).map(|k| format!("{k},{}\n", k * 7919 % 1000)).collect();
    encoder.write_all(text.as_bytes()).expect("memory");
    let whole = encoder.finish().expect("memory");
    for length in 2..whole.len() {
        let outcome = read_from(&whole[..length], "t.csv.gz", &ReadOptions::default());
        assert!(matches!(outcome, Err(IoError::BadGzip { .. })), "{length}: {outcome:?}");
    }
}
