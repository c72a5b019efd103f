//! Two small datasets to try things on.
