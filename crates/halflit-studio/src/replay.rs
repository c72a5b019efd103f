//! Does again what a file of labels holds, on rows that may have changed places since.

use std::collections::HashMap;

use crate::error::{Kind, Result, StudioError};
use crate::identity::Finder;
use crate::journal::{Line, bad_line};
use crate::material::Material;
use crate::session::Session;

/// Rows that are named one by one.
const SHOWN: usize = 5;

/// A label whose row is not in the data any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Changed {
    /// The number that the row had.
    row: u32,
    class: String,
}

/// The state after all lines. A row that moved keeps its label. One that is not there any more has none, and is named.
///
/// # Errors
/// A line that makes no sense, and a file of which no row is in the data.
pub(crate) fn replayed(
    material: &Material,
    lines: Vec<Line>,
    journal: &str,
) -> Result<(Session, Vec<Changed>)> {
    let table = &material.table;
    let mut finder = Finder::new(material);
    // Rows that are gone stand behind all others until the end, so that undo and redo come out as they did.
    let mut gone: HashMap<u32, u32> = HashMap::new();
    let mut actions = Vec::with_capacity(lines.len());
    let mut found = 0usize;
    for Line { action, keys } in lines {
        let mut to = HashMap::new();
        for (&row, key) in action.rows().iter().zip(&keys) {
            let place = match finder.find(row, key) {
                Some(place) => {
                    found += 1;
                    place as u32
                }
                None => {
                    let next = (table.rows + gone.len()) as u32;
                    *gone.entry(row).or_insert(next)
                }
            };
            to.insert(row, place);
        }
        actions.push(action.moved(|row| to.get(&row).copied().unwrap_or(row)));
    }
    if found == 0 && !gone.is_empty() {
        let what = format!("{journal}: holds labels of other rows than {} has", material.name);
        let help = "give the labels of this data a file of their own";
        return Err(StudioError::new(Kind::OtherData, what, help));
    }
    let rows = table.rows + gone.len();
    let mut session = Session::new(rows, table.labels.as_ref(), &material.unlabeled)?;
    for (k, action) in actions.iter().enumerate() {
        // The header is line 0.
        let applied = session.apply(action);
        applied.map_err(|error| bad_line(journal, k + 1, &error.what))?;
    }
    let class = |place: u32| session.label(place as usize).map(|id| session.name(id).to_owned());
    let labeled =
        gone.iter().filter_map(|(&row, &place)| Some(Changed { row, class: class(place)? }));
    let mut changed: Vec<Changed> = labeled.collect();
    changed.sort_by_key(|own| own.row);
    session.forget_from(table.rows);
    Ok((session, changed))
}

/// Which labels are of rows that changed or are gone, as long as nobody has labeled what stands in their place.
pub(crate) fn notice(changed: &[Changed], session: &Session) -> Option<StudioError> {
    let open = |own: &&Changed| {
        let row = own.row as usize;
        row >= session.rows() || session.is_open(row)
    };
    let left: Vec<String> =
        changed.iter().filter(open).map(|own| format!("{} ({})", own.row, own.class)).collect();
    let shown = left.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    let more = match left.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let what =
        format!("labels of rows that changed since, or are gone, are left out: row {shown}{more}");
    let help = "look at these rows and label them again; the file keeps the old labels";
    (!left.is_empty()).then(|| StudioError::new(Kind::File, what, help))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::Key;
    use crate::session::Action;

    /// Rows of one number and an id each.
    fn material(rows: &[(f64, &str)], ids: bool) -> Material {
        let mut table = halflit_io::Table {
            feature_names: vec!["x".into()],
            rows: rows.len(),
            values: rows.iter().map(|row| row.0).collect(),
            ..halflit_io::Table::default()
        };
        table.kept = vec![("id".into(), rows.iter().map(|row| row.1.to_owned()).collect())];
        Material { id: ids.then_some(0), ..Material::of("some.csv", table) }
    }

    fn line(material: &Material, row: u32, class: &str) -> Line {
        let action = Action::Label { rows: vec![row], class: class.into(), check: vec![] };
        Line { action, keys: vec![Key::of(material, row as usize)] }
    }

    fn labels(session: &Session) -> Vec<Option<String>> {
        let name = |row: usize| session.label(row).map(|id| session.name(id).to_owned());
        (0..session.rows()).map(name).collect()
    }

    const BEFORE: [(f64, &str); 3] = [(1.0, "p"), (2.0, "q"), (3.0, "r")];

    fn after(rows: &[(f64, &str)], ids: bool) -> Result<(Session, Vec<Changed>)> {
        let before = material(&BEFORE, ids);
        let lines = vec![line(&before, 0, "cat"), line(&before, 1, "dog")];
        replayed(&material(rows, ids), lines, "labels.jsonl")
    }

    fn some(labels: [&str; 3]) -> Vec<Option<String>> {
        labels.map(|own| (!own.is_empty()).then(|| own.to_owned())).to_vec()
    }

    #[test]
    fn labels_go_where_their_rows_go() -> Result<()> {
        let (same, changed) = after(&BEFORE, false)?;
        assert_eq!((labels(&same), changed), (some(["cat", "dog", ""]), vec![]));
        // By values, by ids, and where nothing but the ids changed places.
        let swapped = [(2.0, "q"), (1.0, "p"), (3.0, "r")];
        assert_eq!(labels(&after(&swapped, false)?.0), some(["dog", "cat", ""]));
        assert_eq!(labels(&after(&swapped, true)?.0), some(["dog", "cat", ""]));
        let ids = [(1.0, "r"), (2.0, "q"), (3.0, "p")];
        assert_eq!(labels(&after(&ids, true)?.0), some(["", "dog", "cat"]));
        // A table that has grown at its top.
        let grown = [(0.0, "o"), (1.0, "p"), (2.0, "q"), (3.0, "r")];
        assert_eq!(labels(&after(&grown, false)?.0)[1..], some(["cat", "dog", ""]));
        Ok(())
    }

    #[test]
    fn rows_that_changed_are_named_and_no_other_row_gets_their_labels() -> Result<()> {
        let (mut session, changed) = after(&[(9.0, "p"), (2.0, "q"), (3.0, "r")], false)?;
        assert_eq!(labels(&session), some(["", "dog", ""]));
        let notice = notice(&changed, &session).expect("a notice");
        assert!(notice.what.contains("row 0 (cat)"), "{notice}");
        // What was done is undone in its order, and what is gone comes back nowhere.
        session.apply(&Action::Undo)?;
        assert_eq!(labels(&session), some(["", "", ""]));
        session.apply(&Action::Undo)?;
        session.apply(&Action::Redo)?;
        assert_eq!(labels(&session), some(["", "", ""]));
        let again = Action::Label { rows: vec![0], class: "cow".into(), check: vec![] };
        session.apply(&again)?;
        assert_eq!(super::notice(&changed, &session), None, "someone has looked at it");
        Ok(())
    }

    #[test]
    fn labels_of_other_rows_altogether_are_refused() {
        let error = after(&[(7.0, "a"), (8.0, "b"), (9.0, "c")], false).expect_err("other rows");
        assert_eq!(error.kind, Kind::OtherData);
    }
}
