//! `halflit studio`: label on the map, watch the map answer.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use halflit_studio::{Material, Origin, Studio};
use serde_json::json;

use crate::args::{Global, Studio as Options};
use crate::failure::{CommandResult, Failure};
use crate::printer::Printer;
use crate::{data, reading};

pub(crate) fn run(options: &Options, global: &Global) -> CommandResult {
    let path = &options.data.path;
    let labels = labels(options)?;
    // Pictures of a folder are told apart by their files, and shown.
    let file = path.is_dir().then(|| halflit_io::FILE.to_owned());
    let (id, text) = (options.data.id.clone().or(file.clone()), options.data.text.first().cloned());
    let shown = [id, text, options.image.clone().or(file)];
    let mut beside: Vec<String> = Vec::new();
    for name in shown.iter().flatten().chain(&options.data.text) {
        if !beside.contains(name) {
            beside.push(name.clone());
        }
    }
    let place = |name: &Option<String>| beside.iter().position(|own| Some(own) == name.as_ref());
    let [id, text, image] = shown.each_ref().map(place);
    let folder = || match path.is_dir() {
        true => path.as_path(),
        false => path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")),
    };
    let images = options.images.clone().or_else(|| image.map(|_| folder().to_path_buf()));
    let table = data::read_shown(&options.data, &beside, global)?;
    // What is too large is refused by its place before anything is opened.
    data::samples(&table, path)?;
    let name = path.file_name().map_or("standard input".into(), |name| name.to_string_lossy());
    let material = Material {
        name: name.into_owned(),
        id,
        text,
        image,
        images,
        unlabeled: data::unlabeled(&options.data),
        origin: reading::words(&options.data, &beside, &table)
            .map_or(Origin::Nowhere, Origin::File),
        seed: global.seed,
        table,
    };
    let studio = Studio::open(material, &labels, options.port)?;
    let (address, printer) = (studio.address(), Printer::new(global));
    printer.say(format!("labels go to {}; Ctrl-C ends the studio", labels.display()));
    printer.result(|| json!({ "address": address, "labels": labels }), || address.clone())?;
    if !options.no_open && !opened(&address) {
        printer.say("no browser could be opened: open the address above in one");
    }
    Ok(studio.serve()?)
}

/// Where the labels are kept.
fn labels(options: &Options) -> CommandResult<PathBuf> {
    match &options.labels_out {
        Some(path) => Ok(path.clone()),
        None if options.data.path.as_os_str() == "-" => Err(Failure::usage(
            "standard input has no place beside it where labels could be kept",
            "give a file for them: --labels-out FILE",
        )),
        None => {
            // Beside a folder, not in it, however its path ends.
            let mut path: OsString = options.data.path.components().collect::<PathBuf>().into();
            path.push(".labels.jsonl");
            Ok(path.into())
        }
    }
}

/// Whether the system's own way to open an address began to.
fn opened(address: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
