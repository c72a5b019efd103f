//! What a model looks like: embedding, accuracy, heat map, eigenvalues, loadings, graph quality.

use halflit::choose::{Rule, Scores, Selection};
use halflit::evaluation::good_pairs;
use halflit::graph::Neighborhood;
use halflit::{
    Dataset, Fit, Kernel, Labels, Layout, Model, Placement, Prepared, RowMatrix, Samples,
};
use halflit_io::Table;
use halflit_report::{
    AccuracyTable, Columns, Curve, CurveChart, Embedding, Feature, HeatMap, Loadings, Report,
    Scale, Spectrum,
};

use crate::failure::CommandResult;
use crate::show;

/// Rows up to which the graph-quality curve, for which all pairs are looked at, is drawn by itself.
const CURVE_ROWS: usize = 5_000;

/// Features whose values are shown of a row, and how many values that may be in all: about 3 MB of a page.
const SHOWN_FEATURES: usize = 8;
const SHOWN_VALUES: usize = 400_000;

/// Features that are shown of every axis.
const LISTED_FEATURES: usize = 10;

/// Rows in the subspace of a model, and their classes where the model has labels: mapped once, for all that shows them.
pub(crate) struct Mapping {
    pub(crate) points: RowMatrix<'static>,
    classes: Vec<usize>,
    /// How probable each class is; nothing where it is not known.
    sureness: Vec<f64>,
    /// The probability of every class for every row; nothing where it is not known.
    probabilities: Option<RowMatrix<'static>>,
}

impl Mapping {
    /// The rows that were fitted. Nothing that the fit knows is looked for again.
    pub(crate) fn of_fit(prepared: &Prepared<'_>, fit: &Fit) -> CommandResult<Self> {
        if fit.model.classes().is_empty() {
            return Self::of_rows(&fit.model, prepared.samples());
        }
        let placement = prepared.placement(fit, None)?;
        Ok(Self::of_placement(placement))
    }

    /// Rows whose places are known.
    pub(crate) fn of_placement(placement: Placement) -> Self {
        let Placement { points, predictions, margins, .. } = placement;
        let own = |(row, &class): (usize, &usize)| predictions.probabilities.row(row)[class];
        let sureness =
            margins.unwrap_or_else(|| predictions.classes.iter().enumerate().map(own).collect());
        let probabilities = Some(predictions.probabilities);
        Self { points, classes: predictions.classes, sureness, probabilities }
    }

    /// What every row is taken for; empty where the model has no labels.
    pub(crate) fn classes(&self) -> &[usize] {
        &self.classes
    }

    /// Other rows.
    pub(crate) fn of_rows(model: &Model, samples: &Samples<'_>) -> CommandResult<Self> {
        if model.classes().is_empty() {
            let (classes, sureness) = (Vec::new(), Vec::new());
            let points = model.transform(samples)?;
            return Ok(Self { points, classes, sureness, probabilities: None });
        }
        let (points, predictions) = model.place(samples, None)?;
        let probabilities = Some(predictions.probabilities);
        Ok(Self { points, classes: predictions.classes, sureness: Vec::new(), probabilities })
    }
}

/// The rows in the subspace of a model, with predictions where the model has labels. Coordinates of a layout come first.
pub(crate) fn embedding(
    model: &Model,
    mapping: &Mapping,
    labels: &Labels,
    table: &Table,
    layout: Option<&Layout>,
) -> Embedding {
    let name = |&class: &usize| Some(model.classes()[class].clone());
    let axes = &mapping.points;
    let mut embedding = Embedding {
        predicted: mapping.classes.iter().map(name).collect(),
        classes: model.classes().to_vec(),
        ..plain_embedding(axes, labels, table)
    };
    if let Some(layout) = layout {
        let both = |(row, axes): (usize, &Vec<f64>)| [layout.points.row(row), axes].concat();
        embedding.points = embedding.points.iter().enumerate().map(both).collect();
        embedding.axis_names = layout_axes(layout.points.columns());
        embedding.axis_names.extend((1..=axes.columns()).map(|axis| format!("axis {axis}")));
        embedding.sureness = mapping.sureness.clone();
    }
    embedding
}

/// Points and labels of rows.
pub(crate) fn plain_embedding(points: &RowMatrix<'_>, labels: &Labels, table: &Table) -> Embedding {
    Embedding {
        points: (0..points.rows()).map(|i| points.row(i).to_vec()).collect(),
        labels: (0..labels.len()).map(|i| labels.name_of(i).map(str::to_owned)).collect(),
        classes: labels.classes().to_vec(),
        // Where rows were left out, the others keep their numbers in the file.
        row_names: table.numbers.as_ref().map(|all| all.iter().map(usize::to_string).collect()),
        texts: table.kept.clone(),
        ..Embedding::default()
    }
}

/// What the coordinates of a layout are called.
pub(crate) fn layout_axes(count: usize) -> Vec<String> {
    let names = ["picture, across", "picture, up", "picture, depth"];
    names.iter().take(count).map(|name| (*name).to_owned()).collect()
}

/// The values that the page shows of a row: of the columns that have most to do with the axes, as many as keep the page
/// small. These are the contributions where the map has weights, and correlations where it has none.
fn features(
    model: &Model,
    mapping: &Mapping,
    samples: &Samples<'_>,
) -> CommandResult<Vec<Feature>> {
    if !has_columns(model) {
        return Ok(Vec::new());
    }
    let relevance = match model.contributions(samples)? {
        Some(contributions) => contributions,
        None => Model::correlations(samples, &mapping.points),
    };
    let mut shares = vec![0.0_f64; samples.columns()];
    for axis in 0..relevance.rows() {
        let row = relevance.row(axis);
        // Axes have no common unit: each counts as a share of its largest.
        let largest = row.iter().fold(f64::MIN_POSITIVE, |most, value| most.max(value.abs()));
        shares
            .iter_mut()
            .zip(row)
            .for_each(|(share, value)| *share = share.max(value.abs() / largest));
    }
    let mut columns: Vec<usize> = (0..shares.len()).collect();
    columns.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]));
    columns.truncate(SHOWN_FEATURES.min(SHOWN_VALUES / samples.rows().max(1)));
    let feature = |column: usize| Feature {
        name: show::feature_name(model, column),
        values: (0..samples.rows()).map(|row| value(samples, row, column)).collect(),
    };
    Ok(columns.into_iter().map(feature).collect())
}

/// A number of a row, without those of a sparse row that are 0.
fn value(samples: &Samples<'_>, row: usize, column: usize) -> f64 {
    match samples.is_sparse() {
        false => samples.row(row)[column],
        true => {
            let own = samples.nonzeros(row);
            own.iter().find(|(place, _)| *place == column).map_or(0.0, |(_, value)| *value)
        }
    }
}

/// Whether columns mean something: those of a kernel matrix do not.
fn has_columns(model: &Model) -> bool {
    model.plan().space.kernel != Some(Kernel::Precomputed {})
}

/// The columns that matter, for a model whose map has no weights: the most relevant ones, and those that go with each
/// axis and each class.
fn columns(model: &Model, mapping: &Mapping, samples: &Samples<'_>) -> Columns {
    let closest = |targets: &RowMatrix<'_>| {
        let correlations = Model::correlations(samples, targets);
        show::top_features(model, &correlations, LISTED_FEATURES)
    };
    let scores = mapping.probabilities.as_ref().map(closest).unwrap_or_default();
    Columns {
        relevance: show::relevant_columns(model, LISTED_FEATURES),
        axes: closest(&mapping.points),
        classes: model.classes().iter().cloned().zip(scores).collect(),
    }
}

/// The texts that the page shows of a row, cut to what can be read at a glance.
fn shown_texts(embedding: &Embedding) -> Vec<(String, Vec<String>)> {
    const LETTERS: usize = 120;
    let cut = |text: &String| match text.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.clone(),
    };
    let texts = embedding.texts.iter();
    texts.map(|(name, cells)| (name.clone(), cells.iter().map(cut).collect())).collect()
}

/// γ × α, each pair of values with the best that was found for it; nothing where a search had fewer than two of either.
pub(crate) fn heat_map(scores: &Scores) -> Option<HeatMap> {
    let mut gammas: Vec<f64> = scores.settings.iter().filter_map(|s| s.gamma).collect();
    let mut alphas: Vec<f64> = scores.settings.iter().filter_map(|s| s.alpha).collect();
    for values in [&mut gammas, &mut alphas] {
        values.sort_by(f64::total_cmp);
        values.dedup();
    }
    if gammas.len() < 2 || alphas.len() < 2 {
        return None;
    }
    let summary = scores.summary();
    let best = scores.best()?;
    let at = |gamma: f64, alpha: f64| {
        // Of several k, d and T.
        let of_pair = summary
            .iter()
            .filter(|s| s.setting.gamma == Some(gamma) && s.setting.alpha == Some(alpha));
        of_pair.map(|s| s.accuracy).fold(f64::NAN, f64::max)
    };
    let values = alphas
        .iter()
        .flat_map(|&alpha| gammas.iter().map(move |&gamma| at(gamma, alpha)))
        .collect();
    let place =
        |values: &[f64], wanted: Option<f64>| values.iter().position(|&v| Some(v) == wanted);
    let chosen = place(&gammas, best.setting.gamma).zip(place(&alphas, best.setting.alpha));
    Some(HeatMap {
        x_name: "gamma".into(),
        x_values: gammas,
        y_name: "alpha".into(),
        y_values: alphas,
        value_name: "cross-validated accuracy".into(),
        values,
        chosen,
    })
}

/// How many near pairs of labeled rows are of one class, by threshold, for some powers.
pub(crate) fn pairs_chart(
    data: &Dataset<'_>,
    graph: &Neighborhood,
    alphas: &[f64],
) -> CommandResult<CurveChart> {
    let thresholds: Vec<f64> =
        (0..=60).map(|step| 10f64.powf(f64::from(step - 60) / 15.0)).collect();
    let cost = graph.cost(data.samples())?;
    let mut curves = Vec::new();
    for &alpha in alphas {
        let counts = good_pairs(&cost, alpha, data.labels(), &thresholds)?;
        let points = thresholds.iter().zip(&counts);
        let points =
            points.filter_map(|(&x, count)| count.ratio().map(|ratio| (x, ratio))).collect();
        curves.push(Curve { name: format!("alpha = {alpha}"), points });
    }
    Ok(CurveChart {
        title: "How good the graph of near rows is".into(),
        reading: "The share of near pairs that join rows of one class, among the labeled rows, for every threshold above which a pair counts as near. High is good: near rows then say something about labels.".into(),
        x_title: "threshold of the weight".into(),
        y_title: "share of one class".into(),
        x_scale: Scale::Logarithmic,
        curves,
    })
}

/// Everything about one fit.
pub(crate) struct Story<'s> {
    pub(crate) title: String,
    pub(crate) summary: Vec<String>,
    pub(crate) model: &'s Model,
    pub(crate) data: &'s Dataset<'s>,
    pub(crate) mapping: &'s Mapping,
    pub(crate) embedding: Embedding,
    pub(crate) selection: Option<&'s Selection>,
    pub(crate) accuracy: Option<AccuracyTable>,
}

impl Story<'_> {
    /// The page.
    pub(crate) fn report(self) -> CommandResult<Report> {
        let (model, data) = (self.model, self.data);
        let labeled = data.labels().labeled_rows().len();
        // Auto has no alpha, and looks at many graphs.
        let has_graph = model.plan().learner().is_some();
        let curves = match has_graph && labeled > 1 && data.samples().rows() <= CURVE_ROWS {
            true => vec![pairs_chart(data, &Neighborhood::default(), &[1.0, 8.0])?],
            false => Vec::new(),
        };
        let spread = model.contributions(data.samples())?;
        let loadings = spread.map(|spread| show::top_features(model, &spread, LISTED_FEATURES));
        let columns = (loadings.is_none() && has_columns(model))
            .then(|| columns(model, self.mapping, data.samples()));
        let features = features(model, self.mapping, data.samples())?;
        Ok(Report {
            title: self.title,
            summary: self.summary,
            command: command_line(),
            embedding: Some(Embedding {
                features,
                texts: shown_texts(&self.embedding),
                ..self.embedding
            }),
            accuracy: self.accuracy,
            heat_map: self
                .selection
                .filter(|own| own.rule == Rule::Cv)
                .and_then(|own| heat_map(&own.scores)),
            spectrum: Some(Spectrum { eigenvalues: model.eigenvalues().to_vec() }),
            loadings: loadings.map(|axes| Loadings { axes }),
            columns,
            curves,
            parameters: show::parameters(model),
            diagnostics: show::diagnostics(model),
        })
    }
}

/// The command line that is running, for the page to repeat.
pub(crate) fn command_line() -> String {
    let quote = |word: String| match word
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "-_./=:,*+".contains(c))
    {
        true if !word.contains('*') && !word.is_empty() => word,
        _ => format!("'{}'", word.replace('\'', "'\\''")),
    };
    // A path need not be text.
    let words = std::env::args_os().skip(1).map(|word| quote(word.to_string_lossy().into_owned()));
    std::iter::once("halflit".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}
