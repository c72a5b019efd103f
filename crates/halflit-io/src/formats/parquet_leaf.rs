//! What a column of a Parquet file holds.

use parquet::basic::{LogicalType, Repetition, Type};
use parquet::schema::types::ColumnDescriptor;

/// A column that holds values: one in every row, or a list of them.
pub(crate) struct Leaf {
    /// That of the list, where it is one.
    pub(crate) name: String,
    pub(crate) is_list: bool,
    pub(crate) unsigned: bool,
    /// Whether its numbers are of single precision.
    pub(crate) single: bool,
    /// The level at which a value is there.
    pub(crate) full: i16,
    /// The level at which a place of a list is there, with a value or without.
    pub(crate) place: i16,
    /// Its type, where that is neither numbers nor text, nor lists of numbers.
    pub(crate) unsupported: Option<String>,
}

impl Leaf {
    pub(crate) fn of(column: &ColumnDescriptor) -> Self {
        let parts = column.path().parts();
        // embedding, embedding.element, embedding.list.element: a list and nothing around it.
        let is_list = column.max_rep_level() == 1 && parts.len() <= 3;
        let full = column.max_def_level();
        let repetition = column.self_type().get_basic_info().repetition();
        Self {
            name: if is_list { parts[0].clone() } else { column.path().string() },
            is_list,
            unsigned: matches!(
                column.logical_type_ref(),
                Some(LogicalType::Integer(integer)) if !integer.is_signed
            ),
            single: column.physical_type() == Type::FLOAT,
            full,
            place: full - i16::from(repetition == Repetition::OPTIONAL),
            unsupported: unsupported(column, is_list),
        }
    }
}

/// A type that is neither a number nor text, or that nests deeper than a list.
fn unsupported(column: &ColumnDescriptor, is_list: bool) -> Option<String> {
    let plain = matches!(
        column.logical_type_ref(),
        None | Some(LogicalType::Integer(_) | LogicalType::String | LogicalType::Enum)
    );
    let stored = !matches!(column.physical_type(), Type::INT96 | Type::FIXED_LEN_BYTE_ARRAY);
    if !is_list && (column.max_rep_level() > 0 || column.path().parts().len() > 1) {
        return Some("nested".into());
    }
    match column.logical_type_ref() {
        Some(logical) if !plain => Some(in_words(logical)),
        _ if is_list && column.physical_type() == Type::BYTE_ARRAY => Some("list of text".into()),
        _ if !stored => Some(column.physical_type().to_string()),
        _ => None,
    }
}

/// What people call a type.
fn in_words(logical: &LogicalType) -> String {
    match logical {
        LogicalType::Date => "date".into(),
        LogicalType::Timestamp { .. } => "timestamp".into(),
        LogicalType::Time { .. } => "time of day".into(),
        LogicalType::Decimal { .. } => "decimal".into(),
        other => {
            let debug = format!("{other:?}");
            debug.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase()
        }
    }
}
