//! Wins and values reached, counted over tables.

use crate::rule::Rule;
use crate::table::Table;

/// What came out under one rule and one constraint, over all tables.
pub(super) struct Tally {
    pub(super) rule: Rule,
    pub(super) constraint: String,
    pub(super) wins: (usize, usize),
    /// Wins in the paper among the same contests; absent where none of them is in the paper.
    pub(super) published: Option<usize>,
    pub(super) reached: (usize, usize),
}

/// One for each rule and constraint, in the order of the tables.
pub(super) fn tallies(tables: &[Table]) -> Vec<Tally> {
    let mut tallies: Vec<Tally> = Vec::new();
    for table in tables {
        let sum = |a: (usize, usize), b: (usize, usize)| (a.0 + b.0, a.1 + b.1);
        let (wins, reached, published) = (table.wins(), table.reached(), published(table));
        let same = |t: &&mut Tally| t.rule == table.rule && t.constraint == table.constraint;
        match tallies.iter_mut().find(same) {
            Some(tally) => {
                (tally.wins, tally.reached) = (sum(tally.wins, wins), sum(tally.reached, reached));
                tally.published = tally.published.zip(published).map(|(a, b)| a + b);
            }
            None => {
                let (rule, constraint) = (table.rule, table.constraint.clone());
                tallies.push(Tally { rule, constraint, wins, published, reached });
            }
        }
    }
    tallies
}

/// Wins in the paper among the contests of a table, if all of them are in the paper.
fn published(table: &Table) -> Option<usize> {
    let entries = table.lines.iter().flat_map(|line| &line.entries);
    let contests = entries.filter(|entry| entry.is_of_the_paper() && entry.contest.is_some());
    let bold: Option<Vec<bool>> = contests.map(|e| e.printed.map(|printed| printed.bold)).collect();
    bold.map(|bold| bold.into_iter().filter(|bold| *bold).count())
}
