//! A simulated user: labels the rows that the studio would ask for, or rows in an order that is given, and answers from the truth.

use std::path::PathBuf;

use halflit::suggest::{Known, Suggestion, covers};
use halflit::{Labels, LeftOut, Plan, Prepared, Samples};
use serde::{Deserialize, Serialize};

use crate::Fallible;
use crate::npy;

/// Every tenth label is wrong, from each of these on: one draw each.
const WRONG: [usize; 3] = [1, 4, 7];

/// Questions of the first round and of each later one, as in the studio.
const ROUNDS: (usize, usize) = (10, 5);

/// What is to be labeled.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Labeling {
    samples: PathBuf,
    /// The class of every row, from 0 on.
    truth: PathBuf,
    /// The last so many rows are tested and never labeled.
    tests: usize,
    /// Rows in the order in which they are labeled; where there is none, as they are suggested.
    order: Option<PathBuf>,
    seed: u64,
    /// Numbers of labels after which accuracy is looked at.
    steps: Vec<usize>,
}

/// A user after some labels.
#[derive(Debug, Serialize)]
pub(crate) struct Step {
    labels: usize,
    /// On the test rows, learned from all labels but those of check rows.
    accuracy: f64,
    /// Classes with a label.
    classes: usize,
    checks: usize,
    /// Check rows that are predicted right.
    right: usize,
    /// The accuracy on all rows without a label that may be labeled, which check rows estimate.
    estimated: f64,
    /// What the studio lists as doubtful where all labels are right, and where one of ten is wrong: after the last step of suggested rows.
    doubts: Option<[Doubts; 2]>,
}

/// Labels that are listed as doubtful.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Doubts {
    labels: usize,
    wrong: usize,
    listed: usize,
    /// Wrong ones that are listed.
    found: usize,
}

/// Rows that have an answer, those to learn from and check rows.
#[derive(Default)]
struct Answered {
    all: Vec<usize>,
    checks: Vec<usize>,
}

impl Answered {
    fn learned(&self) -> Vec<usize> {
        self.all.iter().copied().filter(|row| !self.checks.contains(row)).collect()
    }
}

/// The labels of some of so many rows.
fn labels(truth: &[i64], rows: usize, some: &[usize]) -> Fallible<Labels> {
    let classes = truth.iter().max().map_or(0, |most| most + 1);
    let mut codes = vec![None; rows];
    some.iter().for_each(|&row| codes[row] = Some(truth[row] as usize));
    Ok(Labels::from_codes((0..classes).map(|class| format!("{class:04}")).collect(), codes)?)
}

pub(crate) fn run(labeling: &Labeling) -> Fallible<Vec<Step>> {
    let samples = npy::samples(&labeling.samples)?;
    let truth = npy::integers(&labeling.truth)?;
    let own: Vec<usize> = (0..samples.rows() - labeling.tests).collect();
    let own = samples.gather(&own);
    let answered = match &labeling.order {
        Some(path) => {
            let all = npy::integers(path)?.into_iter().map(|row| row as usize).collect();
            Answered { all, checks: Vec::new() }
        }
        None => suggested(&own, &truth, labeling)?,
    };
    let plan = Plan { seed: labeling.seed, ..Plan::default() };
    let all = plan.prepare(&samples)?;
    let steps = labeling.steps.iter().filter(|&&step| step <= answered.all.len());
    steps.map(|&step| looked_at(&all, &truth, labeling.tests, &answered, step)).collect()
}

/// The rows that the studio asks for: a round is chosen when the one before it begins.
fn suggested(own: &Samples<'_>, truth: &[i64], labeling: &Labeling) -> Fallible<Answered> {
    let plan = Plan { seed: labeling.seed, ..Plan::default() };
    let prepared = plan.prepare(own)?;
    let most = labeling.steps.iter().copied().max().unwrap_or(0).min(own.rows() / 2);
    let mut answered = Answered::default();
    let mut round = asked(&prepared, truth, &answered, &[], ROUNDS.0)?;
    while answered.all.len() < most {
        let next = asked(&prepared, truth, &answered, &round, ROUNDS.1)?;
        for one in &round {
            answered.all.push(one.row);
            answered.checks.extend(one.is_check().then_some(one.row));
        }
        round = next;
    }
    Ok(answered)
}

fn asked(
    prepared: &Prepared<'_>,
    truth: &[i64],
    answered: &Answered,
    underway: &[Suggestion],
    count: usize,
) -> Fallible<Vec<Suggestion>> {
    let rows: Vec<usize> = underway.iter().map(|one| one.row).collect();
    let labels = labels(truth, prepared.samples().rows(), &answered.learned())?;
    let known = Known { taken: &answered.checks, asked: &rows, ..Known::of(&labels) };
    let placement = (!covers(&labels)).then(|| prepared.place(&labels, None)).transpose()?;
    let predictions = placement.as_ref().map(|own| &own.predictions);
    Ok(prepared.suggest_by(&Known { predictions, ..known }, count)?)
}

fn looked_at(
    all: &Prepared<'_>,
    truth: &[i64],
    tests: usize,
    answered: &Answered,
    step: usize,
) -> Fallible<Step> {
    let given = &answered.all[..step];
    let checks: Vec<usize> =
        answered.checks.iter().copied().filter(|row| given.contains(row)).collect();
    let learned: Vec<usize> = given.iter().copied().filter(|row| !checks.contains(row)).collect();
    let labels = labels(truth, truth.len(), &learned)?;
    let present = labels.present_classes();
    let predicted = match present[..] {
        [only] => vec![only; truth.len()],
        _ => all.place(&labels, None)?.predictions.classes,
    };
    // Classes without a label have no number.
    let class = |row: usize| labels.classes()[predicted[row]].parse::<i64>().ok();
    let is_right = |row: &usize| class(*row) == Some(truth[*row]);
    let share = |rows: &[usize]| {
        rows.iter().filter(|row| is_right(row)).count() as f64 / rows.len().max(1) as f64
    };
    let first = truth.len() - tests;
    let open: Vec<usize> = (0..first).filter(|row| !given.contains(row)).collect();
    let doubts = match answered.checks.is_empty() || step < answered.all.len() {
        true => None,
        false => Some([doubts(all, truth, &learned, &[])?, doubts(all, truth, &learned, &WRONG)?]),
    };
    Ok(Step {
        labels: step,
        accuracy: share(&(first..truth.len()).collect::<Vec<_>>()),
        classes: present.len(),
        right: checks.iter().filter(|row| is_right(row)).count(),
        checks: checks.len(),
        estimated: share(&open),
        doubts,
    })
}

/// With every tenth label wrong from each of some places on, summed up; or with all of them right.
fn doubts(
    all: &Prepared<'_>,
    truth: &[i64],
    learned: &[usize],
    places: &[usize],
) -> Fallible<Doubts> {
    if places.is_empty() {
        return doubted(all, truth, learned, &[]);
    }
    let mut sum = Doubts::default();
    for &place in places {
        let wrong: Vec<usize> = learned.iter().copied().skip(place).step_by(10).collect();
        let one = doubted(all, truth, learned, &wrong)?;
        sum.labels += one.labels;
        sum.wrong += one.wrong;
        sum.listed += one.listed;
        sum.found += one.found;
    }
    Ok(sum)
}

/// With the labels of some rows being those of other classes.
fn doubted(
    all: &Prepared<'_>,
    truth: &[i64],
    learned: &[usize],
    wrong: &[usize],
) -> Fallible<Doubts> {
    let mut given = truth.to_vec();
    let classes = truth.iter().max().map_or(0, |most| most + 1);
    wrong
        .iter()
        .for_each(|&row| given[row] = (given[row] + 1 + row as i64 % (classes - 1)) % classes);
    let labels = labels(&given, truth.len(), learned)?;
    if labels.present_classes().len() < 2 {
        return Ok(Doubts { labels: learned.len(), wrong: wrong.len(), ..Doubts::default() });
    }
    let listed = LeftOut::doubtful(&all.place(&labels, None)?.left_out);
    let found = listed.iter().filter(|own| wrong.contains(&own.row)).count();
    Ok(Doubts { labels: learned.len(), wrong: wrong.len(), listed: listed.len(), found })
}
