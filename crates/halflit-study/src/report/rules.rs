//! What the words of the tables mean.

use super::Study;
use super::document::Document;
use super::text::Text;
use crate::rule::Rule;

const PAPERS: &str = ": B is that of the supervised learner plus γI, as in the paper's second remark. γ then also is a \
    ridge, in the units of the data.";
const BLENDED: &str = ": B is that of the supervised learner plus γ Xᵀ D X, with D the degrees of the unlabel cost. γ → 0 \
    then gives the supervised learner and γ → ∞ gives LPP*, whatever the units. The paper does not have it.";

pub(super) fn write(study: &Study, document: &mut Document) {
    if study.tables.is_empty() {
        return;
    }
    document.heading(2, "How to read the tables");
    document.paragraph(
        "A cell is the mean accuracy in percent of the nearest neighbor in the reduced space, over all splits, ± its \
         standard error. SS-X is **bold** where its mean is above those of LPP*, of X, and for SS-LFDA of SELF; the \
         raised number is the confidence in percent, 80, 90, 95 or 99, of a one-tailed paired t-test that it is better \
         than the best of them. Under each of our rows stands, set apart, what the paper printed.",
    );
    let used = |rule: &Rule| study.tables.iter().any(|table| table.rule == *rule);
    let rules: Vec<Rule> = Rule::ALL.into_iter().filter(used).collect();
    document.paragraph("γ weighs the unlabeled rows, α sharpens their graph. Each rule has its own way to choose them:");
    document.list(rules.iter().map(meaning).collect());
    let constraints = [
        ("paper", "The paper's constraint", PAPERS),
        ("blended", "The blended constraint", BLENDED),
    ];
    let used = |name: &str| study.tables.iter().any(|table| table.constraint == name);
    let constraints = constraints.iter().filter(|(name, ..)| used(name));
    let items: Vec<Text> =
        constraints.map(|(_, name, means)| Text::strong(*name).then(Text::plain(*means))).collect();
    if !items.is_empty() {
        document
            .paragraph("The semi-supervised learners minimise their cost subject to A B Aᵀ = I:");
        document.list(items);
    }
}

fn meaning(rule: &Rule) -> Text {
    let meaning = format!(": {}.", rule.meaning());
    Text::strong(rule.name()).then(Text::plain(meaning))
}
