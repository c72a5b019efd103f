//! Columns to colour the map by, and words for its parts.

use std::sync::Arc;

use axum::extract::State;
use serde_json::json;

use super::answer::{Answer, aside, json, typed};
use super::routes::Words;
use super::wire;
use crate::desk::Desk;
use crate::error::StudioError;
use crate::regions;

/// Columns that can be chosen: nobody looks through more.
const MOST: usize = 200;

pub(super) async fn columns(State(desk): State<Arc<Desk>>) -> Answer {
    let names = &desk.material.table.feature_names;
    let some = &names[..names.len().min(MOST)];
    Ok(json(&json!({ "names": some, "more": names.len() > MOST })))
}

pub(super) async fn column(State(desk): State<Arc<Desk>>, words: Words) -> Answer {
    let name = words.get("name").map_or("", String::as_str);
    let table = &desk.material.table;
    let place = table.feature_names.iter().position(|own| own == name).ok_or_else(|| {
        let shown: String = halflit_io::clean(name).chars().take(60).collect();
        StudioError::request(format!("there is no column '{shown}'"), "see /api/columns")
    })?;
    let message = aside(move || {
        let table = &desk.material.table;
        Ok(wire::column((0..table.rows).map(|row| table.row(row)[place] as f32), table.rows))
    });
    Ok(typed("application/octet-stream", message.await?))
}

pub(super) async fn regions(State(desk): State<Arc<Desk>>) -> Answer {
    let maps = desk.state().shown.as_ref().map(|own| (own.picture.clone(), own.chart.clone()));
    let Some((picture, chart)) = maps else { return Ok(json(&json!([]))) };
    let found = aside(move || {
        let text = |row: usize| desk.material.cell(desk.material.text, row);
        let map = picture.as_deref().unwrap_or(&chart.map);
        Ok(regions::of(&map.x, &map.y, text))
    });
    Ok(json(&json!(found.await?)))
}
