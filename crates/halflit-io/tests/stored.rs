//! Numbers that are kept as their files have them: the same numbers as read, and no second copy of them. NumPy arrays stay in their
//! files, and columns of single precision are held in it.

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
    read(&Source::from(path), &ReadOptions { stored: map, missing, ..ReadOptions::default() })
}

/// One test, so that nothing else is counted.
#[test]
fn numbers_are_kept_as_they_are_where_they_can() {
    let folder = tempfile::tempdir().expect("a folder");
    let (rows, columns) = (20_000, 40);
    let large = npy("<f8", "False", rows, columns, &doubles(rows * columns));
    let path = written(&folder, "large.npy", &large);
    assert_eq!(npy_shape(&Source::from(&path)).expect("a shape"), Some((rows, columns, true)));
    let (peak, table) = peak_of(|| load(&path, true, Missing::Error).expect("a table"));
    assert!(table.stored.is_some() && table.values.is_empty());
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
    assert!(mapped.stored.as_ref().is_some_and(|own| own.is_single()));
    let row = |table: &Table, i: usize| table.samples().expect("samples").row(i).into_owned();
    assert!((0..20).all(|i| row(&mapped, i) == row(&stored, i)));
    assert!(
        (0..20).all(|i| mapped.row(i) == stored.row(i) && *mapped.row(i) == row(&stored, i)[..])
    );
    assert_eq!(mapped.encoding, stored.encoding);
    what_cannot_stay_is_read(&folder);
    what_is_refused_is_refused_in_the_same_words(&folder);
    #[cfg(feature = "columnar")]
    columns::singles_are_held_once(&folder);
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
                assert!(mapped.stored.is_none() && mapped == stored, "{name}")
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
    assert!(dropped.stored.is_none() && dropped.rows == 3);
}

/// Parquet and Arrow.
#[cfg(feature = "columnar")]
mod columns {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, Float32Array, RecordBatch};
    use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, FloatType};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    use super::*;

    /// One column of a file that is written.
    enum Column<'c> {
        Singles(&'c [f32]),
        Doubles(&'c [f64]),
        Texts(&'c [&'c str]),
        /// As long as there are rows, each of so many numbers.
        Lists(&'c [f32], usize),
        /// NaN stands for nothing.
        Gaps(&'c [f32]),
    }

    impl Column<'_> {
        fn schema(&self, name: &str) -> String {
            match self {
                Column::Singles(_) => format!("required float {name};"),
                Column::Gaps(_) => format!("optional float {name};"),
                Column::Doubles(_) => format!("required double {name};"),
                Column::Texts(_) => format!("required binary {name} (UTF8);"),
                Column::Lists(..) => format!(
                    "optional group {name} (LIST) {{ repeated group list {{ optional float element; }} }}"
                ),
            }
        }
    }

    fn parquet(columns: &[(&str, Column<'_>)]) -> Vec<u8> {
        let fields: String = columns.iter().map(|(name, own)| own.schema(name)).collect();
        let schema = parse_message_type(&format!("message m {{ {fields} }}")).expect("a schema");
        let properties = WriterProperties::builder().set_dictionary_enabled(false).build();
        let mut writer =
            SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))
                .expect("memory");
        let mut group = writer.next_row_group().expect("memory");
        for (_, column) in columns {
            let mut out = group.next_column().expect("memory").expect("a column");
            match column {
                Column::Singles(own) => out.typed::<FloatType>().write_batch(own, None, None),
                Column::Doubles(own) => out.typed::<DoubleType>().write_batch(own, None, None),
                Column::Texts(own) => {
                    let texts: Vec<ByteArray> = own.iter().map(|&text| text.into()).collect();
                    out.typed::<ByteArrayType>().write_batch(&texts, None, None)
                }
                Column::Lists(own, length) => {
                    let repeated: Vec<i16> =
                        (0..own.len()).map(|k| i16::from(k % length != 0)).collect();
                    let defined = vec![3; own.len()];
                    out.typed::<FloatType>().write_batch(own, Some(&defined), Some(&repeated))
                }
                Column::Gaps(own) => {
                    let there: Vec<f32> = own.iter().copied().filter(|x| !x.is_nan()).collect();
                    let defined: Vec<i16> = own.iter().map(|x| i16::from(!x.is_nan())).collect();
                    out.typed::<FloatType>().write_batch(&there, Some(&defined), None)
                }
            }
            .expect("memory");
            out.close().expect("memory");
        }
        group.close().expect("memory");
        writer.into_inner().expect("memory")
    }

    fn singles(count: usize) -> Vec<f32> {
        (0..count).map(|at| value(at) as f32).collect()
    }

    fn options(stored: bool) -> ReadOptions {
        ReadOptions { stored, ..ReadOptions::default() }
    }

    /// Whether a table is held in single precision. Rows, names and medians do not depend on that.
    fn is_single(path: &Path, options: impl Fn(bool) -> ReadOptions) -> bool {
        let [stored, doubles] =
            [true, false].map(|own| read(&Source::from(path), &options(own)).expect("a table"));
        assert!(doubles.stored.is_none());
        assert!((0..doubles.rows).all(|row| stored.row(row) == doubles.row(row)));
        assert_eq!(stored.encoding, doubles.encoding);
        assert_eq!(stored.feature_names, doubles.feature_names);
        assert_eq!((stored.rows, &stored.kept), (doubles.rows, &doubles.kept));
        assert_eq!(stored.labels, doubles.labels);
        assert_eq!(stored.stored.is_some(), stored.values.is_empty());
        stored.stored.is_some_and(|own| own.is_single())
    }

    pub(super) fn singles_are_held_once(folder: &TempDir) {
        let (rows, width) = (30_000, 128);
        let numbers = singles(rows * width);
        let all: Vec<Vec<f32>> =
            (0..width).map(|k| numbers.iter().skip(k).step_by(width).copied().collect()).collect();
        let names: Vec<String> = (0..width).map(|k| format!("c{k}")).collect();
        let plain = names.iter().zip(&all).map(|(name, own)| (name.as_str(), Column::Singles(own)));
        let files = [
            ("lists.parquet", parquet(&[("embedding", Column::Lists(&numbers, width))])),
            ("plain.parquet", parquet(&plain.collect::<Vec<_>>())),
        ];
        for (name, bytes) in files {
            let path = written(folder, name, &bytes);
            let (peak, table) = peak_of(|| read(&Source::from(&path), &options(true)));
            let table = table.expect("a table");
            let own = |row: usize| numbers[row * width..][..width].iter().map(|&x| f64::from(x));
            assert!((0..rows).all(|row| table.row(row).iter().copied().eq(own(row))), "{name}");
            let bytes = 4 * rows * width;
            assert!(5 * peak < 6 * bytes, "{name}: {peak} for {bytes} bytes of numbers");
        }
        what_is_beside_them_stays(folder);
        what_is_not_single_is_read(folder);
    }

    fn what_is_beside_them_stays(folder: &TempDir) {
        let (numbers, lists) = (singles(4), singles(12));
        let texts = Column::Texts(&["a", "", "b", "a"]);
        let names = Column::Texts(&["k", "l", "m", "n"]);
        let columns = [
            ("kind", texts),
            ("v", Column::Lists(&lists, 3)),
            ("id", names),
            ("x", Column::Singles(&numbers)),
        ];
        let path = written(folder, "beside.parquet", &parquet(&columns));
        assert!(is_single(&path, |stored| ReadOptions {
            label: Some("kind".into()),
            keep: vec!["id".into()],
            drop: vec!["id".into()],
            ..options(stored)
        }));
        let numbers: ArrayRef = Arc::new(Float32Array::from(numbers));
        let batch = RecordBatch::try_from_iter([("a", numbers.clone()), ("b", numbers)]);
        let batch = batch.expect("a batch");
        let mut writer =
            arrow_ipc::writer::FileWriter::try_new(Vec::new(), &batch.schema()).expect("memory");
        writer.write(&batch).expect("memory");
        let path = written(folder, "two.arrow", &writer.into_inner().expect("memory"));
        assert!(is_single(&path, options));
    }

    fn what_is_not_single_is_read(folder: &TempDir) {
        let (numbers, doubles) = (singles(4), [0.1, 0.2, 0.3, 0.4]);
        let columns = [("x", Column::Singles(&numbers)), ("y", Column::Doubles(&doubles))];
        let path = written(folder, "both.parquet", &parquet(&columns));
        assert!(!is_single(&path, options));
        // The column of doubles left out, the rest is single.
        assert!(is_single(&path, |stored| ReadOptions {
            drop: vec!["y".into()],
            ..options(stored)
        }));
        let gaps = [1.0, f32::NAN, 3.0, 4.0];
        let path = written(
            folder,
            "gaps.parquet",
            &parquet(&[("x", Column::Singles(&numbers)), ("y", Column::Gaps(&gaps))]),
        );
        for missing in [Missing::Drop, Missing::Median] {
            assert!(!is_single(&path, |stored| ReadOptions { missing, ..options(stored) }));
        }
        let words = |stored| {
            let refused = read(&Source::from(&path), &options(stored));
            refused.expect_err("refused").to_string()
        };
        assert_eq!(words(true), words(false));
        let wild = [1.0, 2.0, f32::INFINITY, 4.0];
        let path = written(folder, "wild.parquet", &parquet(&[("x", Column::Singles(&wild))]));
        let refused = read(&Source::from(&path), &options(true)).expect_err("refused");
        assert!(refused.to_string().contains("row 2"), "{refused}");
    }
}
