use super::*;
use crate::constraint::{Constraint, LabelConstraint};
use crate::cost::{Cost, UnlabelChoice};
use crate::data::{Dataset, Labels, Samples};
use crate::graph::{Neighborhood, Pairs};
use crate::problem::LabelPart;
use crate::space::SpaceChoice;

/// Texts of ten topics, each with words of its own.
fn texts(rows: usize, columns: usize) -> Result<Samples<'static>> {
    let (mut starts, mut places, mut state) = (vec![0], Vec::new(), 1u64);
    let mut draw = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for i in 0..rows {
        let mut words: Vec<u32> = (0..30)
            .map(|_| match draw(10) {
                0..6 => (i % 10 * columns / 10 + draw(100)) as u32,
                _ => draw(columns) as u32,
            })
            .collect();
        words.sort_unstable();
        words.dedup();
        places.extend(words);
        starts.push(places.len());
    }
    let values = vec![0.2; places.len()];
    Samples::from_csr(starts, places, values, rows, columns)
}

/// Near rows pull, five classes push.
fn problem(samples: &Samples<'static>) -> Result<Problem> {
    let class = |i: usize| (i < 100).then_some(i % 5);
    let labels = Labels::new((0..samples.rows()).map(class));
    let data = Dataset::new(samples.clone(), labels)?;
    let cost = Cost::classes(&data, |rows| 0.1 / rows, -0.01);
    let graph = Neighborhood { pairs: Pairs::Nearest(10), ..Neighborhood::default() };
    Ok(Problem {
        learner: "texts".into(),
        label: Some(LabelPart { cost, constraint: LabelConstraint::Identity }),
        unlabel: UnlabelChoice::Near(graph),
        constraint: Constraint::Label,
        gamma: Some(1.0),
        alpha: Some(8.0),
    })
}

/// The operators without their preconditioner.
struct Bare<'o>(&'o dyn Operators);

impl Operators for Bare<'_> {
    fn apply(&self, v: MatRef<'_, f64>) -> Result<(Mat<f64>, Mat<f64>)> {
        self.0.apply(v)
    }

    fn precondition(&self, residuals: Mat<f64>, _: &[f64]) -> Result<Mat<f64>> {
        Ok(residuals)
    }
}

/// More axes than the classes give lie in the midst of many that hardly differ: what the rows between them pull together decides.
#[test]
fn axes_beyond_the_classes_take_few_steps() -> Result<()> {
    let samples = texts(600, 3000)?;
    let (problem, solve) = (problem(&samples)?, Solve::axes(10));
    let space = Space::of(&samples, &SpaceChoice::default())?;
    let parts = Parts::new(&problem, &space)?;
    let ridge = parts.ridge(1.0, space.rank(), &solve)?;
    let rows = Rows { samples: &samples, mean: &space.moments().mean, by: None };
    let operators = parts.operators(rows, ridge, 1.0);
    let begin = || rows.transposed(&start(600, block_width(10, space.rank())));
    smallest(&operators, begin(), 10, 40)?;
    assert!(smallest(&Bare(&operators), begin(), 10, 40).is_err(), "the test asks nothing");
    Ok(())
}
