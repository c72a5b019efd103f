//! Studios without a port, with threads and without: the same labels, maps and models.

use std::time::Duration;

use halflit_studio::{Office, Reply, Request, Soloist};
use serde_json::{Value, json};

use crate::world::{folder, material, truth};

const ROWS: [usize; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/// Twelve labels, one after the other.
fn label(mut answer: impl FnMut(&Request<'_>) -> Reply) {
    for row in ROWS {
        let action = json!({ "do": "label", "rows": [row], "class": truth(row) }).to_string();
        let reply = answer(&Request::post("/api/actions", action.as_bytes()));
        assert_eq!((reply.status, reply.kind), (200, "application/json"));
    }
}

fn value(data: &str) -> Value {
    serde_json::from_str(data).expect("JSON")
}

/// Everything that is exported, but for what two studios may draw differently.
fn exports(mut answer: impl FnMut(&Request<'_>) -> Reply) -> [Vec<u8>; 3] {
    ["labels.csv", "model.halflit", "labels.jsonl"].map(|name| {
        let reply = answer(&Request::get(&format!("/api/export/{name}")));
        assert_eq!((reply.status, reply.file), (200, Some(name)));
        reply.bytes
    })
}

#[test]
fn an_office_and_a_soloist_say_the_same() {
    let (_folder, journal) = folder();
    let office = Office::open(material(), &journal).expect("a new file");
    label(|request| office.answer(request));
    let mut follower = office.follower();
    let is_done = |data: &str| value(data)["fit"]["labels"] == ROWS.len();
    let longest = Duration::from_secs(60);
    while !follower.wait(longest).iter().any(|own| own.name == "state" && is_done(&own.data)) {}
    let of_office = exports(|request| office.answer(request));
    assert_eq!(std::fs::read(&journal).expect("a file"), of_office[2]);

    let mut soloist = Soloist::open(material()).expect("a table");
    label(|request| soloist.answer(request));
    while soloist.step() {}
    let news = soloist.news();
    assert!(news.iter().any(|own| own.name == "state" && is_done(&own.data)), "{news:?}");
    assert!(soloist.news().is_empty(), "nothing has changed since");
    assert_eq!(value(&news[0].data)["journal"], Value::Null);
    assert_eq!(value(&news[0].data)["fit"]["picture"]["settled"], true);
    assert!(exports(|request| soloist.answer(request)) == of_office, "labels, model or journal");
    assert_eq!(office.labels().labeled_rows(), ROWS);
    office.stop();
    assert_eq!(office.answer(&Request::post("/api/actions", b"{\"do\":\"undo\"}")).status, 500);
}

#[test]
fn what_makes_no_sense_is_refused_by_name() {
    let mut soloist = Soloist::open(material()).expect("a table");
    for (request, status) in [
        (Request::get("/api/nothing"), 404),
        (Request::get("/api/actions"), 405),
        (Request::post("/api/state", b""), 405),
        (Request::get("/api/rows?rows=351"), 400),
        (Request::get("/api/export/model.halflit"), 400),
        (Request::get("/api/map"), 204),
    ] {
        let reply = soloist.answer(&request);
        assert_eq!(reply.status, status, "{request:?}");
        let said = status == 204 || value(&String::from_utf8_lossy(&reply.bytes))["help"] != "";
        assert!(said, "{request:?}");
    }
}
