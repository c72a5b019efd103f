//! How parameters are chosen. Every number of a report names its rule.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A way to choose γ and α.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// By cross-validation, anew for every split.
    Cv,
    /// By cross-validation scores pooled over all splits.
    PooledCv,
    /// By the test rows themselves.
    Best,
    /// By balance and margins, anew for every split.
    Auto,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 4] = [Rule::Cv, Rule::PooledCv, Rule::Best, Rule::Auto];

    /// As it is written at the shell and in every output.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Cv => "cv",
            Rule::PooledCv => "pooled-cv",
            Rule::Best => "best",
            Rule::Auto => "auto",
        }
    }

    /// What it means, in one sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Rule::Cv => {
                "on every split, the grid point that classifies the held-out labels best, ties broken by their margin: \
                 what a user with these labels would get"
            }
            Rule::PooledCv => {
                "one grid point for a dataset and a label count, best on the held-out labels of all splits together: \
                 honest, but it has seen the labels of every split"
            }
            Rule::Best => {
                "on every split, the grid point that classifies the test rows best: an upper bound that needs the answers, \
                 never a result to claim"
            }
            Rule::Auto => {
                "on every split, γ by balance (the unlabeled rows cost a set share of what the labels gain), then, among \
                 settings within one standard error of the best on held-out labels, the largest margins on held-out labels \
                 and unlabeled rows: no test label is used"
            }
        }
    }

    /// Whether it looks at no test label.
    pub fn is_honest(self) -> bool {
        self != Rule::Best
    }

    /// Whether it looks at held-out labels of a grid.
    pub(crate) fn cross_validates(self) -> bool {
        matches!(self, Rule::Cv | Rule::PooledCv)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Rule::ALL.into_iter().find(|rule| rule.name() == text);
        found.ok_or_else(|| "give cv, pooled-cv, best or auto".into())
    }
}
