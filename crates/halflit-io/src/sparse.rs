//! Rows of a file that stores no zeros. Wide ones stay as they are.

use halflit::{Content, Encoding, Error, Samples, Shape};

use crate::error::Result;
use crate::labels::LabelColumn;
use crate::options::ReadOptions;
use crate::plan::{Plan, Role};
use crate::source::Origin;
use crate::table::Table;

/// Numbers that are not 0, row after row.
#[derive(Debug, Default)]
pub(crate) struct SparseRows {
    /// For every row the end of its numbers.
    pub(crate) ends: Vec<usize>,
    /// Their columns, ascending in a row, from 0.
    pub(crate) columns: Vec<u32>,
    pub(crate) values: Vec<f64>,
}

impl SparseRows {
    /// The numbers of every row with their columns.
    pub(crate) fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = (usize, f64)> + '_> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| {
            let columns = self.columns[start..end].iter().map(|&column| column as usize);
            columns.zip(self.values[start..end].iter().copied())
        })
    }

    /// Whether the library would condense these rows, and nothing is asked of single cells.
    pub(crate) fn stays(&self, plan: &Plan, roles: &[Role], options: &ReadOptions) -> bool {
        let shape = Shape::new(self.ends.len(), plan.width(), 0, 0).sparse(self.values.len());
        let is_number = |content: &Content| matches!(content, Content::Number { .. });
        let of_numbers = |like: &Encoding| like.columns.iter().all(|own| is_number(&own.content));
        shape.is_condensed()
            && plan.kept_names.is_empty()
            && plan.texts.is_empty()
            && !roles.contains(&Role::Label)
            && options.like.as_ref().is_none_or(of_numbers)
            && self.values.iter().all(|value| value.is_finite())
    }

    /// The table of rows that stay; `roles` are those of their columns.
    pub(crate) fn table(
        &self,
        origin: &Origin,
        plan: Plan,
        roles: &[Role],
        labels: Option<LabelColumn>,
        options: &ReadOptions,
    ) -> Result<Table> {
        let (mut starts, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
        for numbers in self.rows() {
            let place = |(column, value): (usize, f64)| match roles[column] {
                Role::Feature(k) => Some((k as u32, value)),
                Role::Label | Role::Ignored => None,
            };
            let mut own: Vec<(u32, f64)> = numbers.filter_map(place).collect();
            // Someone may have asked for columns in another order.
            own.sort_unstable_by_key(|(column, _)| *column);
            columns.extend(own.iter().map(|(column, _)| *column));
            values.extend(own.iter().map(|(_, value)| *value));
            starts.push(values.len());
        }
        let (rows, width) = (self.ends.len(), plan.width());
        let samples = Samples::from_csr(starts, columns, values, rows, width);
        let refused = |error: Error| match &error {
            Error::TooLarge { row, column, value } => {
                let name = &plan.feature_names[*column];
                let reason = format!("row {row}, column '{name}' is {value:e}; {}", error.help());
                origin.damaged("sparse", reason)
            }
            _ => origin.damaged("sparse", error),
        };
        let sparse = Some(samples.map_err(refused)?);
        let names = plan.feature_names;
        let numbers = || Encoding::of_numbers(names.iter().cloned(), plan.named);
        let encoding = options.like.clone().unwrap_or_else(numbers);
        Ok(Table {
            feature_names: encoding.features(),
            rows,
            sparse,
            labels,
            label_name: plan.label_name,
            named: plan.named,
            encoding,
            passed_over: plan.passed_over,
            ..Table::default()
        })
    }
}

impl Table {
    /// The table with its zeros, for those who look at every number; as it is where the machine has no room for them.
    #[must_use]
    pub fn written_out(mut self) -> Table {
        let Some(sparse) = &self.sparse else { return self };
        let bytes = 8 * sparse.rows() as u128 * sparse.columns() as u128;
        // What is made of them takes as much again.
        if halflit::available_memory().is_none_or(|free| 2 * bytes <= u128::from(free)) {
            self.values = sparse.to_rows().into_values();
            self.sparse = None;
        }
        self
    }

    /// The value of a feature in a row.
    ///
    /// # Panics
    /// Where there is no such row or feature.
    pub fn value(&self, row: usize, feature: usize) -> f64 {
        match &self.sparse {
            None => self.row(row)[feature],
            Some(sparse) => {
                let own = sparse.nonzeros(row);
                let place = own.binary_search_by_key(&feature, |(column, _)| *column);
                place.map_or(0.0, |place| own[place].1)
            }
        }
    }
}
