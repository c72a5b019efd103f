//! How the columns of a table become features: learned at a fit, repeated on new rows.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::pictures::PictureFeatures;
use crate::text::TextFeatures;

/// The columns of a table, in the order of the features that come of them. The reader of the table applies it; a model
/// only carries it ([`Model::with_encoding`](crate::Model::with_encoding)).
///
/// ```
/// use halflit::{Content, Encoding, SourceColumn};
///
/// let width = SourceColumn { name: "width".into(), content: Content::Number { median: Some(2.5) } };
/// let values = vec!["blue".into(), "red".into()];
/// let color = SourceColumn { name: "color".into(), content: Content::Category { values } };
/// let encoding = Encoding { named: true, columns: vec![width, color], ..Encoding::default() };
/// assert_eq!(encoding.features(), ["width", "color=blue", "color=red"]);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Encoding {
    /// Whether the names are the table's own, so that columns of another table are found by them.
    pub named: bool,
    /// Whether missing values were filled in when it was learned, so that those of new rows are too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub filled: bool,
    /// In the order of the features.
    pub columns: Vec<SourceColumn>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SourceColumn {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub content: Content,
}

/// The kind of a column, which says what features it becomes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// Numbers: one feature.
    Number {
        /// What stands for a missing number, where that was learned.
        median: Option<f64>,
    },
    /// One of a few texts: for each a feature that is 1 where the column holds it, else 0.
    Category {
        /// The texts, in the order of the features.
        values: Vec<String>,
    },
    /// Texts: features that were learned from all of them.
    Text {
        /// What was learned; a model keeps it as tensors.
        #[serde(skip)]
        features: TextFeatures,
    },
    /// Files of pictures: features that were learned from all of them.
    Picture {
        /// What was learned; a model keeps it as tensors.
        #[serde(skip)]
        features: PictureFeatures,
    },
}

impl SourceColumn {
    /// Whether it holds texts or pictures, whose features depend on all rows that they were learned from.
    pub fn is_learned(&self) -> bool {
        matches!(self.content, Content::Text { .. } | Content::Picture { .. })
    }

    /// Number of features that come of it.
    pub fn width(&self) -> usize {
        match &self.content {
            Content::Number { .. } => 1,
            Content::Category { values } => values.len(),
            Content::Text { features } => features.width(),
            Content::Picture { features } => features.width(),
        }
    }
}

impl Encoding {
    /// Columns of numbers of which nothing but the names is known.
    pub fn of_numbers(names: impl IntoIterator<Item = String>, named: bool) -> Self {
        let content = Content::Number { median: None };
        let column = |name| SourceColumn { name, content: content.clone() };
        Self { named, filled: false, columns: names.into_iter().map(column).collect() }
    }

    /// The names of the features: that of a column of numbers, `column=text` for each text of a category, `column[0]`,
    /// `column[1]`, … for texts and pictures.
    pub fn features(&self) -> Vec<String> {
        let mut features = Vec::with_capacity(self.columns.len());
        for column in &self.columns {
            let SourceColumn { name, content } = column;
            match content {
                Content::Number { .. } => features.push(name.clone()),
                Content::Category { values } => {
                    features.extend(values.iter().map(|value| format!("{name}={value}")));
                }
                Content::Text { .. } | Content::Picture { .. } => {
                    features.extend((0..column.width()).map(|k| format!("{name}[{k}]")));
                }
            }
        }
        features
    }

    /// Refuses what a damaged file may hold: features of one name, a median that is no number.
    pub(crate) fn check(&self) -> Result<()> {
        let wrong = |expected: &str, found: String| {
            Err(Error::Shape { what: "the encoding of columns", expected: expected.into(), found })
        };
        let features = self.features();
        let mut met = HashSet::new();
        if let Some(twice) = features.iter().find(|name| !met.insert(name.as_str())) {
            return wrong("different names", format!("'{twice}' twice"));
        }
        for SourceColumn { name, content } in &self.columns {
            if let Content::Number { median: Some(median) } = content
                && !median.is_finite()
            {
                return wrong("finite medians", format!("{median} for '{name}'"));
            }
        }
        Ok(())
    }
}
