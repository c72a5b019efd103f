//! Arrays as they travel: little endian, each from a multiple of four bytes on.

use crate::desk::Shown;
use crate::session::{CHECK, NONE, SKIPPED, Session, Since};

/// Positions follow.
const POSITIONS: u32 = 1;
/// Predictions follow.
const PREDICTIONS: u32 = 2;
/// All rows follow, in order.
const FULL: u32 = 1;

/// Bytes that are being put together.
struct Message(Vec<u8>);

impl Message {
    fn new(magic: &[u8; 4], words: [u32; 3]) -> Self {
        let words = words.iter().flat_map(|word| word.to_le_bytes());
        Self(magic.iter().copied().chain(words).collect())
    }

    fn add<const N: usize>(&mut self, values: impl Iterator<Item = [u8; N]>) {
        values.for_each(|bytes| self.0.extend(bytes));
        self.0.resize(self.0.len().next_multiple_of(4), 0);
    }
}

/// What of the picture, or of the axes, is newer than a version that the page has. Before there is a picture axes stand for it.
pub(super) fn map(session: &Session, shown: &Shown, since: u32, axes: bool) -> Vec<u8> {
    let (chart, rows) = (&shown.chart, session.rows());
    let picture = shown.picture.as_deref().filter(|_| !axes);
    let (map, changed) =
        picture.map_or((&chart.map, shown.moved), |picture| (picture, shown.drawn));
    // A version from the future is one of another studio.
    let nothing = since > shown.version;
    let moved = nothing || since < changed;
    let guessed = nothing || since < shown.guessed;
    let flags = POSITIONS * u32::from(moved) + PREDICTIONS * u32::from(guessed);
    let mut message = Message::new(b"HLM1", [shown.version, rows as u32, flags]);
    if moved {
        message.add(map.x.iter().map(|value| value.to_le_bytes()));
        message.add(map.y.iter().map(|value| value.to_le_bytes()));
    }
    if guessed {
        let places = session.places();
        let place = |id: &u16| places.get(usize::from(*id)).copied().unwrap_or(NONE);
        let numbers: Vec<u16> = shown.classes.iter().map(place).collect();
        match &chart.guesses {
            Some(guesses) => {
                let number = |class: &u16| numbers[usize::from(*class)].to_le_bytes();
                message.add(guesses.of_row.iter().map(number));
                message.add(guesses.sure.iter().map(|sure| [*sure]));
            }
            None => {
                message.add((0..rows).map(|_| NONE.to_le_bytes()));
                message.add((0..rows).map(|_| [0u8]));
            }
        }
    }
    message.0
}

/// The values of a column.
pub(super) fn column(values: impl Iterator<Item = f32>, rows: usize) -> Vec<u8> {
    let mut message = Message::new(b"HLC1", [0, rows as u32, 0]);
    message.add(values.map(f32::to_le_bytes));
    message.0
}

/// What of the labels is newer than a version that the page has.
pub(super) fn labels(session: &Session, since: u32) -> Vec<u8> {
    let places = session.places();
    let label = |row: usize| session.label(row).map_or(NONE, |id| places[usize::from(id)]);
    let version = session.version();
    let (rows, full) = match session.since(since) {
        Since::Everything => ((0..session.rows() as u32).collect(), true),
        Since::Rows(rows) => (rows, false),
    };
    let flags = FULL * u32::from(full);
    let mut message = Message::new(b"HLL1", [version, rows.len() as u32, flags]);
    if !full {
        message.add(rows.iter().map(|row| row.to_le_bytes()));
    }
    message.add(rows.iter().map(|&row| label(row as usize).to_le_bytes()));
    message.add(rows.iter().map(|&row| [session.mark_of(row as usize) & (CHECK | SKIPPED)]));
    message.0
}
