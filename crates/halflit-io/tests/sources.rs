//! Columns of texts and folders of pictures.

use std::fs;
use std::path::Path;

use halflit::{Content, SourceColumn};
use halflit_io::{
    IoError, ReadOptions, Result, Source, Table, TextUse, read, read_from, read_vectors,
};

const TOPICS: [[&str; 4]; 2] =
    [["ship", "sail", "harbour", "anchor"], ["bread", "oven", "flour", "yeast"]];

fn sentence(row: usize) -> String {
    let words = TOPICS[row % 2];
    format!("the {}, the {}", words[row / 2 % 4], words[(row / 2 + row / 8 + 1) % 4])
}

/// An index without a name, a number, a text and a class.
fn csv(head: &str, line: impl Fn(usize) -> String) -> String {
    (0..60).map(line).fold(format!("{head}\n"), |text, line| text + &line + "\n")
}

fn texts() -> ReadOptions {
    ReadOptions { texts: vec!["text".into()], categories: true, ..Default::default() }
}

fn parse(text: &str, options: &ReadOptions) -> Result<Table> {
    read_from(text.as_bytes(), "t.csv", options)
}

fn width(table: &Table) -> usize {
    table.encoding.columns.iter().filter(|own| own.is_learned()).map(SourceColumn::width).sum()
}

#[test]
fn a_column_of_texts_alone_becomes_features() -> Result<()> {
    let table = parse(&csv("text", |row| format!("\"{}\"", sentence(row))), &texts())?;
    assert_eq!((table.rows, table.kept.len()), (60, 0));
    assert_eq!((table.width(), table.values.len()), (width(&table), 60 * width(&table)));
    assert_eq!(table.feature_names[..2], ["text[0]", "text[1]"]);
    let (ship, bread) = (table.row(0), table.row(1));
    let along: f64 = ship.iter().zip(&*bread).map(|(a, b)| a * b).sum();
    assert!(along < 0.9, "{along}");
    Ok(())
}

#[test]
fn texts_stand_where_their_column_stands() -> Result<()> {
    let table = csv("size,text,color", |row| {
        format!("{row},\"{}\",{}", sentence(row), ["red", "blue"][row % 2])
    });
    let read = parse(&table, &texts())?;
    let width = width(&read);
    assert_eq!((read.width(), read.feature_names[0].as_str()), (width + 3, "size"));
    assert_eq!(read.feature_names[width + 1..], ["color=blue", "color=red"]);
    assert_eq!((read.row(7)[0], read.row(7)[width + 1]), (7.0, 1.0));
    let labeled = ReadOptions { label: Some("color".into()), keep: vec!["text".into()], ..texts() };
    let labeled = parse(&table, &labeled)?;
    assert_eq!((labeled.width(), &labeled.kept[0].1[0]), (width + 1, &sentence(0)));
    assert_eq!(labeled.values[1..=width], read.values[1..=width]);
    Ok(())
}

#[test]
fn new_texts_are_taken_as_those_before() -> Result<()> {
    let old = parse(&csv("size,text", |row| format!("{row},\"{}\"", sentence(row))), &texts())?;
    let like = ReadOptions { like: Some(old.encoding.clone()), ..Default::default() };
    let new = parse("more,text,size\nx,\"The SHIP, the sail\",0\ny,,2\n", &like)?;
    assert_eq!((new.row(0), new.rows), (old.row(0), 2));
    assert!(new.row(1)[1..].iter().all(|value| *value == 0.0));
    assert_eq!((new.passed_over, new.kept.len()), (vec!["more".to_owned()], 0));
    // By their places where there are no names.
    let bare = csv("0,the ship the sail", |row| format!("{row},\"{}\"", sentence(row)));
    let options = ReadOptions { texts: vec![1.into()], header: Some(false), ..texts() };
    let old = parse(&bare, &options)?;
    let like = ReadOptions { like: Some(old.encoding.clone()), ..Default::default() };
    let new = parse(&bare, &ReadOptions { header: Some(false), ..like })?;
    assert_eq!(new.values, old.values);
    Ok(())
}

#[test]
fn texts_that_are_shown_are_learned_from_where_nothing_else_is_left() -> Result<()> {
    let shown = ReadOptions {
        text_use: TextUse::Alone,
        keep: vec!["text".into()],
        drop: vec!["text".into()],
        ..texts()
    };
    let line = |row: usize| format!("{row},\"{}\"", sentence(row));
    let beside = parse(&csv("size,text", line), &shown)?;
    assert_eq!((beside.feature_names, beside.kept.len()), (vec!["size".to_owned()], 1));
    // An index is no feature, and a column that is named is one.
    let alone = parse(&csv(",text", line), &shown)?;
    assert_eq!((alone.index.as_deref(), alone.width()), (Some("x1"), width(&alone)));
    assert_eq!(alone.kept[0].1[3], sentence(3));
    let named = ReadOptions { columns: Some(vec!["text".into()]), drop: Vec::new(), ..shown };
    let named = parse(&csv("size,text", line), &named)?;
    assert_eq!(named.values, alone.values);
    Ok(())
}

#[test]
fn what_holds_no_text_is_refused() {
    let empty = parse("text,x\n,1\n!,2\n?,3\n", &texts()).expect_err("no words");
    assert_eq!(empty.to_string(), "t.csv: column 'text': none of 3 texts holds a word");
    let both = ReadOptions { label: Some("text".into()), ..texts() };
    let both = parse("text,x\na,1\nb,2\n", &both);
    assert!(matches!(both, Err(IoError::LabelIsFeature { .. })));
    let options = ReadOptions { categories: true, ..Default::default() };
    let table = csv("text", |row| format!("\"{} {row}\"", sentence(row)));
    let refused = parse(&table, &options).expect_err("text");
    assert!(refused.help().contains("learn from it if it is text"), "{}", refused.help());
}

#[test]
fn a_text_of_a_megabyte_is_one_text() -> Result<()> {
    let long = "many words ".repeat(100_000);
    let table = parse(&format!("text\n{long}\na few words\nother things\n"), &texts())?;
    assert_eq!((table.rows, table.values.iter().all(|value| value.is_finite())), (3, true));
    Ok(())
}

/// A picture with a bar, upright or lying.
fn png(path: &Path, upright: bool, place: u32) {
    let file = fs::File::create(path).expect("a file");
    let mut encoder = png::Encoder::new(file, 20, 20);
    encoder.set_color(png::ColorType::Rgba);
    let point = |k: u32| {
        let across = if upright { k % 20 } else { k / 20 };
        if across / 4 == place % 5 { [255, 0, 0, 255] } else { [0, 0, 0, 0] }
    };
    let points: Vec<u8> = (0..400).flat_map(point).collect();
    encoder.write_header().and_then(|mut own| own.write_image_data(&points)).expect("written");
}

fn pictures() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, upright) in [("up", true), ("down", false)] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
        (0..8).for_each(|k| png(&folder.path().join(format!("{name}/{k}.png")), upright, k));
    }
    for name in ["bars.jpg", "grey.jpg"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
        fs::copy(path, folder.path().join(name)).expect("copied");
    }
    folder
}

#[test]
fn a_folder_of_pictures_is_a_table() -> Result<()> {
    let folder = pictures();
    let keep = vec!["file".into()];
    let options = ReadOptions { label: Some("folder".into()), keep, ..Default::default() };
    let table = read(&Source::from(folder.path()), &options)?;
    let labels = table.labels.as_ref().expect("labels");
    assert_eq!((table.rows, labels.names()), (18, &["down".to_owned(), "up".to_owned()][..]));
    assert_eq!((&*table.kept[0].1[0], &*table.kept[0].1[17]), ("bars.jpg", "up/7.png"));
    assert!(table.notes[0].contains("plain"), "{:?}", table.notes);
    assert_eq!(labels.iter().next(), Some(None));
    let known = ReadOptions { like: Some(table.encoding.clone()), ..Default::default() };
    let again = read(&Source::from(&folder.path().join("up")), &known)?;
    assert_eq!((again.rows, again.row(7)), (8, table.row(17)));
    assert!(matches!(table.encoding.columns[0].content, Content::Picture { .. }));
    Ok(())
}

#[test]
fn damaged_pictures_are_left_out_by_name_and_a_folder_without_any_is_refused() -> Result<()> {
    let folder = pictures();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.png"), b"\x89PNG\r\n\x1a\nand nothing more").expect("written");
    fs::write(path("b.jpg"), b"no picture").expect("written");
    let cut = fs::read(path("bars.jpg")).expect("a picture");
    fs::write(path("c.jpg"), &cut[..40]).expect("written");
    let table = read(&Source::from(folder.path()), &ReadOptions::default())?;
    assert_eq!(table.rows, 18);
    let note = &table.notes[1];
    assert!(
        note.starts_with("left out 3 pictures") && note.contains("b.jpg (neither PNG"),
        "{note}"
    );
    let wrong = ReadOptions { label: Some("class".into()), ..Default::default() };
    let wrong = read(&Source::from(folder.path()), &wrong);
    assert!(matches!(wrong, Err(IoError::UnknownColumn { .. })));
    let empty = tempfile::tempdir().expect("a folder");
    let none = read(&Source::from(empty.path()), &ReadOptions::default());
    assert!(matches!(none, Err(IoError::NoPictures { .. })));
    fs::write(empty.path().join("a.png"), b"?").expect("written");
    let bad = read(&Source::from(empty.path()), &ReadOptions::default());
    assert!(matches!(bad, Err(IoError::BadPictures { pictures: 1, .. })));
    Ok(())
}

#[test]
fn word_vectors_are_read_from_text_and_from_npy_with_a_vocabulary() -> Result<()> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("v.vec"), "2 3\nship 1 0 0.5\nbread 0 1 -2e-1\n").expect("written");
    let text = read_vectors(&path("v.vec"), None)?;
    assert_eq!((text.words(), text.width()), (2, 3));
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }";
    let mut npy =
        [&b"\x93NUMPY\x01\x00"[..], &[118, 0], format!("{header:<117}\n").as_bytes()].concat();
    [1.0, 0.0, 0.5, 0.0, 1.0, -0.2f64].iter().for_each(|v| npy.extend(v.to_le_bytes()));
    fs::write(path("v.npy"), npy).expect("written");
    assert!(matches!(read_vectors(&path("v.npy"), None), Err(IoError::NoVocabulary { .. })));
    fs::write(path("words"), "ship\nbread\n").expect("written");
    assert_eq!(read_vectors(&path("v.npy"), Some(&path("words")))?, text);
    fs::write(path("tokenizer.json"), r#"{"model": {"vocab": {"bread": 1, "ship": 0}}}"#)
        .expect("written");
    assert_eq!(read_vectors(&path("v.npy"), None)?, text);
    fs::write(path("bad.txt"), "ship 1 0\nbread 1\n").expect("written");
    let bad = read_vectors(&path("bad.txt"), None).expect_err("one number is missing");
    assert!(bad.to_string().contains("line 2"), "{bad}");
    assert!(matches!(read_vectors(&path("none.vec"), None), Err(IoError::NotFound { .. })));
    Ok(())
}
