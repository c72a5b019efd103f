//! A studio of Ionosphere in a folder of its own.

use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use halflit::datasets;
use halflit_io::{ReadOptions, Table, read_from};
use halflit_studio::{Material, Stopper, Studio};
use serde_json::{Value, json};

use crate::client::{Answer, send};

/// A studio that answers.
pub(crate) struct World {
    pub(crate) port: u16,
    pub(crate) token: String,
    stop: Stopper,
    served: Option<JoinHandle<halflit_studio::Result<()>>>,
}

/// Ionosphere as a table with an id, a text and a picture for every row.
pub(crate) fn table() -> Table {
    let data = datasets::ionosphere();
    let (rows, columns) = (data.samples().rows(), data.samples().columns());
    let names: Vec<String> = (0..columns).map(|j| format!("pulse_{j}")).collect();
    let mut csv = format!("{},id,text,image\n", names.join(","));
    for row in 0..rows {
        let values: Vec<String> = data.samples().row(row).iter().map(f64::to_string).collect();
        let image = format!("{row}.png");
        csv += &format!("{},r{row},\"Return, {row}\",{image}\n", values.join(","));
    }
    let keep = ["id", "text", "image"].map(halflit_io::ColumnRef::from).to_vec();
    let options = ReadOptions { drop: keep.clone(), keep, ..ReadOptions::default() };
    read_from(csv.as_bytes(), "ionosphere.csv", &options).expect("a table")
}

/// What is shown of it.
pub(crate) fn material() -> Material {
    Material {
        id: Some(0),
        text: Some(1),
        image: Some(2),
        unlabeled: vec!["-1".into()],
        ..Material::of("ionosphere.csv", table())
    }
}

/// The class that a row of Ionosphere has.
pub(crate) fn truth(row: usize) -> String {
    datasets::ionosphere().labels().name_of(row).expect("all are labeled").to_owned()
}

impl World {
    pub(crate) fn open(journal: &Path) -> Self {
        Self::serving(Studio::open(material(), journal, 0).expect("a free port"))
    }

    pub(crate) fn serving(studio: Studio) -> Self {
        let address = studio.address();
        let (start, token) = address.split_once("/?token=").expect("an address");
        let port = start.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
        let (stop, token) = (studio.stopper(), token.to_owned());
        let served = Some(std::thread::spawn(move || studio.serve()));
        Self { port, token, stop, served }
    }

    /// A request with everything that the page sends, and other headers.
    pub(crate) fn request(&self, method: &str, path: &str, body: &[u8]) -> Answer {
        let (port, token) = (self.port, &self.token);
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nx-halflit-token: {token}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        send(port, &[head.as_bytes(), body].concat())
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.request("GET", path, b"")
    }

    pub(crate) fn state(&self) -> Value {
        self.get("/api/state").json()
    }

    /// An action that has to succeed; its version.
    pub(crate) fn act(&self, action: &Value) -> u64 {
        let answer = self.try_act(action);
        assert_eq!(answer.status, 200, "{action}: {}", String::from_utf8_lossy(&answer.body));
        answer.json()["version"].as_u64().expect("a version")
    }

    pub(crate) fn try_act(&self, action: &Value) -> Answer {
        self.request("POST", "/api/actions", action.to_string().as_bytes())
    }

    pub(crate) fn label(&self, rows: &[usize], class: &str) -> u64 {
        self.act(&json!({ "do": "label", "rows": rows, "class": class }))
    }

    /// Waits until the state is as it should be.
    pub(crate) fn wait(&self, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let state = self.state();
            if is_so(&state) {
                return state;
            }
            assert!(start.elapsed() < Duration::from_secs(120), "{what}: {state}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the map is of so many labels and everything about it is known.
    pub(crate) fn settled(&self, labels: usize) -> Value {
        self.wait("a map", |state| {
            state["fit"]["labels"] == labels
                && state["working"].is_null()
                && state["fit"]["picture"]["settled"] == true
                && state["fit"]["axes"].as_array().is_some_and(|axes| !axes.is_empty())
                && state["suggestions"].as_array().is_some_and(|all| !all.is_empty())
        })
    }

    /// What is to be labeled next.
    pub(crate) fn question(&self) -> Value {
        let is_there = |state: &Value| state["suggestions"][0].is_object();
        self.wait("a question", is_there)["suggestions"][0].clone()
    }

    /// Answers by the truth until a check row is next: that, and the rows that have an answer.
    pub(crate) fn first_check(&self) -> (usize, Vec<usize>) {
        let mut answered = Vec::new();
        loop {
            let question = self.question();
            let row = question["row"].as_u64().expect("a row") as usize;
            if question["check"] == true {
                return (row, answered);
            }
            self.label(&[row], &truth(row));
            answered.push(row);
        }
    }

    /// Ends the studio.
    pub(crate) fn end(mut self) {
        self.stop.stop();
        let served = self.served.take().map(JoinHandle::join);
        served.expect("was serving").expect("no panic").expect("ended well");
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// A folder, and a file of labels in it.
pub(crate) fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = folder.path().join("labels.jsonl");
    (folder, journal)
}

/// A map as it travels.
pub(crate) struct Map {
    pub(crate) version: u32,
    pub(crate) flags: u32,
    pub(crate) x: Vec<f32>,
    pub(crate) y: Vec<f32>,
    pub(crate) predicted: Vec<u16>,
    pub(crate) sure: Vec<u8>,
}

impl Map {
    pub(crate) fn of(answer: &Answer) -> Self {
        assert_eq!((answer.status, &answer.body[..4]), (200, &b"HLM1"[..]));
        let word = |k: usize| u32::from_le_bytes(answer.body[k..k + 4].try_into().expect("four"));
        let (version, rows, flags) = (word(4), word(8) as usize, word(12));
        let mut rest = &answer.body[16..];
        let mut take = |bytes: usize| {
            let (part, after) = rest.split_at(bytes.next_multiple_of(4));
            rest = after;
            part[..bytes].to_vec()
        };
        let number = |part: &[u8]| f32::from_le_bytes(part.try_into().expect("four"));
        let class = |part: &[u8]| u16::from_le_bytes(part.try_into().expect("two"));
        let has = |flag: u32| if flags & flag == 0 { 0 } else { rows };
        let map = Self {
            version,
            flags,
            x: take(4 * has(1)).chunks(4).map(number).collect(),
            y: take(4 * has(1)).chunks(4).map(number).collect(),
            predicted: take(2 * has(2)).chunks(2).map(class).collect(),
            sure: take(has(2)),
        };
        assert!(rest.is_empty());
        map
    }
}

/// Labels as they travel: version, whether full, and of every row told its label and mark.
pub(crate) fn labels_of(answer: &Answer) -> (u32, bool, Vec<(u32, u16, u8)>) {
    let body = &answer.body;
    assert_eq!((answer.status, &body[..4]), (200, &b"HLL1"[..]));
    let word = |k: usize| u32::from_le_bytes(body[k..k + 4].try_into().expect("four"));
    let (version, count, full) = (word(4), word(8) as usize, word(12) == 1);
    let rows: Vec<u32> = match full {
        true => (0..count as u32).collect(),
        false => (0..count).map(|k| word(16 + 4 * k)).collect(),
    };
    let labels = 16 + if full { 0 } else { 4 * count };
    let marks = labels + (2 * count).next_multiple_of(4);
    assert_eq!(body.len(), marks + count.next_multiple_of(4));
    let label = |k: usize| u16::from_le_bytes([body[labels + 2 * k], body[labels + 2 * k + 1]]);
    (version, full, (0..count).map(|k| (rows[k], label(k), body[marks + k])).collect())
}
