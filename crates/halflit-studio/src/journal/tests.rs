use super::*;

fn table(values: [f64; 4]) -> Table {
    Table {
        feature_names: vec!["x1".into(), "x2".into()],
        rows: 2,
        values: values.to_vec(),
        ..Table::default()
    }
}

fn header() -> Header {
    Header::of("some.csv", &table([1.0, 2.0, 3.0, 4.0]))
}

fn label(class: &str) -> Action {
    Action::Label { rows: vec![0], class: class.into(), check: vec![] }
}

#[test]
fn a_file_cut_at_any_byte_keeps_every_whole_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("labels.jsonl");
    let (mut journal, none) = Journal::open(&path, &header()).expect("a new file");
    assert!(none.is_empty());
    let actions = [label("größe"), Action::Undo, label("b, \"c\"")];
    actions.iter().for_each(|action| journal.keep(action).expect("room on the disk"));
    drop(journal);
    let whole = std::fs::read(&path).expect("was written");
    for end in 0..=whole.len() {
        std::fs::write(&path, &whole[..end]).expect("room on the disk");
        let (mut journal, found) = Journal::open(&path, &header()).expect("a cut file");
        let lines = whole[..end].iter().filter(|&&byte| byte == b'\n').count();
        // An action that lacks nothing but its line break is one.
        let all_but = usize::from(lines > 0 && whole.get(end) == Some(&b'\n'));
        assert_eq!(found, actions[..lines.saturating_sub(1) + all_but], "cut at {end}");
        // And it goes on from there.
        journal.keep(&Action::Redo).expect("room on the disk");
        drop(journal);
        let (_, again) = Journal::open(&path, &header()).expect("a mended file");
        assert_eq!(again.len(), found.len() + 1);
        assert_eq!(again.last(), Some(&Action::Redo));
    }
}

#[test]
fn a_second_studio_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("labels.jsonl");
    let first = Journal::open(&path, &header()).expect("a new file");
    let error = Journal::open(&path, &header()).expect_err("is open");
    assert_eq!(error.kind, Kind::Busy);
    assert!(error.what.contains("labels.jsonl"), "{error}");
    drop(first);
    assert!(Journal::open(&path, &header()).is_ok());
}

#[test]
fn labels_of_other_data_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("labels.jsonl");
    drop(Journal::open(&path, &header()).expect("a new file"));
    let whole = std::fs::read(&path).expect("was written");
    let wider =
        Table { feature_names: vec!["x1".into()], values: vec![1.0, 2.0], ..table([0.0; 4]) };
    let labeled = halflit_io::read_from(
        &b"x1,x2,y\n1,2,a\n3,4,\n"[..],
        "some.csv",
        &halflit_io::ReadOptions { label: Some("y".into()), ..Default::default() },
    );
    for (other, word) in [
        (Header::of("other.csv", &table([1.0, 2.0, 3.0, 5.0])), "other values"),
        (Header::of("other.csv", &wider), "2 rows and 2 columns"),
        (Header::of("some.csv", &labeled.expect("a table")), "other labels"),
    ] {
        let error = Journal::open(&path, &other).expect_err("is of other data");
        assert_eq!(error.kind, Kind::OtherData);
        assert!(error.what.contains(word) && error.what.contains("some.csv"), "{error}");
    }
    assert_eq!(std::fs::read(&path).expect("is there"), whole);
    // The same data under another name.
    assert!(Journal::open(&path, &Header { data: "renamed.csv".into(), ..header() }).is_ok());
    // Files of somebody else, with line breaks and without.
    for text in ["x,y\n1,2\n", "{\"a\":1}", "a note"] {
        std::fs::write(&path, text).expect("room on the disk");
        let error = Journal::open(&path, &header()).expect_err("is no file of labels");
        assert_eq!(error.kind, Kind::OtherData);
        assert_eq!(std::fs::read_to_string(&path).expect("is there"), text);
    }
}

#[test]
fn a_bad_line_is_named_and_nothing_is_thrown_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("labels.jsonl");
    let (mut journal, _) = Journal::open(&path, &header()).expect("a new file");
    journal.keep(&label("a")).expect("room on the disk");
    drop(journal);
    let mut text = std::fs::read_to_string(&path).expect("was written");
    text += "{\"do\":\"labl\"}\n{\"do\":\"undo\"}\n{\"do\":";
    std::fs::write(&path, &text).expect("room on the disk");
    let error = Journal::open(&path, &header()).expect_err("line 3 is wrong");
    assert!(error.what.contains("line 3"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).expect("is there"), text);
}
