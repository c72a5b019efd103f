//! What the words of the tables mean.

use halflit::Named;
use halflit::choose::Rule;

use super::Study;
use super::markdown::list;
use crate::protocol::RAW;
use crate::table::Entry;

const CELLS: &str = "A cell is the mean accuracy in percent of the nearest neighbor in the reduced space, over all \
    splits, ± its standard error.";
const BASELINE: &str = "“raw 1-NN” is the nearest neighbor among the rows as they are, without any learner: where a \
    learner is not above it, reducing the dimension has not helped to classify.";
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
    let rules = Rule::TABLE.iter().map(|(_, rule, _)| *rule).filter(used);
    blocks.push(CHOICES.into());
    blocks.push(list(rules.map(|rule| format!("**{rule}**: {}.", meaning(rule)))));
    blocks.extend(constraints(study));
    blocks
}

fn meaning(rule: Rule) -> &'static str {
    match rule {
        Rule::Cv => {
            "on every split, the grid point that classifies the held-out labels best, ties broken by their margin: what \
             a user with these labels would get"
        }
        Rule::PooledCv => {
            "one grid point for a dataset and a label count, best on the held-out labels of all splits together: honest, \
             but it has seen the labels of every split"
        }
        Rule::Auto => {
            "on every split, γ by balance (the unlabeled rows cost a set share of what the labels gain), then, among \
             settings within one standard error of the best on held-out labels, the largest margins on held-out labels \
             and unlabeled rows: no test label is used"
        }
        Rule::Oracle => {
            "on every split, the grid point that classifies the test rows best: an upper bound that needs the answers, \
             never a result to claim"
        }
    }
}

fn cells(study: &Study) -> String {
    let any = |has: fn(&Entry) -> bool| study.tables.iter().any(|table| table.entries().any(has));
    let baseline = any(|entry| entry.learner == RAW).then_some(BASELINE);
    let contests = any(|entry| entry.contest.is_some()).then_some(CONTESTS);
    let published = any(|entry| entry.printed.is_some()).then_some(PUBLISHED);
    [Some(CELLS), baseline, contests, published].into_iter().flatten().collect::<Vec<_>>().join(" ")
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
