//! NumPy arrays that stay in their files: the same numbers as read, and no copy of them.

mod common;

use std::io::Write;
use std::path::{Path, PathBuf};

use common::counting::{Counting, peak_of};
use halflit_io::{Missing, ReadOptions, Result, Source, Table, npy_shape, read};
use tempfile::TempDir;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The bytes of an array.
fn npy(kind: &str, order: &str, rows: usize, columns: usize, data: &[u8]) -> Vec<u8> {
    let mut header =
        format!("{{'descr': '{kind}', 'fortran_order': {order}, 'shape': ({rows}, {columns}), }}");
    // Data begin at a multiple of 64, as NumPy has it.
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(u16::try_from(header.len()).expect("short").to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

fn value(at: usize) -> f64 {
    (at as f64 * 0.37).sin()
}

fn doubles(count: usize) -> Vec<u8> {
    (0..count).flat_map(|at| value(at).to_le_bytes()).collect()
}

fn written(folder: &TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).expect("written");
    path
}

fn load(path: &Path, map: bool, missing: Missing) -> Result<Table> {
    read(&Source::from(path), &ReadOptions { map, missing, ..ReadOptions::default() })
}

/// One test, so that nothing else is counted.
#[test]
fn arrays_stay_in_their_files_where_they_can() {
    let folder = tempfile::tempdir().expect("a folder");
    let (rows, columns) = (20_000, 40);
    let large = npy("<f8", "False", rows, columns, &doubles(rows * columns));
    let path = written(&folder, "large.npy", &large);
    assert_eq!(npy_shape(&Source::from(&path)).expect("a shape"), Some((rows, columns, true)));
    let (peak, table) = peak_of(|| load(&path, true, Missing::Error).expect("a table"));
    assert!(table.mapped.is_some() && table.values.is_empty());
    // Some columns at once are copied to find their medians.
    assert!(2 * peak < large.len(), "{peak} of {}", large.len());
    let stored = load(&path, false, Missing::Error).expect("a table");
    assert_eq!(table.samples(), stored.samples());
    assert_eq!((table.rows, table.width()), (rows, columns));
    assert_eq!(table.encoding, stored.encoding);
    assert_eq!(table.feature_names, stored.feature_names);

    let single: Vec<u8> = (0..60).flat_map(|at| (value(at) as f32).to_le_bytes()).collect();
    let single = written(&folder, "single.npy", &npy("<f4", "False", 20, 3, &single));
    let (mapped, stored) =
        (load(&single, true, Missing::Error), load(&single, false, Missing::Error));
    let (mapped, stored) = (mapped.expect("mapped"), stored.expect("stored"));
    assert!(mapped.mapped.as_ref().is_some_and(|own| own.is_single()));
    let row = |table: &Table, i: usize| table.samples().expect("samples").row(i).into_owned();
    assert!((0..20).all(|i| row(&mapped, i) == row(&stored, i)));
    assert!(
        (0..20).all(|i| mapped.row(i) == stored.row(i) && *mapped.row(i) == row(&stored, i)[..])
    );
    assert_eq!(mapped.encoding, stored.encoding);
    what_cannot_stay_is_read(&folder);
    what_is_refused_is_refused_in_the_same_words(&folder);
}

fn what_cannot_stay_is_read(folder: &TempDir) {
    let whole = npy("<f8", "False", 4, 3, &doubles(12));
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), Default::default());
    packed.write_all(&whole).expect("memory");
    let swapped: Vec<u8> = (0..12).flat_map(|at| value(at).to_be_bytes()).collect();
    // A header without its padding.
    let crooked = [&whole[..8], &(whole.len() as u16 - 10 - 96 - 1).to_le_bytes(), &whole[10..]];
    let crooked: Vec<u8> = crooked.concat();
    let others = [
        ("packed.npy.gz", packed.finish().expect("memory")),
        ("columns.npy", npy("<f8", "True", 4, 3, &doubles(12))),
        ("swapped.npy", npy(">f8", "False", 4, 3, &swapped)),
        ("whole.npy", npy("<i8", "False", 4, 3, &doubles(12))),
        ("crooked.npy", crooked),
    ];
    for (name, bytes) in others {
        let path = written(folder, name, &bytes);
        let shape = npy_shape(&Source::from(&path)).ok().flatten();
        assert!(shape.is_none_or(|(.., stays)| !stays), "{name}");
        let (mapped, stored) =
            (load(&path, true, Missing::Error), load(&path, false, Missing::Error));
        match (mapped, stored) {
            (Ok(mapped), Ok(stored)) => {
                assert!(mapped.mapped.is_none() && mapped == stored, "{name}")
            }
            (Err(mapped), Err(stored)) => assert_eq!(mapped.to_string(), stored.to_string()),
            (mapped, stored) => panic!("{name}: {mapped:?} but {stored:?}"),
        }
    }
}

fn what_is_refused_is_refused_in_the_same_words(folder: &TempDir) {
    let mut gap = doubles(12);
    gap[8 * 7..8 * 8].copy_from_slice(&f64::NAN.to_le_bytes());
    let gap = written(folder, "gap.npy", &npy("<f8", "False", 4, 3, &gap));
    let whole = npy("<f8", "False", 4, 3, &doubles(12));
    let short = written(folder, "short.npy", &whole[..whole.len() - 1]);
    for path in [&gap, &short] {
        let words = |map| load(path, map, Missing::Error).expect_err("refused").to_string();
        assert_eq!(words(true), words(false));
    }
    // Where gaps are to be left out or filled, the table is no longer that of the file.
    let dropped = load(&gap, true, Missing::Drop).expect("a table");
    assert!(dropped.mapped.is_none() && dropped.rows == 3);
}
