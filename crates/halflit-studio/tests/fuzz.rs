//! Random and damaged actions through the server, and damaged files of labels: an answer or a named error, and what was acknowledged is there again.
//!
//! A fixed number of inputs; `cargo xtask fuzz SECONDS` runs as long as you like.

#[path = "../../halflit-io/tests/common/mutate.rs"]
mod mutate;

#[path = "api/client.rs"]
#[allow(dead_code)] // headers
mod client;

use std::path::Path;

use halflit_io::{ReadOptions, Table, read_from};
use halflit_studio::{Material, Studio};
use mutate::{Current, Effort, Random, keep, mutated};

const ACTIONS: usize = 600;
const FILES: usize = 400;

/// What pages send, to start from.
const SEEDS: [&str; 11] = [
    r#"{"do":"label","rows":[0,3],"class":"cat"}"#,
    r#"{"do":"label","rows":[1],"class":"größe","check":[1]}"#,
    r#"{"do":"unlabel","rows":[0]}"#,
    r#"{"do":"skip","rows":[2,5]}"#,
    r#"{"do":"class","name":"dog"}"#,
    r#"{"do":"rename","class":"cat","to":"kitten"}"#,
    r#"{"do":"merge","class":"dog","into":"cat"}"#,
    r#"{"do":"remove","class":"dog"}"#,
    r#"{"do":"key","class":"cat","key":"c"}"#,
    r#"{"do":"undo"}"#,
    r#"{"do":"redo"}"#,
];

fn table() -> Table {
    let rows: String = (0..8).map(|k| format!("{k},{},r{k}\n", k * k % 7)).collect();
    let keep = vec!["id".into()];
    let options = ReadOptions { drop: keep.clone(), keep, ..ReadOptions::default() };
    read_from(format!("a,b,id\n{rows}").as_bytes(), "t.csv", &options).expect("a table")
}

fn open(labels: &Path) -> halflit_studio::Result<Studio> {
    Studio::open(Material { id: Some(0), ..Material::of("t.csv", table()) }, labels, 0)
}

fn damaged(seeds: &[&[u8]], random: &mut Random) -> Vec<u8> {
    let (first, second) = (seeds[random.below(seeds.len())], seeds[random.below(seeds.len())]);
    match random.below(3) {
        0 => first.to_vec(),
        _ => mutated(first, second, random),
    }
}

#[test]
fn actions_are_done_or_refused_and_what_was_done_is_there_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let labels = folder.path().join("labels.jsonl");
    let studio = open(&labels).expect("a studio");
    let (address, office, stop) = (studio.address(), studio.office(), studio.stopper());
    let served = std::thread::spawn(move || studio.serve());
    let port = address.split(':').nth(2).and_then(|rest| rest.split('/').next());
    let port: u16 = port.and_then(|port| port.parse().ok()).expect("a port");
    let token = address.split("token=").nth(1).expect("a token").to_owned();
    let seeds: Vec<&[u8]> = SEEDS.iter().map(|seed| seed.as_bytes()).collect();
    let effort = Effort::of(ACTIONS, 4);
    let mut random = Random::new(effort.seed);
    let mut done = 0;
    while effort.goes_on(done) {
        let body = damaged(&seeds, &mut random);
        let head = format!(
            "POST /api/actions HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nx-halflit-token: {token}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let answer = client::send(port, &[head.as_bytes(), &body].concat());
        if ![200, 400].contains(&answer.status) {
            let path = keep(&format!("action-{}-{done}.json", effort.seed), &body);
            panic!("status {}, kept as {}", answer.status, path.display());
        }
        done += 1;
    }
    let before = office.labels();
    stop.stop();
    served.join().expect("ends").expect("ends well");
    drop(office);
    let again = open(&labels).expect("what was written can be read");
    assert_eq!(again.office().labels(), before);
    println!("actions: {done}");
}

#[test]
fn damaged_files_of_labels_are_read_or_refused_and_never_changed_by_a_refusal() {
    let folder = tempfile::tempdir().expect("a folder");
    let labels = folder.path().join("labels.jsonl");
    drop(open(&labels).expect("a studio"));
    let mut whole = std::fs::read(&labels).expect("was written");
    for seed in SEEDS {
        whole.extend_from_slice(seed.as_bytes());
        whole.push(b'\n');
    }
    let effort = Effort::of(FILES, 4);
    let mut random = Random::new(effort.seed);
    let mut current = effort.is_long().then(|| Current::new("jsonl"));
    let mut done = 0;
    while effort.goes_on(done) {
        let bytes = damaged(&[&whole], &mut random);
        if let Some(current) = &mut current {
            current.set(&bytes);
        }
        std::fs::write(&labels, &bytes).expect("room on the disk");
        if let Err(error) = open(&labels) {
            assert!(!error.what.contains('\n') && !error.help.is_empty(), "{error}");
            let left = std::fs::read(&labels).expect("is there");
            assert!(bytes.starts_with(&left) || left == bytes, "a refusal changed the file");
        }
        done += 1;
    }
    println!("files of labels: {done}");
}
