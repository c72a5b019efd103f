//! What JavaScript calls. Everything but bytes is JSON.

use halflit_io::{ReadOptions, column_names};
use halflit_studio::{Event, Reply, Request, Soloist, StudioError};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::choice::{Choice, material};
use crate::sets::sets;

/// An answer to the page.
#[wasm_bindgen]
pub struct Answer(Reply);

#[wasm_bindgen]
impl Answer {
    /// A status as HTTP has them.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// The type of the content.
    #[wasm_bindgen(getter)]
    pub fn kind(&self) -> String {
        self.0.kind.to_owned()
    }

    /// The content, which is then gone from here.
    pub fn bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0.bytes)
    }
}

/// A studio on one table.
#[wasm_bindgen]
pub struct Playground(Soloist);

#[wasm_bindgen]
impl Playground {
    /// Opens a table; `choice` says what its columns are for.
    ///
    /// # Errors
    /// What and what to do, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn open(file: &str, bytes: &[u8], choice: &str) -> Result<Playground, String> {
        let choice: Choice = serde_json::from_str(choice).map_err(|error| error.to_string())?;
        let opened = material(file, bytes, &choice).and_then(Soloist::open);
        opened.map(Playground).map_err(|error| refusal(&error))
    }

    /// Answers a request of the page.
    pub fn answer(&mut self, method: &str, path: &str, body: &[u8]) -> Answer {
        Answer(self.0.answer(&Request { method, path, body }))
    }

    /// Does what comes next; whether there may be more.
    pub fn step(&mut self) -> bool {
        self.0.step()
    }

    /// What differs from what the page was told.
    pub fn news(&mut self) -> String {
        let event = |Event { name, data }| json!({ "event": name, "data": data });
        Value::from(self.0.news().into_iter().map(event).collect::<Vec<_>>()).to_string()
    }
}

/// The names of the columns of a file.
///
/// # Errors
/// As [`Playground::open`].
#[wasm_bindgen]
pub fn columns(file: &str, bytes: &[u8]) -> Result<String, String> {
    let names = column_names(bytes, file, &ReadOptions::default());
    names.map(|names| json!(names).to_string()).map_err(|error| refusal(&error.into()))
}

/// A table to begin with: its file and what its columns are for.
#[wasm_bindgen]
pub fn example(number: usize) -> Option<String> {
    sets().get(number).map(|set| json!(set).to_string())
}

/// The bytes of such a table.
#[wasm_bindgen]
pub fn example_bytes(number: usize) -> Option<Vec<u8>> {
    sets().get(number).map(|set| set.csv.as_bytes().to_vec())
}

fn refusal(error: &StudioError) -> String {
    json!(error).to_string()
}
