//! M-Eyale from the whole Extended Yale Face Database B.
//!
//! A face is 24 × 21 numbers: the means of 8 × 8 blocks of the 192 × 168 crop, row after row, in whole grey levels from
//! 0 to 255. That is the unit of the tables too, so that no form needs another scaling.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use halflit::{Dataset, Labels, Samples};
use halflit_io::{ReadOptions, read_labels};

use super::draw::{Image, images};
use super::pgm::Picture;
use crate::error::{Result, StudyError};

/// Width and height of a crop.
const CROP: (usize, usize) = (168, 192);
/// Width and height of a block.
const BLOCK: usize = 8;

/// Draws from a table of reduced faces with the columns `subject` and `pose`.
pub(super) fn from_table(path: &Path, csv: ReadOptions) -> Result<Dataset<'static>> {
    let (subject, pose) = (Some("subject".into()), Some("pose".into()));
    let poses = read_labels(&path.into(), &ReadOptions { label: pose, ..csv.clone() })?;
    let features = ReadOptions { label: subject, drop: vec!["pose".into()], ..csv };
    let table = halflit_io::read(&path.into(), &features)?;
    let subjects = table.labels.as_ref().map(|labels| labels.iter()).into_iter().flatten();
    let row_of: HashMap<(&str, &str), &[f64]> = (subjects.zip(poses.iter()))
        .map(|(subject, pose)| (subject.unwrap_or(""), light(pose.unwrap_or(""))))
        .zip(table.values.chunks_exact(table.width()))
        .collect();
    assemble(path, |image| Ok(row_of.get(&(image.subject, image.light)).map(|row| row.to_vec())))
}

/// Draws from a folder with one folder of pictures a subject, such as `yaleB01/yaleB01_P00A+000E+00.pgm`.
pub(super) fn from_pictures(folder: &Path) -> Result<Dataset<'static>> {
    assemble(folder, |image| {
        let name = format!("{0}/{0}_{1}.pgm", image.subject, image.light);
        // Some pictures were damaged when they were taken and are marked so; they belong to the draw all the same.
        let paths = [folder.join(&name), folder.join(name + ".bad")];
        paths.iter().find(|path| path.exists()).map(reduced).transpose()
    })
}

/// The light in a pose such as `P00A+050E-40`, which may carry the ending of a damaged picture's file.
fn light(pose: &str) -> &str {
    let pose = pose.strip_suffix(".bad").unwrap_or(pose);
    pose.strip_suffix(".pgm").unwrap_or(pose)
}

fn reduced(path: &PathBuf) -> Result<Vec<f64>> {
    let content = |reason: String| StudyError::Content { path: path.clone(), reason };
    let bytes = fs::read(path).map_err(|source| StudyError::File { path: path.clone(), source })?;
    let picture = Picture::parse(&bytes).map_err(content)?;
    match (picture.width, picture.height) {
        CROP => Ok(picture.block_means(BLOCK)),
        (width, height) => Err(content(format!(
            "a crop of {} × {} pixels is expected, this picture has {width} × {height}",
            CROP.0, CROP.1
        ))),
    }
}

/// Puts the drawn faces together, or says which are not there.
fn assemble(
    path: &Path,
    face: impl Fn(&Image) -> Result<Option<Vec<f64>>>,
) -> Result<Dataset<'static>> {
    let (images, mut rows, mut absent) = (images(), Vec::new(), Vec::new());
    for image in &images {
        match face(image)? {
            Some(row) => rows.push(row),
            None => absent.push(format!("{}_{}", image.subject, image.light)),
        }
    }
    if let Some(first) = absent.first() {
        let reason = format!(
            "M-Eyale needs {} pictures of which {} are not there, the first of them {first}",
            images.len(),
            absent.len()
        );
        return Err(StudyError::Content { path: path.to_path_buf(), reason });
    }
    let labels = Labels::new(images.iter().map(|image| Some(image.class)));
    Ok(Dataset::new(Samples::from_rows(&rows)?, labels)?)
}
