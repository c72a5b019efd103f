//! The answer in a few sentences.

use super::datasets::is_as_published;
use super::document::Document;
use super::names;
use super::tally::{Tally, tallies};
use super::text::Text;
use super::{Provenance, Study};
use crate::rule::Rule;

pub(super) fn write(study: &Study, document: &mut Document) {
    document.heading(2, "Summary");
    document.paragraph(&opening(&study.provenance));
    let tallies = tallies(&study.tables);
    if !tallies.is_empty() {
        document.paragraph(
            "SS-DNE and SS-LFDA are the paper's own learners. Each has to beat its opponents on every dataset, in the \
             input space and in that of a kernel: LPP*, its supervised form, and for SS-LFDA also SELF. The paper \
             counts 32 wins in 40 contests. What came out here, by the rule that chose γ and α, beside the \
             paper's wins in the same contests:",
        );
        document.list(by_rule(&tallies));
        document.paragraph(&honesty(&tallies));
    }
    let others = [datasets(study), figures(study)];
    let others: Vec<String> = others.into_iter().flatten().collect();
    if !others.is_empty() {
        document.paragraph(&others.join(" "));
    }
}

fn opening(provenance: &Provenance) -> String {
    format!(
        "The tables and figures of R. Chatpatanasiri and B. Kijsirikul, “A Unified Semi-Supervised Dimensionality \
         Reduction Framework for Manifold Learning” (2009), computed anew with halflit {} and set beside what was \
         published.",
        provenance.version
    )
}

fn by_rule(tallies: &[Tally]) -> Vec<Text> {
    let mut rules: Vec<Rule> = Vec::new();
    for tally in tallies {
        if !rules.contains(&tally.rule) {
            rules.push(tally.rule);
        }
    }
    let item = |rule: Rule| {
        let own: Vec<&Tally> = tallies.iter().filter(|tally| tally.rule == rule).collect();
        let clauses: Vec<String> =
            own.iter().enumerate().map(|(i, tally)| clause(tally, i == 0)).collect();
        let nature = if rule.is_honest() { "honest" } else { "an upper bound" };
        Text::strong(rule.name())
            .then(Text::marked(&format!(" ({nature}): {}.", clauses.join("; "))))
    };
    rules.into_iter().map(item).collect()
}

/// Wins and values reached; the words in full the first time.
fn clause(tally: &Tally, first: bool) -> String {
    let (wins, contests) = tally.wins;
    let constraint = names::constraint(&tally.constraint);
    if contests == 0 {
        return format!("with {constraint} there is nothing to compare");
    }
    let paper = tally.published.map_or(String::new(), |wins| format!(" (the paper: {wins})"));
    let won = match first {
        true => format!("they win {wins} of {contests} contests{paper}"),
        false => format!("they win {wins} of {contests}{paper}"),
    };
    let reached = match (tally.reached, first) {
        ((_, 0), _) => String::new(),
        ((reached, cells), true) => {
            format!(" and reach the published value in {reached} of {cells} cells")
        }
        ((reached, cells), false) => format!(" and reach it in {reached} of {cells}"),
    };
    format!("with {constraint} {won}{reached}")
}

fn honesty(tallies: &[Tally]) -> String {
    let names = |honest: bool| {
        let mut names: Vec<String> = Vec::new();
        for tally in tallies.iter().filter(|tally| tally.rule.is_honest() == honest) {
            let name = format!("`{}`", tally.rule);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    };
    let (honest, peeking) = (names(true), names(false));
    let verb = if honest.len() == 1 { "looks" } else { "look" };
    let rules = if honest.len() == 1 { "The rule" } else { "The rules" };
    let honest_part = format!("{rules} {} {verb} at no test label", names::listed(&honest));
    let peeking_part = format!(
        "{} chooses by the test labels themselves: its numbers are no result to claim",
        peeking.join(", ")
    );
    match (honest.is_empty(), peeking.is_empty()) {
        (false, true) => format!("{honest_part}."),
        (true, _) => format!("The rule {peeking_part}."),
        (false, false) => format!("{honest_part}; {peeking_part}."),
    }
}

fn datasets(study: &Study) -> Option<String> {
    let same = study.details.iter().filter(|details| is_as_published(details)).count();
    (!study.details.is_empty()).then(|| {
        format!(
            "The good-neighbors scores of table 1 come out to the last printed digit, in both spaces, on {same} of {} \
             datasets.",
            study.details.len()
        )
    })
}

fn figures(study: &Study) -> Option<String> {
    let findings = || study.figures.iter().flat_map(|figure| &figure.findings);
    let (held, all) = (findings().filter(|finding| finding.holds).count(), findings().count());
    match (held, all) {
        (_, 0) => None,
        (held, all) if held == all => Some(format!("All {all} findings of the figures hold.")),
        (1, all) => Some(format!("Of the {all} findings of the figures, 1 holds.")),
        (held, all) => Some(format!("Of the {all} findings of the figures, {held} hold.")),
    }
}
