use halflit::{Labels, datasets};

use super::*;
use crate::session::Settings;

/// The rows of a round that is chosen from some labels.
fn round(
    prepared: &Prepared<'_>,
    labels: &Labels,
    asked: &[usize],
    count: usize,
) -> Result<Vec<Suggestion>> {
    let (labels, asked) = (labels.clone(), asked.to_vec());
    let (classes, settings, taken) = (Vec::new(), Settings::default(), Vec::new());
    let basis = ToLearn { labels, classes, settings, taken };
    suggest(prepared, &Round { basis, asked, count }, None)
}

#[test]
fn rounds_go_on_where_others_end_and_ask_a_model_once_there_are_labels() -> Result<()> {
    let samples = datasets::ionosphere().samples().clone();
    let prepared = Settings::default().plan(3, samples.rows())?.prepare(&samples)?;
    let none = Labels::none(351);
    let first = round(&prepared, &none, &[], 10)?;
    assert!(first.len() == 10 && first.iter().all(|own| !own.is_check()));
    let asked: Vec<usize> = first.iter().map(|own| own.row).collect();
    let next = round(&prepared, &none, &asked, 5)?;
    assert!(next.iter().all(|own| !asked.contains(&own.row)));
    assert!(next[4].is_check(), "the fifteenth is the first check row: {next:?}");
    let after = round(&prepared, datasets::ionosphere_with_labels(20, 1)?.labels(), &[], 10)?;
    assert!(after.iter().any(|own| own.reason.to_string().contains("unsure between")), "{after:?}");
    let all: Vec<usize> = (0..351).collect();
    assert!(round(&prepared, &none, &all, 5)?.is_empty());
    assert_eq!(round(&prepared, &none, &all[2..], 5)?.len(), 2);
    Ok(())
}
