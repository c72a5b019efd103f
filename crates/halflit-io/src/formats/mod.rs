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

use crate::error::Result;
use crate::format::InputFormat;
use crate::plan::Request;
use crate::source::Input;
use crate::table::Table;

/// The table of an input that is known to have a format.
pub(crate) fn read(format: InputFormat, input: Input<'_>, request: &Request<'_>) -> Result<Table> {
    match format {
        InputFormat::Csv => delimited::read(input, request, None),
        InputFormat::Tsv => delimited::read(input, request, Some(b'\t')),
        #[cfg(feature = "columnar")]
        InputFormat::Parquet => parquet::read(input, request),
        #[cfg(feature = "columnar")]
        InputFormat::Arrow => arrow::read(input, request),
        #[cfg(not(feature = "columnar"))]
        InputFormat::Parquet | InputFormat::Arrow => {
            Err(crate::error::IoError::LeftOut { file: input.origin.name, format: format.name() })
        }
        InputFormat::Npy => npy::read(input, request),
        InputFormat::Npz => npz::read(input, request),
        InputFormat::Svmlight => svmlight::read(input, request),
        InputFormat::Mat => mat::read(input, request),
        InputFormat::Arff => arff::read(input, request),
    }
}
