//! Files that numpy, scipy and pyarrow wrote (see data/make.py).

use std::path::PathBuf;

use halflit_io::{IoError, ReadOptions, Result, Source, Table, read, read_from, read_labels};

const X: [f64; 12] = [1.5, 2.0, -3.0, 4.0, 5.25, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.5];

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn load(name: &str, options: &ReadOptions) -> Result<Table> {
    read(&Source::from(&path(name)), options)
}

fn labels(table: &Table) -> Vec<Option<&str>> {
    table.labels.as_ref().expect("labels").iter().collect()
}

#[test]
fn npy_in_either_order_and_several_types() -> Result<()> {
    let table = load("c_order.npy", &ReadOptions::default())?;
    assert_eq!((table.rows, table.named, &table.values[..]), (4, false, &X[..]));
    assert_eq!(load("fortran.npy", &ReadOptions::default())?.values, X);
    let small = load("int16.npy", &ReadOptions { label: Some(0.into()), ..Default::default() })?;
    assert_eq!(small.values, [-1.0, 1.0, 3.0]);
    assert_eq!(labels(&small), [Some("-2"), Some("0"), Some("2")]);
    let names = read_labels(&Source::from(&path("text.npy")), &ReadOptions::default())?;
    assert_eq!(names.iter().collect::<Vec<_>>(), [Some("a"), Some("bcd"), None]);
    Ok(())
}

#[test]
fn npz_finds_x_and_y_or_what_is_named() -> Result<()> {
    let table = load("plain.npz", &ReadOptions::default())?;
    assert_eq!(table.values, X);
    assert_eq!(labels(&table), [Some("1"), Some("2"), None, Some("1")]);
    let named = ReadOptions {
        matrix: Some("features".into()),
        label_matrix: Some("target".into()),
        unlabeled: vec!["-1".into()],
        ..Default::default()
    };
    let table = load("packed.npz", &named)?;
    assert_eq!(table.values, X);
    assert_eq!(labels(&table), [Some("3"), Some("4"), None, Some("3")]);
    let error = load("packed.npz", &ReadOptions::default()).expect_err("no X");
    assert!(error.to_string().ends_with("no variable 'X'; there are features, target, other"));
    let y = read_labels(&Source::from(&path("plain.npz")), &ReadOptions::default())?;
    assert_eq!(y.len(), 4);
    Ok(())
}

#[test]
fn matlab_full_sparse_packed_and_text() -> Result<()> {
    for name in ["plain.mat", "packed.mat", "text.mat"] {
        assert_eq!(load(name, &ReadOptions::default())?.values, X, "{name}");
    }
    let options = ReadOptions::default();
    assert_eq!(labels(&load("plain.mat", &options)?), [Some("1"), Some("2"), None, Some("1")]);
    assert_eq!(labels(&load("packed.mat", &options)?)[..2], [Some("1"), Some("2")]);
    assert_eq!(
        labels(&load("text.mat", &options)?),
        [Some("aa"), Some("b"), Some("aa"), Some("c")]
    );
    let sparse = load("sparse.mat", &options)?;
    assert_eq!(sparse.values, X.map(|x| if x > 4.5 { x } else { 0.0 }));
    assert_eq!(labels(&sparse), [Some("setosa"), None, Some("virginica"), Some("setosa")]);
    let splits = ReadOptions { matrix: Some("splits".into()), ..Default::default() };
    assert!(matches!(
        load("packed.mat", &splits),
        Err(IoError::LabelCount { labels: 4, rows: 2, .. })
    ));
    Ok(())
}

#[test]
fn parquet_of_every_codec_and_type() -> Result<()> {
    let columns = ["f64", "f32", "i8", "u32", "u64", "i64", "flag"].map(Into::into).to_vec();
    let options =
        ReadOptions { columns: Some(columns), label: Some("class".into()), ..Default::default() };
    for codec in ["snappy", "zstd", "gzip", "none", "lz4", "brotli", "pages2"] {
        let name = format!("{codec}.parquet");
        let table = load(&name, &options)?;
        assert_eq!((table.rows, table.named), (4, true));
        assert_eq!(table.values[..7], [1.5, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!(table.values[14..21], [7.0, 8.0, 3.0, 3.0, 3.0, 3.0, 1.0]);
        let large = [10.0, 11.0, 4.0, 4294967295.0, 2f64.powi(63), 2f64.powi(53), 1.0];
        assert_eq!(table.values[21..], large);
        assert_eq!(labels(&table), [Some("a"), None, Some("b"), Some("a")]);
        let bytes = std::fs::read(path(&name)).expect("fixture");
        assert_eq!(read_from(&bytes[..], "standard input", &options)?, table);
    }
    let numbers = ReadOptions { label: Some("i64".into()), ..Default::default() };
    let labels = read_labels(&Source::from(&path("snappy.parquet")), &numbers)?;
    assert_eq!(labels.iter().last(), Some(Some("9007199254740993")));
    Ok(())
}

#[test]
fn parquet_text_in_differences() -> Result<()> {
    for encoding in ["delta_length_byte_array", "delta_byte_array"] {
        for version in [1, 2] {
            let name = format!("{encoding}_{version}.parquet");
            let options = ReadOptions { label: Some("class".into()), ..Default::default() };
            let table = load(&name, &options)?;
            assert_eq!((table.rows, table.values[199]), (200, 199.0));
            let expected =
                [Some("iris setosa"), None, Some("iris virginica"), Some("iris setosa"), None];
            assert_eq!(labels(&table), expected.repeat(40), "{name}");
        }
    }
    Ok(())
}

#[test]
fn lists_become_features() -> Result<()> {
    let values = [1.5, 2.0, 7.0, 1.0, 2.0, -3.0, 4.0, 8.0, 3.0, 4.0, 5.25, 6.0, 9.0, 5.0, 6.5];
    for name in ["lists.parquet", "lists.feather", "lists.arrow"] {
        let labeled = ReadOptions { label: Some("class".into()), ..Default::default() };
        let table = load(name, &labeled)?;
        let names = ["embedding[0]", "embedding[1]", "id", "more[0]", "more[1]"];
        assert_eq!((&table.feature_names[..], table.rows), (&names.map(String::from)[..], 3));
        assert_eq!(table.values, values, "{name}");
        assert_eq!(labels(&table), [Some("a"), None, Some("b")]);
        let bytes = std::fs::read(path(name)).expect("fixture");
        assert_eq!(read_from(&bytes[..], "standard input", &labeled)?, table);
        // A whole list goes by its name, a place of it by its own.
        let columns = Some(vec!["more".into(), "embedding".into()]);
        let drop = vec!["embedding[0]".into()];
        let table = load(name, &ReadOptions { columns, drop, ..Default::default() })?;
        assert_eq!(table.feature_names, ["more[0]", "more[1]", "embedding[1]"]);
        assert_eq!(table.values, [1.0, 2.0, 2.0, 3.0, 4.0, 4.0, 5.0, 6.5, 6.0]);
        let alone = ReadOptions { columns: Some(vec!["class".into()]), ..Default::default() };
        let error = load(name, &alone).expect_err("text").to_string();
        assert!(
            error.ends_with("row 0: column 'class' holds 'a', which is not a number"),
            "{error}"
        );
    }
    Ok(())
}

#[test]
fn uneven_lists_are_told_by_row() {
    for name in ["uneven.parquet", "uneven.arrow"] {
        for (column, expected) in [
            ("v", "row 1: column 'v' has 1 values where the first row has 2"),
            ("w", "row 1: column 'w' has no value"),
            ("u", "row 1: column 'u[0]' has no value"),
        ] {
            let options = ReadOptions { columns: Some(vec![column.into()]), ..Default::default() };
            let error = load(name, &options).expect_err("uneven").to_string();
            assert!(error.ends_with(&format!("{name}: {expected}")), "{error}");
        }
    }
}

#[test]
fn arrow_types() -> Result<()> {
    let columns = ["f64", "f32", "i8", "u32", "u64", "i64", "flag"].map(Into::into).to_vec();
    let options =
        ReadOptions { columns: Some(columns), label: Some("class".into()), ..Default::default() };
    assert_eq!(load("types.arrow", &options)?, load("none.parquet", &options)?);
    let day = ReadOptions { columns: Some(vec!["day".into()]), ..Default::default() };
    let error = load("types.arrow", &day).expect_err("a date").to_string();
    assert!(error.ends_with("column 'day' has type date, which is not read here"), "{error}");
    Ok(())
}

#[test]
fn what_is_not_a_number_is_told() {
    let only =
        |column: &str| ReadOptions { columns: Some(vec![column.into()]), ..Default::default() };
    let message = |name: &str, options: &ReadOptions| {
        let text = load(name, options).expect_err("refused").to_string();
        text.rsplit_once("/").map_or(text.clone(), |(_, end)| end.to_string())
    };
    for (column, expected) in [
        ("class", "snappy.parquet: row 0: column 'class' holds 'a', which is not a number"),
        ("gap", "snappy.parquet: row 1: column 'gap' has no value"),
        ("day", "snappy.parquet: column 'day' has type date, which is not read here"),
    ] {
        assert_eq!(message("snappy.parquet", &only(column)), expected);
    }
    let default = ReadOptions::default();
    assert!(message("complex.npy", &default).contains("the array has type <c16"));
    assert!(message("text.npy", &default).contains("the array has type text"));
    assert!(message("struct.mat", &default).contains("variable 'X' has type struct"));
}
