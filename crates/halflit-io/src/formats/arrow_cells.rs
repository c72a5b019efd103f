//! The cells of Arrow's arrays.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, OffsetSizeTrait};
use arrow_schema::DataType;

use super::columns::ColumnTable;
use crate::error::Result;
use crate::labels::Cell;

/// Who takes the cells, with their position in the array.
type Take<'t> = &'t mut dyn FnMut(usize, Cell<'_>) -> Result<()>;

pub(crate) fn is_list(kind: &DataType) -> bool {
    matches!(kind, DataType::FixedSizeList(..) | DataType::List(_) | DataType::LargeList(_))
}

/// Whether numbers, or those of lists, are of single precision.
pub(crate) fn is_single(kind: &DataType) -> bool {
    match kind {
        DataType::FixedSizeList(field, _) | DataType::List(field) | DataType::LargeList(field) => {
            is_single(field.data_type())
        }
        kind => *kind == DataType::Float32,
    }
}

/// A type that is neither a number nor text, nor a list of numbers.
pub(crate) fn unsupported(kind: &DataType) -> Option<String> {
    use DataType::{Boolean, Dictionary, LargeUtf8, Null, Utf8, Utf8View};
    let read = match kind {
        DataType::FixedSizeList(field, _) | DataType::List(field) | DataType::LargeList(field) => {
            field.data_type().is_numeric() && unsupported(field.data_type()).is_none()
        }
        Dictionary(_, values) => unsupported(values).is_none(),
        DataType::Decimal32(..)
        | DataType::Decimal64(..)
        | DataType::Decimal128(..)
        | DataType::Decimal256(..) => false,
        Boolean | Utf8 | LargeUtf8 | Utf8View | Null => true,
        kind => kind.is_numeric(),
    };
    (!read).then(|| in_words(kind))
}

/// What people call a type.
fn in_words(kind: &DataType) -> String {
    match kind {
        DataType::Date32 | DataType::Date64 => "date".into(),
        DataType::Timestamp(..) => "timestamp".into(),
        DataType::Time32(_) | DataType::Time64(_) => "time of day".into(),
        DataType::Duration(_) | DataType::Interval(_) => "span of time".into(),
        DataType::Decimal32(..)
        | DataType::Decimal64(..)
        | DataType::Decimal128(..)
        | DataType::Decimal256(..) => "decimal".into(),
        other => other.to_string(),
    }
}

/// How long the list of the first row is.
pub(crate) fn first_list(array: &dyn Array) -> usize {
    match array.data_type() {
        DataType::FixedSizeList(_, length) => usize::try_from(*length).unwrap_or(0),
        DataType::List(_) => usize::try_from(array.as_list::<i32>().value_length(0)).unwrap_or(0),
        _ => usize::try_from(array.as_list::<i64>().value_length(0)).unwrap_or(0),
    }
}

/// Puts a column of a batch, whose rows begin at `start`, into the table.
pub(crate) fn take_column(
    array: &dyn Array,
    column: usize,
    start: usize,
    table: &mut ColumnTable<'_>,
) -> Result<()> {
    match array.data_type() {
        DataType::FixedSizeList(..) => {
            let lists = array.as_fixed_size_list();
            let length = usize::try_from(lists.value_length()).unwrap_or(0);
            for row in 0..lists.len() {
                let found = lists.is_valid(row).then_some(length);
                table.end_list(column, start + row, found)?;
            }
            places(lists.values().as_ref(), length, column, start, table)
        }
        DataType::List(_) => take_lists::<i32>(array, column, start, table),
        DataType::LargeList(_) => take_lists::<i64>(array, column, start, table),
        _ => cells(array, &mut |row, cell| table.take(column, start + row, 0, cell)),
    }
}

fn take_lists<O: OffsetSizeTrait>(
    array: &dyn Array,
    column: usize,
    start: usize,
    table: &mut ColumnTable<'_>,
) -> Result<()> {
    let lists = array.as_list::<O>();
    let mut length = 0;
    for row in 0..lists.len() {
        length = lists.value_length(row).as_usize();
        table.end_list(column, start + row, lists.is_valid(row).then_some(length))?;
    }
    // All are of one length, so the places of all rows follow each other.
    let first = lists.value_offsets()[0].as_usize();
    let values = lists.values().slice(first, length * lists.len());
    places(values.as_ref(), length, column, start, table)
}

fn places(
    values: &dyn Array,
    length: usize,
    column: usize,
    start: usize,
    table: &mut ColumnTable<'_>,
) -> Result<()> {
    match length {
        0 => Ok(()),
        _ => cells(values, &mut |k, cell| table.take(column, start + k / length, k % length, cell)),
    }
}

fn cells(array: &dyn Array, take: Take<'_>) -> Result<()> {
    macro_rules! all {
        ($array:expr, $cell:expr) => {{
            let array = $array;
            let cell = $cell;
            (0..array.len()).try_for_each(|k| match array.is_valid(k) {
                true => take(k, cell(array.value(k))),
                false => take(k, Cell::Missing),
            })
        }};
    }
    macro_rules! integers {
        ($kind:ty) => {
            all!(array.as_primitive::<$kind>(), |value| Cell::Integer(i64::from(value)))
        };
    }
    match array.data_type() {
        DataType::Boolean => all!(array.as_boolean(), |value| Cell::Integer(i64::from(value))),
        DataType::Int8 => integers!(Int8Type),
        DataType::Int16 => integers!(Int16Type),
        DataType::Int32 => integers!(Int32Type),
        DataType::Int64 => integers!(Int64Type),
        DataType::UInt8 => integers!(UInt8Type),
        DataType::UInt16 => integers!(UInt16Type),
        DataType::UInt32 => integers!(UInt32Type),
        DataType::UInt64 => all!(array.as_primitive::<UInt64Type>(), |value: u64| {
            i64::try_from(value).map_or(Cell::Number(value as f64), Cell::Integer)
        }),
        DataType::Float16 => {
            all!(array.as_primitive::<Float16Type>(), |value| { Cell::Number(f64::from(value)) })
        }
        DataType::Float32 => {
            all!(array.as_primitive::<Float32Type>(), |value| Cell::Number(f64::from(value)))
        }
        DataType::Float64 => all!(array.as_primitive::<Float64Type>(), Cell::Number),
        DataType::Utf8 => all!(array.as_string::<i32>(), text),
        DataType::LargeUtf8 => all!(array.as_string::<i64>(), text),
        DataType::Utf8View => all!(array.as_string_view(), text),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let keys = dictionary.normalized_keys();
            let values = dictionary.values();
            // A dictionary holds few values, and each row asks for one of them.
            let valid = |k: usize| dictionary.is_valid(k).then(|| values.slice(keys[k], 1));
            (0..dictionary.len()).try_for_each(|k| match valid(k) {
                Some(value) => cells(&value, &mut |_, cell| take(k, cell)),
                None => take(k, Cell::Missing),
            })
        }
        _ => (0..array.len()).try_for_each(|k| take(k, Cell::Missing)),
    }
}

fn text(value: &str) -> Cell<'_> {
    Cell::Text(value.into())
}
