//! Models, pictures and pages as files.

use std::path::Path;

use halflit::Model;
use halflit_io::{Destination, write_bytes_atomically};
use halflit_report::{Picture, Report, html};

use crate::failure::{Failure, Outcome};
use crate::fonts;

/// On Ctrl-C: no half-written file stays behind.
pub(crate) fn remove_unfinished_on_interrupt() {
    // Without a handler an interrupt still ends the process; it only may leave a temporary file.
    let _ = ctrlc::set_handler(|| {
        halflit_io::remove_unfinished_files();
        std::process::exit(130);
    });
}

/// Reads a model.
pub(crate) fn read_model(path: &Path) -> Outcome<Model> {
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
pub(crate) fn write_model(path: &Path, model: &Model, force: bool) -> Outcome {
    Ok(write_bytes_atomically(path, &model.to_bytes()?, force)?)
}

/// Writes a picture as PNG or SVG by its ending.
pub(crate) fn write_picture(path: &Path, picture: &Picture, force: bool) -> Outcome {
    let bytes = match picture_kind(path)? {
        PictureKind::Png => picture.png_with(&fonts::for_letters(&picture.foreign_letters()))?,
        PictureKind::Svg => picture.svg()?.into_bytes(),
    };
    Ok(write_bytes_atomically(path, &bytes, force)?)
}

/// Writes a page.
pub(crate) fn write_page(path: &Path, report: &Report, force: bool) -> Outcome {
    Ok(write_bytes_atomically(path, html(report)?.as_bytes(), force)?)
}

pub(crate) enum PictureKind {
    Png,
    Svg,
}

/// The kind of a picture file; asked before work begins, so that a wrong ending costs nothing.
pub(crate) fn picture_kind(path: &Path) -> Outcome<PictureKind> {
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
pub(crate) fn check_page(path: &Path) -> Outcome {
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

/// Refuses to begin work whose results could not be written: each to a file of its own that is not there yet.
pub(crate) fn check_free(paths: &[Option<&Path>], force: bool) -> Outcome {
    let paths: Vec<&Path> = paths.iter().copied().flatten().collect();
    for (k, path) in paths.iter().enumerate() {
        if paths[..k].contains(path) && !path.starts_with("/dev") {
            let what = format!("{}: two results are to be written there", path.display());
            return Err(Failure::usage(what, "give each result a name of its own"));
        }
        Destination::from(path).check(force)?;
    }
    Ok(())
}
