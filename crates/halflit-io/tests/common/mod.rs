//! What several tests of this crate share.
#![allow(dead_code)] // not every test uses all of it

pub(crate) mod counting;
pub(crate) mod hostile;
pub(crate) mod mutate;
pub(crate) mod texts;
