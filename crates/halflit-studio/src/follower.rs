//! What a page is told without asking: the state whenever it changes, and what changes more often, apart: frames of the picture and how
//! far some work is.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use web_time::Instant;

use crate::desk::Desk;
use crate::state;

/// At most so often, unless there is a new map.
const APART: Duration = Duration::from_millis(100);
/// How often it is looked at how far some work is.
const LOOK: Duration = Duration::from_millis(250);

/// Something that a page is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// `state`, `frame` or `working`.
    pub name: &'static str,
    /// JSON.
    pub data: String,
}

/// Follows a studio for one page: it knows what that page was told.
pub struct Follower {
    desk: Arc<Desk>,
    /// How many changes there were when it looked last.
    seen: u64,
    told: Option<Told>,
}

/// What was told last.
struct Told {
    when: Instant,
    map: Option<u32>,
    /// The state but for the version of the map, and what was underway.
    text: String,
    working: Value,
}

impl Follower {
    pub(crate) fn new(desk: Arc<Desk>) -> Self {
        Self { desk, seen: 0, told: None }
    }

    /// Waits for news, and no longer than that: nothing where there are none. The first call tells everything.
    ///
    /// A thread that calls this again and again tells its page neither too often nor too late.
    pub fn wait(&mut self, longest: Duration) -> Vec<Event> {
        if self.told.is_some() {
            let longest = self.look_again().map_or(longest, |own| own.min(longest));
            self.desk.changes.wait(self.seen, longest);
            if let Some(early) = self.early() {
                std::thread::sleep(early);
            }
        }
        self.news()
    }

    /// When to look even though nothing was said: work that is underway changes the state without saying so.
    pub(crate) fn look_again(&self) -> Option<Duration> {
        self.desk.working().map(|_| LOOK)
    }

    /// How much too early it is to tell something.
    pub(crate) fn early(&self) -> Option<Duration> {
        let told = self.told.as_ref().filter(|told| told.map == self.desk.map_version())?;
        APART.checked_sub(told.when.elapsed())
    }

    /// Whether nothing was told yet.
    #[cfg(feature = "server")]
    pub(crate) fn is_new(&self) -> bool {
        self.told.is_none()
    }

    /// What differs from what was told, now. The whole state where it differs; else a frame where the picture has moved. How far some
    /// work is has an event of its own.
    pub fn news(&mut self) -> Vec<Event> {
        self.seen = self.desk.changes.count();
        let mut state = state::of(&self.desk);
        let working = state["working"].take();
        state.as_object_mut().map(|own| own.remove("working"));
        let whole = state.to_string();
        let version = state.get_mut("fit").and_then(|fit| fit.as_object_mut()?.remove("version"));
        let map = version.as_ref().and_then(Value::as_u64).map(|own| own as u32);
        let settled = state["fit"]["picture"]["settled"].clone();
        let text = state.to_string();
        let (mut events, last) = (Vec::new(), self.told.take());
        if last.as_ref().is_none_or(|last| last.text != text) {
            events.push(Event { name: "state", data: whole });
        } else if last.as_ref().is_some_and(|last| last.map != map) {
            let data = json!({ "version": map, "settled": settled }).to_string();
            events.push(Event { name: "frame", data });
        }
        if last.as_ref().is_none_or(|last| last.working != working) {
            events.push(Event { name: "working", data: working.to_string() });
        }
        let when = match (&last, events.is_empty()) {
            (Some(last), true) => last.when,
            _ => Instant::now(),
        };
        self.told = Some(Told { when, map, text, working });
        events
    }
}
