//! Small files that claim to be large.

use std::io::Write;
use std::sync::Arc;

use parquet::data_type::DoubleType;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

/// A file, what is wrong with it, and a part of the message that says so.
pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) bytes: Vec<u8>,
    pub(crate) label: Option<&'static str>,
    pub(crate) refusal: &'static str,
}

const TOO_MANY: &str = "more than 1000 times the file";

fn file(
    name: &'static str,
    what: &'static str,
    bytes: impl Into<Vec<u8>>,
    refusal: &'static str,
) -> Hostile {
    Hostile { name, what, bytes: bytes.into(), label: None, refusal }
}

/// All of them; `claims.rs` says what each may cost.
pub(crate) fn files() -> Vec<Hostile> {
    let mut files = texts();
    files.extend(arrays());
    files.extend(matlab());
    files.extend(tables());
    files
}

fn texts() -> Vec<Hostile> {
    let wide: String = (0..2_000).map(|k| format!("@attribute a{k} numeric\n")).collect();
    let arff = format!("@relation r\n{wide}@data\n{}", "{}\n".repeat(40_000));
    let index = "1 300000000:1\n2 1:1\n";
    vec![
        file("t.svm", "an index of 300 million", index, TOO_MANY),
        file("t.svm", "the largest index", "1 4294967295:1\n", TOO_MANY),
        file("t.arff", "many columns and many rows of nothing", arff, TOO_MANY),
        // 2 GB would take a while; this is enough to pass the limit.
        file("t.csv", "one long line", packed(1 << 27), "unpacks to more than"),
        file("t.csv", "newlines within quotes", quoted(1 << 27), "unpacks to more than"),
    ]
}

/// A gzip of so many zeros.
fn packed(count: usize) -> Vec<u8> {
    repeated(b"", b'0', count)
}

/// A gzip of a cell that never ends.
fn quoted(count: usize) -> Vec<u8> {
    repeated(b"a,b\n1,\"", b'\n', count)
}

fn repeated(start: &[u8], byte: u8, count: usize) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
    encoder.write_all(start).expect("memory");
    let bytes = vec![byte; 1 << 20];
    (0..count >> 20).for_each(|_| encoder.write_all(&bytes).expect("memory"));
    encoder.finish().expect("memory")
}

/// An array with a header that says this, and some bytes.
pub(crate) fn npy(descr: &str, fortran: bool, shape: &str, data: &[u8]) -> Vec<u8> {
    let order = if fortran { "True" } else { "False" };
    let dictionary =
        format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((dictionary.len() as u16).to_le_bytes());
    bytes.extend(dictionary.bytes());
    bytes.extend(data);
    bytes
}

/// A zip with one member, packed.
fn npz(name: &str, content: &[u8]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("memory");
    zip.write_all(content).expect("memory");
    zip.finish().expect("memory").into_inner()
}

fn arrays() -> Vec<Hostile> {
    let short = "shorter than its header says";
    let claim = |fortran| npy("<f8", fortran, "(600000000, 1)", &[0; 16]);
    vec![
        file("t.npy", "a long array", claim(false), short),
        file("t.npy", "a long array by columns", claim(true), short),
        file(
            "t.npy",
            "rows of nothing",
            npy("<f8", false, "(9223372036854775807, 0)", &[]),
            "no feature",
        ),
        file(
            "t.npy",
            "columns of nothing",
            npy("<f8", false, "(0, 9223372036854775807)", &[]),
            "no rows",
        ),
        file("t.npy", "long texts", npy("|S2000000000", false, "(3,)", &[65; 9]), "text"),
        file("t.npz", "a long array in a zip", npz("X.npy", &claim(false)), short),
        file("t.npz", "an array by columns in a zip", npz("X.npy", &claim(true)), short),
    ]
}

/// An element with its tag, padded.
fn element(kind: u32, data: &[u8]) -> Vec<u8> {
    let mut bytes = kind.to_le_bytes().to_vec();
    bytes.extend((data.len() as u32).to_le_bytes());
    bytes.extend(data);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes
}

fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// A variable of this class and shape, with these elements after its name.
pub(crate) fn variable(name: &str, class: u32, shape: &[u32], parts: &[Vec<u8>]) -> Vec<u8> {
    let mut inner = element(6, &words(&[class, 0]));
    inner.extend(element(5, &words(shape)));
    inner.extend(element(1, name.as_bytes()));
    parts.iter().for_each(|part| inner.extend(part));
    element(14, &inner)
}

/// A MATLAB file of these variables.
pub(crate) fn mat(variables: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = b"MATLAB 5.0 MAT-file".to_vec();
    bytes.resize(124, b' ');
    bytes.extend(b"\x00\x01IM");
    variables.iter().for_each(|variable| bytes.extend(variable));
    bytes
}

/// The parts of a sparse matrix: rows, starts of columns, values.
pub(crate) fn sparse(rows: &[u32], starts: &[u32], values: &[f64]) -> [Vec<u8>; 3] {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    [element(5, &words(rows)), element(5, &words(starts)), element(9, &bytes)]
}

fn matlab() -> Vec<Hostile> {
    let x = variable("X", 6, &[1, 1], &[element(9, &1.0f64.to_le_bytes())]);
    let characters = variable("y", 4, &[1 << 31, 0], &[element(16, b"")]);
    let empty = variable("", 4, &[1 << 31, 0], &[element(16, b"")]);
    let cells = variable("y", 1, &[1, 1], &[empty]);
    let large = sparse(&[0], &[0, 1], &[1.0]);
    let wide = variable("X", 5, &[1 << 16, 1 << 16], &large);
    let tall = variable("X", 5, &[1 << 30, 1], &large);
    vec![
        file(
            "t.mat",
            "2^31 lines of no characters",
            mat(&[x.clone(), characters]),
            "lines of text, too many",
        ),
        file("t.mat", "a cell of such lines", mat(&[x, cells]), "1 × 1"),
        // Sparse rows stay sparse, so that only what they would take counts.
        file(
            "t.mat",
            "a sparse matrix of 2^32 cells, one start of a column",
            mat(&[wide]),
            "do not fit",
        ),
        file("t.mat", "a sparse matrix of 2^30 rows, one number", mat(&[tall]), TOO_MANY),
    ]
}

/// Columns of one value in every row, which take a few bytes.
fn constant(columns: usize, rows: usize, dictionary: bool) -> Vec<u8> {
    let fields: String = (0..columns).map(|k| format!("required double x{k};")).collect();
    let schema = parse_message_type(&format!("message m {{{fields}}}")).expect("a schema");
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(dictionary)
        .set_compression(parquet::basic::Compression::SNAPPY)
        .set_data_page_size_limit(1 << 30)
        .set_data_page_row_count_limit(1 << 30)
        .set_write_batch_size(1 << 20);
    let properties = Arc::new(properties.build());
    let mut writer =
        SerializedFileWriter::new(Vec::new(), Arc::new(schema), properties).expect("memory");
    let mut group = writer.next_row_group().expect("memory");
    let values = vec![1.0; rows];
    while let Some(mut column) = group.next_column().expect("memory") {
        column.typed::<DoubleType>().write_batch(&values, None, None).expect("memory");
        column.close().expect("memory");
    }
    group.close().expect("memory");
    writer.into_inner().expect("memory")
}

/// A page that says it unpacks to 128 MB: its size is the second number of its head, here of four bytes.
fn swollen() -> Vec<u8> {
    let mut bytes = constant(1, 150_000, false);
    assert_eq!((bytes[6], bytes[10] >> 7), (0x15, 0), "another head than expected");
    bytes[7..11].copy_from_slice(&[0xfe, 0xff, 0xff, 0x7f]);
    bytes
}

/// A Feather file whose buffers say that they unpack to a terabyte.
fn feather() -> Vec<u8> {
    let path = format!("{}/tests/data/lists.feather", env!("CARGO_MANIFEST_DIR"));
    let mut bytes = std::fs::read(path).expect("fixture");
    for at in 0..bytes.len() - 12 {
        // A length before the mark of a packed frame.
        if bytes[at + 8..at + 12] == [0x04, 0x22, 0x4d, 0x18] {
            bytes[at..at + 8].copy_from_slice(&(1u64 << 40).to_le_bytes());
        }
    }
    bytes
}

fn tables() -> Vec<Hostile> {
    vec![
        file("t.parquet", "rows that take nothing", constant(12, 1_000_000, true), TOO_MANY),
        file("t.parquet", "a page of 128 MB", swollen(), "too many for the file"),
        file("t.feather", "buffers of a terabyte", feather(), "unpacks to more than"),
    ]
}
