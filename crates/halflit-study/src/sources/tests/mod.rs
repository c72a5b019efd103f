//! Every form of every set, made small or made up: the true files may not be passed on.

mod book;
mod faces;
mod uci;

use std::error::Error;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::*;
use crate::error::StudyError;

type Tested = std::result::Result<(), Box<dyn Error>>;

/// Lines of `columns` made-up numbers and a class each, below a header if `label` names one.
fn csv(rows: usize, columns: usize, classes: &[&str], label: Option<&str>) -> String {
    let names = (1..=columns).map(|j| format!("x{j},")).collect::<String>();
    let mut text = label.map_or(String::new(), |label| format!("{names}{label}\n"));
    for i in 0..rows {
        let cells = (0..columns).map(|j| format!("{},", (i * 31 + j * 17) % 97));
        text.extend(cells);
        text.push_str(classes[i % classes.len()]);
        text.push('\n');
    }
    text
}

fn loaded(source: Source, folder: &Path) -> std::result::Result<Loaded, Box<dyn Error>> {
    match source.load(Some(folder))? {
        Lookup::Data(loaded) => Ok(loaded),
        Lookup::Missing { looked_for, .. } => Err(format!("missing: {looked_for:?}").into()),
    }
}

/// The message of the error that reading must end in.
fn refusal(source: Source, folder: &Path) -> String {
    match source.load(Some(folder)) {
        Err(error @ (StudyError::Content { .. } | StudyError::Table(_))) => error.to_string(),
        other => format!("not refused: {other:?}"),
    }
}

#[test]
fn names_in_protocols_and_in_tables() -> Tested {
    let words = Source::ALL.map(|source| serde_json::to_string(&source).unwrap_or_default());
    let quoted = ["ionosphere", "balance", "bci", "usps", "m-eyale"].map(|w| format!("\"{w}\""));
    assert_eq!(words, quoted);
    assert_eq!(serde_json::from_str::<Source>("\"m-eyale\"")?, Source::MEyale);
    let names = Source::ALL.map(Source::name);
    assert_eq!(names, ["Ionosphere", "Balance", "BCI", "USPS", "M-Eyale"]);
    Ok(())
}

#[test]
fn what_is_not_there_is_named_and_no_error() -> Tested {
    let folder = TempDir::new()?;
    for source in [Source::Bci, Source::Usps, Source::MEyale] {
        for folder in [None, Some(folder.path()), Some(Path::new("no/such/folder"))] {
            let Lookup::Missing { looked_for, hint } = source.load(folder)? else {
                return Err("found".into());
            };
            assert_eq!(looked_for.len(), 3);
            assert!(hint.contains("http"));
        }
    }
    assert_eq!(loaded(Source::Ionosphere, folder.path())?.origin, "embedded");
    assert_eq!(loaded(Source::Balance, folder.path())?.origin, "generated");
    Ok(())
}

#[test]
fn a_table_of_ones_own() -> Tested {
    let folder = TempDir::new()?;
    let path = folder.path().join("own.csv");
    fs::write(&path, "size,kind\n1,a\n2,\n3,b\n")?;
    let own = load_table(&path, "kind")?;
    assert_eq!(own.data.labels().unlabeled_rows(), [1]);
    assert_eq!(own.origin, path.display().to_string());
    let wrong = load_table(&path, "king").err().ok_or("read")?.to_string();
    assert!(
        wrong.contains("no column 'king' (did you mean 'kind'?); there are size, kind"),
        "{wrong}"
    );
    assert!(load_table(&folder.path().join("none.csv"), "kind").is_err());
    Ok(())
}
