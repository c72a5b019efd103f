use super::*;
use crate::protocol::Space;
use crate::run::terms::DatasetTerms;
use halflit::choose::{Grid, Tally};

fn record(split: usize) -> Record {
    let key = Key {
        // Letters of two, three and four bytes: a cut may fall into any of them.
        dataset: "Größe 数据 🦀".into(),
        labeled: 10,
        space: Space::Linear,
        learner: "raw".into(),
        constraint: None,
        automatic: false,
        split,
    };
    let tally = Tally { margin: 0.1 + split as f64 / 3.0, ..Tally::counted(split, 9) };
    Record { key, settings: vec![], held_out: vec![], tested: vec![tally], failed: None }
}

fn dataset(name: &str) -> DatasetTerms {
    DatasetTerms {
        dataset: name.into(),
        labeled: 10,
        digest: "0123".into(),
        per_class: false,
        unlabeled: None,
        dimension: 2,
        paper: false,
        grid: Grid { gamma: vec![0.1, 1.0 / 3.0, 1e-7], ..Grid::default() },
    }
}

fn terms() -> Terms {
    let datasets = vec![dataset("Größe 数据 🦀")];
    Terms { version: "1".into(), seed: 7, kernel_constant: 0.1, datasets }
}

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("journal.jsonl")
    }

    fn open(&self, terms: &Terms, resume: bool) -> Result<Journal> {
        Journal::open(&self.path(), terms, resume)
    }

    fn bytes(&self) -> Vec<u8> {
        std::fs::read(self.path()).expect("a journal")
    }

    /// A journal with these records.
    fn with(records: &[Record]) -> Self {
        let place = Self::new();
        let journal = place.open(&terms(), false).expect("begun");
        records.iter().for_each(|record| journal.keep(record).expect("kept"));
        place
    }
}

#[test]
fn a_cut_anywhere_loses_the_unfinished_line_and_nothing_else() {
    let records: Vec<Record> = (0..2).map(record).collect();
    let place = Place::with(&records);
    let whole = place.bytes();
    for cut in 0..=whole.len() {
        std::fs::write(place.path(), &whole[..cut]).expect("written");
        let journal = place.open(&terms(), true).expect("the journal of this very run");
        // What is whole is on disk from the first moment on, whenever the next interruption comes.
        let lines = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
        let first = whole.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
        let end = whole[..cut].iter().rposition(|&byte| byte == b'\n').map_or(first, |end| end + 1);
        assert_eq!(place.bytes(), &whole[..end], "cut at {cut}");
        let known = |record: &&Record| journal.get(&record.key, false) == Some(*record);
        let missing: Vec<&Record> = records.iter().filter(|record| !known(record)).collect();
        assert_eq!(missing.len(), records.len() - lines.saturating_sub(1), "cut at {cut}");
        missing.iter().for_each(|record| journal.keep(record).expect("kept"));
        drop(journal);
        assert_eq!(place.bytes(), whole, "cut at {cut}");
    }
}

#[test]
fn two_runs_in_one_folder_are_kept_apart() {
    let place = Place::new();
    let first = place.open(&terms(), false).expect("begun");
    first.keep(&record(0)).expect("kept");
    let before = place.bytes();
    for resume in [false, true] {
        let refused = place.open(&terms(), resume).err().expect("refused");
        assert!(matches!(refused, StudyError::Busy { .. }), "{refused}");
        assert!(refused.to_string().contains("another run"), "{refused}");
        assert_eq!(place.bytes(), before);
    }
    drop(first);
    assert!(place.open(&terms(), true).is_ok());
}

#[test]
fn other_terms_are_named_and_nothing_is_touched() {
    let place = Place::with(&[record(0)]);
    let before = place.bytes();
    let with = |change: &dyn Fn(&mut Terms)| {
        let mut other = terms();
        change(&mut other);
        place.open(&other, true).err().expect("refused").to_string()
    };
    let says = |text: String, words: &str| assert!(text.contains(words), "{text}");
    says(with(&|t| t.seed = 8), "with seed 7, not 8");
    says(with(&|t| t.version = "2".into()), "with version 1, not 2");
    says(with(&|t| t.kernel_constant = 0.0), "with kernel constant 0.1, not 0");
    says(
        with(&|t| t.datasets[0].digest = "4567".into()),
        "data of digest 0123, not 4567, for Größe",
    );
    says(with(&|t| t.datasets[0].dimension = 3), "dimension 2, not 3");
    says(with(&|t| t.datasets[0].unlabeled = Some(5)), "unlabeled rows: all the rest, not 5");
    says(with(&|t| t.datasets[0].grid.gamma.truncate(1)), "with grid {");
    assert_eq!(place.bytes(), before);
}

#[test]
fn more_datasets_or_others_are_no_contradiction() {
    let place = Place::with(&[record(0)]);
    let before = place.bytes();
    let more = Terms { datasets: vec![dataset("Größe 数据 🦀"), dataset("B")], ..terms() };
    let journal = place.open(&more, true).expect("a dataset more");
    assert!(journal.get(&record(0).key, false).is_some());
    drop(journal);
    let after = place.bytes();
    assert!(after.starts_with(&before) && after.len() > before.len());
    // From now on the file knows what B was.
    let mut other = Terms { datasets: vec![dataset("B")], ..terms() };
    drop(place.open(&other, true).expect("the same B"));
    assert_eq!(place.bytes(), after);
    other.datasets[0].digest = "4567".into();
    assert!(matches!(place.open(&other, true), Err(StudyError::OtherRun { .. })));
}

#[test]
fn a_damaged_line_costs_its_own_record_only() {
    let place = Place::with(&[record(0), record(1), record(2)]);
    let text = String::from_utf8(place.bytes()).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    let damaged = [lines[0], lines[1], "{\"dataset\":\0\0", lines[3], ""].join("\n");
    std::fs::write(place.path(), damaged).expect("written");
    let journal = place.open(&terms(), true).expect("read");
    let known = |split| journal.get(&record(split).key, false).is_some();
    assert_eq!([0, 1, 2].map(known), [true, false, true]);
}
