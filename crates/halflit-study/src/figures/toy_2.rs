//! The second toy set: only LPP and SS-LFDA find a proper axis.

use super::clusters::{Cluster, Labeled, Toy};
use super::sweep::{best, range_of_success};
use super::trial::{Trial, axes, blended};
use super::{Figure, percent};
use crate::Result;
use halflit::AnyLearner;
use halflit::learner::{Fda, Lfda, Lpp, Pca, SelfLearner, SsLfda};
use halflit_report::pictures;

const GAMMA: f64 = 10.0;

/// Three thin clusters beside each other, higher than they lie apart, with two labels each.
fn clusters() -> [Cluster; 3] {
    let cluster = |class, across| Cluster {
        class,
        rows: 75,
        center: (across, 0.0),
        spread: (1.35, 0.05),
        turn: 90.0,
        labels: Labeled::Drawn(2),
    };
    [cluster("circle", -1.5), cluster("square", 0.0), cluster("circle", 1.5)]
}

pub(super) fn figure(seed: u64) -> Result<Figure> {
    let toy = Toy::draw(&clusters(), seed)?;
    let semi: AnyLearner = blended::<Lfda>(GAMMA).into();
    let ss_lfda = Trial::of("SS-LFDA", &semi, &toy)?;
    let lpp = Trial::of("LPP", &Lpp::default().into(), &toy)?;
    let lfda = Trial::of("LFDA", &Lfda::default().into(), &toy)?;
    let fda = Trial::of("FDA", &Fda::default().into(), &toy)?;
    let pca = Trial::of("PCA", &Pca::default().into(), &toy)?;
    let with_pca = best("SELF", &SelfLearner::default().into(), &toy)?;
    let paper: AnyLearner = SsLfda { alpha: 1.0, ..SsLfda::default() }.into();
    let title = "Toy 2: three clusters of two classes, six labels";
    let caption = format!(
        "Three clusters of two classes with two labels each (large markers). The circles are multi-modal, so FDA fails \
         ({}); the variance is largest along the clusters, so PCA fails ({}). LFDA fails too ({}): with four labeled \
         circles the three nearest of each are all the others, in both clusters, and nothing local is left. SELF lies \
         between LFDA and PCA and fails for every γ from 0.001 to 1000 (at best {}). LPP sees the clusters in the \
         unlabeled rows ({}), and so does SS-LFDA ({} with γ = {GAMMA}, α = 1, blended constraint; it succeeds with {}, \
         and with the paper's constraint with {}).",
        percent(fda.accuracy),
        percent(pca.accuracy),
        percent(lfda.accuracy),
        percent(with_pca.accuracy),
        percent(lpp.accuracy),
        percent(ss_lfda.accuracy),
        range_of_success(&semi, &toy)?,
        range_of_success(&paper, &toy)?,
    );
    let failing = [&fda, &pca, &lfda, &with_pca].map(Trial::fails);
    let findings = failing.into_iter().chain([lpp.succeeds(), ss_lfda.succeeds()]).collect();
    let trials = vec![ss_lfda, lpp, lfda, fda, pca, with_pca];
    let picture = pictures::projection_axes(&axes(&toy, trials), title)?;
    Ok(Figure { name: "toy-2", title: title.into(), caption, picture, findings })
}
