//! A folder of pictures as a table: one row per picture, with its file and the folder that it is in.

use std::path::{Path, PathBuf};

use halflit::pictures::{PictureFeatures, Plain};
use halflit::{Content, Encoding, SourceColumn};
use rayon::prelude::*;

use crate::decode::decode;
use crate::error::{IoError, Result, excerpt, list};
use crate::labels::LabelBuilder;
use crate::options::{ColumnRef, ReadOptions};
use crate::table::Table;
use crate::words::clean;

/// The column of files, by path below the folder: what tells pictures apart.
pub const FILE: &str = "file";
/// The column of folders below the folder, empty for pictures that are in none: often the class.
pub const FOLDER: &str = "folder";
/// Folders within folders that are looked into.
const DEEPEST: usize = 16;
/// Pictures that could not be read and are named.
const NAMED: usize = 3;

/// Reads all PNG and JPEG files below a folder, in the order of their paths.
pub(crate) fn read(folder: &Path, options: &ReadOptions) -> Result<Table> {
    let file = clean(&folder.display().to_string());
    let mut paths = Vec::new();
    collect(folder, DEEPEST, &mut paths)?;
    paths.sort_unstable();
    if paths.is_empty() {
        return Err(IoError::NoPictures { file });
    }
    let decoded: Vec<(PathBuf, Result<Plain, String>)> = paths
        .into_par_iter()
        .map(|path| (path.clone(), decode(&path).map(|own| Plain::of(&own))))
        .collect();
    let (mut names, mut pictures, mut bad) = (Vec::new(), Vec::new(), Vec::new());
    for (path, picture) in decoded {
        let name = name(path.strip_prefix(folder).unwrap_or(&path));
        match picture {
            Ok(picture) => {
                names.push(name);
                pictures.push(picture);
            }
            Err(reason) => bad.push(format!("{} ({reason})", excerpt(&name))),
        }
    }
    if pictures.is_empty() {
        return Err(IoError::BadPictures { file, pictures: bad.len(), first: bad.remove(0) });
    }
    let mut table = beside(&file, names, options)?;
    (table.encoding, table.values) = features(&file, &pictures, options)?;
    table.feature_names = table.encoding.features();
    table.notes = notes(pictures.len(), &bad, options.like.is_none());
    Ok(table)
}

/// Columns and labels beside the features.
fn beside(file: &str, names: Vec<String>, options: &ReadOptions) -> Result<Table> {
    let cells = |column: &ColumnRef| -> Result<(String, Vec<String>)> {
        match place(file, column)? {
            0 => Ok((FILE.into(), names.clone())),
            _ => Ok((FOLDER.into(), names.iter().map(|name| parent(name)).collect())),
        }
    };
    for column in options.texts.iter().chain(&options.drop).chain(options.columns.iter().flatten())
    {
        place(file, column)?;
    }
    let mut table = Table { rows: names.len(), named: true, ..Table::default() };
    if let Some(label) = &options.label {
        let (name, cells) = cells(label)?;
        let mut labels = LabelBuilder::new(&options.unlabeled);
        cells.iter().for_each(|cell| labels.push(cell));
        (table.labels, table.label_name) = (Some(labels.finish()), Some(name));
    }
    table.kept = options.keep.iter().map(cells).collect::<Result<_>>()?;
    Ok(table)
}

/// Learns features, or takes pictures as they were taken before.
fn features(file: &str, pictures: &[Plain], options: &ReadOptions) -> Result<(Encoding, Vec<f64>)> {
    let known = match options.like.as_ref().map(|like| (like, &like.columns[..])) {
        None => None,
        Some((_, [SourceColumn { content: Content::Picture { features }, .. }])) => {
            Some(features.clone())
        }
        Some((like, _)) => {
            let missing: Vec<String> = like.columns.iter().map(|own| own.name.clone()).collect();
            let (file, missing) = (file.to_owned(), list(&missing));
            return Err(IoError::ColumnsMissing { file, missing, known: "pictures".into() });
        }
    };
    let refused = |error| IoError::NotLearned {
        file: file.to_owned(),
        column: FILE.into(),
        error: Box::new(error),
    };
    let features = match known {
        Some(known) => known,
        None => PictureFeatures::learn(pictures).map_err(refused)?,
    };
    let values = features.of(pictures).into_values();
    let column = SourceColumn { name: FILE.into(), content: Content::Picture { features } };
    Ok((Encoding { named: true, filled: false, columns: vec![column] }, values))
}

fn notes(pictures: usize, bad: &[String], learned: bool) -> Vec<String> {
    let plain = learned.then(|| {
        format!(
            "{pictures} pictures by plain features, colours and edges; the numbers of a trained network in a table with a column of files tell more"
        )
    });
    let named = bad.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    let more = if bad.len() > NAMED { ", …" } else { "" };
    let left = (!bad.is_empty())
        .then(|| format!("left out {} pictures that cannot be read: {named}{more}", bad.len()));
    plain.into_iter().chain(left).collect()
}

/// Every picture below a folder; what begins with a dot is hidden.
fn collect(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) -> Result<()> {
    let unreadable =
        |source| IoError::Unreadable { file: clean(&folder.display().to_string()), source };
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        match (hidden, path.is_dir()) {
            (true, _) => {}
            (false, true) if depth > 0 => collect(&path, depth - 1, paths)?,
            (false, true) => {}
            (false, false) => paths.extend(is_picture(&path).then_some(path)),
        }
    }
    Ok(())
}

fn is_picture(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| ["png", "jpg", "jpeg"].contains(&ending.as_str()))
}

/// The path below the folder with slashes, on every system.
fn name(path: &Path) -> String {
    let parts = path.components().map(|part| part.as_os_str().to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

fn parent(name: &str) -> String {
    name.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned())
}

fn place(file: &str, column: &ColumnRef) -> Result<usize> {
    let names = [FILE.to_owned(), FOLDER.to_owned()];
    let found = match column {
        ColumnRef::Number(number) => Some(*number).filter(|number| *number < names.len()),
        ColumnRef::Name(wanted) => names.iter().position(|name| name == wanted),
    };
    found.ok_or_else(|| IoError::UnknownColumn {
        file: file.to_owned(),
        column: column.to_string(),
        suggestion: None,
        known: list(&names),
    })
}
