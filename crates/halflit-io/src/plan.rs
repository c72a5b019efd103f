//! Which column of a file becomes what.

use std::collections::HashSet;

use crate::error::{IoError, Result, excerpt, list, nearest};
use crate::options::{ColumnRef, ReadOptions};
use crate::source::Origin;

/// What is asked of a reader: a table, or the labels alone.
pub(crate) struct Request<'a> {
    pub(crate) options: &'a ReadOptions,
    pub(crate) labels_only: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Column of the result.
    Feature(usize),
    Label,
    Ignored,
}

/// The columns of a file, and what each of them becomes.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) names: Vec<String>,
    /// Whether the names are the file's own.
    pub(crate) named: bool,
    pub(crate) roles: Vec<Role>,
    pub(crate) feature_names: Vec<String>,
    pub(crate) has_label: bool,
}

/// x1, x2, ... for files without names.
pub(crate) fn default_names(count: usize) -> Vec<String> {
    (1..=count).map(|k| format!("x{k}")).collect()
}

impl Plan {
    pub(crate) fn new(
        origin: &Origin,
        names: Vec<String>,
        named: bool,
        request: &Request<'_>,
    ) -> Result<Self> {
        check_distinct(origin, &names)?;
        let find = |column: &ColumnRef| position(origin, &names, column);
        let label = match (&request.options.label, request.labels_only) {
            (Some(column), _) => Some(find(column)?),
            (None, false) => None,
            (None, true) if names.len() == 1 => Some(0),
            (None, true) => {
                return Err(IoError::WhichLabel { file: origin.name.clone(), known: list(&names) });
            }
        };
        let features = match request.labels_only {
            true => Vec::new(),
            false => features(origin, &names, label, request.options, &find)?,
        };
        let mut roles = vec![Role::Ignored; names.len()];
        label.into_iter().for_each(|column| roles[column] = Role::Label);
        for (k, &column) in features.iter().enumerate() {
            roles[column] = Role::Feature(k);
        }
        let feature_names = features.iter().map(|&column| names[column].clone()).collect();
        Ok(Self { names, named, roles, feature_names, has_label: label.is_some() })
    }

    /// Number of features.
    pub(crate) fn width(&self) -> usize {
        self.feature_names.len()
    }
}

fn features(
    origin: &Origin,
    names: &[String],
    label: Option<usize>,
    options: &ReadOptions,
    find: &impl Fn(&ColumnRef) -> Result<usize>,
) -> Result<Vec<usize>> {
    let not_label = |column: usize| match label == Some(column) {
        true => {
            let column = excerpt(&names[column]);
            Err(IoError::LabelIsFeature { file: origin.name.clone(), column })
        }
        false => Ok(column),
    };
    let resolve = |list: &[ColumnRef]| -> Result<Vec<usize>> {
        list.iter().map(|column| not_label(find(column)?)).collect()
    };
    let dropped: HashSet<usize> = resolve(&options.drop)?.into_iter().collect();
    let mut features = match &options.columns {
        Some(columns) => resolve(columns)?,
        None => (0..names.len()).filter(|&column| label != Some(column)).collect(),
    };
    let mut met = HashSet::new();
    if let Some(&twice) = features.iter().find(|&&column| !met.insert(column)) {
        let column = excerpt(&names[twice]);
        return Err(IoError::DuplicateColumn { place: origin.whole(), column });
    }
    features.retain(|column| !dropped.contains(column));
    match features.is_empty() {
        true => Err(IoError::NoFeatures { file: origin.name.clone() }),
        false => Ok(features),
    }
}

fn check_distinct(origin: &Origin, names: &[String]) -> Result<()> {
    let mut met = HashSet::new();
    match names.iter().find(|name| !met.insert(name.as_str())) {
        Some(name) => {
            Err(IoError::DuplicateColumn { place: origin.whole(), column: excerpt(name) })
        }
        None => Ok(()),
    }
}

fn position(origin: &Origin, names: &[String], column: &ColumnRef) -> Result<usize> {
    let found = match column {
        ColumnRef::Number(number) => Some(*number),
        ColumnRef::Name(wanted) => {
            names.iter().position(|name| name == wanted).or_else(|| wanted.parse().ok())
        }
    };
    found.filter(|&number| number < names.len()).ok_or_else(|| IoError::UnknownColumn {
        file: origin.name.clone(),
        column: column.to_string(),
        suggestion: match column {
            ColumnRef::Name(wanted) => nearest(wanted, names),
            ColumnRef::Number(_) => None,
        },
        known: list(names),
    })
}
