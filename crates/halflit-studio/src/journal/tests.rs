use std::fs::OpenOptions;
use std::io::Write;

use super::*;
use halflit_io::Table;

fn table(values: [f64; 4]) -> Table {
    Table {
        feature_names: vec!["x1".into(), "x2".into()],
        rows: 2,
        values: values.to_vec(),
        ..Table::default()
    }
}

fn material() -> Material {
    Material::of("some.csv", table([1.0, 2.0, 3.0, 4.0]))
}

fn keep(journal: &mut Journal, action: &Action) {
    let keys = action.rows().iter().map(|&row| Key::of(&material(), row as usize)).collect();
    journal.keep(action, keys).expect("room on the disk");
}

fn actions(lines: Vec<Line>) -> Vec<Action> {
    lines.into_iter().map(|line| line.action).collect()
}

fn label(class: &str) -> Action {
    Action::Label { rows: vec![0], class: class.into(), check: vec![] }
}

#[test]
fn a_file_cut_at_any_byte_keeps_every_whole_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("labels.jsonl");
    let (mut journal, none) = Journal::open(&path, &material()).expect("a new file");
    assert!(none.is_empty());
    let done = [label("größe"), Action::Undo, label("b, \"c\"")];
    done.iter().for_each(|action| keep(&mut journal, action));
    drop(journal);
    let whole = std::fs::read(&path).expect("was written");
    for end in 0..=whole.len() {
        std::fs::write(&path, &whole[..end]).expect("room on the disk");
        let (mut journal, found) = Journal::open(&path, &material()).expect("a cut file");
        let lines = whole[..end].iter().filter(|&&byte| byte == b'\n').count();
        // An action that lacks nothing but its line break is one.
        let all_but = usize::from(lines > 0 && whole.get(end) == Some(&b'\n'));
        assert_eq!(
            actions(found.clone()),
            done[..lines.saturating_sub(1) + all_but],
            "cut at {end}"
        );
        // And it goes on from there.
        keep(&mut journal, &Action::Redo);
        drop(journal);
        let (_, again) = Journal::open(&path, &material()).expect("a mended file");
        assert_eq!(again.len(), found.len() + 1);
        assert_eq!(actions(again).last(), Some(&Action::Redo));
    }
}

#[test]
fn a_second_studio_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("labels.jsonl");
    let first = Journal::open(&path, &material()).expect("a new file");
    let error = Journal::open(&path, &material()).expect_err("is open");
    assert_eq!(error.kind, Kind::Busy);
    assert!(error.what.contains("labels.jsonl"), "{error}");
    drop(first);
    assert!(Journal::open(&path, &material()).is_ok());
}

#[test]
fn labels_of_other_data_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("labels.jsonl");
    drop(Journal::open(&path, &material()).expect("a new file"));
    let whole = std::fs::read(&path).expect("was written");
    let wider =
        Table { feature_names: vec!["x1".into()], values: vec![1.0, 2.0], ..table([0.0; 4]) };
    let labeled = halflit_io::read_from(
        &b"x1,x2,y\n1,2,a\n3,4,\n"[..],
        "some.csv",
        &halflit_io::ReadOptions { label: Some("y".into()), ..Default::default() },
    );
    let renamed = Table { feature_names: vec!["x1".into(), "z".into()], ..table([0.0; 4]) };
    for (other, word) in [
        (Material::of("other.csv", renamed), "other columns"),
        (Material::of("other.csv", wider), "2 rows and 2 columns"),
        (Material::of("some.csv", labeled.expect("a table")), "other labels"),
    ] {
        let error = Journal::open(&path, &other).expect_err("is of other data");
        assert_eq!(error.kind, Kind::OtherData);
        assert!(error.what.contains(word) && error.what.contains("some.csv"), "{error}");
    }
    assert_eq!(std::fs::read(&path).expect("is there"), whole);
    // The same data under another name.
    assert!(Journal::open(&path, &Material { name: "renamed.csv".into(), ..material() }).is_ok());
    // Files of somebody else, with line breaks and without.
    for text in ["x,y\n1,2\n", "{\"a\":1}", "a note"] {
        std::fs::write(&path, text).expect("room on the disk");
        let error = Journal::open(&path, &material()).expect_err("is no file of labels");
        assert_eq!(error.kind, Kind::OtherData);
        assert_eq!(std::fs::read_to_string(&path).expect("is there"), text);
    }
}

#[test]
fn a_bad_line_is_named_and_nothing_is_thrown_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("labels.jsonl");
    let (mut journal, _) = Journal::open(&path, &material()).expect("a new file");
    keep(&mut journal, &label("a"));
    drop(journal);
    let mut text = std::fs::read_to_string(&path).expect("was written");
    text += "{\"do\":\"labl\"}\n{\"do\":\"undo\"}\n{\"do\":";
    std::fs::write(&path, &text).expect("room on the disk");
    let error = Journal::open(&path, &material()).expect_err("line 3 is wrong");
    assert!(error.what.contains("line 3"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).expect("is there"), text);
}

#[test]
fn a_file_of_the_version_before_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("labels.jsonl");
    let old = line_of(&Header::by_number(&material())) + &line_of(&label("a"));
    std::fs::write(&path, &old).expect("room on the disk");
    let (mut journal, found) = Journal::open(&path, &material()).expect("the same data");
    assert_eq!(actions(found), [label("a")]);
    keep(&mut journal, &label("b"));
    drop(journal);
    let other = Material::of("some.csv", table([1.0, 2.0, 3.0, 5.0]));
    let error = Journal::open(&path, &other).expect_err("is of other data");
    assert!(error.what.contains("other values"), "{error}");
}

#[test]
fn whatever_happens_to_the_file_no_label_is_lost() {
    type Deed = fn(&Path);
    let deeds: [(&str, Deed); 5] = [
        ("replaced", |path| {
            let beside = path.with_extension("tmp");
            std::fs::copy(path, &beside).expect("a copy");
            std::fs::rename(beside, path).expect("renamed");
        }),
        ("moved", |path| std::fs::rename(path, path.with_extension("old")).expect("renamed")),
        ("deleted", |path| std::fs::remove_file(path).expect("deleted")),
        ("emptied", |path| drop(std::fs::File::create(path).expect("emptied"))),
        ("grown", |path| {
            let mut file = OpenOptions::new().append(true).open(path).expect("opened");
            file.write_all(b"note\n").expect("written");
        }),
    ];
    for (what, deed) in deeds {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("labels.jsonl");
        let (mut journal, _) = Journal::open(&path, &material()).expect("a new file");
        keep(&mut journal, &label("a"));
        assert!(journal.notice().is_none());
        deed(&path);
        keep(&mut journal, &label("b"));
        keep(&mut journal, &label("c"));
        let notice = journal.notice().expect(what);
        assert!(notice.what.contains("rescued-1"), "{what}: {notice}");
        let new = journal.path().expect("a file").to_owned();
        drop(journal);
        let (_, lines) = Journal::open(&new, &material()).expect("a file of labels");
        assert_eq!(actions(lines), [label("a"), label("b"), label("c")], "{what}");
    }
}

#[test]
fn pipes_and_devices_keep_no_labels() {
    for device in ["/dev/zero", "/dev/null"].map(Path::new).into_iter().filter(|own| own.exists()) {
        let error = Journal::open(device, &material()).expect_err("is a device");
        assert!(error.what.contains("pipe or a device"), "{error}");
    }
}
