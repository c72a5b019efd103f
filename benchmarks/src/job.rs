//! The jobs: what is made ready beforehand, what is measured, and what is said of it.

use std::path::PathBuf;

use halflit::neighbors::{self, Index, Queries};
use halflit::{Dataset, Metric, Model, Plan, Samples, datasets};
use serde::{Deserialize, Serialize};

use crate::Fallible;
use crate::labeling::{self, Labeling, Step};
use crate::npy;

/// One job. What is read from files is read before the clock starts.
#[derive(Debug, Deserialize)]
#[serde(tag = "task", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Job {
    /// Learns a map.
    Fit { data: Training, learner: Plan },
    /// Maps other rows by a map learned before.
    Transform { data: Training, learner: Plan, queries: PathBuf },
    /// Classifies other rows by a map learned before.
    Predict { data: Training, learner: Plan, queries: PathBuf },
    /// Learns a map of the embedded data with ten labels, for the count of instructions.
    Ionosphere { learner: Plan },
    /// The k nearest rows of every row, or of other rows; those of some rows are written down.
    Nearest {
        samples: PathBuf,
        queries: Option<PathBuf>,
        k: usize,
        #[serde(default)]
        search: neighbors::Search,
        sample: usize,
        output: PathBuf,
    },
    /// Lets a simulated user label rows.
    Label(Labeling),
}

/// Rows to learn from.
#[derive(Debug, Deserialize)]
pub(crate) struct Training {
    samples: PathBuf,
    labels: PathBuf,
    /// The classes of all rows, to count predictions that are right.
    truth: Option<PathBuf>,
    /// Rows and columns where the file of samples has row, column and value of every number that is stored.
    sparse: Option<(usize, usize)>,
}

/// What came out, as far as the job has it.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Answer {
    eigenvalues: Option<Vec<f64>>,
    accuracy: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Step>>,
}

/// Runs work some times.
type Clock<'c> = dyn FnMut(&mut dyn FnMut() -> Fallible<()>) -> Fallible<()> + 'c;

impl Job {
    /// Makes ready, lets the clock run the work, and looks at the result.
    pub(crate) fn run(self, clock: &mut Clock<'_>) -> Fallible<Answer> {
        match self {
            Job::Fit { data, learner } => fit(&data, &learner, clock),
            Job::Transform { data, learner, queries } => {
                let model = learner.fit(&data.read()?)?.model;
                let queries = npy::samples(&queries)?;
                clock(&mut || {
                    model.transform(&queries)?;
                    Ok(())
                })?;
                Ok(Answer::default())
            }
            Job::Predict { data, learner, queries } => {
                let model = learner.fit(&data.read()?)?.model;
                let queries = npy::samples(&queries)?;
                clock(&mut || {
                    model.predict(&queries)?;
                    Ok(())
                })?;
                Ok(Answer::default())
            }
            Job::Ionosphere { learner } => {
                let data = datasets::ionosphere_with_labels(10, 1)?;
                clock(&mut || {
                    learner.fit(&data)?;
                    Ok(())
                })?;
                Ok(Answer::default())
            }
            Job::Nearest { samples, queries, k, search, sample, output } => {
                let queries = queries.map(|path| npy::samples(&path)).transpose()?;
                let samples = npy::samples(&samples)?;
                let found = nearest(&samples, queries.as_ref(), k, search, clock)?;
                let step = found.len().div_ceil(sample.max(1));
                let some: Vec<Vec<i64>> = found.into_iter().step_by(step).collect();
                npy::write_integers(&output, &some)?;
                Ok(Answer::default())
            }
            Job::Label(own) => {
                let mut steps = None;
                clock(&mut || {
                    steps = Some(labeling::run(&own)?);
                    Ok(())
                })?;
                Ok(Answer { steps, ..Answer::default() })
            }
        }
    }
}

impl Training {
    fn read(&self) -> Fallible<Dataset<'static>> {
        let samples = match self.sparse {
            Some(shape) => npy::sparse(&self.samples, shape)?,
            None => npy::samples(&self.samples)?,
        };
        Ok(Dataset::new(samples, npy::labels(&self.labels)?)?)
    }
}

fn fit(data: &Training, learner: &Plan, clock: &mut Clock<'_>) -> Fallible<Answer> {
    let dataset = data.read()?;
    let mut model = None;
    clock(&mut || {
        model = Some(learner.fit(&dataset)?.model);
        Ok(())
    })?;
    let model = model.ok_or("nothing was fitted")?;
    let eigenvalues = Some(model.eigenvalues().to_vec());
    let truth = data.truth.as_deref().map(npy::integers).transpose()?;
    let accuracy = truth.map(|truth| accuracy(&model, &dataset, &truth)).transpose()?;
    Ok(Answer { eigenvalues, accuracy: accuracy.flatten(), steps: None })
}

/// The share of unlabeled rows whose class is found, where there are any.
fn accuracy(model: &Model, data: &Dataset<'_>, truth: &[i64]) -> Fallible<Option<f64>> {
    let predicted = model.transduction(data, None)?;
    let right = predicted.iter().filter(|own| own.class == truth[own.row].to_string());
    let right = right.count() as f64;
    Ok((!predicted.is_empty()).then(|| right / predicted.len() as f64))
}

/// The rows nearest to each query.
fn nearest(
    samples: &Samples<'_>,
    queries: Option<&Samples<'_>>,
    k: usize,
    search: neighbors::Search,
    clock: &mut Clock<'_>,
) -> Fallible<Vec<Vec<i64>>> {
    let all: Vec<usize> = (0..samples.rows()).collect();
    let mut found = Vec::new();
    clock(&mut || {
        let queries = queries.map_or(Queries::Rows(&all), Queries::Points);
        found = Index::new(samples, Metric::Euclidean, search)?.nearest(queries, k)?.nearest;
        Ok(())
    })?;
    let rows = |own: Vec<halflit::neighbors::Neighbor>| own.iter().map(|n| n.row as i64).collect();
    Ok(found.into_iter().map(rows).collect())
}
