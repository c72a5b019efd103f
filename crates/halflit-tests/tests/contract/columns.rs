//! What the columns have to do with the axes.

use halflit::learner::Pca;
use halflit::{
    AnyLearner, Dataset, Error, Kernel, Labels, Model, Plan, Samples, Scaling, SpaceChoice,
};

use crate::common::with::{ShortFit, With};

/// The first column is the second in units a million times as small, the third does not vary.
fn data() -> Dataset<'static> {
    let row = |i: usize| [1e6 * ((i * 7 % 11) as f64), (i * 7 % 11) as f64 + 0.5, 3.0];
    let rows: Vec<[f64; 3]> = (0..11).map(row).collect();
    let samples = Samples::from_rows(&rows).expect("samples");
    Dataset::new(samples, Labels::none(11)).expect("a dataset")
}

fn pca(space: SpaceChoice) -> Model {
    let learner = AnyLearner::named("pca").expect("a learner");
    let plan = Plan { space, ..Plan::new(learner).axes(1) };
    plan.model(&data()).expect("a model")
}

#[test]
fn contributions_are_free_of_units() {
    let spread = |scaling| {
        let model = pca(SpaceChoice { scaling, ..SpaceChoice::default() });
        let spread = model.contributions(data().samples()).expect("columns").expect("linear");
        // The model knows it of the rows of its fit.
        assert_eq!(model.spread().as_ref(), Some(&spread));
        spread.into_values()
    };
    // Scaled, both columns say the same and so have the same part; the constant one has none.
    let standard = spread(Scaling::Standard);
    assert!((standard[0].abs() - standard[1].abs()).abs() < 1e-9, "{standard:?}");
    assert!(standard[2].abs() < 1e-9 && standard[0].abs() > 0.5, "{standard:?}");
    // Unscaled, the axis is the first column, and spreads rows by its deviation: √10 million.
    let plain = spread(Scaling::None);
    assert!((plain[0].abs() / 1e6 - 10.0_f64.sqrt()).abs() < 1e-3, "{plain:?}");
}

#[test]
fn contributions_need_weights_and_the_same_columns() {
    let kernel = SpaceChoice { kernel: Some(Kernel::polynomial(2)), ..SpaceChoice::default() };
    assert_eq!(pca(kernel).contributions(data().samples()), Ok(None));
    let model = Pca::default().fit(&data(), 1).expect("a model");
    let narrow = Samples::from_rows(&[[1.0, 2.0]]).expect("samples");
    assert_eq!(model.contributions(&narrow), Err(Error::ColumnCount { expected: 3, found: 2 }));
}

#[test]
fn correlations_are_those_of_the_book() {
    let points = pca(SpaceChoice::default()).transform(data().samples()).expect("points");
    let found = Model::correlations(data().samples(), &points).into_values();
    // The axis follows the first column, one way or the other, and the second is the same in other units.
    assert!((found[0].abs() - 1.0).abs() < 1e-9 && (found[1] - found[0]).abs() < 1e-9, "{found:?}");
    assert_eq!(found[2], 0.0);
}
