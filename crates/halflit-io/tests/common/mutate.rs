//! A mutator for files: seeded, so that a run can be repeated, and aware of what formats are made of.

use std::io::{Seek, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Random numbers (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `end`, or 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % (end.max(1) as u64)) as usize
    }

    fn pick<'v, T: ?Sized>(&mut self, values: &[&'v T]) -> &'v T {
        values[self.below(values.len())]
    }
}

/// Numbers at which readers stumble.
const EDGES: [u64; 12] =
    [0, 1, 2, 7, 127, 255, 65535, 1 << 24, (1 << 31) - 1, 1 << 31, u32::MAX as u64, u64::MAX >> 1];

/// Texts at which readers stumble.
const WORDS: [&str; 16] = [
    "\n",
    "\r\n",
    "\"",
    "'",
    "{",
    "}",
    ",",
    ";",
    ":",
    "nan",
    "1e999",
    "-1",
    "99999999999999999999",
    "4294967295:1",
    "\u{feff}",
    "\u{1b}[31m",
];

/// The seed with some changes.
pub(crate) fn mutated(seed: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len() + 1);
        let end = at + random.below((bytes.len() - at).min(64) + 1);
        match random.below(10) {
            0 | 1 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            2 if at < bytes.len() => bytes[at] = EDGES[random.below(6)] as u8,
            3 => drop(bytes.drain(at..end)),
            4 => bytes.truncate(at),
            5 => {
                let part = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, part));
            }
            6 => overwrite(&mut bytes, at, &EDGES[random.below(12)].to_le_bytes()[..4]),
            7 => overwrite(&mut bytes, at, &EDGES[random.below(12)].to_le_bytes()),
            8 => drop(bytes.splice(at..end, random.pick(&WORDS).bytes())),
            _ => {
                let from = random.below(other.len() + 1);
                let to = from + random.below((other.len() - from).min(64) + 1);
                drop(bytes.splice(at..end, other[from..to].iter().copied()));
            }
        }
    }
    bytes
}

fn overwrite(bytes: &mut [u8], at: usize, with: &[u8]) {
    bytes[at..].iter_mut().zip(with).for_each(|(byte, &new)| *byte = new);
}

/// How long to go on: a fixed number of inputs, or as many seconds as `HALFLIT_FUZZ_SECONDS` says.
pub(crate) struct Effort {
    count: usize,
    until: Option<Instant>,
    pub(crate) seed: u64,
}

impl Effort {
    /// `count` inputs where nobody asked for more; of the seconds, one part of `parts`.
    pub(crate) fn of(count: usize, parts: u32) -> Self {
        let number =
            |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
        let seconds = number("HALFLIT_FUZZ_SECONDS");
        let until = seconds.map(|s| Instant::now() + Duration::from_secs(s) / parts);
        Self { count, until, seed: number("HALFLIT_FUZZ_SEED").unwrap_or(1) }
    }

    pub(crate) fn goes_on(&self, done: usize) -> bool {
        match self.until {
            Some(until) => Instant::now() < until,
            None => done < self.count,
        }
    }

    /// Whether it runs long, so that inputs are kept in case the process ends.
    pub(crate) fn is_long(&self) -> bool {
        self.until.is_some()
    }
}

/// The input at hand, in a file that stays should the process end.
pub(crate) struct Current(std::fs::File);

impl Current {
    pub(crate) fn new(reader: &str) -> Self {
        let path = keep(&format!("current.{reader}"), b"");
        Self(std::fs::File::create(path).expect("just written"))
    }

    pub(crate) fn set(&mut self, bytes: &[u8]) {
        let file = &mut self.0;
        let emptied = file.set_len(0).and_then(|()| file.rewind());
        emptied.and_then(|()| file.write_all(bytes)).expect("room on the disk");
    }
}

/// Keeps an input under `target/tmp/fuzz`, and says where.
pub(crate) fn keep(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    let path = folder.join(name);
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, bytes));
    written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    path
}
