//! What a format has read, before it becomes a table.

use halflit::Encoding;

use crate::cells::Cells;
use crate::encode::Grid;
use crate::error::{IoError, Result, excerpt};
use crate::labels::LabelColumn;
use crate::options::{Missing, ReadOptions};
use crate::plan::Plan;
use crate::source::Origin;
use crate::table::Table;

/// Cells of features and all that stands beside them.
pub(crate) struct Raw {
    pub(crate) plan: Plan,
    pub(crate) rows: usize,
    /// `rows` × the features of the plan.
    pub(crate) values: Vec<f64>,
    pub(crate) cells: Cells,
    /// For each of the kept columns its cells.
    pub(crate) kept: Vec<Vec<String>>,
    pub(crate) labels: Option<LabelColumn>,
}

impl Raw {
    /// The table: an index left out, rows with gaps dropped or filled, categories spread.
    pub(crate) fn finish(self, origin: &Origin, options: &ReadOptions) -> Result<Table> {
        let Raw { plan, rows, values, cells, kept, labels } = self;
        let kept = plan.kept_names.into_iter().zip(kept).collect();
        let beside = Table {
            rows,
            kept,
            labels,
            named: plan.named,
            label_name: plan.label_name,
            passed_over: plan.passed_over,
            ..Table::default()
        };
        if plan.feature_names.is_empty() {
            return Ok(beside);
        }
        let mut grid = Grid { file: origin.name.clone(), names: plan.feature_names, values, cells };
        let index = (plan.maybe_index && grid.first_counts()).then(|| grid.names[0].clone());
        if index.is_some() {
            grid.remove_first();
        }
        let left = match options.missing {
            Missing::Drop => grid.drop_gaps()?,
            Missing::Error | Missing::Median => None,
        };
        let encoding = match &options.like {
            Some(like) => {
                grid.check_gaps()?;
                like.clone()
            }
            None => grid.learn(plan.named, options.missing == Missing::Median)?,
        };
        let feature_names = distinct(origin, &encoding)?;
        let (values, unknown) = grid.encode(&encoding, options.missing)?;
        let table = Table { feature_names, values, encoding, index, unknown, ..beside };
        Ok(match left {
            Some(left) => table.only(left),
            None => table,
        })
    }
}

/// The names of the features; `a=b` may be a column, and a value of a column.
fn distinct(origin: &Origin, encoding: &Encoding) -> Result<Vec<String>> {
    let features = encoding.features();
    let mut met = std::collections::HashSet::new();
    match features.iter().find(|name| !met.insert(name.as_str())) {
        Some(name) => {
            Err(IoError::DuplicateColumn { place: origin.whole(), column: excerpt(name) })
        }
        None => Ok(features),
    }
}
