//! CSV, TSV, svmlight and ARFF: what they hold arrives.

use std::io::Write;

use halflit_io::{
    ColumnRef, Decimal, InputFormat, ReadOptions, Result, Source, Table, read, read_from,
    read_labels_from,
};

fn parse(text: &str, options: &ReadOptions) -> Result<Table> {
    read_from(text.as_bytes(), "t", options)
}

fn labels(table: &Table) -> Vec<Option<&str>> {
    table.labels.as_ref().expect("labels").iter().collect()
}

fn labeled(column: impl Into<ColumnRef>) -> ReadOptions {
    ReadOptions { label: Some(column.into()), ..Default::default() }
}

#[test]
fn separators_headers_quotes_and_line_ends_do_not_matter() -> Result<()> {
    let plain = parse("a,b\n1,2\n3,4\n", &ReadOptions::default())?;
    assert!(plain.named);
    for text in [
        "a,b\r\n1,2\r\n3,4\r\n",
        "\u{feff}a,b\n1,2\n3,4",
        "a;b\n1;2\n3;4\n",
        "a\tb\n1\t2\n3\t4\n",
        "a|b\n1|2\n3|4\n",
        "a b\n1 2\n3 4\n",
        "\"a\",\"b\"\n\"1\", 2 \n3,\"4\"\n",
        "a,b\n\n1,2\n\n3,4\n\n",
    ] {
        assert_eq!(parse(text, &ReadOptions::default())?, plain, "{text:?}");
    }
    let given = ReadOptions { delimiter: Some(b'_'), ..Default::default() };
    assert_eq!(parse("a_b\n1_2\n3_4\n", &given)?, plain);
    let tsv = ReadOptions { format: Some(InputFormat::Tsv), ..Default::default() };
    assert_eq!(parse("a;,\tb\n1\t2\n3\t4\n", &tsv)?.feature_names, ["a;,", "b"]);
    Ok(())
}

#[test]
fn a_first_line_of_numbers_is_data() -> Result<()> {
    let table = parse("1,2,?\n3,4,a\n", &labeled(2))?;
    assert_eq!((table.rows, table.named), (2, false));
    assert_eq!(table.feature_names, ["x1", "x2"]);
    assert_eq!(labels(&table), [None, Some("a")]);
    let header = ReadOptions { header: Some(true), ..Default::default() };
    assert_eq!(parse("1,2\n3,4\n", &header)?.feature_names, ["1", "2"]);
    let none = ReadOptions { header: Some(false), ..labeled(0) };
    assert_eq!(labels(&parse("a,1\nb,2\n", &none)?), [Some("a"), Some("b")]);
    Ok(())
}

#[test]
fn columns_are_chosen_ordered_and_dropped() -> Result<()> {
    let text = "id,a,b,c,class\nr1,1,2,3,x\nr2,4,5,6,y z\n";
    let options = ReadOptions { drop: vec!["id".into()], ..labeled("class") };
    let table = parse(text, &options)?;
    assert_eq!(table.feature_names, ["a", "b", "c"]);
    assert_eq!(labels(&table), [Some("x"), Some("y z")]);
    let columns = Some(vec!["c".into(), ColumnRef::Number(1), "2".into()]);
    let options = ReadOptions { columns, drop: vec!["b".into()], ..Default::default() };
    let table = parse(text, &options)?;
    assert_eq!(table.feature_names, ["c", "a"]);
    assert_eq!(table.values, [3.0, 1.0, 6.0, 4.0]);
    assert!(table.labels.is_none());
    Ok(())
}

#[test]
fn every_label_marker_means_unlabeled() -> Result<()> {
    let text = "x,y\n1,\n1,NaN\n1,nan\n1,NA\n1,null\n1,?\n1,-1\n1,none\n1,b c\n";
    let table = parse(text, &labeled("y"))?;
    assert_eq!(labels(&table)[..6], [None; 6]);
    assert_eq!(labels(&table)[6..], [Some("-1"), Some("none"), Some("b c")]);
    let options = ReadOptions { unlabeled: vec!["-1".into(), "none".into()], ..labeled("y") };
    assert_eq!(labels(&parse(text, &options)?)[..8], [None; 8]);
    Ok(())
}

#[test]
fn gzip_is_seen_by_content() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let mut packed = Vec::new();
    // Two members, as `cat a.gz b.gz` makes.
    for part in ["a,b\n1,2\n", "3,4\n"] {
        let mut encoder = flate2::write::GzEncoder::new(&mut packed, Default::default());
        encoder.write_all(part.as_bytes())?;
        encoder.finish()?;
    }
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("misnamed.csv");
    std::fs::write(&path, &packed)?;
    let table = read(&Source::from(&path), &ReadOptions::default())?;
    assert_eq!(table.values, [1.0, 2.0, 3.0, 4.0]);
    Ok(())
}

#[test]
fn readers_may_give_one_byte_at_a_time() -> Result<()> {
    struct Slow<'a>(&'a [u8]);
    impl std::io::Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = buffer.len().min(1);
            std::io::Read::read(&mut self.0, &mut buffer[..count])
        }
    }
    let table = read_from(Slow(b"a,b\n1,2\n"), "standard input", &ReadOptions::default())?;
    assert_eq!(table.values, [1.0, 2.0]);
    Ok(())
}

#[test]
fn many_rows_stream_into_exactly_their_memory() -> Result<()> {
    // Longer than the sniffed head and than several buffers, with rows that grow, so that forecasts err.
    let mut text = String::from("a,b,class\n");
    for row in 0..60_000 {
        text.push_str(&format!("{row},{},{}\n", row as f64 / 7.0, ["u", "v", ""][row % 3]));
    }
    let table = parse(&text, &labeled("class"))?;
    assert_eq!(table.rows, 60_000);
    assert_eq!(table.values.capacity(), table.values.len());
    assert_eq!(table.values[2 * 59_999..], [59_999.0, 59_999.0 / 7.0]);
    assert_eq!(table.labels.as_ref().map(|l| l.names().len()), Some(2));
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), &text).expect("space");
    assert_eq!(read(&Source::from(file.path()), &labeled("class"))?, table);
    Ok(())
}

#[test]
fn svmlight_becomes_dense() -> Result<()> {
    let text = "# comment\n+1 1:0.5 3:2 # more\n-1 qid:4 2:1e-3\n\n1.0\n";
    let forced = ReadOptions { format: Some(InputFormat::Svmlight), ..Default::default() };
    let table = parse(text, &forced)?;
    assert_eq!(table.feature_names, ["x1", "x2", "x3"]);
    assert_eq!(table.values, [0.5, 0.0, 2.0, 0.0, 1e-3, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(labels(&table), [Some("1"), Some("-1"), Some("1")]);
    let zero_based = parse("1 0:5 2:6\n2 1:7\n", &ReadOptions::default())?;
    assert_eq!(zero_based.values, [5.0, 0.0, 6.0, 0.0, 7.0, 0.0]);
    let dropped = ReadOptions { drop: vec!["x2".into()], ..Default::default() };
    assert_eq!(parse("1 1:5 2:6\n", &dropped)?.values, [5.0]);
    Ok(())
}

#[test]
fn wide_svmlight_stays_sparse() -> Result<()> {
    let text = "1 1:0.5 900:2\n-1 qid:4 300:1e-3\n1\n";
    let table = parse(text, &ReadOptions::default())?;
    let sparse = table.sparse.as_ref().expect("sparse rows");
    assert_eq!((table.rows, table.width(), table.values.len()), (3, 900, 0));
    assert_eq!(sparse.nonzeros(0), [(0, 0.5), (899, 2.0)]);
    assert_eq!((table.value(1, 299), table.value(1, 300)), (1e-3, 0.0));
    assert_eq!(table.samples().expect("samples"), *sparse);
    assert_eq!(labels(&table), [Some("1"), Some("-1"), Some("1")]);
    // Columns in another order, and without one.
    let columns = Some((0..900).rev().map(|k| format!("x{}", k + 1).as_str().into()).collect());
    let turned = parse(text, &ReadOptions { columns, ..Default::default() })?;
    assert_eq!(turned.sparse.map(|own| own.nonzeros(0)), Some(vec![(0, 2.0), (899, 0.5)]));
    let drop = vec!["x1".into()];
    let dropped = parse(text, &ReadOptions { drop, ..Default::default() })?;
    assert_eq!(dropped.sparse.map(|own| own.nonzeros(0)), Some(vec![(898, 2.0)]));
    // Rows for a model of these columns need not have the last of them.
    let like = Some(table.encoding.clone());
    let fewer = parse("1 2:3\n", &ReadOptions { like, ..Default::default() })?;
    assert_eq!(
        fewer.sparse.map(|own| (own.columns(), own.nonzeros(0))),
        Some((900, vec![(1, 3.0)]))
    );
    let written = table.written_out();
    assert_eq!((written.values.len(), written.values[899], written.sparse), (2700, 2.0, None));
    // What is no number, and what is too large, is told.
    let gap = parse("1 1:nan 900:1\n", &ReadOptions::default()).expect_err("a gap").to_string();
    assert!(gap.contains("x1"), "{gap}");
    let huge = parse("1 900:1e200\n", &ReadOptions::default()).expect_err("too large").to_string();
    assert!(huge.contains("row 0, column 'x900' is 1e200"), "{huge}");
    Ok(())
}

#[test]
fn arff_dense_and_sparse() -> Result<()> {
    let head = "% comment\n@RELATION r\n@attribute 'my x' numeric\n@attribute b REAL\n\
                @attribute class {'a b', c}\n\n@DATA\n";
    let table =
        parse(&format!("{head}1, 2, 'a b'\n% no\n3,4,?\n5,6,c,{{2}}\n"), &labeled("class"))?;
    assert_eq!(table.feature_names, ["my x", "b"]);
    assert_eq!(table.values, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(labels(&table), [Some("a b"), None, Some("c")]);
    let sparse = parse(&format!("{head}{{0 7, 2 c}}\n{{1 -1}}\n{{}}\n"), &labeled("class"))?;
    assert_eq!(sparse.values, [7.0, 0.0, 0.0, -1.0, 0.0, 0.0]);
    assert_eq!(labels(&sparse), [Some("c"), Some("a b"), Some("a b")]);
    Ok(())
}

#[test]
fn decimal_commas_are_found_out() -> Result<()> {
    let german = "breite;länge;art\n1,5;2;a\n-3,25e1;4,0;1,5\n";
    let table = parse(german, &labeled("art"))?;
    assert_eq!(table.values, [1.5, 2.0, -32.5, 4.0]);
    assert_eq!(labels(&table), [Some("a"), Some("1,5")], "a label stays what it is");
    assert_eq!(table.notes, ["numbers have a decimal comma"]);
    let given = ReadOptions { decimal: Some(Decimal::Comma), ..labeled("art") };
    assert!(parse(german, &given)?.notes.is_empty());
    assert_eq!(parse("1,5\t2,5\n", &ReadOptions::default())?.values, [1.5, 2.5]);
    let quoted = ReadOptions { decimal: Some(Decimal::Comma), ..Default::default() };
    assert_eq!(parse("a,b\n\"1,5\",2\n", &quoted)?.values, [1.5, 2.0]);
    assert_eq!(parse("a;b\n1.5;2\n", &ReadOptions::default())?.values, [1.5, 2.0]);
    Ok(())
}

#[test]
fn thousands_are_refused_with_a_hint() {
    let comma = ReadOptions { decimal: Some(Decimal::Comma), ..Default::default() };
    let point = ReadOptions { decimal: Some(Decimal::Point), ..Default::default() };
    for (text, options, value) in [
        ("a;b\n1,234.5;2\n", &ReadOptions::default(), "1,234.5"),
        ("a;b\n1.234,5;2\n", &ReadOptions::default(), "1.234,5"),
        ("a,b\n\"1,234\",2\n", &ReadOptions::default(), "1,234"),
        ("a;b\n1,5;1.234\n", &comma, "1.234"),
        ("a;b\n1,5;2\n", &point, "1,5"),
        ("a;b\n1 234;2\n", &ReadOptions::default(), "1 234"),
        ("a;b\n1.5;2\n1,5;2\n", &ReadOptions::default(), "1,5"),
    ] {
        let error = parse(text, options).expect_err("refused");
        assert!(
            error.to_string().contains(&format!("holds '{value}', a number with marks")),
            "{error}"
        );
        assert!(error.help().contains("name the decimal mark"), "{}", error.help());
    }
    let binary = read_from(&b"1 1:2\n"[..], "t", &comma).expect_err("svmlight").to_string();
    assert_eq!(binary, "t: 'decimal' means nothing to svmlight");
}

#[test]
fn latin1_is_read_and_told() -> Result<()> {
    let text = b"gr\xf6\xdfe,art\n1,M\xfcller\n2,\x93caf\xe9\x94\n";
    let table = read_from(&text[..], "t.csv", &labeled("art"))?;
    assert_eq!(table.feature_names, ["größe"]);
    assert_eq!(labels(&table), [Some("Müller"), Some("“café”")]);
    assert_eq!(table.notes, ["text that is not UTF-8 was read as Windows-1252 (Latin-1)"]);
    assert!(parse("größe,art\n1,b\n", &labeled("art"))?.notes.is_empty());
    let arff = b"@relation r\n@attribute x numeric\n@attribute c {\xe9,b}\n@data\n1,\xe9\n";
    assert_eq!(labels(&read_from(&arff[..], "t.arff", &labeled("c"))?), [Some("é")]);
    let alone = read_labels_from(&b"\xe9\nb\n"[..], "y.txt", &ReadOptions::default())?;
    assert_eq!(alone.names(), ["é", "b"]);
    Ok(())
}
