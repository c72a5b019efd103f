//! A stage in words, with the time that is left. The clock belongs to the program that shows it.

use std::time::Duration;

use super::Underway;

/// The pace of a stage, from which the time left follows.
///
/// ```
/// use std::time::Duration;
/// use halflit::{Pace, Underway};
///
/// let mut pace = Pace::default();
/// let at = |done| Underway { name: "pairs of rows", number: 0, done, total: 200 };
/// assert_eq!(pace.words(&at(0), Duration::from_secs(3)), "pairs of rows, 0 %");
/// assert_eq!(pace.words(&at(50), Duration::from_secs(8)), "pairs of rows, 25 %, about 15 s left");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Pace {
    /// The number of the stage, when it was first seen, and how much was done then.
    first: Option<(usize, Duration, f64)>,
}

impl Pace {
    /// The name of the stage, the share that is done and the time that is left, as far as they are known. `now` is the time since
    /// any fixed moment. Ask often: what is not seen is not measured.
    pub fn words(&mut self, underway: &Underway, now: Duration) -> String {
        let name = underway.name;
        let Some(share) = underway.share() else { return name.to_owned() };
        let percent = (100.0 * share).floor();
        match self.left(underway.number, share, now) {
            Some(left) => format!("{name}, {percent} %, about {} left", in_words(left)),
            None => format!("{name}, {percent} %"),
        }
    }

    /// The rest takes as long, for what it is, as what was seen.
    fn left(&mut self, number: usize, share: f64, now: Duration) -> Option<Duration> {
        match self.first {
            Some((known, since, before)) if known == number => {
                let seen = share - before;
                (seen > 0.0).then(|| now.saturating_sub(since).mul_f64((1.0 - share) / seen))
            }
            _ => {
                self.first = Some((number, now, share));
                None
            }
        }
    }
}

fn in_words(left: Duration) -> String {
    // Up, so that nothing is left only when it is so.
    let seconds = left.as_secs_f64().ceil() as u64;
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h", seconds.div_ceil(3600)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_measured_from_where_a_stage_was_first_seen() {
        let mut pace = Pace::default();
        let mut words = |number, done, seconds| {
            let underway = Underway { name: "rows", number, done, total: 100 };
            pace.words(&underway, Duration::from_secs(seconds))
        };
        assert_eq!(words(0, 20, 100), "rows, 20 %");
        assert_eq!(words(0, 20, 101), "rows, 20 %");
        assert_eq!(words(0, 40, 110), "rows, 40 %, about 30 s left");
        assert_eq!(words(0, 41, 1110), "rows, 41 %, about 48 min left");
        // Another stage begins anew.
        assert_eq!(words(1, 50, 1111), "rows, 50 %");
        assert_eq!(words(1, 100, 1112), "rows, 100 %, about 0 s left");
    }

    #[test]
    fn what_cannot_be_counted_has_a_name_only() {
        let underway = Underway { name: "eigenvectors", number: 0, done: 0, total: 1 };
        assert_eq!(Pace::default().words(&underway, Duration::ZERO), "eigenvectors");
    }
}
