//! Labels in a second file, and features found again by name.

use halflit_io::{ReadOptions, Result, Source, read_from, read_labels, read_labels_from};

fn labels(text: &str, options: &ReadOptions) -> Result<Vec<Option<String>>> {
    read_labels_from(text.as_bytes(), "y", options).map(|labels| labels.to_vec())
}

fn some(names: &[&str]) -> Vec<Option<String>> {
    names.iter().map(|name| (!name.is_empty()).then(|| name.to_string())).collect()
}

#[test]
fn one_column_is_a_label_a_line() -> Result<()> {
    let plain = ReadOptions::default();
    assert_eq!(labels("a\n\nb c\n?\n", &plain)?, some(&["a", "", "b c", ""]));
    assert_eq!(labels("\"a, b\"\r\n\"\"\r\nc", &plain)?, some(&["a, b", "", "c"]));
    assert_eq!(labels("1\n2\n", &plain)?, some(&["1", "2"]));
    Ok(())
}

#[test]
fn a_header_is_dropped_only_if_it_is_one() -> Result<()> {
    let plain = ReadOptions::default();
    assert_eq!(labels("Class\na\nb\n", &plain)?, some(&["a", "b"]));
    assert_eq!(labels("kind\n1\n\n2\n", &plain)?, some(&["1", "", "2"]));
    assert_eq!(labels("kind\na\n", &plain)?, some(&["kind", "a"]));
    let named = ReadOptions { label: Some("kind".into()), ..Default::default() };
    assert_eq!(labels("kind\na\n", &named)?, some(&["a"]));
    assert!(labels("sort\na\n", &named).is_err());
    let header = ReadOptions { header: Some(false), ..Default::default() };
    assert_eq!(labels("class\na\n", &header)?, some(&["class", "a"]));
    Ok(())
}

#[test]
fn a_named_column_of_several() -> Result<()> {
    let named = ReadOptions {
        label: Some("b".into()),
        unlabeled: vec!["none".into()],
        ..Default::default()
    };
    assert_eq!(labels("a,b\nx,1\ny,none\n", &named)?, some(&["1", ""]));
    assert_eq!(labels("1 1:2\n-1 1:3\n", &ReadOptions::default())?, some(&["1", "-1"]));
    Ok(())
}

#[test]
fn labels_join_a_table_of_as_many_rows() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), "a\n\n")?;
    let names = read_labels(&Source::from(file.path()), &ReadOptions::default())?;
    let table = read_from(&b"1,2\n3,4\n"[..], "x", &ReadOptions::default())?;
    let joined = table.clone().with_labels(names.clone(), "y")?;
    assert_eq!(joined.labels, Some(names.clone()));
    let short = read_from(&b"1,2\n"[..], "x", &ReadOptions::default())?;
    let error = short.with_labels(names, "y").expect_err("two labels for one row");
    assert_eq!(error.to_string(), "y: 2 labels for 1 rows");
    Ok(())
}

#[test]
fn of_several_columns_the_one_that_is_called_so_holds_the_labels() {
    let read = |text: &str| read_labels_from(text.as_bytes(), "y.csv", &ReadOptions::default());
    let labels = read("row,label,use\n0,a,learn\n1,,\n2,b,check\n").expect("one is called so");
    assert_eq!(labels.iter().collect::<Vec<_>>(), [Some("a"), None, Some("b")]);
    let upper = read("id,Class\n7,a\n8,\n").expect("one is called so");
    assert_eq!(upper.names(), ["a"]);
    // Of two it is not clear which.
    assert!(read("label,class\na,b\n").is_err());
}
