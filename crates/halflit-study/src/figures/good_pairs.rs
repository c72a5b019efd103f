//! How good near pairs are, by how near they are: the share of one class among the pairs with c^u of x and more.

use super::{Figure, Finding, grouped};
use crate::Result;
use halflit::evaluation::{GoodPairs, good_pairs};
use halflit::graph::Neighborhood;
use halflit::{Cost, Labels, datasets};
use halflit_report::{Curve, CurveChart, Scale, pictures};

/// The smallest x that is drawn, as a power of ten.
const SMALLEST: i32 = -4;

/// α = 1, as in LPP, and α = 8, as in LPP*.
pub(super) fn figures() -> Result<[Figure; 2]> {
    let data = datasets::ionosphere();
    let (cost, labels) = (Neighborhood::default().cost(data.samples())?, data.labels());
    Ok([plain(&cost, labels)?, powered(&cost, labels)?])
}

fn plain(cost: &Cost<'_>, labels: &Labels) -> Result<Figure> {
    let [far, near] = at(cost, 1.0, labels)?;
    let title = "Ionosphere: near pairs of one class, α = 1";
    let caption = format!(
        "For every x, the share of pairs of one class among the pairs with c^u of x and more, all {} rows of Ionosphere \
         labeled. Very near pairs are good: {} at 0.36. At 0.01 it is only {}: many pairs with a small c^u join \
         different classes, and there are many of them.",
        labels.len(),
        words(near),
        words(far)
    );
    let findings = vec![
        counts("0.966 (394/408) of the pairs with c^u ≥ 0.36 are of one class", near, (394, 408)),
        counts("0.75 of the pairs with c^u ≥ 0.01 are of one class", far, (22_382, 29_662)),
    ];
    let curves = vec![curve(cost, 1.0, labels)?, mark(0.36, near), mark(0.01, far)];
    let picture = pictures::curves(&chart(curves), title)?;
    Ok(Figure { name: "good-pairs-1", title: title.into(), caption, picture, findings })
}

fn powered(cost: &Cost<'_>, labels: &Labels) -> Result<Figure> {
    let [far, _] = at(cost, 8.0, labels)?;
    let [far_before, _] = at(cost, 1.0, labels)?;
    let curve_after = curve(cost, 8.0, labels)?;
    let lowest = curve_after.points.iter().map(|point| point.1).fold(1.0, f64::min);
    let title = "Ionosphere: near pairs of one class, α = 8";
    let caption = format!(
        "The same after the Hadamard power with α = 8, which raises the cost of very near pairs and lowers that of the \
         others; α = 1 is dashed. Of the pairs with a cost of 0.01 and more now {} are of one class, against {} before, \
         and down to 10⁻⁴ the share is never below {lowest:.3}: even pairs with a small cost are usually of one class.",
        words(far),
        words(far_before)
    );
    let findings = vec![
        Finding {
            claim: "With α = 8 even pairs with small values of c^u are usually of one class".into(),
            measured: format!("at least {lowest:.3} from 10⁻⁴ on"),
            holds: lowest >= 0.9,
        },
        Finding {
            claim: "At 0.01 the share is higher than with α = 1".into(),
            measured: format!("{} against {}", words(far), words(far_before)),
            holds: far.ratio() > far_before.ratio(),
        },
    ];
    let curves = vec![curve_after, curve(cost, 1.0, labels)?];
    let picture = pictures::curves(&chart(curves), title)?;
    Ok(Figure { name: "good-pairs-8", title: title.into(), caption, picture, findings })
}

/// The counts at the two thresholds of the paper's text: 0.01 and 0.36.
fn at(cost: &Cost<'_>, alpha: f64, labels: &Labels) -> Result<[GoodPairs; 2]> {
    let counts = good_pairs(cost, alpha, labels, &[0.01, 0.36])?;
    Ok([counts[0], counts[1]])
}

/// Twenty steps per decade up to 1.
fn curve(cost: &Cost<'_>, alpha: f64, labels: &Labels) -> Result<Curve> {
    let exponents = (20 * SMALLEST..=0).map(|step| f64::from(step) / 20.0);
    let thresholds: Vec<f64> = exponents.map(|exponent| 10f64.powf(exponent)).collect();
    let counts = good_pairs(cost, alpha, labels, &thresholds)?;
    let points = thresholds.iter().zip(&counts);
    let points = points.filter_map(|(&x, count)| Some((x, count.ratio()?))).collect();
    Ok(Curve { name: format!("α = {alpha}"), points })
}

/// A single point with its numbers in the legend.
fn mark(x: f64, pairs: GoodPairs) -> Curve {
    let name = format!("x = {x}: {} of {}", grouped(pairs.good), grouped(pairs.total));
    Curve { name, points: pairs.ratio().map(|ratio| (x, ratio)).into_iter().collect() }
}

fn chart(curves: Vec<Curve>) -> CurveChart {
    CurveChart {
        x_title: "x".into(),
        y_title: "share of one class among pairs with c^u ≥ x".into(),
        x_scale: Scale::Logarithmic,
        curves,
        ..CurveChart::default()
    }
}

fn counts(claim: &str, pairs: GoodPairs, expected: (usize, usize)) -> Finding {
    let holds = (pairs.good, pairs.total) == expected;
    Finding { claim: claim.into(), measured: words(pairs), holds }
}

/// Such as "394 of 408 (0.966)".
fn words(pairs: GoodPairs) -> String {
    let (good, total) = (grouped(pairs.good), grouped(pairs.total));
    format!("{good} of {total} ({:.3})", pairs.ratio().unwrap_or(0.0))
}
