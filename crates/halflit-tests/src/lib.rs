//! Nothing but the examples of the README and of the guides, run as tests: they lie outside the library's own folder, and a
//! packed crate holds nothing from outside.

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/rust.md")]
struct Guide;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/deploying.md")]
struct Deploying;
