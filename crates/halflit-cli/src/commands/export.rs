//! `halflit export`: a model for other runtimes.

use halflit::OnnxChoice;
use halflit_io::write_bytes_atomically;
use serde_json::json;

use crate::args::{Export, Global};
use crate::failure::CommandResult;
use crate::files;
use crate::printer::Printer;

pub(crate) fn run(options: &Export, global: &Global) -> CommandResult {
    files::check_free(&[Some(&options.onnx)], &[&options.model], options.force)?;
    let model = files::read_model(&options.model)?;
    let choice =
        OnnxChoice { votes: options.votes, single: options.single, ..OnnxChoice::default() };
    let bytes = model.to_onnx(&choice)?;
    write_bytes_atomically(&options.onnx, &bytes, options.force)?;
    let printer = Printer::new(global);
    printer.wrote("the graph", &options.onnx);
    printer.written(|| json!({ "output": options.onnx, "bytes": bytes.len() }))
}
