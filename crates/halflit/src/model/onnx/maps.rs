//! Learned maps as graphs: rows, scaled already, to points on all axes.

use super::distance::Rows;
use super::graph::{Graph, Value};
use crate::data::Samples;
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::kpca::KernelView;
use crate::map::Map;
use crate::matrix::RowMatrix;
use crate::projection::Projection;
use crate::views::{CANDIDATES, GraphMap, SCALE, SideMap, ViewsMap};

impl Graph {
    pub(super) fn mapped(&mut self, x: &Value, map: &Map) -> Result<Value> {
        match map {
            Map::Linear(projection) => Ok(self.linear(x, projection)),
            Map::Kernel { view, coefficients } => self.kernel(x, view, coefficients),
            Map::Views(map) => Ok(self.views(x, map)),
        }
    }

    /// (x − mean) · axes.
    pub(super) fn linear(&mut self, x: &Value, projection: &Projection) -> Value {
        let (mean, axes) = (self.vector(projection.mean()), self.matrix(projection.components()));
        let x = self.op("Sub", &[x, &mean]);
        let axes = self.op("Transpose", &[&axes]);
        self.op("MatMul", &[&x, &axes])
    }

    /// Centred kernel values of the rows that stay, times their coefficients.
    fn kernel(
        &mut self,
        x: &Value,
        view: &KernelView,
        coefficients: &RowMatrix<'_>,
    ) -> Result<Value> {
        let values = match &view.training {
            Some(rows) => self.kernel_values(x, view.kernel.kernel(), rows)?,
            None => x.clone(),
        };
        let means = self.vector(&view.row_means);
        let mut centered = self.op("Sub", &[&values, &means]);
        if let Some(mean) = view.mean {
            let (own, mean) = (self.reduced("ReduceMean", &values, 1, true), self.number(mean));
            let shift = self.op("Sub", &[&mean, &own]);
            centered = self.op("Add", &[&centered, &shift]);
        }
        let coefficients = self.matrix(coefficients);
        let coefficients = self.op("Transpose", &[&coefficients]);
        Ok(self.op("MatMul", &[&centered, &coefficients]))
    }

    fn kernel_values(&mut self, x: &Value, kernel: &Kernel, rows: &Samples<'_>) -> Result<Value> {
        let count = rows.rows();
        let rows = self.matrix(&rows.to_rows());
        Ok(match kernel {
            Kernel::Rbf { width } => {
                let squared = self.squared(x, &rows).0;
                let width = width.unwrap_or(1.0);
                self.bump(&squared, width * width)
            }
            Kernel::Laplacian { width } => {
                let absolute = self.absolute(x, &rows, count);
                self.bump(&absolute, width.unwrap_or(1.0))
            }
            Kernel::Linear {} => self.products(x, &rows),
            Kernel::Cosine {} => {
                let (x, rows) = (self.unit(x), self.unit(&rows));
                self.products(&x, &rows)
            }
            Kernel::Polynomial { degree, coef0, scale } => {
                let base = self.scaled_products(x, &rows, count, (*scale, *coef0));
                let degree = self.number(f64::from(*degree));
                self.op("Pow", &[&base, &degree])
            }
            Kernel::Sigmoid { scale, coef0 } => {
                let base = self.scaled_products(x, &rows, count, (scale.unwrap_or(1.0), *coef0));
                self.op("Tanh", &[&base])
            }
            Kernel::Precomputed {} => x.clone(),
            Kernel::Function(_) => return Err(Error::Unsavable),
        })
    }

    fn products(&mut self, x: &Value, rows: &Value) -> Value {
        let rows = self.op("Transpose", &[rows]);
        self.op("MatMul", &[x, &rows])
    }

    fn scaled_products(
        &mut self,
        x: &Value,
        rows: &Value,
        count: usize,
        (scale, coef0): (f64, f64),
    ) -> Value {
        // Once per column: a single number would become part of the product where onnxruntime optimises, and is single precision there.
        let (products, scale) = (self.products(x, rows), self.repeated(scale, count));
        let (scaled, coef0) = (self.op("Mul", &[&products, &scale]), self.number(coef0));
        self.op("Add", &[&scaled, &coef0])
    }

    /// exp(−distance/width).
    fn bump(&mut self, distances: &Value, width: f64) -> Value {
        let width = self.number(-width);
        let exponent = self.op("Div", &[distances, &width]);
        self.op("Exp", &[&exponent])
    }

    fn views(&mut self, x: &Value, map: &ViewsMap) -> Value {
        let training = self.matrix(&map.training.to_rows());
        let offset = self.vector(&map.offset);
        let mut sum = self.op("Neg", &[&offset]);
        for side in &map.sides {
            for part in self.side(x, &training, side, map) {
                sum = self.op("Add", &[&sum, &part]);
            }
        }
        sum
    }

    /// What one way to look at the columns adds.
    fn side(&mut self, x: &Value, training: &Value, side: &SideMap, map: &ViewsMap) -> Vec<Value> {
        let looked = self.looked(x, &side.lens);
        let mut parts = vec![self.linear(&looked, &side.linear)];
        if !side.has_bumps() && side.graphs.is_empty() {
            return parts;
        }
        let rows = self.looked(training, &side.lens);
        if side.has_bumps() {
            parts.push(self.bumps(&looked, &rows, side, map));
        }
        if !side.graphs.is_empty() {
            let (count, columns) = (map.training.rows(), side.linear.mean().len());
            let near = self.nearest(&looked, &Rows { value: rows, count, columns }, CANDIDATES);
            let taken = CANDIDATES.min(count);
            parts.extend(side.graphs.iter().map(|graph| self.joined(&near, taken, side, graph)));
        }
        parts
    }

    /// Σ_a κ(x, a) c_a over the anchors.
    fn bumps(&mut self, looked: &Value, rows: &Value, side: &SideMap, map: &ViewsMap) -> Value {
        let places: Vec<i64> = map.anchors.iter().map(|&row| row as i64).collect();
        let places = self.whole(&places);
        let anchors = self.gather(rows, &places, 0);
        let mut bumps = Vec::new();
        if side.widths.rows() > 0 {
            let squared = self.squared(looked, &anchors).0;
            bumps.extend(self.of_widths(&squared, &side.widths, map.anchors.len()));
        }
        if side.absolute_widths.rows() > 0 {
            let absolute = self.absolute(looked, &anchors, map.anchors.len());
            bumps.extend(self.of_widths(&absolute, &side.absolute_widths, map.anchors.len()));
        }
        let first = bumps.remove(0);
        let sum = bumps.iter().fold(first, |sum, bump| self.op("Add", &[&sum, bump]));
        let coefficients = self.matrix(&map.coefficients);
        self.op("MatMul", &[&sum, &coefficients])
    }

    /// Bumps of several widths, each times its weight.
    fn of_widths(&mut self, distances: &Value, widths: &RowMatrix<'_>, count: usize) -> Vec<Value> {
        let of_width = |pair: &[f64]| {
            let (bump, weight) = (self.bump(distances, pair[0]), self.repeated(pair[1], count));
            self.op("Mul", &[&bump, &weight])
        };
        widths.values().chunks_exact(2).map(of_width).collect()
    }

    /// The potential of new rows in a graph that they are joined to as rows of the fit are: see `views/join.rs`.
    fn joined(
        &mut self,
        (distances, places): &(Value, Value),
        taken: usize,
        side: &SideMap,
        graph: &GraphMap,
    ) -> Value {
        let among: Vec<f64> =
            (0..taken).map(|k| f64::from(u8::from(k < graph.neighbors))).collect();
        let (among, half) = (self.numbers(&among, &[1, taken]), self.number(0.5));
        let among = self.op("Greater", &[&among, &half]);
        let reaches = self.vector(&graph.reaches);
        let reaches = self.gather(&reaches, places, 0);
        let reached = self.op("Less", &[distances, &reaches]);
        let joined = self.op("Or", &[&among, &reached]);
        let exponents = self.exponents(distances, places, taken, side);
        let shares = self.shares(&exponents, &joined);
        let shares = self.of_copies(&shares, distances, taken);
        let potential = self.matrix(&graph.potential);
        let near = self.gather(&potential, places, 0);
        let one = self.whole(&[1]);
        let shares = self.op("Unsqueeze", &[&shares, &one]);
        let blend = self.op("MatMul", &[&shares, &near]);
        self.op("Squeeze", &[&blend, &one])
    }

    /// d²/(σ_x σ_i).
    fn exponents(
        &mut self,
        distances: &Value,
        places: &Value,
        taken: usize,
        side: &SideMap,
    ) -> Value {
        let at = SCALE.min(taken) as i64;
        let own = self.slice(distances, 1, at - 1, at);
        let scales = self.vector(&side.scales);
        let scales = self.gather(&scales, places, 0);
        let product = self.op("Mul", &[&own, &scales]);
        let squared = self.op("Mul", &[distances, distances]);
        self.op("Div", &[&squared, &product])
    }

    /// exp(−exponent) of the rows that are joined, as shares of their sum; relative to the largest, as all may vanish.
    fn shares(&mut self, exponents: &Value, joined: &Value) -> Value {
        let far = self.number(f64::MAX);
        let own = self.op("Where", &[joined, exponents, &far]);
        let least = self.reduced("ReduceMin", &own, 1, true);
        let apart = self.op("Sub", &[&least, &own]);
        let weights = self.op("Exp", &[&apart]);
        let total = self.reduced("ReduceSum", &weights, 1, true);
        self.op("Div", &[&weights, &total])
    }

    /// A row that coincides with one of the fit is that row.
    fn of_copies(&mut self, shares: &Value, distances: &Value, taken: usize) -> Value {
        let (first, zero) = (self.slice(distances, 1, 0, 1), self.number(0.0));
        let is_copy = self.op("Equal", &[&first, &zero]);
        let only: Vec<f64> = (0..taken).map(|k| f64::from(u8::from(k == 0))).collect();
        let only = self.numbers(&only, &[1, taken]);
        self.op("Where", &[&is_copy, &only, shares])
    }
}
