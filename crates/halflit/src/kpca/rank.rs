//! How many coordinates of a kernel's space are kept, and how they are found.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::names::tagged;

/// The number of coordinates of a kernel's space that learners see. Coordinates are principal: the first ones hold most of the spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum KernelRank {
    /// All of them up to 500 rows. Up to 1,500 rows, and for a kernel that was given, the leading ones, at
    /// most 300, that hold all but 1 % of the spread; all where 300 leave out a quarter. Beyond, as many of at most 1,000 landmarks; fewer, but 100, of more than
    /// 25,000 rows.
    #[default]
    Auto,
    /// All of them: memory for n² numbers and time for n³.
    Full,
    /// At most so many leading ones, exactly: memory for n² numbers.
    Leading(usize),
    /// Those that at most so many rows span (Nyström), which stand for all others and alone become part of the model: memory for
    /// that many numbers for each row. From 1 to the number of rows.
    Landmarks(usize),
}

/// Rows up to which nothing is left out by itself.
const FULL_ROWS: usize = 500;
/// Rows up to which all eigenpairs are soon found.
const EXACT_ROWS: usize = 1500;
/// Rows up to which the Gram matrix is held for a few leading pairs.
const GRAM_ROWS: usize = 8000;
/// What [`KernelRank::Auto`] may leave out of the spread.
const LEFT_OUT: f64 = 1e-2;
/// A kernel of which the most coordinates that it keeps leave out more is flat.
const FLAT: f64 = 0.25;
/// What it keeps at most: coordinates, landmarks, and numbers for all rows together, as graphs of near rows look at all of them for
/// every row; but not fewer coordinates than that.
const MOST_COORDINATES: usize = 300;
const MOST_LANDMARKS: usize = 1000;
const MOST_NUMBERS: usize = 7_500_000;
const FEWEST_COORDINATES: usize = 100;

/// What is to be found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct RankLimits {
    /// By landmarks, so many at most; by all rows where there is no number.
    pub(crate) landmarks: Option<usize>,
    /// Coordinates at most.
    pub(crate) most: usize,
    /// The share of the spread that may be left out.
    pub(super) left_out: f64,
}

impl KernelRank {
    /// How each choice is written in words.
    pub const FORMS: &'static str = "auto, full, leading:NUMBER or landmarks:NUMBER";

    /// The smallest that holds the `axes` leading principal axes exactly, where that is possible.
    pub(crate) fn for_principal_axes(self, rows: usize, axes: usize) -> Self {
        match self {
            // One more, to see whether it is tied with the last.
            KernelRank::Auto if (FULL_ROWS + 1..=GRAM_ROWS).contains(&rows) => {
                KernelRank::Leading(axes.saturating_add(1))
            }
            other => other,
        }
    }

    /// Refuses what does not go with a kernel, or with none.
    pub(crate) fn check(self, kernel: Option<&Kernel>) -> Result<()> {
        let refuse = |parameter, with, help| Err(Error::Incompatible { parameter, with, help });
        let help = "landmarks are rows, of which it has none: take leading:NUMBER";
        match (self, kernel) {
            (KernelRank::Leading(0) | KernelRank::Landmarks(0), _) => {
                Err(Error::parameter("kernel_rank", self, Self::FORMS))
            }
            (KernelRank::Auto, None) => Ok(()),
            (_, None) => {
                refuse("kernel_rank", "rows without a kernel", "name a kernel, or leave it out")
            }
            (KernelRank::Landmarks(_), Some(Kernel::Precomputed {})) => {
                refuse("kernel_rank = landmarks", "a precomputed kernel", help)
            }
            _ => Ok(()),
        }
    }

    /// What this means for so many rows.
    pub(crate) fn plan(self, kernel: &Kernel, rows: usize) -> Result<RankLimits> {
        let all = RankLimits { landmarks: None, most: usize::MAX, left_out: 0.0 };
        let most = (MOST_NUMBERS / rows.max(1)).clamp(FEWEST_COORDINATES, MOST_COORDINATES);
        let by_itself = RankLimits { most, left_out: LEFT_OUT, ..all };
        let needs_all = *kernel == Kernel::Precomputed {};
        Ok(match self {
            KernelRank::Full => all,
            KernelRank::Leading(most) => RankLimits { most, ..all },
            KernelRank::Landmarks(count) if count > rows => {
                let allowed = "landmarks from 1 to the number of rows";
                return Err(Error::parameter("kernel_rank", self, allowed));
            }
            KernelRank::Landmarks(count) => RankLimits { landmarks: Some(count), ..all },
            KernelRank::Auto if rows <= FULL_ROWS => all,
            KernelRank::Auto if rows <= EXACT_ROWS || needs_all => by_itself,
            KernelRank::Auto => RankLimits { landmarks: Some(MOST_LANDMARKS), ..by_itself },
        })
    }
}

impl RankLimits {
    /// How many of some eigenvalues, the largest first, are kept, where all of them would sum to `total`. Those below
    /// `floor` are rounding.
    pub(super) fn kept(&self, values: &[f64], total: f64, floor: f64) -> usize {
        let mut sum = 0.0;
        let enough = values.iter().position(|value| {
            let is_enough = self.left_out > 0.0 && sum >= (1.0 - self.left_out) * total;
            sum += value;
            is_enough || *value <= floor
        });
        let count = enough.unwrap_or(values.len()).min(self.most).max(1);
        let held = values[..count].iter().sum::<f64>();
        // By itself a flat kernel is not cut: its coordinates count alike. Landmarks could not hold it anyway.
        let flat = self.left_out > 0.0 && self.landmarks.is_none() && held < (1.0 - FLAT) * total;
        if flat { values.iter().take_while(|value| **value > floor).count() } else { count }
    }

    /// How much of `total` some eigenvalues do not hold; where all were asked for, what they do not hold is rounding.
    pub(super) fn beyond(&self, kept: &[f64], total: f64) -> f64 {
        match self.landmarks.is_none() && self.most == usize::MAX {
            true => 0.0,
            false => (total - kept.iter().sum::<f64>()).max(0.0),
        }
    }
}

impl FromStr for KernelRank {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let count = |count: &str| count.parse().ok().filter(|&count| count > 0);
        let rank = match tagged(text) {
            ("auto", None) => Some(KernelRank::Auto),
            ("full", None) => Some(KernelRank::Full),
            ("leading", Some(number)) => count(number).map(KernelRank::Leading),
            ("landmarks", Some(number)) => count(number).map(KernelRank::Landmarks),
            _ => None,
        };
        rank.ok_or_else(|| Error::parameter("kernel_rank", text, Self::FORMS))
    }
}

impl std::fmt::Display for KernelRank {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            KernelRank::Auto => f.pad("auto"),
            KernelRank::Full => f.pad("full"),
            KernelRank::Leading(count) => write!(f, "leading:{count}"),
            KernelRank::Landmarks(count) => write!(f, "landmarks:{count}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_back() {
        for rank in ["auto", "full", "leading:3", "landmarks:20"] {
            assert_eq!(rank.parse::<KernelRank>().map(|rank| rank.to_string()), Ok(rank.into()));
        }
        for wrong in ["all", "leading", "leading:0", "landmarks:-1", "full:3", "auto:2", ""] {
            assert!(matches!(wrong.parse::<KernelRank>(), Err(Error::Parameter { .. })), "{wrong}");
        }
    }

    #[test]
    fn nothing_is_left_out_of_few_rows() {
        let plan = |rank: KernelRank, rows| rank.plan(&Kernel::rbf(), rows).expect("a plan");
        assert_eq!(plan(KernelRank::Auto, 500), plan(KernelRank::Full, 500));
        assert!(plan(KernelRank::Auto, 501).left_out > 0.0);
        assert!(plan(KernelRank::Auto, 1501).landmarks.is_some());
        assert_eq!(plan(KernelRank::Full, 10_000).landmarks, None);
        assert_eq!(
            [2000, 50_000, 1_000_000].map(|n| plan(KernelRank::Auto, n).most),
            [300, 150, 100]
        );
        let given = KernelRank::Auto.plan(&Kernel::Precomputed {}, 5000).expect("a plan");
        assert_eq!(given.landmarks, None);
        assert!(KernelRank::Landmarks(11).plan(&Kernel::rbf(), 10).is_err());
    }

    #[test]
    fn what_is_kept_holds_the_share() {
        let plan = RankLimits { landmarks: None, most: 9, left_out: 0.1 };
        assert_eq!(plan.kept(&[6.0, 3.0, 0.5, 0.5], 10.0, 0.0), 2);
        assert_eq!(plan.kept(&[6.0, 2.0, 1e-9], 10.0, 1e-6), 2);
        let two = RankLimits { most: 2, ..plan };
        assert_eq!(two.kept(&[6.0, 3.0, 1.0, 1.0, 1e-9], 11.0, 1e-6), 2);
        assert_eq!(two.kept(&[3.0, 3.0, 3.0, 2.0, 1e-9], 11.0, 1e-6), 4);
        let all = RankLimits { landmarks: None, most: 3, left_out: 0.0 };
        assert_eq!(all.kept(&[6.0, 3.0, 0.5, 0.5], 10.0, 0.0), 3);
    }
}
