//! Where a learner learns.

use halflit::Kernel;
use serde::{Deserialize, Serialize};

/// The input space, or that of the kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Space {
    /// As given.
    Linear,
    /// (⟨x, x′⟩ + c)² by the KPCA trick; c = 1 unless asked otherwise.
    Kernel,
}

impl Space {
    /// `linear` or `kernel`.
    pub fn name(self) -> &'static str {
        match self {
            Space::Linear => "linear",
            Space::Kernel => "kernel",
        }
    }

    /// The kernel with constant c, if this is its space.
    pub fn kernel(self, constant: f64) -> Option<Kernel> {
        let kernel = Kernel::Polynomial { degree: 2, coef0: constant, scale: 1.0 };
        (self == Space::Kernel).then_some(kernel)
    }
}
