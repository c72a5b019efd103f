//! Models and pictures as files.

use std::path::Path;

use halflit::Model;
use halflit_io::write_bytes_atomically;
use halflit_report::Picture;

use crate::failure::{Failure, Outcome};

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
        let help = "give the file that 'halflit fit --model' wrote";
        Failure::new(format!("{}: {error}", path.display()), help)
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
        PictureKind::Png => picture.png()?,
        PictureKind::Svg => picture.svg()?.into_bytes(),
    };
    Ok(write_bytes_atomically(path, &bytes, force)?)
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
            format!("{}: a picture ends in .png or .svg", path.display()),
            "change the ending",
        )),
    }
}

/// Refuses to begin work whose result could not be written.
pub(crate) fn check_free(path: Option<&Path>, force: bool) -> Outcome {
    match path {
        // Devices and pipes are written to, not replaced.
        Some(path) if !force && path.is_file() && path.as_os_str() != "-" => Err(Failure::new(
            format!("{} exists", path.display()),
            "overwrite it with --force, or choose another name",
        )),
        _ => Ok(()),
    }
}
