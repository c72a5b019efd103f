//! Models, pictures and pages as files.

use std::path::{Path, PathBuf};

use halflit::Model;
use halflit_io::{Destination, write_bytes_atomically};
use halflit_report::{Picture, Report, html};

use crate::failure::{CommandResult, Failure};
use crate::fonts;

/// On Ctrl-C: no half-written file stays behind.
pub(crate) fn remove_unfinished_on_interrupt() {
    // Without a handler an interrupt still ends the process; it only may leave a temporary file.
    let _ = ctrlc::set_handler(|| {
        halflit_io::remove_unfinished_files();
        std::process::exit(130);
    });
}

/// Makes a folder for results, where it is missing.
pub(crate) fn make_folder(folder: &Path) -> CommandResult {
    std::fs::create_dir_all(folder).map_err(|error| {
        let what = format!("{}: cannot be made: {error}", folder.display());
        Failure::new(what, "choose another folder")
    })
}

/// Reads a model.
pub(crate) fn read_model(path: &Path) -> CommandResult<Model> {
    let bytes = std::fs::read(path).map_err(|error| {
        let what = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file".into(),
            std::io::ErrorKind::IsADirectory => "is a directory".into(),
            _ => format!("cannot be read: {error}"),
        };
        let help = "give the file that 'halflit fit --model' wrote";
        Failure::new(format!("{}: {what}", path.display()), help)
    })?;
    Model::from_bytes(&bytes).map_err(|error| Failure::from(error).about(path))
}

/// Writes a model.
pub(crate) fn write_model(path: &Path, model: &Model, force: bool) -> CommandResult {
    Ok(write_bytes_atomically(path, &model.to_bytes()?, force)?)
}

/// Writes a picture as PNG or SVG by its ending.
pub(crate) fn write_picture(path: &Path, picture: &Picture, force: bool) -> CommandResult {
    let bytes = match picture_kind(path)? {
        PictureKind::Png => picture.png_with(&fonts::for_letters(&picture.foreign_letters()))?,
        PictureKind::Svg => picture.svg()?.into_bytes(),
    };
    Ok(write_bytes_atomically(path, &bytes, force)?)
}

/// Writes a page.
pub(crate) fn write_page(path: &Path, report: &Report, force: bool) -> CommandResult {
    Ok(write_bytes_atomically(path, html(report)?.as_bytes(), force)?)
}

pub(crate) enum PictureKind {
    Png,
    Svg,
}

/// The kind of a picture file; asked before work begins, so that a wrong ending costs nothing.
pub(crate) fn picture_kind(path: &Path) -> CommandResult<PictureKind> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    match ending.to_lowercase().as_str() {
        "png" => Ok(PictureKind::Png),
        "svg" => Ok(PictureKind::Svg),
        _ => Err(Failure::usage(
            format!("{}: the ending names no picture format", path.display()),
            "end the name in .png or .svg",
        )),
    }
}

/// Refuses a page under a name that no browser would open as one; asked before work begins.
pub(crate) fn check_page(path: &Path) -> CommandResult {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    match ending.to_lowercase().as_str() {
        "html" | "htm" => Ok(()),
        // A device has no ending.
        _ if path.starts_with("/dev") => Ok(()),
        _ => Err(Failure::usage(
            format!("{}: the report is a page, and the ending does not say so", path.display()),
            "end the name in .html; a browser can print the page as PDF",
        )),
    }
}

/// Refuses to begin work whose results could not be written: each to a file of its own that is not there yet, and none to one
/// that is read.
pub(crate) fn check_free(
    outputs: &[Option<&Path>],
    inputs: &[&Path],
    force: bool,
) -> CommandResult {
    let outputs: Vec<&Path> = outputs.iter().copied().flatten().filter(|p| is_kept(p)).collect();
    let read: Vec<PathBuf> = inputs.iter().map(|path| followed(path)).collect();
    let written: Vec<PathBuf> = outputs.iter().map(|path| followed(path)).collect();
    for (k, path) in outputs.iter().enumerate() {
        if read.contains(&written[k]) {
            let what = format!("{}: is read, and a result is to be written there", path.display());
            return Err(Failure::usage(what, "give the result a name of its own"));
        }
        if written[..k].contains(&written[k]) {
            let what = format!("{}: two results are to be written there", path.display());
            return Err(Failure::usage(what, "give each result a name of its own"));
        }
        Destination::from(path).check(force)?;
    }
    Ok(())
}

/// Whether what is written there stays: a file, not standard output, a device or a pipe.
fn is_kept(path: &Path) -> bool {
    let special =
        || std::fs::metadata(path).is_ok_and(|status| !status.is_file() && !status.is_dir());
    path.as_os_str() != "-" && !special()
}

/// The path once links are followed, those to files that are not there yet too, so that one file has one.
fn followed(path: &Path) -> PathBuf {
    const MOST_LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match std::fs::read_link(&path) {
            // What a link says counts from where the link is.
            Ok(to) => path = path.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => break,
        }
    }
    path.canonicalize().unwrap_or_else(|_| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = parent.unwrap_or(Path::new(".")).canonicalize();
        match (folder, path.file_name()) {
            (Ok(folder), Some(name)) => folder.join(name),
            _ => path.clone(),
        }
    })
}
