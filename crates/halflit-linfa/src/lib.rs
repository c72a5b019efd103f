//! linfa's traits for halflit: any reduction as a [`Fit`], its model as a [`Transformer`] and a predictor.
//!
//! A crate apart, because linfa 0.8 is built on ndarray 0.16 while the newest is 0.17: halflit itself knows neither.
//! Targets are `Option<class>`, `None` where a row is unlabeled.
//!
//! ```
//! use halflit::{Reduction, learner::SsLfda};
//! use halflit_linfa::LinfaReduction;
//! use linfa::{DatasetBase, traits::{Fit, Predict, Transformer}};
//! use ndarray::{Array1, Array2, array};
//!
//! let records = array![[0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1], [1.9, 0.4]];
//! let targets = Array1::from(vec![Some("left"), Some("left"), Some("right"), Some("right"), None]);
//! let data = DatasetBase::new(records.clone(), targets);
//!
//! let model = LinfaReduction(Reduction::new(SsLfda::default(), 1)).fit(&data)?;
//! let map: Array2<f64> = model.transform(records.view());
//! let classes: Array1<String> = model.predict(&records);
//! assert_eq!((map.dim(), classes[4].as_str()), ((5, 1), "right"));
//! # Ok::<(), halflit_linfa::Error>(())
//! ```

use halflit::{Dataset, Labels, Learner, Model, Reduction, Samples};
use linfa::DatasetBase;
use linfa::dataset::{AsSingleTargets, AsTargets};
use linfa::traits::{Fit, PredictInplace, Transformer};
use ndarray::{Array1, Array2, ArrayBase, Data, Ix2};

/// Why a fit was refused, by halflit or by linfa.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // each is the error of the crate it is named after
pub enum Error {
    #[error(transparent)]
    Halflit(#[from] halflit::Error),
    #[error(transparent)]
    Linfa(#[from] linfa::Error),
}

/// Everything that is chosen before a fit, for linfa.
#[derive(Debug, Clone, PartialEq)]
pub struct LinfaReduction<L>(pub Reduction<L>);

/// What was learned, for linfa.
#[derive(Debug, Clone, PartialEq)]
pub struct LinfaModel(pub Model);

impl<D, T, C, L> Fit<ArrayBase<D, Ix2>, T, Error> for LinfaReduction<L>
where
    D: Data<Elem = f64>,
    T: AsTargets<Elem = Option<C>> + AsSingleTargets,
    C: ToString,
    L: Learner + Clone,
{
    type Object = LinfaModel;

    /// Records in standard layout are not copied. A row of weight 2 is that row twice.
    fn fit(&self, dataset: &DatasetBase<ArrayBase<D, Ix2>, T>) -> Result<LinfaModel, Error> {
        let targets = dataset.targets().as_single_targets();
        let labels = Labels::new(targets.iter().map(|class| class.as_ref().map(C::to_string)));
        let records = dataset.records().as_standard_layout();
        let samples = samples(&records)?;
        let mut data = Dataset::new(samples, labels)?;
        if let Some(weights) = dataset.weights() {
            data = data.with_weights(weights.iter().map(|&weight| f64::from(weight)).collect())?;
        }
        Ok(LinfaModel(self.0.fit(&data)?))
    }
}

impl<D: Data<Elem = f64>> Transformer<ArrayBase<D, Ix2>, Array2<f64>> for LinfaModel {
    /// Maps records into the subspace.
    ///
    /// # Panics
    /// Where the records have other columns than those of the fit or values that are not finite: linfa's trait has
    /// no room for an error. `self.0.transform` has.
    fn transform(&self, records: ArrayBase<D, Ix2>) -> Array2<f64> {
        let records = records.as_standard_layout();
        let mapped = samples(&records).and_then(|samples| self.0.transform(&samples));
        let mapped = mapped.unwrap_or_else(|error| panic!("{error}"));
        Array2::from_shape_fn((mapped.rows(), mapped.columns()), |(i, j)| mapped.row(i)[j])
    }
}

impl<D: Data<Elem = f64>> PredictInplace<ArrayBase<D, Ix2>, Array1<String>> for LinfaModel {
    /// The class of every record by its nearest labeled row in the subspace.
    ///
    /// # Panics
    /// As [`Transformer::transform`], and for a model without labels.
    fn predict_inplace(&self, records: &ArrayBase<D, Ix2>, classes: &mut Array1<String>) {
        let records = records.as_standard_layout();
        let predicted = samples(&records).and_then(|samples| {
            let names = self.0.predict(&samples)?;
            Ok(names.into_iter().map(str::to_owned).collect::<Vec<_>>())
        });
        *classes = Array1::from(predicted.unwrap_or_else(|error| panic!("{error}")));
    }

    fn default_target(&self, records: &ArrayBase<D, Ix2>) -> Array1<String> {
        Array1::from_elem(records.nrows(), String::new())
    }
}

/// Samples that borrow records in standard layout.
fn samples<'a, D: Data<Elem = f64>>(
    records: &'a ArrayBase<D, Ix2>,
) -> halflit::Result<Samples<'a>> {
    let (rows, columns) = records.dim();
    Samples::from_row_major(records.as_slice().unwrap_or_default(), rows, columns)
}

#[cfg(test)]
mod tests {
    use halflit::learner::Fda;
    use ndarray::array;

    use super::*;

    #[test]
    fn a_weight_is_a_number_of_rows() -> Result<(), Error> {
        let fda = LinfaReduction(Reduction::new(Fda::default(), 1));
        let records = array![[0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1]];
        let targets = Array1::from(vec![Some("a"), Some("a"), Some("b"), Some("b")]);
        let weighed = DatasetBase::new(records, targets).with_weights(array![2.0, 1.0, 1.0, 1.0]);
        let records = array![[0.0, 0.1], [0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1]];
        let targets = Array1::from(vec![Some("a"), Some("a"), Some("a"), Some("b"), Some("b")]);
        let written = DatasetBase::new(records, targets);
        let (found, expected) = (fda.fit(&weighed)?.0, fda.fit(&written)?.0);
        assert!((found.eigenvalues()[0] / expected.eigenvalues()[0] - 1.0).abs() < 1e-10);
        Ok(())
    }
}
