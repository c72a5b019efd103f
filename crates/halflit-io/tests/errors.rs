//! Every error that a user can run into: its variant, its line, its help.

use std::error::Error;

use halflit_io::{
    ColumnRef, Destination, InputFormat, OutputColumn, OutputTable, ReadOptions, Source,
    WriteOptions, read, read_from, read_labels_from,
};

/// Message and help of a failed reading.
fn refused(text: &[u8], options: &ReadOptions) -> (String, String) {
    let error = read_from(text, "t.csv", options).expect_err("refused");
    (error.to_string(), error.help())
}

fn message(text: &str) -> String {
    refused(text.as_bytes(), &ReadOptions::default()).0
}

fn labeled(column: impl Into<ColumnRef>) -> ReadOptions {
    ReadOptions { label: Some(column.into()), ..Default::default() }
}

#[test]
fn cells() {
    assert_eq!(
        refused(b"a,b\n1,2\n3,red\n", &ReadOptions::default()),
        (
            "t.csv: line 3: column 'b' holds 'red', which is not a number".into(),
            "leave the column out, or name it as the label".into()
        )
    );
    assert_eq!(message("a,b\n1,2\n,4\n"), "t.csv: line 3: column 'a' has no value");
    assert_eq!(message("a,b\n1,2\nNA,4\n"), "t.csv: line 3: column 'a' has no value");
    assert_eq!(message("a,b\n1,-inf\n"), "t.csv: line 2: column 'b' is -inf, which is not finite");
    assert_eq!(message("a,b\n1,1e999\n"), "t.csv: line 2: column 'b' is inf, which is not finite");
    assert_eq!(message("1 1:nan\n"), "t.csv: line 1: column 'x1' has no value");
    let quoted = "a,b\n1,\"x\ny\"\n";
    assert_eq!(message(quoted), "t.csv: line 2: column 'b' holds 'x y', which is not a number");
}

#[test]
fn rows() {
    assert_eq!(message("a,b\n1,2\n3\n"), "t.csv: line 3: 2 cells expected, 1 found");
    assert_eq!(message("a,b\n1,2\n\n3,4,5\n"), "t.csv: line 4: 2 cells expected, 3 found");
    assert_eq!(message("a,b\r\n1,2\r\n\r\n3,4,5\r\n"), "t.csv: line 4: 2 cells expected, 3 found");
    assert_eq!(
        message("\n\na,b\n1,\"x\n\ny\""),
        "t.csv: line 4: column 'b' holds 'x  y', which is not a number"
    );
    assert_eq!(
        message("a,b\n\"1\n\",2\n3,z"),
        "t.csv: line 4: column 'b' holds 'z', which is not a number"
    );
    assert_eq!(message("a,b\n"), "t.csv: has column names and no rows");
    assert_eq!(message(""), "t.csv: is empty");
    assert_eq!(message("\n\n"), "t.csv: is empty");
    assert_eq!(refused(b"a\n\xff\n", &labeled("a")).0, "t.csv: no feature column is left");
}

/// Names and values come from files, and messages go to terminals.
#[test]
fn names_cannot_write_to_the_terminal() -> Result<(), Box<dyn Error>> {
    let bad = "\u{1b}[31mred\u{7}\r\u{202e}";
    let header = format!("\"{bad}\nx\",b\n1,2\n3,{bad}\n");
    let quoted = format!("\"{bad}\",b\n{bad},2\n");
    let name = format!("t{bad}\n.csv");
    let column = ReadOptions { label: Some("bad".into()), ..Default::default() };
    let twice = ReadOptions { columns: Some(vec![0.into(), 0.into()]), ..Default::default() };
    let both = ReadOptions { columns: Some(vec![0.into()]), ..labeled(0) };
    for text in [&header, &quoted] {
        for options in [&ReadOptions::default(), &column, &twice, &both] {
            let error = read_from(text.as_bytes(), &name, options).expect_err("refused");
            for line in [error.to_string(), error.help()] {
                let clean = |c: char| !c.is_control() && c != '\u{202e}';
                assert!(line.chars().all(clean), "{line:?}");
            }
        }
    }
    let path = tempfile::tempdir()?.path().join("a\u{1b}[2Jb.csv");
    let error = read(&Source::from(&path), &ReadOptions::default()).expect_err("not there");
    assert!(
        !error.to_string().contains('\u{1b}')
            && !Source::from(&path).to_string().contains('\u{1b}')
    );
    Ok(())
}

#[test]
fn columns() {
    assert_eq!(message("a,b,a\n1,2,3\n"), "t.csv: column 'a' appears twice");
    let text = b"width,species\n1,x\n";
    assert_eq!(
        refused(text, &labeled("Specis")).0,
        "t.csv: no column 'Specis' (did you mean 'species'?); there are width, species"
    );
    assert_eq!(
        refused(text, &labeled(7)),
        (
            "t.csv: no column '7'; there are width, species".into(),
            "give a name from the list, or a number from 0".into()
        )
    );
    let drop = ReadOptions { drop: vec!["q".into()], ..Default::default() };
    assert!(refused(text, &drop).0.starts_with("t.csv: no column 'q'; there are"));
    let columns = ReadOptions { columns: Some(vec!["species".into()]), ..labeled("species") };
    assert_eq!(
        refused(text, &columns),
        (
            "t.csv: column 'species' is named as the label and once more".into(),
            "name it as the label only".into()
        )
    );
    let twice = ReadOptions { columns: Some(vec![0.into(), 0.into()]), ..Default::default() };
    assert_eq!(refused(text, &twice).0, "t.csv: column 'width' appears twice");
    let which = read_labels_from(&text[..], "y.csv", &ReadOptions::default()).expect_err("two");
    assert_eq!(
        which.to_string(),
        "y.csv: which column holds the labels is not clear; there are width, species"
    );
}

/// One matrix as Parquet and as NPY: what is wrong in its second row is in row 1.
#[test]
fn rows_of_binary_files_count_from_0() -> Result<(), Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    for name in ["t.parquet", "t.npy"] {
        let path = directory.path().join(name);
        let column = OutputColumn::Numbers(vec![1.0, f64::INFINITY]);
        let table = OutputTable { columns: vec![("x1".into(), column)] };
        table.write(&Destination::from(&path), &WriteOptions::default())?;
        let error = read(&Source::from(&path), &ReadOptions::default()).expect_err("refused");
        let message = error.to_string();
        let expected = format!("{name}: row 1: column 'x1' is inf, which is not finite");
        assert!(message.ends_with(&expected), "{message}");
    }
    Ok(())
}

#[test]
fn files() -> Result<(), Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let failure = |path: &std::path::Path| {
        let error = read(&Source::from(path), &ReadOptions::default()).expect_err("refused");
        error.to_string().replace(&directory.path().display().to_string(), "")
    };
    assert_eq!(failure(&directory.path().join("none")), "/none: no such file");
    assert_eq!(failure(directory.path()), ": is a folder without PNG or JPEG files");
    let hdf = directory.path().join("a.mat");
    std::fs::write(&hdf, b"\x89HDF\r\n\x1a\n")?;
    assert_eq!(failure(&hdf), "/a.mat: is a MATLAB 7.3 or other HDF5 file, which is not read here");
    std::fs::write(&hdf, b"\x7fELF\0\0")?;
    assert!(failure(&hdf).starts_with("/a.mat: damaged or cut-off MATLAB file"));
    std::fs::rename(&hdf, directory.path().join("a"))?;
    assert_eq!(failure(&directory.path().join("a")), "/a: is binary, which is not read here");
    std::fs::write(directory.path().join("a.gz"), [0x1f, 0x8b, 9, 9])?;
    assert!(failure(&directory.path().join("a.gz")).starts_with("/a.gz: damaged or cut-off gzip"));
    Ok(())
}

#[test]
fn syntax() {
    assert_eq!(message("1 1:1\n2 1:1 x\n"), "t.csv: line 2: not svmlight: 'x' is not index:value");
    assert_eq!(
        message("1 1:1\n2 2:1 1:1\n"),
        "t.csv: line 2: not svmlight: index 1 does not ascend"
    );
    assert_eq!(message("1 1:1\n1:1\n"), "t.csv: line 2: not svmlight: the line has no label");
    assert_eq!(
        message("@relation r\n@data\n1\n"),
        "t.csv: line 2: not ARFF: there is no @attribute"
    );
    assert_eq!(
        message("@relation r\n@attribute a numeric\n@data\n1,2\n"),
        "t.csv: line 4: 1 cells expected, 2 found"
    );
    assert_eq!(
        message("@relation r\n@attribute a numeric\n@data\n{3 1}\n"),
        "t.csv: line 4: not ARFF: a sparse index is no number or beyond the attributes"
    );
    assert_eq!(
        message("@relation r\n@attribute a {b,c}\n@data\nb\n"),
        "t.csv: line 4: column 'a' holds 'b', which is not a number"
    );
    let forced = ReadOptions { format: Some(InputFormat::Parquet), ..Default::default() };
    assert!(refused(b"a,b\n", &forced).0.starts_with("t.csv: damaged or cut-off Parquet file"));
}

#[test]
fn options() {
    let matrix = ReadOptions { matrix: Some("X".into()), ..Default::default() };
    assert_eq!(refused(b"1,2\n", &matrix).0, "t.csv: 'matrix' means nothing to csv");
    let delimiter = ReadOptions { delimiter: Some(b','), ..Default::default() };
    assert_eq!(refused(b"1 1:2\n", &delimiter).0, "t.csv: 'delimiter' means nothing to svmlight");
}

#[test]
fn sparse_files_that_contradict_themselves() {
    use crate::common::hostile::{mat, sparse, variable};
    let refused = |rows: &[u32], starts: &[u32], values: &[f64]| {
        let x = variable("X", 5, &[2, 3], &sparse(rows, starts, values));
        read_from(&mat(&[x])[..], "t.mat", &ReadOptions::default()).map_err(|e| e.to_string())
    };
    assert!(refused(&[0, 1], &[0, 1, 1, 2], &[1.0, 2.0]).is_ok());
    // Wide ones stay sparse.
    let starts: Vec<u32> =
        (0..=600).map(|column| u32::from(column > 7) + u32::from(column > 599)).collect();
    let wide = variable("X", 5, &[2, 600], &sparse(&[1, 0], &starts, &[3.0, 4.0]));
    let wide = read_from(&mat(&[wide])[..], "t.mat", &ReadOptions::default()).expect("a table");
    let sparse_rows = wide.sparse.expect("sparse rows");
    assert_eq!(
        (sparse_rows.nonzeros(0), sparse_rows.nonzeros(1)),
        (vec![(599, 4.0)], vec![(7, 3.0)])
    );
    for (rows, starts, values) in [
        (&[0, 1][..], &[0, 1, 2][..], &[1.0, 2.0][..]), // too few starts
        (&[0, 1], &[0, 1, 1, 2, 2], &[1.0, 2.0]),
        (&[0, 1], &[0, 2, 1, 2], &[1.0, 2.0]),
        (&[0, 2], &[0, 1, 1, 2], &[1.0, 2.0]),
        (&[0], &[0, 1, 1, 2], &[1.0, 2.0]),
        (&[0, 0], &[0, 2, 2, 2], &[1.0, 2.0]), // one cell twice
    ] {
        let error = refused(rows, starts, values).expect_err("damaged");
        assert!(error.contains("starts or indices of a sparse matrix"), "{error}");
    }
    assert_eq!(
        message("@relation r\n@attribute a numeric\n@data\n{0 1, 0 2}\n"),
        "t.csv: line 4: not ARFF: the row names cell 0 twice"
    );
}
