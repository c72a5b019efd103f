//! A class in two clusters with the other class between them: condition (1) fails, condition (1*) works.

use super::clusters::{Cluster, Labeled, Toy};
use super::trial::{Trial, axes, direction, published};
use super::{Figure, Finding, percent};
use crate::Result;
use halflit::evaluation::good_neighbors;
use halflit::graph::{ClassNeighborhood, Graph};
use halflit::learner::{Fda, Lfda};
use halflit::{AnyLearner, Dataset, Metric, Samples};
use halflit_report::pictures;

const SPLIT: &str = "class 1: A left, B right";
const WHOLE: &str = "class 2";
const ROWS: usize = 40;

fn clusters() -> [Cluster; 3] {
    let cluster = |class, center| Cluster {
        class,
        rows: ROWS,
        center,
        spread: (0.55, 0.55),
        turn: 0.0,
        labels: Labeled::All,
    };
    [cluster(SPLIT, (-3.0, 0.0)), cluster(SPLIT, (3.0, 0.0)), cluster(WHOLE, (0.0, 0.6))]
}

pub(super) fn figure(seed: u64) -> Result<Figure> {
    let toy = Toy::draw(&clusters(), seed)?;
    let near = ClassNeighborhood::default().graphs(&toy.data)?.same;
    let lfda = trial("LFDA, condition (1*)", &Lfda::default().into(), &toy)?;
    let fda = trial("FDA, condition (1)", &Fda::default().into(), &toy)?;
    let links: Vec<_> = near.edges().iter().map(|edge| (edge.first, edge.second)).collect();
    let title = "A class in two clusters: FDA merges them, LFDA does not";
    let caption = format!(
        "Class 1 falls into two clusters, A and B, with class 2 between them; every row is labeled. FDA wants all rows \
         of a class close together: it turns to the axis on which A and B fall on each other, and class 2 falls on both \
         ({} of the rows have a nearest neighbor of their own class on it). LFDA wants only nearby rows of a class close \
         together, the three nearest of each row, drawn as links. None of the {} links joins A to B, so LFDA keeps the \
         clusters apart ({}).",
        percent(fda.accuracy),
        links.len(),
        percent(lfda.accuracy)
    );
    let findings =
        vec![measured(&fda, fda.fails()), measured(&lfda, lfda.succeeds()), apart(&near)];
    let picture = pictures::linked_axes(&axes(&toy, vec![lfda, fda]), &links, title)?;
    Ok(Figure { name: "multi-modal", title: title.into(), caption, picture, findings })
}

/// All rows are labeled here, so each is classified by its nearest other row.
fn trial(name: &str, learner: &AnyLearner, toy: &Toy) -> Result<Trial> {
    let model = published(learner).fit(&toy.data)?.model;
    let points = model.transform(toy.data.samples())?;
    let (rows, columns) = (points.rows(), points.columns());
    let points = Samples::from_row_major(points.into_values(), rows, columns)?;
    let projected = Dataset::new(points, toy.truth.clone())?;
    let accuracy = good_neighbors(&projected, Metric::Euclidean)?;
    Ok(Trial { name: name.into(), direction: direction(&model), accuracy })
}

fn measured(trial: &Trial, finding: Finding) -> Finding {
    let measured = format!("{} leave-one-out 1-NN accuracy on the axis", percent(trial.accuracy));
    Finding { measured, ..finding }
}

fn apart(near: &Graph) -> Finding {
    // Rows of A come first, then those of B.
    let joins = |first: usize, second: usize| first < ROWS && (ROWS..2 * ROWS).contains(&second);
    let joining = near.edges().iter().filter(|edge| joins(edge.first, edge.second)).count();
    Finding {
        claim: "No nearby examples join the clusters A and B".into(),
        measured: format!("{joining} of {} links", near.edges().len()),
        holds: joining == 0,
    }
}
