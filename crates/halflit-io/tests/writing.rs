//! What is written reads back, appears whole, and replaces nothing unasked.

use std::error::Error;
use std::path::Path;

use halflit_io::{
    ColumnRef, Destination, IoError, OutputColumn, OutputFormat, OutputTable, ReadOptions, Source,
    WriteOptions, read, read_labels, write_bytes_atomically,
};

type Outcome = Result<(), Box<dyn Error>>;

fn numbers() -> OutputTable {
    let x = vec![0.1 + 0.2, -1.0, 1e-300, 12345678.9];
    let y = vec![f64::MAX, f64::MIN_POSITIVE, -0.0, 2.5];
    OutputTable {
        columns: vec![
            ("x".into(), OutputColumn::Numbers(x)),
            ("the \"y\"".into(), OutputColumn::Numbers(y)),
        ],
    }
}

fn with_text() -> OutputTable {
    let text = [Some("a,b"), None, Some("\"é\"\nλ"), Some("7")];
    let text = text.map(|t| t.map(str::to_string)).to_vec();
    let mut table = numbers();
    table.columns.push(("class".into(), OutputColumn::Texts(text)));
    table
}

fn write(table: &OutputTable, path: &Path) -> Result<(), IoError> {
    table.write(&Destination::from(path), &WriteOptions::default())
}

/// Row-major bits, so that the sign of zero counts.
fn bits(table: &OutputTable) -> Vec<u64> {
    let column = |k: usize, row: usize| match &table.columns[k].1 {
        OutputColumn::Numbers(values) => values[row].to_bits(),
        other => unreachable!("only numbers are compared, not {other:?}"),
    };
    (0..table.rows()).flat_map(|row| [column(0, row), column(1, row)]).collect()
}

#[test]
fn csv_and_parquet_read_back_to_the_bit() -> Outcome {
    let directory = tempfile::tempdir()?;
    for ending in ["csv", "parquet"] {
        let path = directory.path().join(format!("t.{ending}"));
        write(&with_text(), &path)?;
        let options = ReadOptions { label: Some("class".into()), ..Default::default() };
        let table = read(&Source::from(&path), &options)?;
        assert_eq!(table.feature_names, ["x", "the \"y\""]);
        assert_eq!(table.values.iter().map(|v| v.to_bits()).collect::<Vec<_>>(), bits(&numbers()));
        let labels = table.labels.ok_or("labels")?.to_vec();
        assert_eq!(OutputColumn::Texts(labels.clone()), with_text().columns[2].1, "{ending}");
        // And once more in the other format, from what was read.
        let other = directory.path().join(format!("from-{ending}.parquet"));
        let only =
            OutputTable { columns: vec![("class".into(), OutputColumn::Texts(labels.clone()))] };
        write(&only, &other)?;
        assert_eq!(read_labels(&Source::from(&other), &ReadOptions::default())?.to_vec(), labels);
    }
    Ok(())
}

#[test]
fn npy_reads_back_and_refuses_text() -> Outcome {
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("t.npy");
    write(&numbers(), &path)?;
    let table = read(&Source::from(&path), &ReadOptions::default())?;
    assert_eq!(table.values.iter().map(|v| v.to_bits()).collect::<Vec<_>>(), bits(&numbers()));
    assert_eq!(std::fs::metadata(&path)?.len() % 64, 0);
    let refused = write(&with_text(), &directory.path().join("u.npy"));
    assert!(matches!(refused, Err(IoError::TextInNpy { column, .. }) if column == "class"));
    Ok(())
}

/// More digits than an f64 has, except in NPY, which has no other type.
#[test]
fn whole_numbers_stay_whole() -> Outcome {
    let directory = tempfile::tempdir()?;
    let wholes = vec![-3, 0, 9_007_199_254_740_993];
    let table = OutputTable { columns: vec![("row".into(), OutputColumn::Integers(wholes))] };
    let written = |name: &str| -> Result<_, IoError> {
        let path = directory.path().join(name);
        write(&table, &path).map(|()| path)
    };
    assert_eq!(std::fs::read_to_string(written("t.csv")?)?, "row\n-3\n0\n9007199254740993\n");
    let json: serde_json::Value = serde_json::from_slice(&std::fs::read(written("t.json")?)?)?;
    assert_eq!(json[2]["row"], 9_007_199_254_740_993_i64);
    let parquet = read_labels(&Source::from(&written("t.parquet")?), &ReadOptions::default())?;
    assert_eq!(parquet.names(), ["-3", "0", "9007199254740993"]);
    let npy = read(&Source::from(&written("t.npy")?), &ReadOptions::default())?;
    assert_eq!(npy.values, [-3.0, 0.0, 9_007_199_254_740_992.0]);
    Ok(())
}

#[test]
fn json_is_an_array_of_objects() -> Outcome {
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("t.json");
    let mut table = with_text();
    table.columns.push(("n".into(), OutputColumn::Numbers(vec![f64::NAN, 1.0, 2.0, 3.0])));
    write(&table, &path)?;
    let value: serde_json::Value = serde_json::from_slice(&std::fs::read(&path)?)?;
    assert_eq!(value.as_array().map(Vec::len), Some(4));
    assert_eq!(value[0]["x"], 0.30000000000000004);
    assert_eq!(value[0]["n"], serde_json::Value::Null);
    assert_eq!(value[1]["class"], serde_json::Value::Null);
    assert_eq!(value[2]["class"], "\"é\"\nλ");
    Ok(())
}

#[test]
fn nothing_is_replaced_unasked() -> Outcome {
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("t.csv");
    std::fs::write(&path, "mine")?;
    assert!(matches!(write(&numbers(), &path), Err(IoError::Exists { .. })));
    assert!(Destination::from(&path).check(false).is_err());
    assert_eq!(std::fs::read_to_string(&path)?, "mine");
    let force = WriteOptions { force: true, ..Default::default() };
    numbers().write(&Destination::from(&path), &force)?;
    assert!(std::fs::read_to_string(&path)?.starts_with("x,"));
    assert_eq!(std::fs::read_dir(directory.path())?.count(), 1);
    Ok(())
}

#[test]
fn bad_destinations_are_named() -> Outcome {
    let directory = tempfile::tempdir()?;
    let to = |name: &str| write(&numbers(), &directory.path().join(name));
    assert!(matches!(to("t.xlsx"), Err(IoError::UnknownEnding { .. })));
    assert!(matches!(to("no/t.csv"), Err(IoError::Unwritable { .. })));
    std::fs::create_dir(directory.path().join("d.csv"))?;
    assert!(matches!(to("d.csv"), Err(IoError::IsDirectory { .. })));
    let mut table = numbers();
    table.columns[1].1 = OutputColumn::Numbers(vec![1.0]);
    let refused = write(&table, &directory.path().join("t.csv"));
    assert!(matches!(refused, Err(IoError::UnequalColumns { expected: 4, found: 1, .. })));
    table = numbers();
    table.columns[1].0 = "x".into();
    let refused = write(&table, &directory.path().join("t.csv"));
    assert!(matches!(refused, Err(IoError::DuplicateColumn { .. })));
    Ok(())
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_in_every_format() {
    for format in ["csv", "parquet", "npy", "json"] {
        let options =
            WriteOptions { format: OutputFormat::from_name(format), ..Default::default() };
        let outcome = numbers().write(&Destination::from("/dev/full"), &options);
        let Err(IoError::Unwritable { source, .. }) = &outcome else {
            panic!("{format}: {outcome:?}");
        };
        assert_eq!(source.kind(), std::io::ErrorKind::StorageFull, "{format}");
    }
    assert!(write_bytes_atomically(Path::new("/dev/full"), b"x", false).is_err());
    assert!(write_bytes_atomically(Path::new("/dev/null"), b"x", false).is_ok());
}

#[cfg(unix)]
#[test]
fn links_and_permissions_survive() -> Outcome {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir()?;
    let (file, link) = (directory.path().join("file"), directory.path().join("link"));
    write_bytes_atomically(&file, b"1", false)?;
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640))?;
    std::os::unix::fs::symlink(&file, &link)?;
    write_bytes_atomically(&link, b"2", true)?;
    assert_eq!(std::fs::read(&file)?, b"2");
    assert!(std::fs::symlink_metadata(&link)?.is_symlink());
    assert_eq!(std::fs::metadata(&file)?.permissions().mode() & 0o777, 0o640);
    Ok(())
}

#[test]
fn numbers_in_csv_are_shortest() -> Outcome {
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("t.csv");
    write(&numbers(), &path)?;
    let text = std::fs::read_to_string(&path)?;
    assert!(text.contains("\n-1,2.2250738585072014e-308\n1e-300,-0\n12345678.9,2.5\n"), "{text}");
    let options = ReadOptions { columns: Some(vec![ColumnRef::Number(0)]), ..Default::default() };
    assert_eq!(read(&Source::from(&path), &options)?.width(), 1);
    Ok(())
}

#[test]
fn what_a_spreadsheet_takes_for_a_formula_is_written_as_it_is() -> Outcome {
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("t.csv");
    let names = ["=1+1", "+a", "-b", "@c", "=HYPERLINK(\"x\",\"y\")"];
    let texts = names.map(|name| Some(name.to_owned())).to_vec();
    write(&OutputTable { columns: vec![("id".into(), OutputColumn::Texts(texts))] }, &path)?;
    // What is read back is what was written: an id that was changed would find its row no more.
    let labels = halflit_io::read_labels(
        &Source::from(&path),
        &ReadOptions { header: Some(true), ..Default::default() },
    )?;
    assert_eq!(labels.names(), names);
    Ok(())
}
