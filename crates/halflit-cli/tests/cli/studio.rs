//! The studio as a process: killed, started again, refused, and what it exports repeated at the shell.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::tables::flowers_csv;
use crate::world::{World, words};

/// A studio that runs, and is killed at the end whatever happens.
struct Running {
    child: Child,
    port: u16,
    token: String,
}

impl Running {
    fn start(world: &World, line: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_halflit"))
            .args(words(&format!("studio {line} --no-open --quiet")))
            .current_dir(world.folder())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut address = String::new();
        let out = child.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut address).expect("an address");
        let (start, token) = address.trim().split_once("/?token=").unwrap_or_else(|| {
            let mut talk = String::new();
            let _ = child.stderr.take().expect("a pipe").read_to_string(&mut talk);
            panic!("no address: {talk}")
        });
        let port = start.strip_prefix("http://127.0.0.1:").and_then(|port| port.parse().ok());
        Self { child, port: port.expect("a port"), token: token.to_owned() }
    }

    /// Status and body, or nothing from a studio that is gone.
    fn ask(&self, method: &str, path: &str, body: &str) -> Option<(u16, Vec<u8>)> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        let (port, token, length) = (self.port, &self.token, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nx-halflit-token: {token}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        let head = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
        let status = std::str::from_utf8(answer.get(9..12)?).ok()?.parse().ok()?;
        Some((status, answer.split_off(head + 4)))
    }

    fn get(&self, path: &str) -> Vec<u8> {
        let (status, body) = self.ask("GET", path, "").expect("is there");
        assert_eq!(status, 200, "{path}: {}", String::from_utf8_lossy(&body));
        body
    }

    fn state(&self) -> Value {
        serde_json::from_slice(&self.get("/api/state")).expect("a state")
    }

    /// Whether it said that a row is labeled.
    fn label(&self, row: usize, class: &str) -> bool {
        let action = json!({ "do": "label", "rows": [row], "class": class }).to_string();
        self.ask("POST", "/api/actions", &action).is_some_and(|(status, _)| status == 200)
    }

    fn act(&self, action: &Value) {
        let (status, body) = self.ask("POST", "/api/actions", &action.to_string()).expect("there");
        assert_eq!(status, 200, "{action}: {}", String::from_utf8_lossy(&body));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Kill −9 on Unix.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Rows of two kinds that are easily told apart, with an id and a text.
fn table() -> String {
    let row = |i: usize| {
        let (kind, wave) = (f64::from(u32::from(i % 2 == 1)), (i as f64 * 0.7).sin());
        format!("{},{},{},n{i},some text\n", 2.0 * kind + 0.3 * wave, wave, kind - wave * 0.1)
    };
    "a,b,c,id,text\n".to_owned() + &(0..120).map(row).collect::<String>()
}

#[test]
fn every_label_that_was_acknowledged_survives_a_kill() {
    let world = World::with("my data.csv", table());
    let line = "'my data.csv' --id id --text text";
    let mut acknowledged = 0;
    // Killed at other moments each time, and gone on with.
    for round in 0..4 {
        let running = Running::start(&world, line);
        // One more may be on disk whose answer never came.
        let found = running.state()["labeled"].as_u64().expect("a number") as usize;
        assert!(found == acknowledged || found == acknowledged + 1, "{found} of {acknowledged}");
        let more = std::thread::scope(|scope| {
            let labeling = scope.spawn(|| {
                let rows = found..120;
                rows.take_while(|&row| running.label(row, ["even", "odd"][row % 2])).count()
            });
            std::thread::sleep(std::time::Duration::from_millis(40 + 60 * round));
            kill(&running);
            labeling.join().expect("no panic")
        });
        acknowledged = found + more;
    }
    assert!(acknowledged > 0);
    assert!(world.files().contains(&"my data.csv.labels.jsonl".to_owned()));
}

/// Ends a process without any chance to tidy up.
fn kill(running: &Running) {
    let id = running.child.id().to_string();
    let killed = Command::new("kill").args(["-9", &id]).status();
    assert!(killed.is_ok_and(|status| status.success()));
}

#[test]
fn what_is_exported_is_what_the_shell_line_makes() {
    let world = World::with("my data.csv", table());
    let running = Running::start(&world, "'my data.csv' --id id --text text --seed 3");
    (0..20).for_each(|row| assert!(running.label(row, ["even", "odd"][row % 2])));
    for settings in [
        json!({ "do": "settings", "method": "ss-lfda", "dimension": 2 }),
        json!({ "do": "settings", "method": "ss-lfda", "gamma": 0.1, "alpha": 2.0 }),
        json!({ "do": "settings", "method": "auto" }),
    ] {
        running.act(&settings);
        world.write("labels.csv", running.get("/api/export/labels.csv"));
        let exported = running.get("/api/export/model.halflit");
        let commands: Value =
            serde_json::from_slice(&running.get("/api/export/commands")).expect("commands");
        let shell = commands["shell"].as_str().expect("a line").to_owned();
        let rest = shell.strip_prefix("halflit ").expect("our command");
        world.ok(&format!("{rest} --force --no-check"));
        assert!(world.read("model.halflit") == exported, "{shell}");
        let python = commands["python"].as_str().expect("lines");
        assert!(python.contains(".drop(columns=[\"id\", \"text\"])"), "{python}");
    }
    let predicted = world.ok("predict 'my data.csv' --drop id,text --model model.halflit");
    assert_eq!(predicted.lines().count(), 121);
}

#[test]
fn labels_of_the_table_are_where_it_begins() {
    let world = World::with("f.csv", flowers_csv());
    let running = Running::start(&world, "f.csv --label species");
    let state = running.state();
    assert_eq!((&state["labeled"], &state["data"]["columns"]), (&json!(12), &json!(5)));
    let second = world.run("studio f.csv --label species --no-open");
    assert_eq!(second.code, Some(1));
    assert!(second.err.contains("another studio") && second.err.contains("--labels-out"));
    let port = running.port;
    let taken = world
        .run(&format!("studio f.csv --labels-out o.jsonl --no-open --port {port} --label species"));
    assert_eq!(taken.code, Some(1));
    assert!(taken.err.contains(&format!("port {port}")) && taken.err.contains("--port"));
    drop(running);
    // The same file without its labels is other data to who replays.
    let other = world.run("studio f.csv --drop species --no-open");
    assert!(other.err.contains("other labels"), "{}", other.err);
    let nowhere = world.run_with("studio - --no-open", "a,b\n1,2\n");
    assert_eq!(nowhere.code, Some(2));
    assert!(nowhere.err.contains("--labels-out"), "{}", nowhere.err);
}

/// Texts alone.
fn texts(rows: usize) -> String {
    let words = [["ship", "sail", "harbour", "anchor"], ["loaf", "oven", "flour", "yeast"]];
    let line = |row: usize| {
        let own = words[row % 2];
        format!("the {} and the {} {row}\n", own[row / 2 % 4], own[row / 3 % 4])
    };
    "review\n".to_owned() + &(0..rows).map(line).collect::<String>()
}

#[test]
fn texts_without_other_columns_are_learned_from_and_exported() {
    let world = World::with("reviews.csv", texts(80));
    let running = Running::start(&world, "reviews.csv --text review");
    (0..12).for_each(|row| assert!(running.label(row, ["sea", "bread"][row % 2])));
    world.write("labels.csv", running.get("/api/export/labels.csv"));
    let exported = running.get("/api/export/model.halflit");
    let commands: Value =
        serde_json::from_slice(&running.get("/api/export/commands")).expect("commands");
    let shell = commands["shell"].as_str().expect("a line").to_owned();
    assert!(shell.contains("--text review") && !shell.contains("--drop"), "{shell}");
    world.ok(&format!("{} --no-check", shell.strip_prefix("halflit ").expect("our command")));
    assert!(world.read("model.halflit") == exported, "{shell}");
    drop(running);
    // More texts change all features, and every label stays with its text.
    world.write("reviews.csv", texts(100));
    let running = Running::start(&world, "reviews.csv --text review");
    assert_eq!(running.state()["labeled"], json!(12));
}

#[test]
fn what_happens_to_shown_texts_is_said() {
    let world = World::with("my data.csv", table());
    // A port that is taken ends it after everything was said.
    let running = Running::start(&world, "'my data.csv' --id id --text text");
    let port = running.port;
    let line = |more: &str| {
        format!(
            "studio 'my data.csv' --id id --text text --no-open --port {port} --labels-out l {more}"
        )
    };
    let shown = world.run(&line(""));
    assert!(shown.err.contains("text is shown and not learned from"), "{}", shown.err);
    let learned = world.run(&line("--columns text"));
    assert!(learned.err.contains("learning from the words of text"), "{}", learned.err);
}
