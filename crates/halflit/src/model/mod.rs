//! The fitted model: a map into the subspace, and the labeled rows there to classify by.

mod classes;
mod columns;
mod condensed;
mod condenser_format;
mod curves_format;
pub(crate) mod file;
mod format;
mod narrow;
pub(crate) mod numbers;
mod onnx;
mod places;
mod sources_format;
mod tensors;
mod views_format;

pub use classes::{Guess, Predictions};
pub use onnx::OnnxChoice;

use crate::class_scores::ClassScores;
use crate::condenser::Condenser;
use crate::data::{Dataset, Labels, Scaler};
use crate::encoding::Encoding;
use crate::error::{Error, Result};
use crate::map::Map;
use crate::matrix::RowMatrix;
use crate::plan::Plan;
use crate::problem::{Diagnostics, Solution};
use crate::projection::Projection;
use crate::space::Space;
use crate::views::ViewsMap;

/// A fitted model: it maps rows, classifies them, and goes to and from bytes.
///
/// ```
/// use halflit::{Model, Plan, datasets, learner::SsLfda};
///
/// let data = datasets::ionosphere_with_labels(20, 7)?;
/// let model = Plan::new(SsLfda::default()).fit(&data)?.model;
/// let again = Model::from_bytes(&model.to_bytes()?)?;
/// assert_eq!(again, model);
/// assert_eq!(again.transduction(&data, None)?.len(), 351 - 20);
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    plan: Plan,
    /// What wide sparse rows go through first.
    condenser: Option<Condenser>,
    scaler: Scaler,
    map: Map,
    eigenvalues: Vec<f64>,
    diagnostics: Diagnostics,
    classes: Vec<String>,
    feature_names: Option<Vec<String>>,
    /// How the columns of a table become features, for readers of tables.
    encoding: Option<Encoding>,
    /// Labeled training rows in the subspace, and their classes.
    references: RowMatrix<'static>,
    reference_classes: Vec<usize>,
    /// How many votes each of them has, where not all have one.
    reference_weights: Option<Vec<f64>>,
    /// How classes are read from all axes of the map; absent where the nearest labeled row decides.
    scores: Option<ClassScores>,
    /// A picture of the training rows, n × 2 or n × 3, where one was made.
    layout: Option<RowMatrix<'static>>,
    /// The class of every training row, predicted where it had no label, where somebody asked to keep it.
    training_classes: Option<Vec<usize>>,
    /// The standard deviations of the training rows' columns, as a linear map sees them.
    deviations: Option<Vec<f64>>,
}

impl Model {
    /// From a solution in a space, and the data that the space was made of.
    pub(crate) fn new(
        mut plan: Plan,
        space: &Space<'_>,
        solution: &Solution,
        data: &Dataset<'_>,
    ) -> Result<Self> {
        let map = solution.map(space, plan.weights)?;
        // With its widths filled in.
        plan.space.kernel = map.kernel_of().cloned();
        let mut model = Self {
            plan,
            condenser: None,
            scaler: space.scaler().clone(),
            map,
            eigenvalues: solution.eigenvalues().to_vec(),
            diagnostics: solution.diagnostics.clone(),
            classes: Vec::new(),
            feature_names: None,
            encoding: None,
            references: RowMatrix::new(Vec::new(), 0, 0),
            reference_classes: Vec::new(),
            reference_weights: None,
            scores: None,
            layout: None,
            training_classes: None,
            deviations: None,
        };
        model.classify_by(data)?;
        Ok(model)
    }

    /// The model that classifies by the labeled rows of other data.
    pub(crate) fn with_references(mut self, data: &Dataset<'_>) -> Result<Self> {
        self.classify_by(data)?;
        Ok(self)
    }

    fn classify_by(&mut self, data: &Dataset<'_>) -> Result<()> {
        let labels = data.labels();
        let labeled = labels.labeled_rows();
        self.classes = labels.classes().to_vec();
        self.reference_classes = labeled.iter().filter_map(|&i| labels.class_of(i)).collect();
        self.reference_weights = None;
        self.references = RowMatrix::new(Vec::new(), 0, self.dimension());
        if !labeled.is_empty() {
            let rows = data.samples().chosen(&labeled);
            self.references = self.transform(&rows)?;
            self.reference_weights = rows.weights().map(<[f64]>::to_vec);
        }
        Ok(())
    }

    /// From a map of views, of which the first `dimension` axes are shown.
    pub(crate) fn of_views(
        plan: Plan,
        map: ViewsMap,
        solution: &Solution,
        scores: ClassScores,
        dimension: usize,
        labels: &Labels,
    ) -> Result<Self> {
        let labeled = labels.labeled_rows();
        let references = map.of_training(&labeled)?.first_columns(dimension);
        Ok(Self {
            plan,
            condenser: None,
            scaler: Scaler::None,
            map: Map::Views(map),
            eigenvalues: solution.eigenvalues()[..dimension].to_vec(),
            diagnostics: solution.diagnostics.clone(),
            classes: labels.classes().to_vec(),
            feature_names: None,
            encoding: None,
            references,
            reference_classes: labeled.iter().filter_map(|&i| labels.class_of(i)).collect(),
            reference_weights: None,
            scores: Some(scores),
            layout: None,
            training_classes: None,
            deviations: None,
        })
    }

    /// Names the input columns; they travel with the model.
    ///
    /// # Errors
    /// [`Error::ColumnCount`] where there is not one name per column.
    pub fn with_feature_names(mut self, names: Vec<String>) -> Result<Self> {
        let (expected, found) = (self.input_columns(), names.len());
        if expected != found {
            return Err(Error::ColumnCount { expected, found });
        }
        self.feature_names = Some(names);
        Ok(self)
    }

    /// Keeps a picture of the training rows; it travels with the model, in f32.
    ///
    /// # Errors
    /// [`Error::Shape`] where it has not two or three columns.
    pub fn with_layout(mut self, points: &RowMatrix<'_>) -> Result<Self> {
        if !(2..=3).contains(&points.columns()) {
            let found = format!("{}", points.columns());
            return Err(Error::shape("the layout", "2 or 3 columns", found));
        }
        let values: Vec<f64> = points.values().iter().map(|&x| f64::from(x as f32)).collect();
        self.layout = Some(RowMatrix::new(values, points.rows(), points.columns()));
        Ok(self)
    }

    /// A picture of the training rows, where one was made.
    pub fn layout(&self) -> Option<&RowMatrix<'static>> {
        self.layout.as_ref()
    }

    /// Keeps the class of every training row; it travels with the model.
    ///
    /// # Errors
    /// [`Error::Shape`] for a number that is of no class.
    pub fn with_training_classes(mut self, classes: Vec<usize>) -> Result<Self> {
        let count = self.classes.len();
        if let Some(beyond) = classes.iter().find(|&&class| class >= count) {
            let expected = format!("numbers of {count} classes");
            return Err(Error::shape(
                "the classes of training rows",
                expected,
                format!("{beyond}"),
            ));
        }
        self.training_classes = Some(classes);
        Ok(self)
    }

    /// The class of every training row, predicted where it had no label, where they were kept.
    pub fn training_classes(&self) -> Option<&[usize]> {
        self.training_classes.as_deref()
    }

    /// Says who summed over the rows; it travels with the model.
    #[must_use]
    pub fn with_engine(mut self, engine: impl Into<String>) -> Self {
        self.diagnostics.engine = engine.into();
        self
    }

    /// Says how the columns of a table become features, whose names they then have; it travels with the model.
    ///
    /// # Errors
    /// [`Error::ColumnCount`] where it does not make one feature per column, [`Error::Shape`] where two features have one name or
    /// a median is not finite.
    pub fn with_encoding(mut self, encoding: Encoding) -> Result<Self> {
        encoding.check()?;
        let features = encoding.features();
        let (expected, found) = (self.input_columns(), features.len());
        if expected != found {
            return Err(Error::ColumnCount { expected, found });
        }
        if encoding.named {
            self.feature_names = Some(features);
        }
        self.encoding = Some(encoding);
        Ok(self)
    }

    /// Number of axes, d.
    pub fn dimension(&self) -> usize {
        self.eigenvalues.len()
    }

    /// λ, ascending.
    pub fn eigenvalues(&self) -> &[f64] {
        &self.eigenvalues
    }

    /// The linear map; absent for a kernel model.
    pub fn projection(&self) -> Option<&Projection> {
        match &self.map {
            Map::Linear(projection) => Some(projection),
            Map::Kernel { .. } | Map::Views(_) => None,
        }
    }

    /// The labeled training rows in the subspace that new rows are compared with, their classes, as indices into
    /// [`Model::classes`], and how many votes each has, where not all have one.
    pub fn references(&self) -> (&RowMatrix<'static>, &[usize], Option<&[f64]>) {
        (&self.references, &self.reference_classes, self.reference_weights.as_deref())
    }

    /// How columns are scaled before the linear map, (x − offset) · factor; absent where rows are scaled, or the map is not linear.
    pub fn column_scale(&self) -> Option<(Vec<f64>, Vec<f64>)> {
        let columns = self.projection()?.mean().len();
        (self.scaler != Scaler::Unit).then(|| self.scaler.columns(columns))
    }

    /// Number of columns that samples must have: d0, or n for a precomputed kernel.
    pub fn input_columns(&self) -> usize {
        self.condenser.as_ref().map_or_else(|| self.map.input_columns(), Condenser::columns)
    }

    /// The plan of the fit, with nothing left open.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The diagnostics of the fit: rank, ridge, residual and more.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Class names, sorted.
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// How the columns of a table become features: as it was learned, or as columns of numbers by their names.
    pub fn encoding(&self) -> Encoding {
        self.encoding.clone().unwrap_or_else(|| match &self.feature_names {
            Some(names) => Encoding::of_numbers(names.iter().cloned(), true),
            None => {
                Encoding::of_numbers((1..=self.input_columns()).map(|j| format!("x{j}")), false)
            }
        })
    }

    /// Names of the input columns, if given.
    pub fn feature_names(&self) -> Option<&[String]> {
        self.feature_names.as_deref()
    }
}
