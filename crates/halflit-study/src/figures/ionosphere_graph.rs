//! The graph of near rows of Ionosphere, and the part of it where classes meet.

use super::layout::{Link, parts, places};
use super::{Figure, Finding, percent};
use crate::Result;
use halflit::evaluation::{GoodPairs, good_pairs};
use halflit::graph::Neighborhood;
use halflit::{Labels, datasets};
use halflit_report::{PairGraph, pictures};

/// The paper's threshold, "just chosen for visualizability".
const LINKED: f64 = 0.36;

/// The whole graph, and its parts with a link between classes.
pub(super) fn figures() -> Result<[Figure; 2]> {
    let data = datasets::ionosphere();
    let labels = data.labels();
    let cost = Neighborhood::default().cost(data.samples())?;
    let near = cost.row_reader(1.0)?.pairs_from(LINKED);
    let pairs = good_pairs(&cost, 1.0, labels, &[LINKED])?[0];
    let links: Vec<Link> = near.edges().iter().map(|e| (e.first, e.second, e.weight)).collect();
    let parts = parts(labels.len(), &links);
    let mixed = links.iter().filter(|(i, j, _)| labels.class_of(*i) != labels.class_of(*j));
    let mixed: Vec<usize> = mixed.map(|(i, ..)| parts[*i]).collect();
    let is_linked = |row: &usize| links.iter().any(|(i, j, _)| i == row || j == row);
    let linked: Vec<usize> = (0..labels.len()).filter(is_linked).collect();
    let where_mixed: Vec<usize> =
        linked.iter().copied().filter(|&row| mixed.contains(&parts[row])).collect();
    let count = linked.iter().filter(|&&row| parts[row] == row).count();
    Ok([
        whole(&drawn(labels, &links, &linked), labels.len(), count, pairs)?,
        enlarged(&drawn(labels, &links, &where_mixed), pairs)?,
    ])
}

/// Some rows, in ascending order, and the links between them.
fn drawn(labels: &Labels, links: &[Link], rows: &[usize]) -> PairGraph {
    let at = |row: usize| rows.binary_search(&row).ok();
    let link = |&(i, j, weight): &Link| Some((at(i)?, at(j)?, weight));
    let edges: Vec<Link> = links.iter().filter_map(link).collect();
    PairGraph {
        points: places(rows.len(), &edges),
        labels: rows.iter().map(|&row| labels.name_of(row).map(str::to_owned)).collect(),
        classes: labels.classes().to_vec(),
        edges,
    }
}

fn whole(graph: &PairGraph, rows: usize, parts: usize, pairs: GoodPairs) -> Result<Figure> {
    let title = format!("Ionosphere: pairs with c^u ≥ {LINKED}");
    let (good, total) = (pairs.good, pairs.total);
    let share = pairs.ratio().unwrap_or(0.0);
    let caption = format!(
        "The {} rows of Ionosphere that have a link, in {parts} connected parts; the other {} have none and are left out. \
         A link joins two rows with c^u of {LINKED} and more (local scaling, k = 3). Linked rows are drawn side by side; \
         places mean nothing else. Almost every link joins rows of one class: {good} of {total} pairs, counted in both \
         directions ({}).",
        graph.points.len(),
        rows - graph.points.len(),
        percent(share)
    );
    let findings = vec![
        Finding {
            claim: "394 of 408 nearby pairs join examples of the same class".into(),
            measured: format!("{good} of {total}"),
            holds: (good, total) == (394, 408),
        },
        Finding {
            claim: "Almost every link connects nearby examples of the same class".into(),
            measured: percent(share),
            holds: share >= 0.95,
        },
    ];
    let picture = pictures::graph_layout(graph, None, &title)?;
    Ok(Figure { name: "ionosphere-graph", title, caption, picture, findings })
}

fn enlarged(part: &PairGraph, pairs: GoodPairs) -> Result<Figure> {
    let mixed = part.edges.iter().filter(|&&(i, j, _)| part.labels[i] != part.labels[j]).count();
    let all_mixed = (pairs.total - pairs.good) / 2;
    let title = "Ionosphere: where links join two classes".to_owned();
    let caption = format!(
        "The parts of the whole graph with a link between classes: {} rows and {} links, {mixed} of them between classes. \
         These are all that there are: {} pairs of {}, counted in both directions.",
        part.points.len(),
        part.edges.len(),
        pairs.total - pairs.good,
        pairs.total
    );
    let findings = vec![Finding {
        claim: "Links between classes are few, and these parts hold them all".into(),
        measured: format!("{mixed} of {all_mixed} such links, among {}", pairs.total / 2),
        holds: mixed == all_mixed && mixed > 0,
    }];
    let picture = pictures::graph_layout(part, None, &title)?;
    Ok(Figure { name: "ionosphere-graph-zoom", title, caption, picture, findings })
}
