//! How many axes, where nobody said.

use std::collections::HashSet;

use halflit::evaluation::Plan;
use halflit::{
    AnyLearner, Auto, Dataset, Labels, Reduction, Shape, Space, SpaceChoice, usual_dimension,
};

/// A picture has two axes: auto gets a second one for two classes. All others have two at least, which are the same whatever
/// their number is.
pub(crate) fn for_a_picture(plan: Plan, given: Option<usize>, data: &Dataset<'_>) -> Plan {
    let two_classes = data.labels().present_classes().len() == 2;
    match plan {
        Plan::Auto(auto) if given.is_none() && two_classes && different_labeled_rows(data) > 2 => {
            Plan::Auto(Auto { dimension: Some(2), ..auto })
        }
        plan => plan,
    }
}

/// The reduction with a number of axes that fits the classes and the space, unless one was given.
pub(crate) fn settled(
    reduction: &Reduction<AnyLearner>,
    given: Option<usize>,
    space: &Space<'_>,
    labels: &Labels,
) -> Reduction<AnyLearner> {
    let dimension = given.unwrap_or_else(|| usual_dimension(labels, space.rank()));
    Reduction { dimension, ..reduction.clone() }
}

/// The space that a fit with that number of axes needs.
pub(crate) fn space_for_fit(
    reduction: &Reduction<AnyLearner>,
    given: Option<usize>,
    data: &Dataset<'_>,
) -> SpaceChoice {
    let dimension = given.unwrap_or_else(|| usual_dimension(data.labels(), usize::MAX));
    Reduction { dimension, ..reduction.clone() }.space_for_fit(data.samples().rows())
}

/// The plan with a number of axes that fits the classes and the columns, unless one was given: what [`settled`] comes to where
/// no column depends on others.
pub(crate) fn of_dimension(plan: Plan, given: Option<usize>, shape: &Shape) -> Plan {
    match plan {
        Plan::Auto(auto) => Plan::Auto(auto),
        Plan::Reduction(reduction) => {
            let dimension = given.unwrap_or_else(|| shape.usual_dimension());
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
