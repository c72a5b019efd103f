//! The quantiles of the normal distribution.

use crate::elementary::ln;

/// Φ⁻¹ for a share between 0 and 1, to nine digits, by rational functions (Acklam, 2003).
pub(super) fn quantile(share: f64) -> f64 {
    const TAIL: f64 = 0.024_25;
    if share < TAIL {
        tail((-2.0 * ln(share)).sqrt())
    } else if share > 1.0 - TAIL {
        -tail((-2.0 * ln(1.0 - share)).sqrt())
    } else {
        middle(share - 0.5)
    }
}

fn middle(q: f64) -> f64 {
    let r = q * q;
    let above = [
        -3.969_683_028_665_376e1,
        2.209_460_984_245_205e2,
        -2.759_285_104_469_687e2,
        1.383_577_518_672_69e2,
        -3.066_479_806_614_716e1,
        2.506_628_277_459_239,
    ];
    let below = [
        -5.447_609_879_822_406e1,
        1.615_858_368_580_409e2,
        -1.556_989_798_598_866e2,
        6.680_131_188_771_972e1,
        -1.328_068_155_288_572e1,
        1.0,
    ];
    q * polynomial(&above, r) / polynomial(&below, r)
}

fn tail(q: f64) -> f64 {
    let above = [
        -7.784_894_002_430_293e-3,
        -3.223_964_580_411_365e-1,
        -2.400_758_277_161_838,
        -2.549_732_539_343_734,
        4.374_664_141_464_968,
        2.938_163_982_698_783,
    ];
    let below = [
        7.784_695_709_041_462e-3,
        3.224_671_290_700_398e-1,
        2.445_134_137_142_996,
        3.754_408_661_907_416,
        1.0,
    ];
    polynomial(&above, q) / polynomial(&below, q)
}

/// By Horner's rule, the highest power first.
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().fold(0.0, |sum, c| sum * x + c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_scipy() {
        // scipy.stats.norm.ppf
        for (share, expected) in [
            (1e-6, -4.753_424_308_822_899),
            (0.01, -2.326_347_874_040_841),
            (0.3, -0.524_400_512_708_041),
            (0.5, 0.0),
            (0.975, 1.959_963_984_540_054),
            (0.999, 3.090_232_306_167_813),
        ] {
            assert!((quantile(share) - expected).abs() < 1e-8, "{share}");
        }
    }
}
