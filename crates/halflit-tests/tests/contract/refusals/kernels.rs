//! Kernels.

use halflit::learner::Pca;
use halflit::{Error, Kernel, NegativeEigenvalues, Plan};

use super::{BAD_NUMBERS, assert_refused, learner};
use crate::common::compare::{fitted, with_kernel};
use crate::common::variants::{Variant, defaults};
use crate::common::with::With;
use crate::contract::tall;

#[test]
fn every_kernel_refuses_what_is_out_of_its_range() {
    for own in Kernel::TABLE {
        for &(parameter, range, _) in own.parameters {
            let refused = |value: &str| {
                let kernel: Result<Kernel, Error> =
                    format!("{}:{parameter}={value}", own.name).parse();
                matches!(kernel, Err(Error::Parameter { name, .. }) if name == parameter)
            };
            assert_eq!(refused("0"), range.contains("above 0") || range.contains("at least 1"));
            assert_eq!(refused("-1.5") || range.contains("whole"), range != "a finite number");
        }
    }
}

#[test]
fn kernels_out_of_range() {
    let data = tall().dataset();
    let fit = |kernel: Kernel| Plan::new(Pca::default()).axes(1).kernel(kernel).fit(&data);
    let polynomial = |degree, coef0, scale| fit(Kernel::Polynomial { degree, coef0, scale });
    for bad in BAD_NUMBERS {
        assert_refused! {
            bad, polynomial(2, bad, 1.0) => Error::Parameter { name: "coef0", .. },
            bad, polynomial(2, 1.0, bad) => Error::Parameter { name: "scale", .. },
            bad, fit(Kernel::Rbf { width: Some(bad) }) => Error::Parameter { name: "width", .. },
            bad, fit(Kernel::Laplacian { width: Some(bad) })
                => Error::Parameter { name: "width", .. },
            bad, fit(Kernel::Sigmoid { scale: Some(bad), coef0: 1.0 })
                => Error::Parameter { name: "scale", .. },
        }
    }
    assert_refused! {
        "degree 0", polynomial(0, 1.0, 1.0) => Error::Parameter { name: "degree", .. },
        "scale 0", polynomial(2, 1.0, 0.0) => Error::Parameter { name: "scale", .. },
        "width 0", fit(Kernel::Rbf { width: Some(0.0) }) => Error::Parameter { name: "width", .. },
        "sigmoid coef0", fit(Kernel::Sigmoid { scale: None, coef0: f64::NAN })
            => Error::Parameter { name: "coef0", .. },
        "not a number", fit(Kernel::function(|a, b| if a[0] == b[0] { 1.0 } else { f64::NAN }))
            => Error::BadKernelValue { row: 0, column: 1, .. },
        "an overflow", polynomial(1000, 1.0, 1.0) => Error::BadKernelValue { .. },
        "a constant", fit(Kernel::function(|_, _| 1.0)) => Error::FlatKernel,
        "one whose mean is rounded", fit(Kernel::function(|_, _| 0.1)) => Error::FlatKernel,
        "a huge width", fit(Kernel::Rbf { width: Some(1e30) }) => Error::FlatKernel,
    }
}

#[test]
fn indefinite_kernels_are_refused_or_cut() {
    let data = tall().dataset();
    let sigmoid = Kernel::Sigmoid { scale: Some(0.01), coef0: -1.0 };
    for Variant { name, learner } in defaults() {
        let chosen = with_kernel(&learner, 2, Some(&sigmoid));
        let Err(Error::IndefiniteKernel { smallest, largest }) = chosen.fit(&data) else {
            panic!("{name}: an indefinite kernel is not refused")
        };
        let cut = chosen.negative_eigenvalues(NegativeEigenvalues::Drop);
        let share = fitted(&cut, &data).diagnostics().dropped_negative;
        assert!(share > 0.0 && share < 1.0, "{name}: dropped {share}");
        assert_eq!(share, -smallest / largest, "{name}");
    }
    let definite = fitted(&with_kernel(&learner("pca"), 2, Some(&Kernel::polynomial(2))), &data);
    assert_eq!(definite.diagnostics().dropped_negative, 0.0);
}
