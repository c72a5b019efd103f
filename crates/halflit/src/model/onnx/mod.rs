//! Models as ONNX graphs, for any runtime of that format: standard operators alone, computed in double precision.
//!
//! The graph computes what [`Model::transform`] and [`Model::elect`] do. It takes one matrix, `X`, or one input for each column of a table
//! that has texts, and gives `transformed`, and where the model has labels `label` and `probabilities`. A row with a gap that the model
//! does not fill in gives no numbers, as a graph cannot refuse it.

mod classes;
mod columns;
mod distance;
mod graph;
mod look;
mod maps;
mod tensor;
mod wire;

use classes::Voters;
use columns::Inputs;
use graph::{Graph, Value};
use tensor::Kind;
use wire::Message;

use super::Model;
use crate::data::Scaler;
use crate::error::{Error, Result};
use crate::graph::check_neighbors;

/// Opset 18, of ONNX 1.13, and the version of the format that came with it.
const OPSET: i64 = 18;
const FORMAT: i64 = 8;
/// Where the standard has operators for texts, and their version.
const TEXT_DOMAIN: &str = "ai.onnx.ml";
const TEXT_OPSET: i64 = 3;
/// Protocol buffers hold no more.
const MOST_BYTES: usize = i32::MAX as usize;
/// What a graph gives.
const OUTPUTS: [&str; 3] = ["transformed", "label", "probabilities"];

/// How a model becomes a graph.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OnnxChoice {
    /// How many nearest labeled rows vote; without it classes are read as [`Model::predict`] does.
    pub votes: Option<usize>,
    /// Whether rows come, and points and probabilities go, in single precision. What is between is computed in double.
    pub single: bool,
    /// The classes in the order of their probabilities; without it that of [`Model::classes`].
    pub classes: Option<Vec<String>>,
    /// Whether classes are texts even if all of them are whole numbers.
    pub text: bool,
}

impl Model {
    /// The model as an ONNX graph of opset 18.
    ///
    /// ```
    /// use halflit::{OnnxChoice, Plan, datasets};
    ///
    /// let data = datasets::ionosphere_with_labels(20, 7)?;
    /// let model = Plan::named("fda")?.fit(&data)?.model;
    /// let bytes = model.to_onnx(&OnnxChoice { single: true, ..OnnxChoice::default() })?;
    /// assert!(bytes.len() < 2 * model.to_bytes()?.len());
    /// # Ok::<(), halflit::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unsavable`] for a model with a user's kernel function, [`Error::Parameter`] for no vote at all or other classes than the
    /// model's, [`Error::NoGraph`] where the format cannot hold it.
    pub fn to_onnx(&self, choice: &OnnxChoice) -> Result<Vec<u8>> {
        if self.is_condensed() {
            let reason = "it was fitted to wide sparse rows".into();
            return Err(Error::NoGraph { reason });
        }
        let real = if choice.single { Kind::Single } else { Kind::Double };
        let mut graph = Graph::new("_");
        let inputs = self.inputs(&mut graph, real)?;
        let scaled = match &self.scaler {
            Scaler::None => inputs.features.clone(),
            Scaler::Unit => graph.unit(&inputs.features),
            Scaler::Columns { offset, factor } => graph.scaled(&inputs.features, offset, factor),
        };
        let all = graph.mapped(&scaled, &self.map)?;
        let d = self.dimension();
        let shown = graph.slice(&all, 1, 0, d as i64);
        graph.give(&shown, OUTPUTS[0], real);
        let mut outputs = vec![port(OUTPUTS[0], real, &[None, Some(d)])];
        if !self.reference_classes.is_empty() {
            outputs.extend(self.elected_in(&mut graph, (&all, &shown), choice, real)?);
        }
        let body = graph.message().bytes(2, b"halflit");
        let body = inputs.ports.iter().fold(body, |body, port| body.message(11, port));
        let body = outputs.iter().fold(body, |body, port| body.message(12, port));
        self.whole_message(&body, graph.has_texts)
    }

    fn inputs(&self, graph: &mut Graph, real: Kind) -> Result<Inputs> {
        match &self.encoding {
            Some(encoding) if columns::has_texts(encoding) => Inputs::table(graph, encoding, real),
            encoding => {
                let medians = encoding.as_ref().and_then(columns::medians);
                Ok(Inputs::matrix(graph, self.input_columns(), medians, real))
            }
        }
    }

    /// Labels and probabilities: what the outputs are.
    fn elected_in(
        &self,
        graph: &mut Graph,
        (all, shown): (&Value, &Value),
        choice: &OnnxChoice,
        real: Kind,
    ) -> Result<[Message; 2]> {
        let names = choice.classes.as_ref().unwrap_or(&self.classes);
        let places = self.places(names)?;
        let (elected, probabilities) = match (&self.scores, choice.votes) {
            (Some(scores), None) => graph.scored(all, scores, &places),
            _ => {
                let votes = choice.votes.unwrap_or(1);
                check_neighbors("votes", votes)?;
                let classes = self.reference_classes.iter().map(|&class| places[class]).collect();
                let weights = self.reference_weights.as_deref();
                let class_count = places.len();
                let voters =
                    Voters { points: &self.references, classes, class_count, weights, votes };
                graph.voted(shown, &voters)
            }
        };
        let whole = whole_numbers(names).filter(|_| !choice.text);
        let kind = if whole.is_some() { Kind::Whole } else { Kind::Text };
        let names = match whole {
            Some(numbers) => graph.whole(&numbers),
            None => graph.texts(names),
        };
        let label = graph.gather(&names, &elected, 0);
        graph.name(&label, OUTPUTS[1]);
        graph.give(&probabilities, OUTPUTS[2], real);
        let count = Some(self.classes.len());
        Ok([port(OUTPUTS[1], kind, &[None]), port(OUTPUTS[2], real, &[None, count])])
    }

    /// For every class where it stands among the names.
    fn places(&self, names: &[String]) -> Result<Vec<usize>> {
        let other = || Error::parameter("classes", names.join(", "), "the classes of the model");
        let place = |class: &String| names.iter().position(|name| name == class).ok_or_else(other);
        match names.len() == self.classes.len() {
            true => self.classes.iter().map(place).collect(),
            false => Err(other()),
        }
    }

    fn whole_message(&self, body: &Message, has_texts: bool) -> Result<Vec<u8>> {
        let opset = |domain: &str, version: i64| {
            Message::default().bytes(1, domain.as_bytes()).int(2, version)
        };
        let mut message = Message::default()
            .int(1, FORMAT)
            .bytes(2, b"halflit")
            .bytes(3, env!("CARGO_PKG_VERSION").as_bytes())
            .message(7, body)
            .message(8, &opset("", OPSET));
        if has_texts {
            message = message.message(8, &opset(TEXT_DOMAIN, TEXT_OPSET));
        }
        match message.len() <= MOST_BYTES {
            true => Ok(message.into_bytes()),
            false => {
                let reason = format!(
                    "it takes {} bytes, and a file of ONNX holds {MOST_BYTES}",
                    message.len()
                );
                Err(Error::NoGraph { reason })
            }
        }
    }
}

impl Graph {
    /// Names a result, in the precision that was asked for.
    fn give(&mut self, value: &Value, name: &str, real: Kind) {
        let value = if real == Kind::Double { value.clone() } else { self.cast(value, real) };
        self.name(&value, name);
    }
}

/// Names as whole numbers, if all of them are.
fn whole_numbers(names: &[String]) -> Option<Vec<i64>> {
    let whole = |name: &String| name.parse::<i64>().ok().filter(|own| own.to_string() == *name);
    names.iter().map(whole).collect()
}

/// An input or output: its name, type and shape, of which the rows are open.
fn port(name: &str, kind: Kind, shape: &[Option<usize>]) -> Message {
    let length = |own: &Option<usize>| match own {
        Some(length) => Message::default().int(1, *length as i64),
        None => Message::default(),
    };
    let shape = shape.iter().fold(Message::default(), |m, own| m.message(1, &length(own)));
    let tensor = Message::default().int(1, kind.number()).message(2, &shape);
    let kind = Message::default().message(1, &tensor);
    Message::default().bytes(1, name.as_bytes()).message(2, &kind)
}
