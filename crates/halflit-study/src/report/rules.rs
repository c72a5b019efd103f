//! What the words of the tables mean.

use super::Study;
use super::markdown::{list, plain};
use crate::rule::Rule;
use crate::table::Entry;

const CELLS: &str = "A cell is the mean accuracy in percent of the nearest neighbor in the reduced space, over all \
    splits, ± its standard error.";
const CONTESTS: &str = "A semi-supervised learner is **bold** where its mean is above those of its opponents: its \
    supervised form, LPP\\*, and for SS-LFDA also SELF, as far as they were run. The raised number is the confidence in \
    percent, 80, 90, 95 or 99, of a one-tailed paired t-test that it is better than the best of them.";
const PUBLISHED: &str = "Under each of our rows stands, set apart, what was published.";
const CHOICES: &str = "γ weighs the unlabeled rows, α sharpens their graph. Each rule has its own way to choose them:";
const CONSTRAINTS: [(&str, &str); 2] = [
    (
        "paper",
        "B is that of the supervised learner plus γI. γ then also is a ridge, in the units of the data.",
    ),
    (
        "blended",
        "B is that of the supervised learner plus γ Xᵀ D X, with D the degrees of the unlabel cost. γ → 0 then gives \
         the supervised learner and γ → ∞ gives LPP\\*, whatever the units.",
    ),
];

pub(super) fn section(study: &Study) -> Vec<String> {
    if study.tables.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec!["## How to read the tables".into(), cells(study)];
    let used = |rule: &Rule| study.tables.iter().any(|table| table.rule == *rule);
    let meaning = |rule: Rule| format!("**{rule}**: {}.", plain(rule.meaning()));
    blocks.push(CHOICES.into());
    blocks.push(list(Rule::ALL.into_iter().filter(used).map(meaning)));
    blocks.extend(constraints(study));
    blocks
}

fn cells(study: &Study) -> String {
    let any = |has: fn(&Entry) -> bool| study.tables.iter().any(|table| table.entries().any(has));
    let contests = any(|entry| entry.contest.is_some()).then_some(CONTESTS);
    let published = any(|entry| entry.printed.is_some()).then_some(PUBLISHED);
    [Some(CELLS), contests, published].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn constraints(study: &Study) -> Vec<String> {
    let used = |name: &str| study.tables.iter().any(|table| table.constraint() == Some(name));
    let used: Vec<_> = CONSTRAINTS.iter().filter(|(name, _)| used(name)).collect();
    if used.is_empty() {
        return Vec::new();
    }
    let item = |(name, meaning): &(&str, &str)| format!("**{name}**: {meaning}");
    let mut blocks = vec![
        "The semi-supervised learners minimise their cost subject to A B Aᵀ = I. The constraint is:".into(),
        list(used.into_iter().map(item)),
    ];
    if study.paper {
        blocks.push("`paper` is that of the paper's second remark; the paper has no other.".into());
    }
    blocks
}
