//! Where an axis is marked, and with which words.

use crate::data::Scale;
use crate::number::{label, minus, powered};

/// The numbers that an axis spans.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Range {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Range {
    /// The range of `values`; around a single value, or 0..1 without any.
    pub(crate) fn of(values: impl Iterator<Item = f64>) -> Self {
        let start = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = values.fold(start, |(low, high), v| (low.min(v), high.max(v)));
        if low > high {
            return Self { low: 0.0, high: 1.0 };
        }
        // A width that vanishes next to the values would give ticks that all read the same.
        let least = 1e-9 * low.abs().max(high.abs());
        if high - low > least {
            Self { low, high }
        } else {
            let half = if low == 0.0 { 0.5 } else { 0.1 * low.abs() };
            Self { low: low - half, high: high + half }
        }
    }

    pub(crate) fn width(self) -> f64 {
        self.high - self.low
    }

    /// How far a value lies from the low end to the high one, as a share of the width.
    pub(crate) fn share(self, value: f64) -> f64 {
        (value - self.low) / self.width()
    }

    /// Wider on both sides by a share of the width, so that no marker touches the frame.
    pub(crate) fn padded(self, share: f64) -> Self {
        let by = share * self.width();
        Self { low: self.low - by, high: self.high + by }
    }

    /// A range with this middle and another width.
    pub(crate) fn resized(self, width: f64) -> Self {
        let middle = self.low + 0.5 * self.width();
        Self { low: middle - 0.5 * width, high: middle + 0.5 * width }
    }
}

/// About `wanted` marks at round numbers, each with its text; on a logarithmic axis `range` holds
/// the exponents of 10.
pub(crate) fn ticks(range: Range, wanted: usize, scale: Scale) -> Vec<(f64, String)> {
    let step = match scale {
        Scale::Linear => round_step(range.width() / wanted.max(1) as f64),
        Scale::Logarithmic if range.width() < 1.0 => {
            return within_decades(range, &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0]);
        }
        Scale::Logarithmic if range.width() < 3.0 && wanted > 3 => {
            return within_decades(range, &[1.0, 2.0, 5.0]);
        }
        Scale::Logarithmic => round_step(range.width() / wanted.max(1) as f64).max(1.0),
    };
    let first = (range.low / step).ceil();
    let count = ((range.high / step).floor() - first + 1.0).clamp(0.0, 50.0) as usize;
    let text = |value: f64| match scale {
        Scale::Linear => linear_label(value, step),
        Scale::Logarithmic => label(10f64.powf(value)),
    };
    (0..count).map(|i| (first + i as f64) * step).map(|value| (value, text(value))).collect()
}

/// Ticks at a few digits, equal in every decade.
fn within_decades(range: Range, digits: &[f64]) -> Vec<(f64, String)> {
    let decades = range.low.floor() as i32..=range.high.floor() as i32;
    decades
        .flat_map(|decade| digits.iter().map(move |digit| f64::from(decade) + digit.log10()))
        .filter(|mark| (range.low..=range.high).contains(mark))
        .map(|mark| (mark, label(10f64.powf(mark))))
        .collect()
}

/// The next of 1, 2, 5 times a power of ten.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * power >= least * 0.999);
    factor.unwrap_or(10.0) * power
}

/// As many decimals as the step has, so that all labels of an axis look alike.
fn linear_label(value: f64, step: f64) -> String {
    let decimals = -step.log10().floor();
    // 0 itself may come out as -0 or 1e-17.
    let value = if value.abs() < 1e-9 * step { 0.0 } else { value };
    let text = match decimals > 4.0 || value.abs() >= 1e5 {
        true if value == 0.0 => "0".into(),
        true => powered(value),
        false => format!("{value:.*}", decimals.max(0.0) as usize),
    };
    minus(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(low: f64, high: f64) -> Vec<String> {
        ticks(Range { low, high }, 5, Scale::Linear).into_iter().map(|t| t.1).collect()
    }

    #[test]
    fn marks_are_round() {
        assert_eq!(labels(0.0, 1.0), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(-3.0, 7.0), ["−2", "0", "2", "4", "6"]);
        assert_eq!(labels(0.0, 2e6), ["0", "5e5", "1e6", "1.5e6", "2e6"]);
        assert_eq!(labels(-1e-6, 1e-6), ["−1e−6", "−5e−7", "0", "5e−7", "1e−6"]);
    }

    #[test]
    fn no_range_is_empty() {
        for values in [vec![], vec![3.0], vec![0.0, 0.0], vec![1e16, 1e16 + 2.0], vec![-1e-300]] {
            let range = Range::of(values.into_iter());
            assert!(range.low < range.high, "{range:?}");
            assert!(ticks(range, 5, Scale::Linear).len() > 1, "{range:?}");
        }
    }

    #[test]
    fn decades_are_marked() {
        let marks = ticks(Range { low: -2.0, high: 2.0 }, 5, Scale::Logarithmic);
        let labels: Vec<_> = marks.into_iter().map(|t| t.1).collect();
        assert_eq!(labels, ["0.01", "0.1", "1", "10", "100"]);
    }
}
