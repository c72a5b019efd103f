//! One error type. Every message says what is wrong, where, and what to do about it.

/// The result of everything in this crate that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Makes the enum: a variant, its fields, what is wrong, what to do. The two sentences are its documentation as well,
/// so that each is written once.
macro_rules! errors {
    ($($name:ident $({ $($field:ident: $kind:ty),* })? => $what:literal, $help:literal;)*) => {
        /// Why a call was refused. Rows and columns count from 0.
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        #[allow(missing_docs)] // each field is named in the sentences
        pub enum Error {
            $(#[doc = concat!($what, ": ", $help, ".")] $name $({ $($field: $kind),* })?,)*
        }

        impl Error {
            /// What is wrong, and what to do.
            fn sentences(&self) -> (String, String) {
                match self {
                    $(Error::$name $({ $($field),* })? => (format!($what), format!($help)),)*
                }
            }
        }
    };
}

errors! {
    // ---- samples ----
    Empty { rows: usize, columns: usize }
        => "the samples are {rows} × {columns}", "give at least one row and one column";
    TooFewRows { rows: usize }
        => "{rows} row is too few to learn from", "give at least two";
    Ragged { row: usize, expected: usize, found: usize }
        => "row {row} has {found} values where the rows before it have {expected}", "make them equal";
    NotFinite { row: usize, column: usize, value: f64 }
        => "row {row}, column {column} is {value}", "remove or impute values that are not finite";
    TooLarge { row: usize, column: usize, value: f64 }
        => "row {row}, column {column} is {value:e}",
           "magnitudes above 1e100 overflow when squared, so rescale the column or leave it out";
    SparseRow { row: usize, reason: String }
        => "sparse row {row} {reason}", "give the columns of every row in ascending order, each once and below the number of columns";
    NoWords { texts: usize }
        => "none of {texts} texts holds a word", "give a column that holds text";
    NoSpread { rows: usize, largest: f64 }
        => "all {rows} rows are equal (largest deviation from the mean {largest:e})",
           "there is nothing to reduce, so give rows that differ";
    Shape { what: &'static str, expected: String, found: String }
        => "{what} has {found}, not {expected}", "give it in that shape";
    WeightCount { rows: usize, weights: usize }
        => "{weights} weights for {rows} rows", "give one for each row";
    BadWeight { row: usize, value: f64 }
        => "the weight of row {row} is {value}",
           "a weight says how often a row counts, so give a finite number above 0, or leave the row out";
    FractionalWeight { what: &'static str, row: usize, value: f64 }
        => "{what} takes whole weights, and that of row {row} is {value}",
           "round the weights, or use another learner";
    ZeroRow { row: usize }
        => "row {row} is all zeros",
           "it has no direction, so remove the row or use another metric or scaling";
    NoDistances
        => "the metric is precomputed but the samples carry no distances",
           "attach them with `Samples::with_distances`";
    BadDistance { row: usize, column: usize, value: f64 }
        => "the distance from row {row} to row {column} is {value}",
           "distances must be finite and not negative";
    NotSymmetric { what: &'static str, row: usize, column: usize, value: f64, mirrored: f64 }
        => "{what} is not symmetric: entry ({row}, {column}) is {value} but ({column}, {row}) is {mirrored}",
           "make the two equal";

    // ---- labels ----
    LabelCount { rows: usize, labels: usize }
        => "{labels} labels for {rows} rows", "give one for each row, `None` where it is unknown";
    NoLabels { learner: String }
        => "{learner} needs labels and no row has one", "label some rows, or use pca, lpp or lpp*";
    OneClass { learner: String, class: String }
        => "{learner} needs labeled rows of at least two classes and found only '{class}'",
           "label rows of another class";
    NothingToCompare
        => "no labeled row to classify by", "label some rows";
    SuggestionCount { count: usize, left: usize }
        => "{count} rows to label asked for and {left} rows are left", "ask for at least 1 and no more than are left";
    BadProbability { row: usize, column: usize, value: f64 }
        => "the probability of class {column} for row {row} is {value}",
           "a probability is a number from 0 to 1, so give what a model says of every row";

    // ---- parameters ----
    Parameter { name: &'static str, value: String, allowed: &'static str }
        => "{name} = {value} is out of range", "allowed is {allowed}";
    UnknownParameter { learner: String, parameter: String, known: String }
        => "{learner} has no parameter '{parameter}'", "it has {known}";
    BadParameter { learner: String, reason: String }
        => "parameter of {learner} not understood: {reason}", "mend its name or its value";
    Incompatible { parameter: &'static str, with: &'static str, help: &'static str }
        => "{parameter} does not go with {with}", "{help}";
    RecordedLearner { name: String }
        => "a model file holds no more than the name of the learner '{name}'", "give the learner itself to fit it again";
    BadPlan { reason: String }
        => "the plan is not understood: {reason}", "mend that field";
    UnknownName { what: &'static str, name: String, suggestion: String, known: String }
        => "there is no {what} '{name}'{suggestion}", "use one of {known}";
    DimensionTooLarge { dimension: usize, rank: usize }
        => "{dimension} dimensions asked for, but the data span only {rank}", "ask for at most {rank}";

    // ---- graphs, costs and constraints ----
    NoLocalScale { row: usize }
        => "row {row} coincides with every other row, so it has no local scale",
           "remove duplicates or use a global scale";
    NegativeCost { row: usize, column: usize, value: f64 }
        => "the Hadamard power needs a non-negative cost, but c({row}, {column}) = {value}",
           "use alpha = 1 or another graph";
    NotAGraph { terms: String }
        => "the Hadamard power applies to a single graph, and this cost is {terms}", "use alpha = 1";
    ZeroCost { alpha: f64 }
        => "the unlabel cost with alpha = {alpha} has norm zero (every weight underflows or there is no edge)",
           "use a smaller alpha or a wider scale";
    ZeroConstraint { learner: String, reason: &'static str, help: &'static str }
        => "the constraint of {learner} is zero because {reason}", "{help}";
    NotPositiveDefinite { ridge: f64 }
        => "the constraint matrix is not positive definite after the ridge {ridge:e} was added",
           "give a larger ridge";
    MissingPart { learner: String, what: &'static str, missing: &'static str }
        => "{learner} asks for {what}, and has no {missing}", "choose another constraint";
    FixedLabelCost { learner: String }
        => "the label cost of {learner} was given as a matrix, which cannot know that labels are hidden",
           "give a function of the data to cross-validate";

    // ---- kernels and decompositions ----
    IndefiniteKernel { smallest: f64, largest: f64 }
        => "the kernel is not positive semidefinite: its eigenvalues reach from {smallest:.3e} to {largest:.3e}",
           "drop the negative part explicitly or use another kernel";
    BadKernelValue { row: usize, column: usize, value: f64 }
        => "the kernel of rows {row} and {column} is {value}",
           "it must be finite, so change the kernel's parameters or rescale the data";
    FlatKernel
        => "the centred kernel matrix is zero",
           "every row looks alike to this kernel, so change its parameters";
    Memory { what: &'static str, rows: usize, needed: String, free: String, most: usize, instead: &'static str }
        => "{what} of {rows} rows takes about {needed} of memory and {free} are free",
           "give at most {most} rows, or {instead}";
    NoConvergence { what: &'static str }
        => "the {what} decomposition did not converge", "rescale the data and report this";
    NotConverged { found: usize, wanted: usize, steps: usize, residual: f64 }
        => "the matrix-free solver found {found} of {wanted} axes in {steps} steps, and the next one to {residual:.0e} only",
           "ask for fewer axes, give a larger ridge, or take fewer rows or columns and the dense solver";

    // ---- statistics ----
    NotFromStatistics { what: String }
        => "{what} cannot be learned from weights, means and scatters of classes alone",
           "use pca, fda or mmc with columns as they are or standardised, or fit to the rows themselves";
    NotSummed { what: String }
        => "{what} cannot be learned from sums over rows and pairs of rows alone",
           "use a learner without a kernel, its columns as they are or standardised, or fit to the rows themselves";
    BadStatistics { reason: String }
        => "these are not whole statistics of halflit: {reason}",
           "give what they were saved as, or gather them again";

    // ---- evaluation ----
    Folds { folds: usize, labeled: usize }
        => "{folds} folds asked for and {labeled} labeled rows to share out",
           "use at least 2 folds and no more than labeled rows";
    NoUsableFold { reason: String }
        => "no fold could be fitted, the first because: {reason}", "label more rows";
    NoUsableSplit { tries: usize }
        => "no draw in {tries} gave labels of two classes", "label more rows";
    TooFewPairs { pairs: usize }
        => "a paired test needs at least two pairs and found {pairs}", "give more pairs";

    // ---- engines ----
    Engine { reason: String }
        => "the engine that was to work on the graphs failed: {reason}", "mend that, or use threads";

    // ---- watching ----
    Interrupted
        => "the work was interrupted", "start it again, as nothing is left of it";

    // ---- models ----
    ColumnCount { expected: usize, found: usize }
        => "the samples have {found} columns and the model was fitted on {expected}",
           "give the same columns";
    NotInvertible
        => "this map has no inverse",
           "only a linear model of rows that were not scaled to unit length has one";
    BadModel { reason: String }
        => "this is not a whole halflit model: {reason}", "give what a model was saved as, or fit it again";
    NewerModel { written_by: String, own: &'static str, found: u64, supported: u64 }
        => "written by halflit {written_by} (format {found}); this is halflit {own} (format {supported})",
           "upgrade halflit";
    OlderModel { found: u64, supported: u64 }
        => "this model has format version {found} and this library reads version {supported}",
           "fit it again with this halflit";
    Unsavable
        => "a model with a user-given kernel function cannot be saved",
           "use a named kernel, or a precomputed one";
    NoGraph { reason: String }
        => "this model has no ONNX graph: {reason}", "rename the column and fit again, or predict with halflit itself";
}

impl std::error::Error for Error {}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (what, help) = self.sentences();
        write!(f, "{what}: {help}")
    }
}

impl Error {
    /// The problem and its place, in one line.
    ///
    /// ```
    /// let error = halflit::AnyLearner::named("pca")?.with("gamma", 1.0).unwrap_err();
    /// assert_eq!(error.what(), "pca has no parameter 'gamma'");
    /// assert_eq!(error.help(), "it has none");
    /// # Ok::<(), halflit::Error>(())
    /// ```
    pub fn what(&self) -> String {
        self.sentences().0
    }

    /// The remedy, in one line.
    pub fn help(&self) -> String {
        self.sentences().1
    }

    /// Whether the labels that a fold leaves are to blame, so that other folds may do: the one list of what skips a fold. A dimension
    /// that is too large is the fold's fault only where the rank follows the labels.
    pub(crate) fn spoils_fold(&self, rank_follows_labels: bool) -> bool {
        match self {
            Error::NoLabels { .. }
            | Error::OneClass { .. }
            | Error::Folds { .. }
            | Error::NoUsableFold { .. }
            | Error::NothingToCompare
            | Error::ZeroConstraint { .. }
            | Error::FlatKernel
            | Error::NoSpread { .. } => true,
            Error::DimensionTooLarge { .. } => rank_follows_labels,
            _ => false,
        }
    }

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
