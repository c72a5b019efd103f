//! The map before there are labels: of PCA, LPP* and eigenmaps the one that keeps neighbours best.

use halflit::evaluation::Plan;
use halflit::learner::{LppStar, Pca};
use halflit::neighbors::{Exact, Queries};
use halflit::{
    Dataset, Learner, Metric, Reduction, Result, RowMatrix, Samples, Shape, Space, Views,
};

/// Principal axes that are kept.
const SCORES: usize = 10;
/// Operations above which LPP*, which looks at all pairs of rows, is not tried.
const MANY_OPERATIONS: f64 = 2e10;
/// Rows that stand for all where neighbours are compared, and rows that are asked for theirs.
const COMPARED: usize = 20_000;
const ASKED: usize = 500;
/// Of so many nearest rows those count that are among so many nearest on the map.
const NEAR: usize = 10;
const NEAR_ON_MAP: usize = 30;

/// Maps that no label changes.
pub(super) struct Opening {
    /// Of all rows along the leading principal axes.
    scores: RowMatrix<'static>,
    /// What is shown where PCA is not.
    other: Option<RowMatrix<'static>>,
    /// Its name.
    name: &'static str,
    /// Share of near rows that stay near on the map shown.
    kept: f64,
    compared: Compared,
}

impl Opening {
    /// By PCA, or by LPP* where that is better and soon made.
    pub(super) fn of(samples: &Samples<'_>, space: &Space<'_>) -> Result<Self> {
        let data = Dataset::unlabeled(samples.borrowed())?;
        let count = SCORES.min(space.rank().max(1));
        let (pca, _) = Reduction::new(Pca::default(), count).fit_in(space, &data)?;
        let scores = pca.transform(samples)?;
        let compared = Compared::of(samples)?;
        let kept = compared.kept(&scores)?;
        let name = Pca::default().name();
        let mut opening = Self { scores, other: None, name, kept, compared };
        let lpp = Reduction::new(LppStar::default(), 2.min(count));
        let shape = Shape::new(samples.rows(), samples.columns(), 0, 0);
        let plan = Plan::Reduction(Reduction {
            space: lpp.space.clone(),
            ..Reduction::new(LppStar::default().into(), lpp.dimension)
        });
        // A graph that cannot be made is no reason to show nothing.
        if plan.estimate(&shape).operations() <= MANY_OPERATIONS
            && let Ok((model, _)) = lpp.fit_in(space, &data)
        {
            opening.consider(model.transform(samples)?, LppStar::default().name())?;
        }
        Ok(opening)
    }

    /// By the first two eigenmaps, where that is better still.
    pub(super) fn look(&mut self, views: &Views<'_>) -> Result<()> {
        let maps = views.eigenmaps(2);
        if maps.columns() == 2 { self.consider(maps, "eigenmaps") } else { Ok(()) }
    }

    fn consider(&mut self, points: RowMatrix<'static>, name: &'static str) -> Result<()> {
        let kept = self.compared.kept(&points)?;
        if kept > self.kept {
            (self.other, self.name, self.kept) = (Some(points), name, kept);
        }
        Ok(())
    }

    /// Of all rows along the leading principal axes.
    pub(super) fn scores(&self) -> &RowMatrix<'static> {
        &self.scores
    }

    /// The points, the name of the method, and what there is to say about them.
    pub(super) fn shown(&self) -> (&RowMatrix<'static>, &'static str, String) {
        let (points, name) = (self.other.as_ref().unwrap_or(&self.scores), self.name);
        let share = 100.0 * self.kept;
        let line = format!(
            "no labels of two classes yet: a map by {name}, on which {share:.0} % of near rows are near"
        );
        (points, name, line)
    }
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
