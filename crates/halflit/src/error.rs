//! One error type. Every message says what is wrong, where, and what to do about it.

/// The result of everything in this crate that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a call was refused. Rows and columns count from 0.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // each field is named in its own message
pub enum Error {
    // ---- samples ----
    #[error("the samples are {rows} × {columns}: give at least one row and one column")]
    Empty { rows: usize, columns: usize },
    #[error("{rows} row is too few to learn from: give at least two")]
    TooFewRows { rows: usize },
    #[error(
        "row {row} has {found} values where the rows before it have {expected}: make them equal"
    )]
    Ragged { row: usize, expected: usize, found: usize },
    #[error("row {row}, column {column} is {value}: remove or impute values that are not finite")]
    NotFinite { row: usize, column: usize, value: f64 },
    #[error(
        "row {row}, column {column} is {value:e}: magnitudes above 1e100 overflow when squared, so rescale the column"
    )]
    TooLarge { row: usize, column: usize, value: f64 },
    #[error(
        "all {rows} rows are equal (largest deviation from the mean {largest:e}): there is nothing to reduce"
    )]
    NoSpread { rows: usize, largest: f64 },
    #[error("{what} has {found} where {expected} is needed")]
    Shape { what: &'static str, expected: String, found: String },
    #[error(
        "row {row} is all zeros: the cosine is undefined there, so remove the row or use another metric"
    )]
    ZeroRow { row: usize },
    #[error(
        "the metric is precomputed but the samples carry no distances: attach them with `Samples::with_distances`"
    )]
    NoDistances,
    #[error(
        "the distance from row {row} to row {column} is {value}: distances must be finite and not negative"
    )]
    BadDistance { row: usize, column: usize, value: f64 },
    #[error(
        "{what} is not symmetric: entry ({row}, {column}) is {value} but ({column}, {row}) is {mirrored}"
    )]
    NotSymmetric { what: &'static str, row: usize, column: usize, value: f64, mirrored: f64 },

    // ---- labels ----
    #[error("{labels} labels for {rows} rows: give one for each row, `None` where it is unknown")]
    LabelCount { rows: usize, labels: usize },
    #[error("{learner} needs labels and no row has one: label some rows, or use pca, lpp or lpp*")]
    NoLabels { learner: String },
    #[error(
        "{learner} needs labeled rows of at least two classes and found only '{class}': label rows of another class"
    )]
    OneClass { learner: String, class: String },
    #[error("no labeled row to classify by: label some rows")]
    NothingToCompare,

    // ---- parameters ----
    #[error("{name} = {value} is out of range: allowed is {allowed}")]
    Parameter { name: &'static str, value: String, allowed: &'static str },
    #[error("{learner} has no parameter '{parameter}': it has {known}")]
    UnknownParameter { learner: String, parameter: String, known: String },
    #[error("parameter of {learner} not understood: {reason}")]
    BadParameter { learner: String, reason: String },
    #[error("there is no {what} '{name}'{suggestion}: known are {known}")]
    UnknownName { what: &'static str, name: String, suggestion: String, known: String },
    #[error("{dimension} dimensions asked for, but the data span only {rank}: ask for 1 to {rank}")]
    DimensionTooLarge { dimension: usize, rank: usize },

    // ---- graphs, costs and constraints ----
    #[error(
        "row {row} coincides with every other row, so it has no local scale: remove duplicates or use a global scale"
    )]
    NoLocalScale { row: usize },
    #[error(
        "the Hadamard power needs a non-negative cost, but c({row}, {column}) = {value}: use alpha = 1 or another graph"
    )]
    NegativeCost { row: usize, column: usize, value: f64 },
    #[error(
        "the Hadamard power applies to a single graph, and this cost is {terms}: use alpha = 1"
    )]
    NotAGraph { terms: String },
    #[error(
        "the unlabel cost with alpha = {alpha} has norm zero (every weight underflows or there is no edge): use a smaller alpha or a wider scale"
    )]
    ZeroCost { alpha: f64 },
    #[error("the constraint of {learner} is zero because {reason}")]
    ZeroConstraint { learner: String, reason: &'static str },
    #[error(
        "the constraint matrix is not positive definite after the ridge {ridge:e} was added: give a larger ridge"
    )]
    NotPositiveDefinite { ridge: f64 },
    #[error("{learner} asks for {what}, and has no {missing}: choose another constraint")]
    MissingPart { learner: String, what: &'static str, missing: &'static str },
    #[error(
        "the label cost of {learner} was given as a matrix, which cannot know that labels are hidden: give a function of the data to cross-validate"
    )]
    FixedLabelCost { learner: String },

    // ---- kernels and decompositions ----
    #[error(
        "the kernel is not positive semidefinite: its smallest eigenvalue is {smallest:e} beside a largest of {largest:e}; drop the negative part explicitly or use another kernel"
    )]
    IndefiniteKernel { smallest: f64, largest: f64 },
    #[error(
        "the kernel of rows {row} and {column} is {value}: it must be finite, so change the kernel's parameters or rescale the data"
    )]
    BadKernelValue { row: usize, column: usize, value: f64 },
    #[error(
        "the centred kernel matrix is zero: every row looks alike to this kernel, so change its parameters"
    )]
    FlatKernel,
    #[error("the {what} decomposition did not converge: rescale the data and report this")]
    NoConvergence { what: &'static str },

    // ---- evaluation ----
    #[error(
        "{folds} folds asked for and {labeled} labeled rows to share out: use 2 to {labeled} folds"
    )]
    Folds { folds: usize, labeled: usize },
    #[error("no fold could be fitted, the first because: {reason}")]
    NoUsableFold { reason: String },
    #[error("no draw in {tries} gave labels of two classes: label more rows")]
    NoUsableSplit { tries: usize },
    #[error("a paired test needs at least two pairs and found {pairs}")]
    TooFewPairs { pairs: usize },

    // ---- models ----
    #[error(
        "the samples have {found} columns and the model was fitted on {expected}: give the same columns"
    )]
    ColumnCount { expected: usize, found: usize },
    #[error(
        "this map has no inverse: only a linear model of rows that were not scaled to unit length has one"
    )]
    NotInvertible,
    #[error("this is not a whole halflit model: {reason}")]
    BadModel { reason: String },
    #[error(
        "this model has format version {found} and this library reads up to {supported}: upgrade halflit"
    )]
    NewerModel { found: u64, supported: u64 },
    #[error(
        "a model with a user-given kernel function cannot be saved: use a named kernel, or a precomputed one"
    )]
    Unsavable,
}

impl Error {
    /// A parameter outside its range.
    pub(crate) fn parameter(
        name: &'static str,
        value: impl std::fmt::Display,
        allowed: &'static str,
    ) -> Self {
        Error::Parameter { name, value: value.to_string(), allowed }
    }

    /// A matrix of the wrong shape.
    pub(crate) fn shape(
        what: &'static str,
        expected: impl std::fmt::Display,
        found: impl std::fmt::Display,
    ) -> Self {
        Error::Shape { what, expected: expected.to_string(), found: found.to_string() }
    }
}
