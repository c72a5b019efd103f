//! What was labeled is there again.

use halflit_studio::{Kind, Studio};
use serde_json::{Value, json};

use crate::world::{World, folder, labels_of, material, truth};

#[test]
fn a_restart_brings_everything_back() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    let two_rounds = |state: &Value| state["suggestions"].as_array().map(Vec::len) == Some(15);
    let state = world.wait("two rounds", two_rounds);
    let suggestions = state["suggestions"].as_array().expect("a list").clone();
    for own in &suggestions {
        let row = own["row"].as_u64().expect("a row") as usize;
        world.label(&[row], &truth(row));
    }
    world.act(&json!({ "do": "skip", "rows": [350] }));
    world.act(&json!({ "do": "rename", "class": "good", "to": "fine" }));
    world.act(&json!({ "do": "settings", "method": "pca" }));
    world.act(&json!({ "do": "undo" }));
    let told = |world: &World| {
        let state = world.state();
        let keys = ["version", "classes", "labeled", "skipped", "undo", "redo", "settings"];
        let state: Vec<_> = keys.iter().map(|key| state[*key].clone()).collect();
        (state, labels_of(&world.get("/api/labels?since=0")))
    };
    let before = told(&world);
    assert!(before.1.2.iter().any(|(_, _, mark)| *mark == 1));
    world.end();
    let world = World::open(&journal);
    assert_eq!(told(&world), before);
    world.act(&json!({ "do": "redo" }));
    world.wait("pca", |state| state["fit"]["method"] == "pca");
    world.end();
}

#[test]
fn a_second_studio_and_a_taken_port_are_refused() {
    let (folder, journal) = folder();
    let world = World::open(&journal);
    let second = Studio::open(material(), &journal, 0).err().expect("is open");
    assert_eq!(second.kind, Kind::Busy);
    let elsewhere = folder.path().join("elsewhere.jsonl");
    let taken = Studio::open(material(), &elsewhere, world.port).err().expect("is taken");
    assert_eq!(taken.kind, Kind::Port);
    assert!(taken.what.contains(&world.port.to_string()) && !elsewhere.exists());
    world.end();
}

#[test]
fn a_file_that_is_taken_away_is_noticed_and_no_label_is_lost() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    world.label(&[3], "good");
    std::fs::remove_file(&journal).expect("deleted");
    world.label(&[4], "bad");
    let state = world.state();
    let problem = state["problem"]["what"].as_str().unwrap_or_default().to_owned();
    assert!(problem.contains("labels go to"), "{problem}");
    let new = state["journal"].as_str().expect("a path").to_owned();
    assert!(new.ends_with(".rescued-1"), "{new}");
    world.end();
    let world = World::open(std::path::Path::new(&new));
    assert_eq!(world.state()["labeled"], 2);
    assert!(world.state()["problem"].is_null());
    world.end();
}

#[cfg(unix)]
#[test]
fn a_studio_that_is_started_again_has_its_address_again() {
    let (folder, journal) = folder();
    let world = World::open(&journal);
    let before = (world.port, world.token.clone());
    world.end();
    let world = World::open(&journal);
    assert_eq!((world.port, world.token.clone()), before);
    let other = World::open(&folder.path().join("other.jsonl"));
    assert_ne!((other.port, other.token.clone()), before);
    // Another port is another address, even of the same labels.
    world.end();
    let taken = std::net::TcpListener::bind(("127.0.0.1", before.0)).expect("is free");
    let world = World::open(&journal);
    assert!(world.port != before.0 && world.token != before.1);
    drop(taken);
    world.end();
    other.end();
}

#[test]
fn a_studio_proves_that_it_knows_its_token_to_anyone() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    let ask = |path: &str| {
        let host = format!("Host: 127.0.0.1:{}", world.port);
        let head = format!("GET {path} HTTP/1.1\r\n{host}\r\nConnection: close\r\n\r\n");
        crate::client::send(world.port, head.as_bytes())
    };
    let proof = |drawn: &str| ask(&format!("/api/proof?of={drawn}")).json()["proof"].clone();
    assert_eq!(proof("5f0c"), proof("5f0c"));
    assert_ne!(proof("5f0c"), proof("5f0d"));
    assert_eq!(proof("5f0c").as_str().map(str::len), Some(64));
    for bad in ["/api/proof", "/api/proof?of=", "/api/proof?of=a%20b", "/api/proof?of=-"] {
        assert_eq!(ask(bad).status, 400, "{bad}");
    }
    assert_eq!(ask("/api/state").status, 403);
    world.end();
}
