//! Columns of text, gaps, and columns that are looked for by name.

use halflit::{Content, Encoding};
use halflit_io::{
    Destination, Missing, OutputColumn, OutputTable, ReadOptions, Result, Source, Table,
    WriteOptions, read, read_from,
};

const SHOP: &str = "size,color,price\n1,red,10\n2,blue,\n3,red,30\n,blue,20\n5,red,60\n";

fn options(missing: Missing) -> ReadOptions {
    ReadOptions { missing, categories: true, ..Default::default() }
}

fn parse(text: &str, options: &ReadOptions) -> Result<Table> {
    read_from(text.as_bytes(), "t.csv", options)
}

fn like(encoding: &Encoding, missing: Missing) -> ReadOptions {
    ReadOptions { like: Some(encoding.clone()), ..options(missing) }
}

fn message(text: &str, options: &ReadOptions) -> String {
    let error = parse(text, options).expect_err("refused");
    format!("{error} | {}", error.help())
}

#[test]
fn a_category_is_a_feature_for_each_value_and_a_gap_its_median() -> Result<()> {
    let table = parse(SHOP, &options(Missing::Median))?;
    assert_eq!(table.feature_names, ["size", "color=blue", "color=red", "price"]);
    #[rustfmt::skip]
    assert_eq!(table.values, [
        1.0, 0.0, 1.0, 10.0,
        2.0, 1.0, 0.0, 25.0,
        3.0, 0.0, 1.0, 30.0,
        2.5, 1.0, 0.0, 20.0,
        5.0, 0.0, 1.0, 60.0,
    ]);
    assert_eq!(table.encoding.columns[0].content, Content::Number { median: Some(2.5) });
    assert_eq!((table.rows, table.left_out, table.numbers), (5, 0, None));
    Ok(())
}

#[test]
fn rows_with_gaps_are_left_out_with_all_that_belongs_to_them() -> Result<()> {
    let table = parse(
        SHOP,
        &ReadOptions {
            label: Some("color".into()),
            keep: vec!["price".into(), "color".into()],
            ..options(Missing::Drop)
        },
    )?;
    assert_eq!(table.values, [1.0, 10.0, 3.0, 30.0, 5.0, 60.0]);
    assert_eq!((table.rows, table.left_out), (3, 2));
    assert_eq!(table.numbers.as_deref(), Some(&[0, 2, 4][..]));
    assert_eq!(table.number_of(1), 2);
    assert_eq!(table.labels.as_ref().expect("labels").names(), ["red"]);
    let kept = table.kept_columns(&[2, 0]);
    assert_eq!(kept[0], ("price".into(), OutputColumn::Integers(vec![60, 10])));
    assert_eq!(kept[1].1, OutputColumn::Texts(vec![Some("red".into()); 2]));
    // Labels of a file of their own are of its rows.
    let five = halflit_io::read_labels_from(&b"a\nb\nc\nd\ne\n"[..], "y", &ReadOptions::default())?;
    let joined = table.with_labels(five, "y")?;
    assert_eq!(joined.labels.expect("labels").names(), ["a", "c", "e"]);
    Ok(())
}

#[test]
fn gaps_are_refused_where_nobody_says_what_they_mean() {
    let strict = options(Missing::Error);
    let one = "a,b\n1,2\n3,\n";
    assert!(message(one, &strict).starts_with("t.csv: line 3: column 'b' has no value | fill"));
    // All that is wrong is said at once.
    let said = message(SHOP, &strict);
    let both =
        "2 columns cannot be features: 'size' (no value, line 5), 'price' (no value, line 3)";
    assert!(said.contains(both), "{said}");
    let gaps = "a,b\n1,\n,2\n";
    assert!(
        message(gaps, &options(Missing::Drop)).contains("every one of its 2 rows lacks a value")
    );
    let nothing = "a,b\n1,\n2,NA\n";
    assert!(message(nothing, &options(Missing::Median)).contains("'b' has no value in any row"));
    assert!(message("a,b\n1,inf\n2,3\n", &options(Missing::Median)).contains("not finite"));
}

#[test]
fn text_that_is_no_category_is_named() {
    let open = options(Missing::Error);
    let slip = "a,b\n1,2\n3,four\n5,6\n7,8\n";
    assert!(
        message(slip, &open).contains("line 3: column 'b' holds 'four', which is not a number")
    );
    let ids: String = (0..9).map(|i| format!("{i},name{i}\n")).collect();
    let said = message(&format!("a,b\n{ids}"), &open);
    assert!(
        said.contains("column 'b' is text of 9 different values in 9 rows | leave it out"),
        "{said}"
    );
    let many: String = (0..400).map(|i| format!("{i},name{}\n", i % 60)).collect();
    let said = message(&format!("a,b\n{many}"), &open);
    assert!(said.contains("text of more than 50 different values in 400 rows"), "{said}");
    let three: String = (0..9).map(|i| format!("{i},name{i},{}\n", "x".repeat(i + 1))).collect();
    let said = message(&format!("a,b,c\n{three}"), &open);
    assert!(said.contains("2 columns cannot be features: 'b' (text of 9"), "{said}");
    // Without a word on categories text stays an error.
    assert!(message(SHOP, &ReadOptions::default()).contains("holds 'red', which is not a number"));
}

#[test]
fn numbers_among_texts_are_values_however_they_are_written() -> Result<()> {
    let table =
        parse("a,b\n1,low\n2,7\n3,low\n4,7.0\n5,low\n6,high\n7,high\n", &options(Missing::Error))?;
    assert_eq!(table.feature_names, ["a", "b=7", "b=high", "b=low"]);
    assert_eq!(table.values[4..12], [2.0, 1.0, 0.0, 0.0, 3.0, 0.0, 0.0, 1.0]);
    Ok(())
}

#[test]
fn known_columns_are_found_by_name_and_repeated() -> Result<()> {
    let encoding = parse(SHOP, &options(Missing::Median))?.encoding;
    let text = "note,price,size,color\nany thing,7,,red\nmore,,4,green\nmore,1,1,green\n";
    let table = parse(text, &like(&encoding, Missing::Median))?;
    #[rustfmt::skip]
    assert_eq!(table.values, [
        2.5, 0.0, 1.0, 7.0,
        4.0, 0.0, 0.0, 25.0,
        1.0, 0.0, 0.0, 1.0,
    ]);
    assert_eq!(table.passed_over, ["note"]);
    let unknown = &table.unknown[0];
    assert_eq!((&*unknown.column, &*unknown.value, unknown.rows), ("color", "green", 2));
    let said = message("size,colour\n1,red\n", &like(&encoding, Missing::Error));
    assert!(
        said.contains("not there: color, price; there are size, colour | give a file"),
        "{said}"
    );
    let said = message("size,color,price\nbig,red,1\n", &like(&encoding, Missing::Error));
    assert!(said.contains("line 2: column 'size' holds 'big'"), "{said}");
    // Without names the number of columns has to be right, and order counts.
    let bare = ReadOptions { header: Some(false), ..like(&encoding, Missing::Error) };
    assert_eq!(parse("1,red,2\n", &bare)?.values, [1.0, 0.0, 1.0, 2.0]);
    assert!(message("1,red\n", &bare).contains("2 columns where the model was fitted on 3"));
    let kept = ReadOptions { keep: vec![0.into()], ..bare };
    assert_eq!(parse("id7,1,red,2\n", &kept)?.kept[0].1, ["id7"]);
    // A model that knows no medians has none to fill in.
    let bare = Encoding::of_numbers(["size".into()], true);
    assert!(message("size\n\nNA\n", &like(&bare, Missing::Median)).contains("knows no median"));
    Ok(())
}

#[test]
fn a_first_column_without_a_name_that_counts_is_an_index() -> Result<()> {
    let text = |start: usize| format!(",a\n{start},5\n{},6\n{},9\n", start + 1, start + 2);
    for start in [0, 1] {
        let table = parse(&text(start), &ReadOptions::default())?;
        assert_eq!((table.index.as_deref(), &table.values[..]), (Some("x1"), &[5.0, 6.0, 9.0][..]));
        assert_eq!(table.encoding.features(), ["a"]);
    }
    // As a data frame with columns of such names writes it.
    let table = parse(",x1,x2\n0,5,1\n1,6,3\n2,9,4\n", &ReadOptions::default())?;
    assert_eq!(
        (table.index.is_some(), table.encoding.features()),
        (true, vec!["x1".into(), "x2".into()])
    );
    let asked = ReadOptions { columns: Some(vec!["x1".into(), "a".into()]), ..Default::default() };
    assert_eq!(parse(&text(0), &asked)?.index, None);
    assert_eq!(parse(&text(4), &ReadOptions::default())?.index, None);
    assert_eq!(parse("x1,a\n0,5\n1,6\n2,9\n", &ReadOptions::default())?.index, None);
    Ok(())
}

#[test]
fn parquet_has_categories_gaps_and_kept_columns_too() -> Result<()> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("t.parquet");
    let texts = |all: [Option<&str>; 4]| {
        OutputColumn::Texts(all.iter().map(|text| text.map(str::to_string)).collect())
    };
    let columns = vec![
        ("id".to_string(), OutputColumn::Integers(vec![7, 8, 9, 10])),
        ("a".to_string(), OutputColumn::Numbers(vec![1.0, f64::NAN, 3.0, 5.0])),
        ("b".to_string(), texts([Some("u"), Some("v"), None, Some("u")])),
        ("c".to_string(), texts([Some("v"), Some("u"), Some("v"), Some("v")])),
    ];
    OutputTable { columns }.write(&Destination::from(&path), &WriteOptions::default())?;
    let source = Source::from(&path);
    let median = ReadOptions {
        drop: vec!["id".into(), "b".into()],
        keep: vec!["id".into(), "b".into()],
        ..options(Missing::Median)
    };
    let table = read(&source, &median)?;
    assert_eq!(table.feature_names, ["a", "c=u", "c=v"]);
    assert_eq!(table.values[..6], [1.0, 0.0, 1.0, 3.0, 1.0, 0.0]);
    assert_eq!(table.kept[0].1, ["7", "8", "9", "10"]);
    assert_eq!(table.kept[1].1, ["u", "v", "", "u"]);
    let dropped = read(&source, &ReadOptions { missing: Missing::Drop, ..median })?;
    assert_eq!(dropped.numbers.as_deref(), Some(&[0, 2, 3][..]));
    Ok(())
}
