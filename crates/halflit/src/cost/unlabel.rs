//! Where C^u comes from. It sees no label: that is why it may be computed once and shared.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Cost;
use crate::data::{Dataset, Samples};
use crate::error::{Error, Result};
use crate::graph::Neighborhood;
use crate::names::unknown_name;
use crate::neighbors::Searched;

/// A choice of C^u, before its Hadamard power.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum UnlabelChoice {
    /// No unlabel part.
    #[default]
    None,
    /// PCA's: −1/n on every pair, so that S(C^u) = −XcᵀXc: the more variance, the less cost.
    Variance,
    /// The graph of near rows.
    Near(Neighborhood),
    /// A cost that is fixed.
    #[serde(skip)]
    Given(Cost<'static>),
    /// A cost computed from the data, which it gets without labels.
    #[serde(skip)]
    Function(CostFunction),
}

impl FromStr for UnlabelChoice {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Ok(match name {
            "none" => UnlabelChoice::None,
            "variance" => UnlabelChoice::Variance,
            "near" => UnlabelChoice::Near(Neighborhood::default()),
            _ => return Err(unknown_name("unlabel cost", name, Self::NAMES.into_iter())),
        })
    }
}

impl UnlabelChoice {
    /// Every unlabel cost that has a name.
    pub const NAMES: [&'static str; 3] = ["none", "variance", "near"];

    /// The cost on some samples; nothing where there is no unlabel part.
    ///
    /// # Errors
    /// Rows that the graph cannot use, and [`Error::Shape`] for a given cost of other rows.
    pub fn cost<'a>(&self, samples: &'a Samples<'_>) -> Result<Option<Cost<'a>>> {
        Ok(self.searched_cost(samples)?.map(|(cost, _)| cost))
    }

    /// The cost, and how nearest rows were found, where some were looked for.
    pub(crate) fn searched_cost<'a>(
        &self,
        samples: &'a Samples<'_>,
    ) -> Result<Option<(Cost<'a>, Option<Searched>)>> {
        let (n, mut searched) = (samples.rows(), None);
        let cost = match self {
            UnlabelChoice::None => return Ok(None),
            UnlabelChoice::Variance => Cost::constant(n, -1.0 / samples.total_weight()),
            UnlabelChoice::Near(graph) => {
                let (cost, found_by) = graph.searched_cost(samples)?;
                searched = found_by;
                cost
            }
            UnlabelChoice::Given(cost) => cost.clone(),
            UnlabelChoice::Function(function) => {
                function.cost(&Dataset::unlabeled(samples.borrowed())?)?
            }
        };
        cost.check_rows(samples)?;
        Ok(Some((cost, searched)))
    }

    /// The graph of near rows, where that is what it is.
    pub fn graph(&self) -> Option<&Neighborhood> {
        match self {
            UnlabelChoice::Near(graph) => Some(graph),
            _ => None,
        }
    }
}

impl fmt::Display for UnlabelChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnlabelChoice::None => write!(f, "none"),
            UnlabelChoice::Variance => write!(f, "the variance of all rows, as a gain"),
            UnlabelChoice::Near(graph) => write!(f, "{graph}"),
            UnlabelChoice::Given(cost) => write!(f, "{cost}"),
            UnlabelChoice::Function(function) => write!(f, "{function:?}"),
        }
    }
}

/// A user's function from data to a cost.
#[derive(Clone)]
pub struct CostFunction(Arc<DataFunction>);

type DataFunction = dyn Fn(&Dataset<'_>) -> Result<Cost<'static>> + Send + Sync;

impl CostFunction {
    /// Wraps a function.
    pub fn new(
        function: impl Fn(&Dataset<'_>) -> Result<Cost<'static>> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(function))
    }

    /// The cost on some data.
    ///
    /// # Errors
    /// What the function refuses.
    pub fn cost(&self, data: &Dataset<'_>) -> Result<Cost<'static>> {
        (self.0)(data)
    }
}

impl fmt::Debug for CostFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a function of the data")
    }
}

impl PartialEq for CostFunction {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Cost<'_> {
    /// A given cost must be of these rows.
    pub(crate) fn check_rows(&self, samples: &Samples<'_>) -> Result<()> {
        match self.rows() == samples.rows() {
            true => Ok(()),
            false => {
                let rows = |n: usize| format!("{n} rows");
                Err(Error::shape("the given cost", rows(samples.rows()), rows(self.rows())))
            }
        }
    }
}
