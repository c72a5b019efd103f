//! Elementary functions of this crate's own choice, so that another system's mathematical library changes no bit of a fit.
//!
//! The standard library calls whatever the system has, and systems differ in the last bit. [`exp_nonpositive`](crate::graph) is the
//! vector form for long loops. `clippy.toml` refuses the methods of `f64` and `f32`.

pub(crate) use libm::{
    acosh, atan2f, cos, cosh, exp, exp2, hypotf, log as ln, log2, log10, pow, tanh,
};
