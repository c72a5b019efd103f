//! Columns to colour the map by, and words for its parts.

use serde_json::json;

use super::query::Query;
use super::{Reply, wire};
use crate::desk::Desk;
use crate::error::{Result, StudioError};
use crate::regions;

/// Columns that can be chosen: nobody looks through more.
const MOST: usize = 200;

pub(super) fn columns(desk: &Desk) -> Result<Reply> {
    let names = &desk.material.table.feature_names;
    let some = &names[..names.len().min(MOST)];
    Ok(Reply::json(&json!({ "names": some, "more": names.len() > MOST })))
}

pub(super) fn column(desk: &Desk, query: &Query) -> Result<Reply> {
    let name = query.get("name");
    let table = &desk.material.table;
    let place = table.feature_names.iter().position(|own| own == name).ok_or_else(|| {
        let shown: String = halflit_io::clean(name).chars().take(60).collect();
        StudioError::request(format!("there is no column '{shown}'"), "see /api/columns")
    })?;
    let values = (0..table.rows).map(|row| table.value(row, place) as f32);
    Ok(Reply::binary(wire::column(values, table.rows)))
}

pub(super) fn regions(desk: &Desk) -> Result<Reply> {
    let maps = desk.state().shown.as_ref().map(|own| (own.picture.clone(), own.chart.clone()));
    let Some((picture, chart)) = maps else { return Ok(Reply::json(&json!([]))) };
    let text = |row: usize| desk.material.cell(desk.material.text, row);
    let map = picture.as_deref().unwrap_or(&chart.map);
    Ok(Reply::json(&json!(regions::of(&map.x, &map.y, text))))
}
