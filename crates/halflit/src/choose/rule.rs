//! By what settings are chosen where there are many splits.

use serde::{Deserialize, Serialize};

use super::scores::{Scores, SettingScore};
use crate::names::named;

/// How parameters are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// By cross-validation, anew for every split: honest.
    Cv,
    /// By cross-validation scores pooled over all splits: one choice for a dataset, honest.
    PooledCv,
    /// By balance and margins, anew for every split: honest, and what `auto` means.
    Auto,
    /// By the test rows themselves, anew for every split: an upper bound, never a result to claim.
    Oracle,
}

named!(Rule, "rule", {
    "cv" => Cv, "cross-validation, anew for every split";
    "pooled-cv" => PooledCv, "cross-validation scores pooled over all splits, one choice for a dataset";
    "auto" => Auto, "balance and margins, anew for every split";
    "oracle" => Oracle, "the test labels themselves: an upper bound, never a result to claim";
});

impl Rule {
    /// Whether no test label is looked at.
    pub fn is_honest(self) -> bool {
        self != Rule::Oracle
    }

    /// Whether it needs cross-validation scores of a grid.
    pub fn cross_validates(self) -> bool {
        matches!(self, Rule::Cv | Rule::PooledCv)
    }

    /// The setting of a grid for split `split`, from the cross-validation and test scores of all splits; nothing where there
    /// are none, or where the choice is not one of a grid.
    pub fn choose(
        self,
        split: usize,
        cross_validated: &[Scores],
        tested: &[Scores],
    ) -> Option<SettingScore> {
        match self {
            Rule::Cv => cross_validated.get(split)?.best(),
            Rule::PooledCv => Scores::pool(cross_validated).best(),
            Rule::Oracle => tested.get(split)?.best(),
            Rule::Auto => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scores::tests::scores;
    use super::*;

    #[test]
    fn rules_look_where_they_say() {
        let first = scores([[9, 1], [9, 1]], [0.0; 2]);
        let second = scores([[4, 5], [4, 5]], [0.0; 2]);
        let test = scores([[1, 9], [1, 9]], [0.0; 2]);
        let cv = [first, second];
        let chosen = |rule: Rule, split, tested: &[Scores]| {
            rule.choose(split, &cv, tested).map(|best| best.index)
        };
        assert_eq!(chosen(Rule::Cv, 1, &[]), Some(1));
        assert_eq!(chosen(Rule::PooledCv, 1, &[]), Some(0));
        assert_eq!(chosen(Rule::Oracle, 0, &[test]), Some(1));
        assert_eq!(chosen(Rule::Auto, 0, &[]), None);
    }
}
