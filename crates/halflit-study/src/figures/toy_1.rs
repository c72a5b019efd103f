//! The first toy set: only LFDA and SS-LFDA find a proper axis.

use super::clusters::{Cluster, Labeled, Toy};
use super::sweep::{best, range_of_success};
use super::trial::{Trial, axes, blended};
use super::{Figure, percent};
use crate::Result;
use halflit::AnyLearner;
use halflit::learner::{Fda, Lfda, Lpp, SsFda, SsLfda};
use halflit_report::pictures;

const GAMMA: f64 = 0.003;
/// Evenly along a band, so that the labeled rows tell its shape.
const EVENLY: Labeled = Labeled::Near(&[(-1.2, 0.5), (-0.4, -0.5), (0.4, 0.5), (1.2, -0.5)]);

/// Two groups of two bands each. From top to bottom the classes are circle, square, circle; from left to right they do
/// not differ.
fn clusters() -> [Cluster; 4] {
    let band = |class, center| {
        let (spread, turn) = ((0.9, 0.2), 0.0);
        Cluster { class, rows: 100, center, spread, turn, labels: EVENLY }
    };
    [
        band("circle", (-1.9, 1.4)),
        band("square", (-2.3, 0.0)),
        band("square", (1.9, 0.0)),
        band("circle", (2.3, -1.0)),
    ]
}

pub(super) fn figure(seed: u64) -> Result<Figure> {
    let toy = Toy::draw(&clusters(), seed)?;
    let semi: AnyLearner = blended::<Lfda>(GAMMA).into();
    let ss_lfda = Trial::of("SS-LFDA", &semi, &toy)?;
    let lfda = Trial::of("LFDA", &Lfda::default().into(), &toy)?;
    let ss_fda = best("SS-FDA", &blended::<Fda>(1.0).into(), &toy)?;
    let fda = Trial::of("FDA", &Fda::default().into(), &toy)?;
    let lpp = Trial::of("LPP", &Lpp::default().into(), &toy)?;
    let paper_fda: AnyLearner = SsFda { alpha: 1.0, ..SsFda::default() }.into();
    let paper_lfda: AnyLearner = SsLfda { alpha: 1.0, ..SsLfda::default() }.into();
    let title = "Toy 1: two clusters, each with both classes";
    let caption = format!(
        "Two clusters, left and right, and both hold rows of both classes; large markers are labeled. The class of \
         circles is multi-modal (top left, bottom right), so FDA fails ({}). LPP keeps the two clusters apart, which \
         says nothing about the classes ({}). With the blended constraint SS-FDA lies between the two, and fails for \
         every γ from 0.001 to 1000 (at best {}). LFDA copes with several modes ({}), and so does SS-LFDA ({} with γ = \
         {GAMMA}, α = 1, the same constraint; it succeeds with {}, and with the paper's constraint with {}). With the \
         paper's constraint SS-FDA reaches {} here; large γ then no longer leads to LPP but to the axis of least local \
         scatter, which in other draws can be a proper one.",
        percent(fda.accuracy),
        percent(lpp.accuracy),
        percent(ss_fda.accuracy),
        percent(lfda.accuracy),
        percent(ss_lfda.accuracy),
        range_of_success(&semi, &toy)?,
        range_of_success(&paper_lfda, &toy)?,
        percent(best("SS-FDA", &paper_fda, &toy)?.accuracy),
    );
    let findings =
        vec![fda.fails(), lpp.fails(), ss_fda.fails(), lfda.succeeds(), ss_lfda.succeeds()];
    let trials = vec![ss_lfda, lfda, ss_fda, fda, lpp];
    let picture = pictures::projection_axes(&axes(&toy, trials), title)?;
    Ok(Figure { name: "toy-1", title: title.into(), caption, picture, findings })
}
