//! The map before there are labels: of PCA, LPP*, a layout and eigenmaps the one that keeps neighbours best.

use halflit::learner::{LppStar, Pca};
use halflit::neighbors::{Exact, Queries};
use halflit::{
    Labels, LayoutChoice, Learner, Metric, Plan, Prepared, Result, RowMatrix, Samples, Shape,
};

/// Operations above which LPP*, which looks at all pairs of rows, is not tried.
const MANY_OPERATIONS: f64 = 2e10;
/// Rows up to which a layout is there at once, and up to which it is made while people look at another map.
const LAID_OUT_AT_ONCE: usize = 2_000;
const LAID_OUT: usize = 20_000;
/// Rows that stand for all where neighbours are compared, and rows that are asked for theirs.
const COMPARED: usize = 20_000;
const ASKED: usize = 500;
/// Of so many nearest rows those count that are among so many nearest on the map.
const NEAR: usize = 10;
const NEAR_ON_MAP: usize = 30;

/// The map that no label changes.
pub(super) struct Opening {
    points: RowMatrix<'static>,
    /// Its method.
    name: String,
    /// Share of near rows that stay near on it.
    kept: f64,
    compared: Compared,
}

impl Opening {
    /// By PCA, by LPP* where that is better and soon made, by a layout of few rows, or by eigenmaps where they are there already and
    /// better still.
    pub(super) fn of(prepared: &Prepared<'_>, looked: bool) -> Result<Self> {
        let points = prepared.principal(2)?;
        let compared = Compared::of(prepared.samples())?;
        let (name, kept) = (Pca::default().name().to_owned(), compared.kept(&points)?);
        let lpp = lpp(prepared, points.columns());
        let mut opening = Self { points, name, kept, compared };
        if let Some(points) = lpp {
            opening.consider(points, LppStar::default().name())?;
        }
        if prepared.samples().rows() <= LAID_OUT_AT_ONCE {
            opening.lay_out(prepared)?;
        }
        if looked {
            opening.look(prepared)?;
        }
        Ok(opening)
    }

    /// By a layout, where that is better still.
    fn lay_out(&mut self, prepared: &Prepared<'_>) -> Result<()> {
        let none = Labels::none(prepared.samples().rows());
        match prepared.layout(&none, &LayoutChoice::default()) {
            Ok(layout) => self.consider(layout.points, "layout"),
            // Rows that cannot be laid out are no reason to show nothing.
            Err(_) => Ok(()),
        }
    }

    /// By a layout or the first two eigenmaps, where that is better still.
    pub(super) fn look(&mut self, prepared: &Prepared<'_>) -> Result<()> {
        if (LAID_OUT_AT_ONCE + 1..=LAID_OUT).contains(&prepared.samples().rows()) {
            self.lay_out(prepared)?;
        }
        match prepared.eigenmaps(2) {
            Ok(maps) if maps.columns() == 2 => self.consider(maps, "eigenmaps"),
            // A graph that cannot be made is no reason to show nothing.
            _ => Ok(()),
        }
    }

    fn consider(&mut self, points: RowMatrix<'static>, name: &str) -> Result<()> {
        let kept = self.compared.kept(&points)?;
        if kept > self.kept {
            (self.points, self.name, self.kept) = (points, name.to_owned(), kept);
        }
        Ok(())
    }

    /// The points, and the name of the method.
    pub(super) fn shown(&self) -> (&RowMatrix<'static>, &str) {
        (&self.points, &self.name)
    }
}

/// A map by LPP*, unless it would take long. A graph that cannot be made is no reason to show nothing.
fn lpp(prepared: &Prepared<'_>, axes: usize) -> Option<RowMatrix<'static>> {
    let samples = prepared.samples();
    let (rows, plan) = (samples.rows(), Plan::new(LppStar::default()).axes(axes));
    let shape = Shape::new(rows, samples.columns(), 0, 0);
    if plan.estimate(&shape).operations() > MANY_OPERATIONS {
        return None;
    }
    let fit = prepared.with(&plan).ok()?.fit(&Labels::none(rows)).ok()?;
    fit.model.transform(samples).ok()
}

/// Some rows, and their nearest ones in all columns.
struct Compared {
    rows: Vec<usize>,
    asked: Vec<usize>,
    near: Vec<Vec<usize>>,
}

impl Compared {
    fn of(samples: &Samples<'_>) -> Result<Self> {
        let all = samples.rows();
        let rows: Vec<usize> = (0..all).step_by(all.div_ceil(COMPARED).max(1)).collect();
        let asked: Vec<usize> =
            (0..rows.len()).step_by(rows.len().div_ceil(ASKED).max(1)).collect();
        let near = nearest(&samples.gather(&rows), &asked, NEAR)?;
        Ok(Self { rows, asked, near })
    }

    /// Share of their near rows that are near on a map too.
    fn kept(&self, points: &RowMatrix<'_>) -> Result<f64> {
        let flat = |&row: &usize| {
            let point = points.row(row);
            [point[0], point.get(1).copied().unwrap_or(0.0)]
        };
        let values: Vec<f64> = self.rows.iter().flat_map(flat).collect();
        let map = Samples::from_row_major(values, self.rows.len(), 2)?;
        let on_map = nearest(&map, &self.asked, NEAR_ON_MAP)?;
        let pairs = self.near.iter().zip(&on_map);
        let stay = |(near, on_map): (&Vec<usize>, &Vec<usize>)| {
            near.iter().filter(|row| on_map.contains(row)).count()
        };
        let (kept, all) =
            (pairs.map(stay).sum::<usize>(), self.near.iter().map(Vec::len).sum::<usize>());
        Ok(kept as f64 / all.max(1) as f64)
    }
}

fn nearest(samples: &Samples<'_>, asked: &[usize], count: usize) -> Result<Vec<Vec<usize>>> {
    let index = Exact::new(samples, Metric::Euclidean)?;
    let found = index.nearest(Queries::Rows(asked), count.min(samples.rows() - 1).max(1))?;
    Ok(found.iter().map(|near| near.iter().map(|n| n.row).collect()).collect())
}
