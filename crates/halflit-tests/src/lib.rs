//! Nothing but the examples of the README, run as tests: the README lies outside the library's own folder, and a packed crate
//! holds nothing from outside.

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
