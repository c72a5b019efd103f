//! Labels and the map as tables.

use std::path::Path;

use halflit_io::{OutputColumn, OutputFormat, OutputTable};

use super::no_map;
use crate::desk::Desk;
use crate::error::Result;
use crate::material::Material;
use crate::session::{CHECK, NONE};

/// One line for every row of the file that was read, as `halflit fit --labels` wants it.
pub(super) fn labels(desk: &Desk, file: &str) -> Result<Vec<u8>> {
    let (material, table) = (&desk.material, &desk.material.table);
    let state = desk.state();
    let session = &state.session;
    // Rows that were left out have a line without a label.
    let mut of_file = vec![None; table.rows + table.left_out];
    (0..table.rows).for_each(|row| of_file[table.number_of(row)] = Some(row));
    let label = |row: &Option<usize>| Some(session.name(session.label((*row)?)?).to_owned());
    let used = |row: &Option<usize>| {
        let row = (*row)?;
        session.label(row)?;
        Some(if session.mark_of(row) == CHECK { "check" } else { "learn" }.to_owned())
    };
    let numbers = (0..of_file.len() as i64).collect();
    let mut columns = vec![("row".to_owned(), OutputColumn::Integers(numbers))];
    columns.extend(ids(material, &of_file));
    columns.push(("label".into(), OutputColumn::Texts(of_file.iter().map(label).collect())));
    columns.push(("use".into(), OutputColumn::Texts(of_file.iter().map(used).collect())));
    drop(state);
    written(OutputTable { columns }, file)
}

/// Where the rows are in the picture, or on the axes before there is one, and what they are taken for.
pub(super) fn map(desk: &Desk, file: &str) -> Result<Vec<u8>> {
    let (material, table) = (&desk.material, &desk.material.table);
    let state = desk.state();
    let shown = state.shown.as_ref().ok_or_else(no_map)?;
    let (chart, picture) = (shown.chart.clone(), shown.picture.clone());
    let known = |&id: &u16| (id != NONE).then(|| state.session.name(id).to_owned());
    let names: Vec<Option<String>> = shown.classes.iter().map(known).collect();
    drop(state);
    let rows: Vec<Option<usize>> = (0..table.rows).map(Some).collect();
    let numbers = (0..table.rows).map(|row| table.number_of(row) as i64).collect();
    let along = |values: &[f32]| {
        OutputColumn::Numbers(values.iter().map(|&value| f64::from(value)).collect())
    };
    let (predicted, sure) = match &chart.guesses {
        None => (vec![None; table.rows], vec![0.0; table.rows]),
        Some(guesses) => (
            guesses.of_row.iter().map(|&class| names[usize::from(class)].clone()).collect(),
            guesses.sure.iter().map(|&sure| f64::from(sure) / 255.0).collect(),
        ),
    };
    let mut columns = vec![("row".to_owned(), OutputColumn::Integers(numbers))];
    columns.extend(ids(material, &rows));
    let map = picture.as_deref().unwrap_or(&chart.map);
    columns.push(("x".into(), along(&map.x)));
    columns.push(("y".into(), along(&map.y)));
    columns.push(("predicted".into(), OutputColumn::Texts(predicted)));
    columns.push(("sure".into(), OutputColumn::Numbers(sure)));
    written(OutputTable { columns }, file)
}

/// The column that tells rows apart, if there is one.
fn ids(material: &Material, rows: &[Option<usize>]) -> Option<(String, OutputColumn)> {
    material.id?;
    let cell = |row: &Option<usize>| material.cell(material.id, (*row)?).map(str::to_owned);
    Some(("id".into(), OutputColumn::Texts(rows.iter().map(cell).collect())))
}

/// The bytes of a table in the format of a file.
fn written(table: OutputTable, file: &str) -> Result<Vec<u8>> {
    Ok(table.to_bytes(file, OutputFormat::from_path(Path::new(file))?)?)
}
