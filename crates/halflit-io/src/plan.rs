//! Which column of a file becomes what.

use std::collections::{HashMap, HashSet};

use halflit::{Encoding, SourceColumn};

use crate::error::{IoError, Result, excerpt, list, nearest};
use crate::label_file::{CHECK, ROW, WHY};
use crate::options::{ColumnRef, ReadOptions, TextUse};
use crate::source::Origin;
use crate::sources::TextColumn;

/// What is asked of a reader: a table, or the labels alone.
pub(crate) struct Request<'a> {
    pub(crate) options: &'a ReadOptions,
    pub(crate) labels_only: bool,
    /// Set where the labels may stand beside what says of which rows they are.
    pub(crate) beside: Option<Beside<'a>>,
}

impl<'a> Request<'a> {
    /// For a table.
    pub(crate) fn table(options: &'a ReadOptions) -> Self {
        Self { options, labels_only: false, beside: None }
    }
}

/// Columns that may stand beside labels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Beside<'a> {
    /// What tells rows apart.
    pub(crate) id: Option<&'a str>,
    /// What the column of labels may be called.
    pub(crate) label: Option<&'a str>,
}

impl Beside<'_> {
    /// The columns that tell of which rows the labels are, and which are for checks.
    fn keys(&self, names: &[String]) -> Vec<usize> {
        let wanted = [self.id, Some(ROW), Some(CHECK)].into_iter().flatten();
        wanted.filter_map(|wanted| names.iter().position(|name| name == wanted)).collect()
    }

    /// The column of labels: by its name, or as the only one that is nothing else.
    fn label(&self, names: &[String]) -> Option<usize> {
        let (keys, label) = (self.keys(names), self.label);
        let named = |name: &String| Some(name.as_str()) == label;
        let other = |k: &usize| !keys.contains(k) && names[*k] != WHY;
        let mut others = (0..names.len()).filter(other);
        let only = others.next().filter(|_| others.next().is_none() && !keys.is_empty());
        names.iter().position(named).or(only)
    }
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
    /// For every column its place among those that are handed over as they are.
    pub(crate) kept: Vec<Option<usize>>,
    /// The names of those, in the order asked for.
    pub(crate) kept_names: Vec<String>,
    /// Columns of texts to learn from, all of them among the kept ones.
    pub(crate) texts: Vec<TextColumn>,
    /// How many of the kept columns somebody asked for.
    pub(crate) asked: usize,
    /// The names of the columns of numbers and categories.
    pub(crate) feature_names: Vec<String>,
    /// What the column of labels is called, if there is one.
    pub(crate) label_name: Option<String>,
    /// Whether the first feature is the first column, has no name and was not asked for: maybe it only counts rows.
    pub(crate) maybe_index: bool,
    /// Columns that are neither features nor anything else, though nobody asked to leave them out.
    pub(crate) passed_over: Vec<String>,
}

/// x1, x2, ... for files without names.
pub(crate) fn default_names(count: usize) -> Vec<String> {
    (1..=count).map(|k| format!("x{k}")).collect()
}

/// Names that say that a column holds labels; no one gives them to a class.
pub(crate) const LABEL_NAMES: [&str; 5] = ["class", "label", "labels", "target", "y"];

/// The only column whose name says that it holds labels.
fn label_by_name(names: &[String]) -> Option<usize> {
    let is_label = |column: &usize| LABEL_NAMES.contains(&names[*column].to_lowercase().as_str());
    let mut found = (0..names.len()).filter(is_label);
    found.next().filter(|_| found.next().is_none())
}

fn beside_label(request: &Request<'_>, names: &[String]) -> Option<usize> {
    request.beside.and_then(|beside| beside.label(names))
}

impl Plan {
    /// `names` are as in the file, empty where a column has none.
    pub(crate) fn new(
        origin: &Origin,
        names: Vec<String>,
        named: bool,
        request: &Request<'_>,
    ) -> Result<Self> {
        let options = request.options;
        let nameless = names.first().is_some_and(String::is_empty);
        let names = filled(names);
        check_distinct(origin, &names)?;
        let find = |column: &ColumnRef| position(origin, &names, column);
        let label = match (&options.label, request.labels_only) {
            (Some(column), _) => Some(find(column)?),
            (None, false) => None,
            (None, true) if names.len() == 1 => Some(0),
            (None, true) => match beside_label(request, &names).or_else(|| label_by_name(&names)) {
                Some(column) => Some(column),
                None => {
                    let known = list(&names);
                    return Err(IoError::WhichLabel { file: origin.name.clone(), known });
                }
            },
        };
        let mut keep = options.keep.iter().map(find).collect::<Result<Vec<_>>>()?;
        keep.extend(request.beside.iter().flat_map(|beside| beside.keys(&names)));
        distinct(origin, &names, &keep)?;
        let asked = keep.len();
        let (mut features, mut passed_over, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        if !request.labels_only {
            features = self::features(origin, &names, label, options, &find)?;
            texts = self::texts(origin, &names, label, options, nameless, &mut features, &find)?;
            if let Some(like) = &options.like {
                let wanted = matched(origin, &names, named, &features, &keep, like)?;
                let used: HashSet<usize> = wanted.iter().chain(&keep).copied().collect();
                features.retain(|column| !used.contains(column));
                passed_over = features.iter().map(|&column| names[column].clone()).collect();
                features = wanted;
                let is_text =
                    |(place, own): (usize, &SourceColumn)| own.is_learned().then_some(place);
                texts = like.columns.iter().enumerate().filter_map(is_text).collect();
            }
        }
        let nameless_first = features.first() == Some(&0) && nameless;
        let several = features.len() > 1;
        let texts = apart(&mut features, &texts, &mut keep);
        let mut roles = vec![Role::Ignored; names.len()];
        label.into_iter().for_each(|column| roles[column] = Role::Label);
        for (k, &column) in features.iter().enumerate() {
            roles[column] = Role::Feature(k);
        }
        let mut kept = vec![None; names.len()];
        keep.iter().enumerate().for_each(|(k, &column)| kept[column] = Some(k));
        let unasked = options.columns.is_none() && options.like.is_none();
        Ok(Self {
            named,
            roles,
            kept,
            kept_names: keep.iter().map(|&column| names[column].clone()).collect(),
            feature_names: features.iter().map(|&column| names[column].clone()).collect(),
            label_name: label.map(|column| names[column].clone()),
            texts,
            asked,
            maybe_index: nameless_first && unasked && several,
            passed_over,
            names,
        })
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
    distinct(origin, names, &features)?;
    features.retain(|column| !dropped.contains(column));
    match features.is_empty() && options.texts.is_empty() {
        true => Err(IoError::NoFeatures { file: origin.name.clone() }),
        false => Ok(features),
    }
}

/// Adds the columns of texts that are learned from to the features, and says which these are.
fn texts(
    origin: &Origin,
    names: &[String],
    label: Option<usize>,
    options: &ReadOptions,
    nameless: bool,
    features: &mut Vec<usize>,
    find: &impl Fn(&ColumnRef) -> Result<usize>,
) -> Result<Vec<usize>> {
    let texts = options.texts.iter().map(find).collect::<Result<Vec<_>>>()?;
    distinct(origin, names, &texts)?;
    if let Some(&column) = texts.iter().find(|&&column| label == Some(column)) {
        let column = excerpt(&names[column]);
        return Err(IoError::LabelIsFeature { file: origin.name.clone(), column });
    }
    let named = |column: &ColumnRef| find(column).is_ok_and(|own| texts.contains(&own));
    let asked = options.columns.iter().flatten().any(named);
    // A first column without a name counts rows as a rule, which is known once it was read.
    let other = |column: &&usize| !texts.contains(column) && (!nameless || **column != 0);
    let alone = features.iter().filter(other).count() == 0;
    if options.text_use == TextUse::Alone && !asked && !alone {
        features.retain(|column| !texts.contains(column));
        return Ok(Vec::new());
    }
    let missing = texts.iter().filter(|column| !features.contains(column));
    let missing: Vec<usize> = missing.copied().collect();
    features.extend(missing);
    Ok((0..features.len()).filter(|&place| texts.contains(&features[place])).collect())
}

/// Takes columns of texts out of the features and puts them among the kept ones.
fn apart(features: &mut Vec<usize>, places: &[usize], keep: &mut Vec<usize>) -> Vec<TextColumn> {
    let column = |&place: &usize| {
        let own = features[place];
        let kept = keep.iter().position(|column| *column == own).unwrap_or_else(|| {
            keep.push(own);
            keep.len() - 1
        });
        TextColumn { place, kept }
    };
    let texts: Vec<TextColumn> = places.iter().map(column).collect();
    for place in places.iter().rev() {
        features.remove(*place);
    }
    texts
}

/// The columns that became features before: by name, or all of them in order where a name is not to be had.
fn matched(
    origin: &Origin,
    names: &[String],
    named: bool,
    features: &[usize],
    keep: &[usize],
    like: &Encoding,
) -> Result<Vec<usize>> {
    let file = origin.name.clone();
    if !(named && like.named) {
        let rest: Vec<usize> =
            features.iter().copied().filter(|column| !keep.contains(column)).collect();
        return match (rest.len(), like.columns.len()) {
            (found, expected) if found != expected => {
                Err(IoError::ColumnCount { file, expected, found })
            }
            _ => Ok(rest),
        };
    }
    let place: HashMap<&str, usize> =
        features.iter().map(|&column| (names[column].as_str(), column)).collect();
    let wanted = like.columns.iter().map(|column| &column.name);
    let missing: Vec<String> =
        wanted.clone().filter(|name| !place.contains_key(name.as_str())).cloned().collect();
    match missing.is_empty() {
        true => Ok(wanted.filter_map(|name| place.get(name.as_str()).copied()).collect()),
        false => {
            let known: Vec<String> = features.iter().map(|&k| names[k].clone()).collect();
            Err(IoError::ColumnsMissing { file, missing: list(&missing), known: list(&known) })
        }
    }
}

/// A column without a name gets the one that it would have in a file without names, or one like it that is free.
pub(crate) fn filled(names: Vec<String>) -> Vec<String> {
    let taken: HashSet<String> = names.iter().cloned().collect();
    // Data frames write their index without a name beside columns that may well be called x1.
    let free = |k: usize| {
        let mut name = format!("x{}", k + 1);
        while taken.contains(&name) {
            name.push('_');
        }
        name
    };
    let name = |(k, name): (usize, String)| if name.is_empty() { free(k) } else { name };
    names.into_iter().enumerate().map(name).collect()
}

/// Refuses a column that is listed twice.
fn distinct(origin: &Origin, names: &[String], columns: &[usize]) -> Result<()> {
    let mut met = HashSet::new();
    match columns.iter().find(|&&column| !met.insert(column)) {
        Some(&twice) => {
            let column = excerpt(&names[twice]);
            Err(IoError::DuplicateColumn { place: origin.whole(), column })
        }
        None => Ok(()),
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
