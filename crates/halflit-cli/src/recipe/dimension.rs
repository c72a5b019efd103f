//! How many axes, where nobody said.

use std::collections::HashSet;

use halflit::evaluation::Plan;
use halflit::{Auto, Dataset, Reduction, usual_dimension};

/// The plan with a number of axes that fits the classes; for a picture, two.
pub(crate) fn with_dimension(
    plan: Plan,
    given: Option<usize>,
    picture: bool,
    data: &Dataset<'_>,
) -> Plan {
    let classes = data.labels().present_classes().len();
    match plan {
        plan if given.is_some() => plan,
        Plan::Auto(_) if picture && classes == 2 && different_labeled_rows(data) > 2 => {
            Plan::Auto(Auto { dimension: Some(2) })
        }
        Plan::Auto(auto) => Plan::Auto(auto),
        Plan::Reduction(reduction) => {
            // In the space of a kernel there are more axes than columns.
            let columns = match reduction.space.kernel {
                Some(_) => data.samples().rows(),
                None => data.samples().columns(),
            };
            let dimension = match picture {
                true => 2.min(columns),
                false => usual_dimension(data.labels(), columns),
            };
            Plan::Reduction(Reduction { dimension, ..reduction })
        }
    }
}

/// As many rows span one axis less.
fn different_labeled_rows(data: &Dataset<'_>) -> usize {
    let bits = |row: usize| -> Vec<u64> {
        data.samples().row(row).iter().map(|value| value.to_bits()).collect()
    };
    data.labels().labeled_rows().into_iter().map(bits).collect::<HashSet<_>>().len()
}
