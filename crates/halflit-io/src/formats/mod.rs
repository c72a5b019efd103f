//! One file for each format. Each takes an opened input and a request, and gives a table.

pub(crate) mod arff;
mod arff_text;
pub(crate) mod arrow;
mod arrow_cells;
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
pub(crate) mod parquet;
mod parquet_codec;
mod parquet_delta;
mod parquet_encoding;
mod parquet_footer;
mod parquet_header;
mod parquet_leaf;
mod parquet_pages;
mod parquet_scan;
mod sniff;
pub(crate) mod svmlight;
mod variables;
