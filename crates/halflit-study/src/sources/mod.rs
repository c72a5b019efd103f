//! Where the datasets come from.
