//! Student's t distribution, as far as a test of means needs it.

use crate::elementary::pow;

/// Steps after which the continued fraction has long settled; it takes about √ν of them.
const STEPS: usize = 100_000;
/// Stands for a zero that would be divided by.
const TINY: f64 = 1e-300;

/// P(T ≥ t) with ν = `freedom` degrees of freedom, a whole number from 1 on.
///
/// For t > 0 this is ½ I_x(ν/2, ½) at x = ν / (ν + t²), where I is the regularised incomplete beta function.
pub(super) fn upper_tail(t: f64, freedom: usize) -> f64 {
    if t < 0.0 {
        return 1.0 - upper_tail(-t, freedom);
    }
    let (degrees, square) = (freedom as f64, t * t);
    if square.is_infinite() {
        return 0.0;
    }
    let (x, rest) = (degrees / (degrees + square), square / (degrees + square));
    let (a, b) = (degrees / 2.0, 0.5);
    let front = pow(x, a) * rest.sqrt() / beta(freedom);
    // Each side where its fraction settles soon, and where nothing cancels.
    if x < (a + 1.0) / (a + b + 2.0) {
        0.5 * front / a * fraction(a, b, x)
    } else {
        0.5 - 0.5 * front / b * fraction(b, a, rest)
    }
}

/// B(ν/2, ½), from B(½, ½) = π or B(1, ½) = 2 by B(a + 1, ½) = B(a, ½) a / (a + ½).
fn beta(freedom: usize) -> f64 {
    let (first, start) = if freedom % 2 == 1 { (1, std::f64::consts::PI) } else { (2, 2.0) };
    let halves = (first..freedom).step_by(2).map(|twice| twice as f64 / 2.0);
    halves.fold(start, |value, a| value * a / (a + 0.5))
}

/// The continued fraction of I_x(a, b), by Lentz's method: DLMF 8.17.22.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let away = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut above, mut below) = (1.0, 1.0 / away(1.0 - (a + b) * x / (a + 1.0)));
    let mut value = below;
    for step in 1..STEPS {
        let m = step as f64;
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = value;
        for term in [even, odd] {
            below = 1.0 / away(1.0 + term * below);
            above = away(1.0 + term / above);
            value *= above * below;
        }
        if (value - before).abs() <= f64::EPSILON * value.abs() {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Degrees of freedom, t, and what `scipy.stats.t.sf` 1.17 says.
    const SCIPY: [(usize, f64, f64); 12] = [
        (1, 0.5, 0.352_416_382_349_566_74),
        (1, 12.7, 0.025_012_163_844_672_083),
        (2, 4.3, 0.025_028_577_058_545_796),
        (3, -1.2, 0.841_868_942_650_947_4),
        (3, 1.697_749_375_254_331, 0.094_060_202_187_093_66),
        (9, 0.0, 0.5),
        (9, 1e-3, 0.499_611_965_162_986_67),
        (24, 2.0, 0.028_469_924_968_295_864),
        (24, 40.0, 8.805_768_184_537_416e-24),
        (199, -3.5, 0.999_712_939_696_194_2),
        (2000, 1.96, 0.025_067_230_597_103_85),
        (100_000, 5.0, 2.871_350_839_320_839_7e-7),
    ];

    #[test]
    fn agrees_with_scipy() {
        for (freedom, t, p) in SCIPY {
            let own = upper_tail(t, freedom);
            assert!((own - p).abs() <= 1e-11 * p, "{freedom} {t}: {own} beside {p}");
        }
    }

    #[test]
    fn tails_add_up_and_end() {
        for freedom in [1, 2, 5, 30] {
            assert_eq!(upper_tail(f64::INFINITY, freedom), 0.0);
            assert_eq!(upper_tail(f64::NEG_INFINITY, freedom), 1.0);
            assert_eq!(upper_tail(1e200, freedom), 0.0);
            assert!(upper_tail(f64::NAN, freedom).is_nan());
            for t in [1e-9, 0.3, 1.0, 7.0] {
                assert!((upper_tail(t, freedom) + upper_tail(-t, freedom) - 1.0).abs() < 1e-15);
            }
        }
    }
}
