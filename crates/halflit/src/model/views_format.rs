//! The tensors of a model that was made of views.
//!
//! | tensor | shape |
//! |---|---|
//! | `training` | n × d0 |
//! | `anchors`, `coefficients` | m, m × D |
//! | `offset` | D |
//! | `mean_S`, `linear_S`, `widths_S`, `absolute_widths_S` | d, D × d, w × 2, w × 2, for each way S to look at the columns |
//! | `scale_offset_S`, `scale_factor_S` | d0 each: how columns are scaled |
//! | `curves_S`, `knots_S`, `images_S`, or `factors_S` | d0 × 3, k, k, or d0: see `curves_format.rs` |
//! | `turn_mean_S`, `turn_S` | d0, d × d0: axes that columns are seen along |
//! | `scales_S`, `potential_S_K`, `reaches_S_K` | n, n × D, n: σ, and for each graph of K nearest rows |
//! | `score_classes`, `score_weights`, `score_offsets`, `score_sharpness` | c, c × D, c, b × 2 |
//!
//! D is the number of axes that classes are read from, of which the model may show fewer; d is the number of columns that a way to look
//! at them gives.

use std::borrow::Cow;

use super::curves_format::curve_tensors;
use super::file::{File, bad};
use super::numbers::{indices, matrix, narrow_matrix, vector};
use super::tensors::Tensor;
use crate::class_scores::ClassScores;
use crate::data::{Samples, Scaler};
use crate::error::Result;
use crate::projection::Projection;
use crate::views::{Columns, GraphMap, Lens, SideMap, ViewsMap};

/// More than any that is tried.
const LARGEST_SHARPNESS: f64 = 1e6;
/// Every way to look at columns, by its name in tensors.
const SIDES: [(Columns, &str); 7] = [
    (Columns::Given, "given"),
    (Columns::Standardized, "standardized"),
    (Columns::Ranked, "ranked"),
    (Columns::Dependent, "dependent"),
    (Columns::Mixed, "mixed"),
    (Columns::Whitened, "whitened"),
    (Columns::Relevant, "relevant"),
];
/// Nearest rows of a graph, at most.
const MOST_NEIGHBORS: usize = 64;

/// Named tensors.
pub(super) type Tensors = Vec<(Cow<'static, str>, Tensor)>;

/// What is written of a map.
pub(super) fn map_tensors(map: &ViewsMap) -> Tensors {
    let mut tensors: Tensors = vec![
        ("training".into(), narrow_matrix(&map.training.to_rows())),
        ("anchors".into(), indices(&map.anchors)),
        ("coefficients".into(), matrix(&map.coefficients)),
        ("offset".into(), vector(&map.offset)),
    ];
    for side in &map.sides {
        tensors.extend(side_tensors(side, known_curves(&map.sides, side.columns)));
    }
    tensors
}

/// The lens whose curves another has too: that of ranks, for relevant columns.
fn known_curves(sides: &[SideMap], columns: Columns) -> Option<&Lens> {
    let ranked = sides.iter().find(|side| side.columns == Columns::Ranked);
    ranked.filter(|_| columns == Columns::Relevant).map(|side| &side.lens)
}

fn side_tensors(side: &SideMap, known: Option<&Lens>) -> Tensors {
    let own = SIDES.iter().find(|(columns, _)| *columns == side.columns);
    let own = own.map_or("given", |(_, name)| name);
    let name = |what: &str| -> Cow<'static, str> { format!("{what}_{own}").into() };
    let mut tensors = vec![
        (name("mean"), vector(side.linear.mean())),
        (name("linear"), matrix(side.linear.components())),
        (name("widths"), matrix(&side.widths)),
        (name("absolute_widths"), matrix(&side.absolute_widths)),
    ];
    match &side.lens {
        Lens::Scaled(Scaler::Columns { offset, factor }) => {
            tensors.push((name("scale_offset"), vector(offset)));
            tensors.push((name("scale_factor"), vector(factor)));
        }
        Lens::Scaled(_) => {}
        Lens::Curved(curves) => tensors.extend(curve_tensors(curves, own, known)),
        Lens::Turned(projection) => {
            tensors.push((name("turn_mean"), vector(projection.mean())));
            tensors.push((name("turn"), matrix(projection.components())));
        }
    }
    if !side.graphs.is_empty() {
        tensors.push((name("scales"), vector(&side.scales)));
    }
    for graph in &side.graphs {
        let name = |what: &str| format!("{what}_{own}_{}", graph.neighbors).into();
        tensors.push((name("potential"), matrix(&graph.potential)));
        tensors.push((name("reaches"), vector(&graph.reaches)));
    }
    tensors
}

/// What is written of class scores.
pub(super) fn score_tensors(scores: &ClassScores) -> Tensors {
    vec![
        ("score_classes".into(), indices(&scores.classes)),
        ("score_weights".into(), matrix(&scores.weights)),
        ("score_offsets".into(), vector(&scores.offsets)),
        ("score_sharpness".into(), matrix(&scores.sharpness)),
    ]
}

/// What every part of a map has to fit to.
struct Extent {
    rows: usize,
    columns: usize,
    axes: usize,
}

impl File<'_> {
    pub(super) fn views(&self) -> Result<ViewsMap> {
        let offset = self.vector("offset")?;
        let training = Samples::from_matrix(self.matrix("training", None, None)?).map_err(bad)?;
        let extent =
            Extent { rows: training.rows(), columns: training.columns(), axes: offset.len() };
        let anchors = self.indices("anchors", extent.rows)?;
        let coefficients = self.matrix("coefficients", Some(anchors.len()), Some(extent.axes))?;
        let present = SIDES.iter().filter(|(_, name)| self.has(&format!("linear_{name}")));
        let mut sides: Vec<SideMap> = Vec::new();
        for &(columns, name) in present {
            let lens = self.lens(name, extent.columns, known_curves(&sides, columns))?;
            sides.push(self.side(columns, name, lens, &extent)?);
        }
        if sides.is_empty() || anchors.is_empty() && sides.iter().any(SideMap::has_bumps) {
            return Err(bad("it has no anchors"));
        }
        Ok(ViewsMap { training, anchors, coefficients, sides, offset })
    }

    fn side(&self, columns: Columns, own: &str, lens: Lens, extent: &Extent) -> Result<SideMap> {
        let name = |what: &str| format!("{what}_{own}");
        let mean = self.vector(&name("mean"))?;
        if mean.len() != lens.width(extent.columns) {
            return Err(bad("its mean is of other columns"));
        }
        let linear = self.matrix(&name("linear"), Some(extent.axes), Some(mean.len()))?;
        let widths = |name: String| {
            let widths = self.matrix(&name, None, Some(2))?;
            match (0..widths.rows()).all(|i| widths.row(i)[0] > 0.0) {
                true => Ok(widths),
                false => Err(bad("a width is not positive")),
            }
        };
        let graphs = (1..=MOST_NEIGHBORS).filter(|k| self.has(&format!("potential_{own}_{k}")));
        let graphs = graphs.map(|neighbors| {
            let name = |what: &str| format!("{what}_{own}_{neighbors}");
            let potential =
                self.matrix(&name("potential"), Some(extent.rows), Some(extent.axes))?;
            Ok(GraphMap { neighbors, potential, reaches: self.of_rows(&name("reaches"), extent)? })
        });
        let graphs: Vec<GraphMap> = graphs.collect::<Result<_>>()?;
        let scales = match graphs.is_empty() {
            true => Vec::new(),
            false => self.of_rows(&name("scales"), extent)?,
        };
        if scales.iter().any(|&scale| scale <= 0.0) {
            return Err(bad("a scale is not positive"));
        }
        Ok(SideMap {
            columns,
            lens,
            linear: Projection::from_parts(mean, linear),
            widths: widths(name("widths"))?,
            absolute_widths: widths(name("absolute_widths"))?,
            graphs,
            scales,
        })
    }

    /// One number for every training row.
    fn of_rows(&self, name: &str, extent: &Extent) -> Result<Vec<f64>> {
        let values = self.vector(name)?;
        match values.len() == extent.rows {
            true => Ok(values),
            false => Err(bad(format!("tensor '{name}' has {} numbers", values.len()))),
        }
    }

    fn lens(&self, own: &str, columns: usize, known: Option<&Lens>) -> Result<Lens> {
        let name = |what: &str| format!("{what}_{own}");
        if let Some(curved) = self.curves(own, columns, known)? {
            return Ok(curved);
        }
        if self.has(&name("turn")) {
            let mean = self.vector(&name("turn_mean"))?;
            let axes = self.matrix(&name("turn"), None, Some(columns))?;
            return match mean.len() == columns {
                true => Ok(Lens::Turned(Projection::from_parts(mean, axes))),
                false => Err(bad("its axes are of other columns")),
            };
        }
        if !self.has(&name("scale_offset")) {
            return Ok(Lens::Scaled(Scaler::None));
        }
        let scaler = self.columns_scaler(&name("scale_offset"), &name("scale_factor"))?;
        match &scaler {
            Scaler::Columns { offset, .. } if offset.len() != columns => {
                Err(bad("its scaling is of other columns"))
            }
            _ => Ok(Lens::Scaled(scaler)),
        }
    }

    /// Nothing for a learner that is read by the nearest labeled row.
    pub(super) fn scores(&self, class_count: usize, axes: usize) -> Result<Option<ClassScores>> {
        if !self.has("score_classes") {
            return Ok(None);
        }
        let classes = self.indices("score_classes", class_count)?;
        let weights = self.matrix("score_weights", Some(classes.len()), Some(axes))?;
        let offsets = self.vector("score_offsets")?;
        let sharpness = self.matrix("score_sharpness", None, Some(2))?;
        let (betas, shares): (Vec<f64>, Vec<f64>) =
            sharpness.values().chunks_exact(2).map(|pair| (pair[0], pair[1])).unzip();
        let sharp = betas.iter().all(|&beta| beta > 0.0 && beta <= LARGEST_SHARPNESS)
            && shares.iter().all(|&share| share >= 0.0)
            && (shares.iter().sum::<f64>() - 1.0).abs() < 1e-6;
        let ascending = classes.windows(2).all(|pair| pair[0] < pair[1]);
        match classes.len() != offsets.len() || classes.is_empty() || !sharp || !ascending {
            true => Err(bad("its class scores do not fit")),
            false => Ok(Some(ClassScores { classes, weights, offsets, sharpness })),
        }
    }
}
