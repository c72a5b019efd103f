//! As much of HTTP as a test needs.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// Sends a request exactly as it is written, and reads the answer.
pub(crate) fn send(port: u16, request: &[u8]) -> Answer {
    let mut stream = connect(port);
    // A server that has seen enough may close before everything is sent.
    let _ = stream.write_all(request);
    let mut reader = BufReader::new(stream);
    let (status, headers) = head(&mut reader);
    let mut body = Vec::new();
    let length = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    match length.and_then(|(_, length)| length.parse().ok()) {
        Some(length) => _ = reader.take(length).read_to_end(&mut body),
        None => _ = reader.read_to_end(&mut body),
    }
    Answer { status, headers, body }
}

/// A stream of events, after its head.
pub(crate) fn stream(port: u16, request: &[u8]) -> BufReader<TcpStream> {
    let mut stream = connect(port);
    stream.write_all(request).expect("the server listens");
    let mut reader = BufReader::new(stream);
    let (status, headers) = head(&mut reader);
    assert_eq!(status, 200, "{headers:?}");
    reader
}

/// The data of the next event.
pub(crate) fn next_event(reader: &mut BufReader<TcpStream>) -> serde_json::Value {
    let mut line = String::new();
    loop {
        line.clear();
        assert!(reader.read_line(&mut line).expect("the stream goes on") > 0);
        if let Some(data) = line.strip_prefix("data: ") {
            return serde_json::from_str(data).expect("a state");
        }
    }
}

fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    stream
}

fn head(reader: &mut impl BufRead) -> (u16, Vec<(String, String)>) {
    let mut line = String::new();
    reader.read_line(&mut line).expect("an answer");
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
    let mut headers = Vec::new();
    loop {
        line.clear();
        reader.read_line(&mut line).expect("headers");
        match line.trim_end().split_once(": ") {
            Some((name, value)) => headers.push((name.to_owned(), value.to_owned())),
            None => return (status, headers),
        }
    }
}
