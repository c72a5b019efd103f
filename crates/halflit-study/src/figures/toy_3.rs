//! The third toy set: neither labels nor unlabeled rows suffice, only both together.

use super::clusters::{Cluster, Labeled, Toy};
use super::sweep::range_of_success;
use super::trial::{Trial, axes, blended};
use super::{Figure, Finding, percent};
use crate::Result;
use halflit::graph::Neighborhood;
use halflit::learner::{Fda, Lfda, Lpp, Pca, SsLfda};
use halflit::{AnyLearner, Labels};
use halflit_report::{PairGraph, pictures};

const GAMMA: f64 = 0.03;
/// From here on a pair is drawn as a link.
const LINKED: f64 = 0.1;
/// Across the clusters as much as along them, so that they mislead.
const SLANTED: Labeled = Labeled::Near(&[(-0.8, 1.8), (0.0, 0.0), (0.8, -1.8)]);

/// Two long clusters on top of each other, the upper one shifted to the left.
fn clusters() -> [Cluster; 2] {
    let cluster = |class, center| {
        let (spread, turn) = ((1.6, 0.22), 0.0);
        Cluster { class, rows: 80, center, spread, turn, labels: SLANTED }
    };
    [cluster("circle", (-0.8, 0.55)), cluster("square", (0.8, -0.55))]
}

pub(super) fn figure(seed: u64) -> Result<Figure> {
    let toy = Toy::draw(&clusters(), seed)?;
    let semi: AnyLearner = blended::<Lfda>(GAMMA).into();
    let ss_lfda = Trial::of("SS-LFDA", &semi, &toy)?;
    let lfda = Trial::of("LFDA", &Lfda::default().into(), &toy)?;
    let fda = Trial::of("FDA", &Fda::default().into(), &toy)?;
    let lpp = Trial::of("LPP", &Lpp::default().into(), &toy)?;
    let pca = Trial::of("PCA", &Pca::default().into(), &toy)?;
    let paper: AnyLearner = SsLfda { alpha: 1.0, ..SsLfda::default() }.into();
    let title = "Toy 3: only both together find the axis";
    let caption = format!(
        "Two clusters, one per class, with three labels each (large markers), put on a slant so that they mislead: the \
         supervised learners take the slant for the shape of the classes (LFDA {}, FDA {}). LPP knows no labels \
         and squeezes the clusters along the wrong axis, close to that of PCA ({} and {}). SS-LFDA turns from the one to \
         the other as γ grows and passes the proper axis on its way: {} with γ = {GAMMA}, α = 1, blended constraint. It \
         succeeds with {}, and with the paper's constraint with {}.",
        percent(lfda.accuracy),
        percent(fda.accuracy),
        percent(lpp.accuracy),
        percent(pca.accuracy),
        percent(ss_lfda.accuracy),
        range_of_success(&semi, &toy)?,
        range_of_success(&paper, &toy)?,
    );
    let failing = [&fda, &pca, &lfda, &lpp].map(Trial::fails);
    let findings = failing.into_iter().chain([ss_lfda.succeeds()]).collect();
    let trials = vec![ss_lfda, lfda, fda, lpp, pca];
    let picture = pictures::projection_axes(&axes(&toy, trials), title)?;
    Ok(Figure { name: "toy-3", title: title.into(), caption, picture, findings })
}

/// The graph on which LPP and SS-LFDA work.
pub(super) fn graph_figure(seed: u64) -> Result<Figure> {
    let toy = Toy::draw(&clusters(), seed)?;
    let samples = toy.data.samples();
    let near = Neighborhood::default().cost(samples)?.row_reader(1.0)?.pairs_from(LINKED);
    let class = |row: usize| toy.truth.class_of(row);
    let links = near.edges().len();
    let within = near.edges().iter().filter(|e| class(e.first) == class(e.second)).count();
    let title = format!("Toy 3: pairs with c^u > {LINKED}");
    let caption = format!(
        "The graph on which LPP and SS-LFDA work (local scaling, k = 3; it knows no labels): two rows have a link where \
         c^u is above {LINKED}. {within} of the {links} links stay within a cluster. Links are short whichever way they \
         point, so they are smallest against the spread of the rows on the axis along which the rows spread most: along \
         the clusters. That is the axis of LPP, and it mixes the classes."
    );
    let graph = PairGraph {
        points: (0..samples.rows()).map(|i| (samples.row(i)[0], samples.row(i)[1])).collect(),
        labels: names(toy.data.labels()),
        classes: toy.truth.classes().to_vec(),
        edges: near.edges().iter().map(|e| (e.first, e.second, e.weight)).collect(),
    };
    let findings = vec![Finding {
        claim: "The links of c^u hold the two clusters together and apart from each other".into(),
        measured: format!("{within} of {links} links within a cluster"),
        holds: within as f64 >= 0.9 * links as f64,
    }];
    let picture = pictures::pair_graph(&graph, &title)?;
    Ok(Figure { name: "toy-3-graph", title, caption, picture, findings })
}

/// The class names of all rows.
fn names(labels: &Labels) -> Vec<Option<String>> {
    (0..labels.len()).map(|row| labels.name_of(row).map(str::to_owned)).collect()
}
