//! The graph of near rows of Ionosphere, and the part of it where classes meet.

use super::drawing::{Drawing, inside};
use super::{Figure, Finding, percent};
use crate::Result;
use halflit::datasets;
use halflit::evaluation::{GoodPairs, good_pairs};
use halflit::graph::Neighborhood;
use halflit_report::{PairGraph, pictures};

/// The paper's threshold, "just chosen for visualizability".
const LINKED: f64 = 0.36;

/// The whole graph and the enlarged part.
pub(super) fn figures() -> Result<[Figure; 2]> {
    let data = datasets::ionosphere();
    let cost = Neighborhood::default().cost(data.samples())?;
    let near = cost.row_reader(1.0)?.pairs_from(LINKED);
    let pairs = good_pairs(&cost, 1.0, data.labels(), &[LINKED])?[0];
    let class = |row: usize| data.labels().class_of(row);
    let drawing = Drawing::new(&near, |i, j| class(i) != class(j));
    let name = |row: usize| data.labels().name_of(row).map(str::to_owned);
    let graph = drawing.pair_graph(&near, name, data.labels().classes());
    Ok([whole(&drawing, &graph, pairs)?, enlarged(&drawing, &graph, pairs)?])
}

fn whole(drawing: &Drawing, graph: &PairGraph, pairs: GoodPairs) -> Result<Figure> {
    let title = format!("Ionosphere: pairs with c^u ≥ {LINKED}");
    let (good, total) = (pairs.good, pairs.total);
    let share = pairs.ratio().unwrap_or(0.0);
    let caption = format!(
        "The {} rows of Ionosphere that have a link, in {} connected parts; the other {} have none and are left out. A \
         link joins two rows with c^u of {LINKED} and more (local scaling, k = 3). Linked rows are drawn side by side; \
         places mean nothing else. Almost every link joins rows of one class: {good} of {total} pairs, counted in both \
         directions ({}). The rectangle holds the parts with a link between classes, set together.",
        drawing.rows.len(),
        drawing.parts,
        drawing.left_out,
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
    let picture = pictures::graph_layout(graph, Some(drawing.zoom), &title)?;
    Ok(Figure { name: "ionosphere-graph", title, caption, picture, findings })
}

fn enlarged(drawing: &Drawing, graph: &PairGraph, pairs: GoodPairs) -> Result<Figure> {
    let part = inside(graph, drawing.zoom);
    let mixed = part.edges.iter().filter(|&&(i, j, _)| part.labels[i] != part.labels[j]).count();
    let all_mixed = (pairs.total - pairs.good) / 2;
    let title = "Ionosphere: where links join two classes".to_owned();
    let caption = format!(
        "The rectangle of the whole graph: {} rows and {} links, {mixed} of them between classes. These are all that \
         there are: {} pairs of {}, counted in both directions.",
        part.points.len(),
        part.edges.len(),
        pairs.total - pairs.good,
        pairs.total
    );
    let findings = vec![Finding {
        claim: "Links between classes are few, and the rectangle holds them all".into(),
        measured: format!("{mixed} of {all_mixed} such links, among {}", pairs.total / 2),
        holds: mixed == all_mixed && mixed > 0,
    }];
    let picture = pictures::graph_layout(&part, None, &title)?;
    Ok(Figure { name: "ionosphere-graph-zoom", title, caption, picture, findings })
}
