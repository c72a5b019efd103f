//! Rows in f32, sixteen side by side, and the one loop over all pairs of queries and rows.
//!
//! The loop is a matrix product that keeps its result in registers: who is nearer than the query's threshold is reported, the
//! rest is forgotten, so that no tile of distances is written or read.

use crate::lanes::dispatch;
use std::ops::Range;

use pulp::{Simd, WithSimd};

/// Rows side by side in a panel.
pub(super) const WIDTH: usize = 16;
/// Queries that share the load of a panel: 6 × 16 sums fill the registers.
pub(super) const GROUP: usize = 6;

/// Rows by slots: slot s is lane s mod 16 of panel s / 16. A slot that holds no row is infinitely far.
pub(super) struct Panels {
    columns: usize,
    /// For every panel, column after column of sixteen values.
    values: Vec<f32>,
    /// ‖y‖² of every slot.
    pub(super) norms: Vec<f32>,
}

impl Panels {
    /// Room for so many panels, all slots empty.
    pub(super) fn new(columns: usize, panels: usize) -> Self {
        let values = vec![0.0; panels * columns * WIDTH];
        Self { columns, values, norms: vec![f32::INFINITY; panels * WIDTH] }
    }

    /// Rows one after the other.
    pub(super) fn of_rows(rows: &[f32], columns: usize) -> Self {
        let mut panels = Self::new(columns, (rows.len() / columns).div_ceil(WIDTH));
        for (slot, row) in rows.chunks_exact(columns).enumerate() {
            let (values, norms) = panels.panel_mut(slot / WIDTH);
            put(values, norms, slot % WIDTH, row);
        }
        panels
    }

    pub(super) fn count(&self) -> usize {
        self.norms.len() / WIDTH
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// Values and norms of every panel, to be filled by [`put`].
    pub(super) fn parts_mut(&mut self) -> (&mut [f32], &mut [f32]) {
        (&mut self.values, &mut self.norms)
    }

    fn panel_mut(&mut self, panel: usize) -> (&mut [f32], &mut [f32]) {
        let size = self.columns * WIDTH;
        let values = &mut self.values[panel * size..(panel + 1) * size];
        (values, &mut self.norms[panel * WIDTH..(panel + 1) * WIDTH])
    }

    /// Reports, in the order of slots, every pair with ‖y‖² − 2⟨x, y⟩ below the query's threshold, which becomes what
    /// `found(query, slot, value)` answers. A query is −2x; their number is a multiple of [`GROUP`].
    pub(super) fn scan(
        &self,
        panels: Range<usize>,
        queries: &[f32],
        thresholds: &mut [f32],
        found: impl FnMut(usize, usize, f32) -> f32,
    ) {
        dispatch(Scan { all: self, panels, queries, thresholds, found });
    }
}

/// Puts a row into one lane of a panel.
pub(super) fn put(values: &mut [f32], norms: &mut [f32], lane: usize, row: &[f32]) {
    for (value, &x) in values[lane..].iter_mut().step_by(WIDTH).zip(row) {
        *value = x;
    }
    norms[lane] = squared_length(row) as f32;
}

/// ‖x‖² of f32 values, in f64.
pub(super) fn squared_length(row: &[f32]) -> f64 {
    row.iter().map(|&x| f64::from(x) * f64::from(x)).sum()
}

struct Scan<'a, F> {
    all: &'a Panels,
    panels: Range<usize>,
    queries: &'a [f32],
    thresholds: &'a mut [f32],
    found: F,
}

impl<F: FnMut(usize, usize, f32) -> f32> WithSimd for Scan<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match S::F32_LANES {
            16 => self.run::<S, 1>(simd),
            8 => self.run::<S, 2>(simd),
            4 => self.run::<S, 4>(simd),
            _ => self.run::<S, WIDTH>(simd),
        }
    }
}

impl<F: FnMut(usize, usize, f32) -> f32> Scan<'_, F> {
    /// `V` registers hold the sixteen lanes of a panel.
    #[inline(always)]
    fn run<S: Simd, const V: usize>(mut self, simd: S) {
        let columns = self.all.columns;
        for panel in self.panels.clone() {
            let values = &self.all.values[panel * columns * WIDTH..(panel + 1) * columns * WIDTH];
            let values = S::as_simd_f32s(values).0.as_chunks::<V>().0;
            let norms = &self.all.norms[panel * WIDTH..(panel + 1) * WIDTH];
            let norms = S::as_simd_f32s(norms).0.as_chunks::<V>().0[0];
            let groups = self.queries.chunks_exact(GROUP * columns);
            for (group, queries) in groups.enumerate() {
                let sums = group_sums(simd, values, norms, queries);
                for (position, sums) in sums.iter().enumerate() {
                    self.report(simd, sums, group * GROUP + position, panel * WIDTH);
                }
            }
        }
    }

    /// Hands on what is below the threshold of a query; most often that is nothing.
    #[inline(always)]
    fn report<S: Simd, const V: usize>(
        &mut self,
        simd: S,
        sums: &[S::f32s; V],
        query: usize,
        slot: usize,
    ) {
        let threshold = simd.splat_f32s(self.thresholds[query]);
        let below = |&sum| simd.first_true_m32s(simd.less_than_f32s(sum, threshold)) < S::F32_LANES;
        if !sums.iter().fold(false, |any, sum| any | below(sum)) {
            return;
        }
        let values: &[f32] = pulp::bytemuck::cast_slice(sums);
        for (lane, &value) in values.iter().enumerate() {
            if value < self.thresholds[query] {
                self.thresholds[query] = (self.found)(query, slot + lane, value);
            }
        }
    }
}

/// ‖y‖² + ⟨−2x, y⟩ of six queries and the rows of a panel.
#[inline(always)]
fn group_sums<S: Simd, const V: usize>(
    simd: S,
    values: &[[S::f32s; V]],
    norms: [S::f32s; V],
    queries: &[f32],
) -> [[S::f32s; V]; GROUP] {
    let columns = values.len();
    let (first, rest) = queries.split_at(columns);
    let (second, rest) = rest.split_at(columns);
    let (third, rest) = rest.split_at(columns);
    let (fourth, rest) = rest.split_at(columns);
    let (fifth, sixth) = rest.split_at(columns);
    let mut sums = [norms; GROUP];
    let pairs = values.iter().zip(first).zip(second).zip(third).zip(fourth).zip(fifth).zip(sixth);
    for ((((((y, &a), &b), &c), &d), &e), &f) in pairs {
        let x = [a, b, c, d, e, f];
        for query in 0..GROUP {
            let x = simd.splat_f32s(x[query]);
            for v in 0..V {
                sums[query][v] = simd.mul_add_e_f32s(x, y[v], sums[query][v]);
            }
        }
    }
    sums
}

/// Puts an entry into its place in a list that is full of larger ones at its end; answers the largest that is left.
pub(super) fn insert(values: &mut [f32], slots: &mut [u32], value: f32, slot: u32) -> f32 {
    let last = values.len() - 1;
    let mut at = last;
    while at > 0 && values[at - 1] > value {
        (values[at], slots[at]) = (values[at - 1], slots[at - 1]);
        at -= 1;
    }
    (values[at], slots[at]) = (value, slot);
    values[last]
}
