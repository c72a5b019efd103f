//! What the columns of a table are for, and the table read so.

use halflit::{Named, SourceColumn};
use halflit_io::{ColumnRef, Missing, ReadOptions, Table, TextUse, read_from};
use halflit_studio::{Kind, Material, Origin, Result, StudioError};
use serde::{Deserialize, Serialize};

/// Numbers of a table that a browser has room for, with all that is made of them.
const MOST_NUMBERS: usize = 4_000_000;

/// What columns are for. All others are features.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Choice {
    /// The column of labels that are known already.
    pub label: Option<String>,
    /// The column that tells rows apart.
    pub id: Option<String>,
    /// The column to read.
    pub text: Option<String>,
    /// Columns to leave out.
    pub drop: Vec<String>,
    /// What becomes of rows with gaps: `drop` or `median`; refused where nothing is said.
    pub missing: Option<String>,
}

/// The table of a file, as `halflit studio` reads it with the same choice.
///
/// # Errors
/// What the command refuses, in its words, and more numbers than a browser has room for.
pub fn material(file: &str, bytes: &[u8], choice: &Choice) -> Result<Material> {
    let missing = match &choice.missing {
        None => Missing::default(),
        Some(name) => Missing::named(name)?,
    };
    let mut beside: Vec<String> = Vec::new();
    for name in [&choice.id, &choice.text].into_iter().flatten() {
        if !beside.contains(name) {
            beside.push(name.clone());
        }
    }
    let columns = |names: &[String]| names.iter().cloned().map(ColumnRef::from).collect();
    let options = ReadOptions {
        label: choice.label.clone().map(ColumnRef::from),
        keep: columns(&beside),
        drop: columns(&[&choice.drop[..], &beside].concat()),
        texts: choice.text.iter().cloned().map(ColumnRef::from).collect(),
        text_use: TextUse::Alone,
        missing,
        categories: true,
        unlabeled: vec!["-1".into()],
        ..ReadOptions::default()
    };
    let table = read_from(bytes, file, &options)?;
    check_size(file, &table)?;
    let place = |name: &Option<String>| beside.iter().position(|own| Some(own) == name.as_ref());
    let (id, text) = (place(&choice.id), place(&choice.text));
    let origin = Origin::File(words(file, choice, &beside, missing, &table));
    let unlabeled = options.unlabeled;
    Ok(Material { id, text, unlabeled, origin, ..Material::of(file, table) })
}

fn check_size(file: &str, table: &Table) -> Result<()> {
    let (rows, columns) = (table.rows, table.width());
    if rows * columns <= MOST_NUMBERS {
        return Ok(());
    }
    let what = format!("{file}: {rows} rows of {columns} features are too many for a browser");
    let help = "label them with the command `halflit studio`, or leave out columns or rows";
    Err(StudioError::new(Kind::Request, what, help))
}

/// The options of the command that read the table in this way, its file first.
fn words(
    file: &str,
    choice: &Choice,
    beside: &[String],
    missing: Missing,
    table: &Table,
) -> Vec<String> {
    let learned = table.encoding.columns.iter().any(SourceColumn::is_learned);
    let text = choice.text.as_ref().filter(|_| learned);
    let beside = beside.iter().filter(|own| Some(*own) != text);
    let mut words = vec![file.to_owned()];
    let mut add = |option: &str, value: &str| words.extend([option.to_owned(), value.to_owned()]);
    choice.drop.iter().chain(&choice.label).chain(beside).for_each(|own| add("--drop", own));
    text.iter().for_each(|own| add("--text", own));
    if missing != Missing::default() {
        add("--missing", missing.name());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const SURVEY: &[u8] =
        b"plant,height,note,species\nP1,1,tall one,\nP2,2,small one,a\nP3,,no,b\n";

    fn choice() -> Choice {
        let some = |name: &str| Some(name.to_owned());
        let (label, id) = (some("species"), some("plant"));
        Choice { label, id, text: some("note"), missing: some("median"), ..Choice::default() }
    }

    #[test]
    fn columns_are_what_they_are_said_to_be() -> Result<()> {
        let material = material("survey.csv", SURVEY, &choice())?;
        assert_eq!(material.table.feature_names, ["height"]);
        assert_eq!((material.id, material.text), (Some(0), Some(1)));
        let labels = material.table.labels.as_ref().expect("labels");
        assert_eq!(labels.iter().collect::<Vec<_>>(), [None, Some("a"), Some("b")]);
        let Origin::File(words) = material.origin else { panic!("no file") };
        let expected = "survey.csv --drop species --drop plant --drop note --missing median";
        assert_eq!(words.join(" "), expected);
        Ok(())
    }

    #[test]
    fn what_the_command_refuses_is_refused_in_its_words() {
        let refused = |choice: Choice| material("survey.csv", SURVEY, &choice).err();
        let gap = refused(Choice { missing: None, ..choice() }).expect("a gap");
        assert!(gap.what.starts_with("survey.csv: line 4: column 'height' has no value"), "{gap}");
        let way = refused(Choice { missing: Some("guess".into()), ..choice() }).expect("a way");
        assert!(way.what.contains("guess") && way.help.contains("median"), "{way:?}");
        let no = refused(Choice { label: Some("specis".into()), ..choice() }).expect("a name");
        assert!(no.what.contains("did you mean 'species'"), "{no}");
    }

    #[test]
    fn more_than_a_browser_holds_is_refused() {
        let line = "1,".repeat(999) + "2\n";
        let bytes = line.repeat(4001);
        let error = material("wide.csv", bytes.as_bytes(), &Choice::default()).expect_err("large");
        assert!(error.what.contains("4001 rows of 1000 features"), "{error}");
    }
}
