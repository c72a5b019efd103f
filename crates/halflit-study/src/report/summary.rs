//! What became of the paper's claims, in a few sentences.

use super::{Study, names};
use crate::details::Details;
use crate::report::markdown::list;
use crate::table::Table;

const CONTESTS: &str = "SS-DNE and SS-LFDA are the paper's own learners. Each has to beat its opponents on every dataset, \
    in the input space and in that of a kernel: LPP\\*, its supervised form, and for SS-LFDA also SELF. The paper counts \
    32 wins in 40 contests. What came out here, by the rule that chose γ and α, beside the paper's wins in the same \
    contests:";
const HONESTY: &str = "An honest rule looks at no test label. An upper bound chooses by the test labels themselves: its \
    numbers are no result to claim.";

pub(super) fn section(study: &Study) -> Vec<String> {
    let mut blocks = vec!["## Summary".into()];
    let contests = contests(&study.tables);
    if !contests.is_empty() {
        blocks.extend([CONTESTS.into(), list(contests), HONESTY.into()]);
    }
    let others = [datasets(&study.details), figures(study)];
    let others: Vec<String> = others.into_iter().flatten().collect();
    blocks.extend((!others.is_empty()).then(|| others.join(" ")));
    blocks
}

/// One item per rule and constraint, over all tables of the paper.
fn contests(tables: &[Table]) -> Vec<String> {
    let mut choices: Vec<(String, Vec<&Table>)> = Vec::new();
    for table in tables.iter().filter(|table| table.paper) {
        let choice = names::choice(table);
        match choices.iter_mut().find(|(other, _)| *other == choice) {
            Some((_, tables)) => tables.push(table),
            None => choices.push((choice, vec![table])),
        }
    }
    choices.iter().map(|(choice, tables)| item(choice, tables)).collect()
}

fn item(choice: &str, tables: &[&Table]) -> String {
    let sum = |count: fn(&Table) -> usize| tables.iter().map(|table| count(table)).sum::<usize>();
    let nature = if tables[0].rule.is_honest() { "honest" } else { "an upper bound" };
    format!(
        "**{choice}** ({nature}): they win {} of {} contests (the paper: {}) and reach the published value in {} of {} \
         cells.",
        sum(|table| table.wins().0),
        sum(|table| table.wins().1),
        sum(Table::published_wins),
        sum(|table| table.reached().0),
        sum(|table| table.reached().1),
    )
}

fn datasets(details: &[Details]) -> Option<String> {
    let same = details.iter().filter(|details| details.is_as_published()).count();
    (!details.is_empty()).then(|| {
        format!(
            "The good-neighbors scores of table 1 come out to the last printed digit, in both spaces, on {same} of {} \
             datasets.",
            details.len()
        )
    })
}

fn figures(study: &Study) -> Option<String> {
    let findings = || study.figures.iter().flat_map(|figure| &figure.findings);
    let (held, all) = (findings().filter(|finding| finding.holds).count(), findings().count());
    (all > 0).then(|| format!("Of {all} claims about the figures, {held} came out as claimed."))
}
