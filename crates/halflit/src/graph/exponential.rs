//! e^x for a slice, without branches or calls, so that the compiler can use vector instructions.
//!
//! The same operations in the same order on every machine (no fused multiply-add is ever introduced), so the bits of
//! a graph do not depend on the platform's mathematical library. Within 2 units in the last place of the true value.

/// ln 2 split in two, the first part with enough trailing zeros for an exact product with the exponent.
const LN2_HIGH: f64 = 6.931_471_803_691_238e-1;
const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
/// Adding this rounds to the nearest whole number and leaves it in the lowest bits.
const ROUNDER: f64 = 6_755_399_441_055_744.0;
/// Below this the result is smaller than the smallest normal number and becomes zero.
const SMALLEST: f64 = -708.0;

/// 1/k! for k = 13 down to 2.
const TAYLOR: [f64; 12] = [
    1.0 / 6_227_020_800.0,
    1.0 / 479_001_600.0,
    1.0 / 39_916_800.0,
    1.0 / 3_628_800.0,
    1.0 / 362_880.0,
    1.0 / 40_320.0,
    1.0 / 5_040.0,
    1.0 / 720.0,
    1.0 / 120.0,
    1.0 / 24.0,
    1.0 / 6.0,
    0.5,
];

/// e^x for x ≤ 0.
#[inline(always)]
pub(crate) fn exp_nonpositive(x: f64) -> f64 {
    let clamped = x.max(SMALLEST);
    // x = k ln 2 + r with |r| ≤ ln 2 / 2
    let shifted = clamped * std::f64::consts::LOG2_E + ROUNDER;
    let k = shifted - ROUNDER;
    let r = (clamped - k * LN2_HIGH) - k * LN2_LOW;
    let series = TAYLOR.iter().fold(0.0, |sum, coefficient| sum * r + coefficient);
    // 1 + r + r² · series, the small part first
    let e_r = 1.0 + (r + r * r * series);
    let two_to_k = f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52);
    if x < SMALLEST { 0.0 } else { e_r * two_to_k }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_library_to_two_units_in_the_last_place() {
        let mut worst = 0.0f64;
        for step in 0..200_000 {
            let x = -f64::from(step) * 0.003_537_1;
            let (ours, truth) = (exp_nonpositive(x), x.exp());
            worst = worst.max((ours - truth).abs() / truth);
        }
        assert!(worst <= 2.0 * f64::EPSILON, "worst relative error {worst:e}");
        assert_eq!(exp_nonpositive(0.0), 1.0);
        assert_eq!(exp_nonpositive(-0.0), 1.0);
        assert_eq!(exp_nonpositive(-1e300), 0.0);
    }
}
