//! What follows the question mark of a path.

use std::collections::HashMap;

use crate::error::{Result, StudioError};

/// Values by name; of two by one name the last counts.
pub(super) struct Query(HashMap<String, String>);

impl Query {
    pub(super) fn of(text: &str) -> Self {
        Self(form_urlencoded::parse(text.as_bytes()).into_owned().collect())
    }

    /// A value; empty where there is none.
    pub(super) fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// A number; 0 where there is none.
    ///
    /// # Errors
    /// What is no number.
    pub(super) fn number(&self, name: &str) -> Result<u32> {
        let Some(text) = self.0.get(name) else { return Ok(0) };
        let shown: String = halflit_io::clean(text).chars().take(40).collect();
        text.parse().map_err(|_| {
            StudioError::request(format!("{name} is '{shown}'"), "give a whole number from 0 on")
        })
    }
}
