//! Mutated files through every reader: a table that holds together or a named error, in little memory, without a panic.
//!
//! A fixed number of inputs; `cargo xtask fuzz SECONDS` runs as long as you like. An input that fails is kept, and belongs
//! into `data/corpus`, from where every run starts.

mod common;

use std::collections::HashSet;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use common::counting::{Counting, peak_of, stated};
use common::mutate::{Current, Effort, Random, keep, mutated};
use common::texts::TEXTS;
use halflit_io::{
    InputFormat, IoError, ReadOptions, Table, read_from, read_label_file_from, read_labels_from,
};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Inputs of each reader where nobody asked for more.
const INPUTS: usize = 1500;

/// Texts in other ways, some of them damaged.
const MORE_TEXTS: [(&str, &str); 7] = [
    ("csv", "row,why,check,class\n1,\"a, b\",yes,x\n0,c,no,\n2,,,y\n"),
    ("csv", "row,id,class\n0,p,x\n1,q,y\n"),
    ("csv", "breite;art\r\n1,5;a\r\n2,25;?\r\n"),
    ("csv", "1\n2\n\n3\n"),
    ("svmlight", "1 0:5 7:6\n2 qid:1 1:7\n"),
    ("arff", "% c\n@RELATION r\n@attribute a real\n@attribute b real\n@data\n1,2,{3}\n?,4\n"),
    ("tsv", "a\n\n1\t\n"),
];

/// Whole files for a reader to start from, and what once failed.
fn seeds(reader: &str) -> Vec<Vec<u8>> {
    let endings: &[&str] = match reader {
        "arrow" => &["arrow", "feather"],
        other => &[other],
    };
    let data = format!("{}/tests/data", env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for folder in [data.clone(), format!("{data}/corpus")] {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        paths.extend(entries.map(|entry| entry.path()).filter(|path| {
            path.extension().is_some_and(|end| endings.iter().any(|&known| end == known))
        }));
    }
    paths.sort(); // folders have no order, and a run must be repeatable
    let whole = TEXTS.iter().map(|&(name, _, text)| (name, text));
    let texts = whole.chain(MORE_TEXTS).filter(|(name, _)| *name == reader);
    let texts = texts.map(|(_, text)| text.as_bytes().to_vec());
    texts.chain(paths.iter().map(|path| std::fs::read(path).expect("seed"))).collect()
}

fn options(reader: &str, random: &mut Random) -> ReadOptions {
    let drop = match random.below(2) {
        0 => Vec::new(),
        _ => ["gap", "day", "list"].map(Into::into).to_vec(),
    };
    let label = [None, Some("class"), Some("c"), Some("0")][random.below(4)];
    let format = InputFormat::from_name(reader).filter(|_| random.below(4) > 0);
    ReadOptions { format, label: label.map(Into::into), drop, ..Default::default() }
}

fn check_table(table: &Table) {
    match &table.sparse {
        None => assert_eq!(table.values.len(), table.rows * table.width(), "values"),
        Some(rows) => {
            assert_eq!((rows.rows(), rows.columns()), (table.rows, table.width()), "sparse rows")
        }
    }
    assert!(table.values.iter().all(|value| value.is_finite()), "a value is not finite");
    assert!(table.labels.as_ref().is_none_or(|labels| labels.len() == table.rows), "labels");
    let names: HashSet<&String> = table.feature_names.iter().collect();
    assert_eq!(names.len(), table.width(), "names");
}

fn check_error(error: &IoError) {
    for line in [error.to_string(), error.help()] {
        assert!(!line.is_empty() && !line.contains(char::is_control), "{line:?}");
    }
}

fn check(bytes: &[u8], reader: &str, options: &ReadOptions) {
    let (peak, ()) = peak_of(|| {
        match read_from(bytes, &format!("t.{reader}"), options) {
            Ok(table) => check_table(&table),
            Err(error) => check_error(&error),
        }
        if let Err(error) = read_labels_from(bytes, "t", options) {
            check_error(&error);
        }
        check_label_file(bytes, options);
    });
    assert!(peak < stated(bytes.len()), "{} bytes took {peak}", bytes.len());
}

/// A file of labels is joined to three rows, or refused.
fn check_label_file(bytes: &[u8], options: &ReadOptions) {
    let own = ReadOptions { unlabeled: options.unlabeled.clone(), ..ReadOptions::default() };
    for id in [None, Some("id")] {
        let ids = ["p", "q", "p"].map(str::to_owned).to_vec();
        let mut table = Table { rows: 3, kept: vec![("id".into(), ids)], ..Table::default() };
        let read = read_label_file_from(bytes, "t", &own, id, Some("class"));
        match read.and_then(|file| table.join(&file, id)) {
            Err(error) => check_error(&error),
            Ok(joined) => {
                let labels = table.labels.as_ref().map_or(0, |own| own.codes().flatten().count());
                assert_eq!((labels, table.checks.len()), (joined.learned, joined.checks));
                assert!(table.checks.iter().all(|(row, _)| *row < 3), "a row that is not there");
            }
        }
    }
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

fn fuzz(reader: &str, readers: u32) -> usize {
    let seeds = seeds(reader);
    assert!(!seeds.is_empty(), "no seeds for {reader}");
    let effort = Effort::of(INPUTS, readers);
    let mut random = Random::new(effort.seed);
    let mut current = effort.is_long().then(|| Current::new(reader));
    let mut done = 0;
    while effort.goes_on(done) {
        let (first, second) = (random.below(seeds.len()), random.below(seeds.len()));
        let mut bytes = match done < seeds.len() {
            true => seeds[done].clone(), // unchanged first
            false => mutated(&seeds[first], &seeds[second], &mut random),
        };
        if random.below(16) == 0 {
            bytes = gzipped(&bytes);
        }
        let options = options(reader, &mut random);
        if let Some(current) = &mut current {
            current.set(&bytes);
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| check(&bytes, reader, &options)));
        if outcome.is_err() {
            let path = keep(&format!("failed-{}-{done}.{reader}", effort.seed), &bytes);
            panic!("input {done} of {reader}, kept as {}, with {options:?}", path.display());
        }
        done += 1;
    }
    done
}

/// One test, so that memory is counted for one input alone.
#[test]
fn every_reader_holds_whatever_it_is_given() {
    let names = InputFormat::names();
    let readers: Vec<&str> = names.split(", ").collect();
    for reader in &readers {
        let count = fuzz(reader, readers.len() as u32);
        println!("{reader}: {count} inputs");
    }
}
