//! What is worth knowing beside a map.

use halflit::evaluation::Check;
use halflit::neighbors::{Exact, Queries};
use halflit::{Labels, LeftOut, Metric, Model, Samples};
use serde::Serialize;

use super::{Chart, matrix};
use crate::error::Result;

/// Columns that are listed of every axis.
const LISTED: usize = 10;
/// Nearest labeled rows that are asked about a label, and what share of them contradicts it surely.
const ASKED: usize = 5;
const SURELY: f64 = 0.8;
/// Doubtful rows that are listed, and labels above which they are not looked for: every pair of labels is looked at.
const LISTED_ROWS: usize = 20;
const MOST_LABELS: usize = 5_000;

/// What takes longer than the map may.
#[derive(Debug, Clone, Default)]
pub(crate) struct Details {
    pub(crate) held_out: Option<HeldOut>,
    /// What someone should know before trusting the predictions.
    pub(crate) caution: Option<String>,
    /// Of every axis of the map the columns that go with it, with their correlations, the largest first.
    pub(crate) axes: Vec<Vec<(usize, f64)>>,
    /// Rows whose own label others contradict: row, the class that they say, and how sure they are. Classes are places among those
    /// that were learned; the desk makes identities of them.
    pub(crate) doubtful: Vec<(usize, u16, f64)>,
    /// Labeled rows, each with the class that the others say, likewise; none where the method cannot tell.
    pub(crate) said: Vec<(usize, u16)>,
}

/// How many labels were found by those who did not see them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct HeldOut {
    /// By the method.
    pub(crate) right: usize,
    /// Labels that were left out.
    pub(crate) of: usize,
    /// By the nearest labeled row in all columns.
    pub(crate) raw: usize,
    /// By always answering the most frequent class.
    pub(crate) common: usize,
}

impl Details {
    pub(super) fn of(
        samples: &Samples<'_>,
        chart: &Chart,
        labels: &Labels,
        check: Option<Check>,
        contradicted: Option<&[LeftOut]>,
    ) -> Result<Self> {
        let caution = check.as_ref().and_then(Check::caution);
        let held_out = check.map(|check| {
            let count = |share: f64| (share * check.tested as f64).round() as usize;
            HeldOut {
                right: count(check.accuracy),
                of: check.tested,
                raw: count(check.raw),
                common: count(check.chance),
            }
        });
        // A model that says what it would say without a label knows best.
        let doubtful = match contradicted {
            Some(all) => by_model(all),
            None => by_neighbors(samples, labels)?,
        };
        let said =
            contradicted.unwrap_or(&[]).iter().map(|own| (own.row, own.predicted as u16)).collect();
        Ok(Self { held_out, caution, axes: axes(samples, chart)?, doubtful, said })
    }
}

/// Of the map as it is shown: it is turned, so that the axes of the method are not its own.
fn axes(samples: &Samples<'_>, chart: &Chart) -> Result<Vec<Vec<(usize, f64)>>> {
    let pairs = chart.map.x.iter().zip(&chart.map.y);
    let points: Vec<f64> = pairs.flat_map(|(&x, &y)| [f64::from(x), f64::from(y)]).collect();
    let points = matrix(points, samples.rows())?;
    let correlations = Model::correlations(samples, &points);
    let axis = |k: usize| {
        let row = correlations.row(k);
        let mut order: Vec<usize> = (0..row.len()).filter(|&j| row[j] != 0.0).collect();
        order.sort_by(|&a, &b| row[b].abs().total_cmp(&row[a].abs()));
        order.into_iter().take(LISTED).map(|j| (j, row[j])).collect()
    };
    Ok((0..2).map(axis).collect())
}

/// Labels that the model would contradict if it had not seen them.
fn by_model(all: &[LeftOut]) -> Vec<(usize, u16, f64)> {
    let found = LeftOut::doubtful(all).into_iter().take(LISTED_ROWS);
    found.map(|own| (own.row, own.predicted as u16, own.probability)).collect()
}

fn surest(mut found: Vec<(usize, u16, f64)>) -> Vec<(usize, u16, f64)> {
    found.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    found.truncate(LISTED_ROWS);
    found
}

/// Labels that most of the nearest labeled rows in all columns contradict. The map is not asked: it was made to agree.
fn by_neighbors(samples: &Samples<'_>, labels: &Labels) -> Result<Vec<(usize, u16, f64)>> {
    let rows = labels.labeled_rows();
    if rows.len() <= ASKED || rows.len() > MOST_LABELS {
        return Ok(Vec::new());
    }
    let labeled = samples.gather(&rows);
    let index = Exact::new(&labeled, Metric::Euclidean)?;
    let all: Vec<usize> = (0..rows.len()).collect();
    let mut found = Vec::new();
    for (place, near) in index.nearest(Queries::Rows(&all), ASKED)?.iter().enumerate() {
        let mut votes = vec![0usize; labels.classes().len()];
        let of_near = near.iter().filter_map(|near| labels.class_of(rows[near.row]));
        of_near.for_each(|class| votes[class] += 1);
        let more = |best: usize, next: usize| if votes[next] > votes[best] { next } else { best };
        let winner = (1..votes.len()).fold(0, more);
        let share = votes[winner] as f64 / near.len().max(1) as f64;
        if labels.class_of(rows[place]) != Some(winner) && share >= SURELY {
            found.push((rows[place], winner as u16, share));
        }
    }
    Ok(surest(found))
}
