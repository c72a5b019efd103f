//! What a graph is given: one matrix of numbers, or a column at a time where a table has texts.

use super::graph::{Attribute, Graph, Value};
use super::tensor::Kind;
use super::wire::Message;
use super::{OUTPUTS, port};
use crate::encoding::{Content, Encoding, SourceColumn};
use crate::error::{Error, Result};

/// The one input of a graph that takes numbers alone.
const MATRIX: &str = "X";

/// Inputs of a graph, and the features that come of them.
pub(super) struct Inputs {
    pub(super) ports: Vec<Message>,
    pub(super) features: Value,
}

impl Inputs {
    /// One matrix; gaps are filled in where the model learned how.
    pub(super) fn matrix(
        graph: &mut Graph,
        columns: usize,
        medians: Option<Vec<f64>>,
        real: Kind,
    ) -> Self {
        let ports = vec![port(MATRIX, real, &[None, Some(columns)])];
        let rows = graph.doubled(&MATRIX.to_owned(), real);
        let features = match medians {
            None => rows,
            Some(medians) => graph.filled(&rows, &medians),
        };
        Self { ports, features }
    }

    /// One input for each column of a table, by its name.
    pub(super) fn table(graph: &mut Graph, encoding: &Encoding, real: Kind) -> Result<Self> {
        let (mut ports, mut features) = (Vec::new(), Vec::new());
        for SourceColumn { name, content } in &encoding.columns {
            if name.starts_with('_') || OUTPUTS.contains(&name.as_str()) || name.is_empty() {
                let reason = format!(
                    "a column is called '{name}', which is the name of something else in a graph"
                );
                return Err(Error::NoGraph { reason });
            }
            let kind = if matches!(content, Content::Number { .. }) { real } else { Kind::Text };
            ports.push(port(name, kind, &[None, Some(1)]));
            features.push(match content {
                Content::Number { median } => {
                    let rows = graph.doubled(name, real);
                    match median.filter(|_| encoding.filled) {
                        Some(median) => graph.filled(&rows, &[median]),
                        None => rows,
                    }
                }
                Content::Category { values } => graph.of_texts(name, values),
                Content::Text { .. } | Content::Picture { .. } => {
                    let reason = format!("column '{name}' holds raw texts or pictures");
                    return Err(Error::NoGraph { reason });
                }
            });
        }
        let parts: Vec<&Value> = features.iter().collect();
        let features = graph.node("Concat", &parts, &[Attribute::Int("axis", 1)]);
        Ok(Self { ports, features })
    }
}

/// The medians of a table of numbers whose gaps are filled in.
pub(super) fn medians(encoding: &Encoding) -> Option<Vec<f64>> {
    let median = |column: &SourceColumn| match column.content {
        Content::Number { median } => median,
        Content::Category { .. } | Content::Text { .. } | Content::Picture { .. } => None,
    };
    encoding.columns.iter().map(median).collect::<Option<Vec<f64>>>().filter(|_| encoding.filled)
}

/// Whether some column holds no numbers.
pub(super) fn has_texts(encoding: &Encoding) -> bool {
    encoding.columns.iter().any(|column| !matches!(column.content, Content::Number { .. }))
}

impl Graph {
    fn doubled(&mut self, value: &Value, real: Kind) -> Value {
        if real == Kind::Double { value.clone() } else { self.cast(value, Kind::Double) }
    }

    /// The medians where there is no number.
    fn filled(&mut self, rows: &Value, medians: &[f64]) -> Value {
        let (gaps, medians) = (self.op("IsNaN", &[rows]), self.vector(medians));
        self.op("Where", &[&gaps, &medians, rows])
    }

    /// 1 for the text that a column holds, 0 for the others; all 0 for a text that is not known, and for none.
    fn of_texts(&mut self, column: &Value, values: &[String]) -> Value {
        let texts = Attribute::Texts("cats_strings", values.to_vec());
        let each = self.node("OneHotEncoder", &[column], &[texts, Attribute::Int("zeros", 1)]);
        let one = self.whole(&[1]);
        let flat = self.op("Squeeze", &[&each, &one]);
        self.cast(&flat, Kind::Double)
    }
}
