//! One file for each format. Each takes an opened input and a request, and gives a table.

pub(crate) mod arff;
mod arff_text;
#[cfg(feature = "columnar")]
pub(crate) mod arrow;
#[cfg(feature = "columnar")]
mod arrow_cells;
#[cfg(feature = "columnar")]
mod columns;
pub(crate) mod delimited;
mod element;
mod first_line;
pub(crate) mod mat;
mod mat_elements;
pub(crate) mod npy;
mod npy_header;
mod npy_mapped;
pub(crate) mod npz;
mod one_column;
#[cfg(feature = "columnar")]
pub(crate) mod parquet;
#[cfg(feature = "columnar")]
mod parquet_codec;
#[cfg(feature = "columnar")]
mod parquet_delta;
#[cfg(feature = "columnar")]
mod parquet_encoding;
#[cfg(feature = "columnar")]
mod parquet_footer;
#[cfg(feature = "columnar")]
mod parquet_header;
#[cfg(feature = "columnar")]
mod parquet_leaf;
#[cfg(feature = "columnar")]
mod parquet_pages;
#[cfg(feature = "columnar")]
mod parquet_scan;
mod sniff;
pub(crate) mod svmlight;
mod variables;
