//! The state of everything as the page sees it.

use halflit::suggest::Suggestion;
use serde_json::{Value, json};

use crate::accuracy;
use crate::desk::{Desk, Inner, Shown};
use crate::exports::Export;
use crate::session::{RIGHT, Session, methods};

/// What `/api/state` answers.
pub(crate) fn of(desk: &Desk) -> Value {
    let working = desk.working();
    let state = desk.state();
    let Inner { session, journal, shown, suggestions, history, .. } = &*state;
    let (material, table) = (&desk.material, &desk.material.table);
    let [undo, redo] = session.ahead();
    let [learning, check] = session.labeled();
    json!({
        "version": session.version(),
        "data": {
            "name": material.name,
            "rows": table.rows,
            "columns": table.width(),
            "id": material.column(material.id),
            "text": material.column(material.text),
            "image": material.column(material.image),
        },
        "exports": Export::names().collect::<Vec<_>>(),
        "journal": journal.path().map(|path| path.display().to_string()),
        "classes": session.classes(),
        "labeled": learning + check,
        "skipped": session.skipped(),
        "undo": undo,
        "redo": redo,
        "settings": session.settings(),
        "methods": methods(),
        "working": working.map(|(stage, share)| json!({ "stage": stage, "share": share })),
        "fit": shown.as_ref().map(|shown| {
            let mut fit = fit(session, shown, &table.feature_names);
            fit["learning"] = json!(history);
            fit
        }),
        "suggestions": suggestions.iter().map(suggestion).collect::<Vec<_>>(),
        "problem": state.notice(),
    })
}

fn fit(session: &Session, shown: &Shown, features: &[String]) -> Value {
    let places = session.places();
    let place = |id: u16| places.get(usize::from(id)).copied();
    let details = &shown.details;
    let axis = |(k, columns): (usize, &Vec<(usize, f64)>)| {
        let feature = |(column, weight): &(usize, f64)| json!({ "name": features[*column], "weight": weight });
        let listed: Vec<Value> = columns.iter().map(feature).collect();
        json!({ "title": format!("axis {}", k + 1), "features": listed })
    };
    // A label may have changed since.
    let doubt = |&(row, predicted, sure): &(usize, u16, f64)| {
        let label = session.label(row).filter(|_| session.mark_of(row) != RIGHT)?;
        let (own, said) = (place(label)?, place(predicted)?);
        (label != predicted)
            .then(|| json!({ "row": row, "label": own, "predicted": said, "sure": sure }))
    };
    json!({
        "version": shown.version,
        "labels": shown.chart.labels,
        "seconds": shown.seconds,
        "method": shown.chart.method,
        "settings": shown.chart.settings,
        "line": shown.line,
        "cautions": shown.chart.cautions.iter().chain(&details.caution).collect::<Vec<_>>(),
        "predicts": shown.chart.guesses.is_some(),
        "picture": {
            "settled": shown.settled,
            "kept": shown.faithfulness.map(|own| own.kept),
            "trustworthiness": shown.faithfulness.map(|own| own.trustworthiness),
        },
        "axes": details.axes.iter().enumerate().map(axis).collect::<Vec<_>>(),
        "accuracy": accuracy::of(session, shown),
        "left_out": details.held_out,
        "confusion": accuracy::confusion(session, shown)
            .map(|(of, counts)| json!({ "of": of, "counts": counts })),
        "doubtful": details.doubtful.iter().filter_map(doubt).collect::<Vec<_>>(),
    })
}

fn suggestion(own: &Suggestion) -> Value {
    json!({ "row": own.row, "why": own.reason.to_string(), "check": own.is_check() })
}
