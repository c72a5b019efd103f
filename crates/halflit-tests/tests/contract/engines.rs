//! Wherever rows are summed, a fit is the same: one contract over every engine of the library. The engines of the Python package keep
//! it in its own tests.

use halflit::choose::{Grid, Open, Search, Selection};
use halflit::graph::{Neighborhood, Pairs, Weights};
use halflit::{
    AnyLearner, Block, BlockNearest, Dataset, Error, Gathered, Kernel, Labels, Learner, Model,
    PairPass, PairSums, PcaFirst, Plan, PowerSum, Samples, Scaling, Solver, Statistics,
};

use crate::common::compare::{Geometry, assert_none, fitted};
use crate::common::table::Table;
use crate::common::variants::{Variant, variants};
use crate::common::with::With;
use crate::contract::{tall, wide};

/// What a fit from merged sums may differ by from a fit to the rows: eigenvalues and the map of every row, relative to the largest.
const TOLERANCE: f64 = 1e-12;
/// Tolerance for a graph of ones on all pairs: its scatter is a multiple of its constraint, so that only the labels tell axes apart, and
/// rounding is amplified by as much (1.003e-12 was seen).
const NEARLY_UNDETERMINED: f64 = 1e-11;

/// How the rows are summed.
#[derive(Debug, Clone, Copy)]
struct Engine {
    name: &'static str,
    /// Where blocks of rows end, as shares of all rows.
    ends: &'static [f64],
    /// Blocks and pairs of blocks are merged from the last to the first.
    backwards: bool,
    /// Everything goes through bytes before it is merged.
    bytes: bool,
}

const ENGINES: [Engine; 4] = [
    Engine { name: "one block", ends: &[1.0], backwards: false, bytes: false },
    Engine { name: "blocks", ends: &[0.12, 0.2, 0.6, 1.0], backwards: false, bytes: false },
    Engine { name: "backwards", ends: &[0.12, 0.2, 0.6, 1.0], backwards: true, bytes: false },
    Engine { name: "bytes", ends: &[0.5, 0.8, 1.0], backwards: true, bytes: true },
];

/// Everything that an engine gathers.
#[derive(Clone)]
struct Sums {
    statistics: Statistics,
    kept: Dataset<'static>,
    pairs: Option<PairSums>,
}

impl Engine {
    fn gather(&self, plan: &Plan, data: &Dataset<'_>) -> Result<Sums, Error> {
        let n = data.samples().rows();
        let ends = self.ends.iter().map(|share| (share * n as f64).round() as usize);
        let starts = std::iter::once(0).chain(ends.clone());
        let ranges: Vec<_> = starts.zip(ends).map(|(start, end)| start..end).collect();
        let rows = |range: &std::ops::Range<usize>| range.clone().collect::<Vec<_>>();
        let blocks: Vec<_> = ranges.iter().map(|own| data.samples().gather(&rows(own))).collect();
        let count = blocks.len();
        let parts = ranges.iter().zip(&blocks).map(|(range, own)| {
            let found = Statistics::of(own, &data.labels().gather(&rows(range)))?;
            Ok(match self.bytes {
                true => Statistics::from_bytes(&found.to_bytes()?)?,
                false => found,
            })
        });
        let parts = self.ordered(parts.collect::<Result<Vec<_>, Error>>()?);
        let mut statistics = Statistics::new(data.samples().columns())?;
        parts.iter().try_for_each(|part| statistics.merge(part))?;
        let labeled = data.labels().labeled_rows();
        let kept = data.samples().gather(&labeled);
        let kept = (!labeled.is_empty()).then(|| (kept, data.labels().gather(&labeled)));
        let kept = statistics.kept(kept)?;
        let Some(pass) = PairPass::of(plan, &statistics)? else {
            return Ok(Sums { statistics, kept, pairs: None });
        };
        let block = |i: usize| Block { samples: &blocks[i], first: ranges[i].start };
        let mut nearest: Vec<BlockNearest> = Vec::new();
        for i in 0..count {
            let among = |j: usize| {
                let found = pass.nearest(&block(i), (i != j).then_some(&block(j)))?;
                match self.bytes {
                    true => BlockNearest::from_bytes(&found.to_bytes()?),
                    false => Ok(found),
                }
            };
            let mut found = self.ordered((0..count).map(among).collect::<Result<Vec<_>, _>>()?);
            let mut own = found.remove(0);
            found.iter().try_for_each(|more| own.merge(more))?;
            nearest.push(own);
        }
        let mut sums: Option<PairSums> = None;
        let pairs: Vec<_> = (0..count).flat_map(|i| (i..count).map(move |j| (i, j))).collect();
        for (i, j) in self.ordered(pairs) {
            let other = (block(j), Some(&nearest[j]));
            let other = (i != j).then_some((&other.0, other.1));
            let found = pass.sums((&block(i), Some(&nearest[i])), other)?;
            let found = match self.bytes {
                true => PairSums::from_bytes(&found.to_bytes()?)?,
                false => found,
            };
            match &mut sums {
                None => sums = Some(found),
                Some(sums) => sums.merge(&found)?,
            }
        }
        Ok(Sums { statistics, kept, pairs: sums })
    }

    fn ordered<T>(&self, mut all: Vec<T>) -> Vec<T> {
        if self.backwards {
            all.reverse();
        }
        all
    }
}

impl Sums {
    fn fit(&self, plan: &Plan) -> Result<Model, Error> {
        let (statistics, kept, sums) = (&self.statistics, &self.kept, self.pairs.as_ref());
        let gathered = Gathered { statistics, kept, sums };
        Ok(plan.prepare_sums(&gathered)?.fit(kept.labels())?.model)
    }
}

/// What differs between a fit to gathered sums and a fit to the rows.
fn wrong(name: &str, plan: &Plan, data: &Dataset<'_>) -> Vec<String> {
    let expected = fitted(plan, data);
    let of = |engine: &Engine| {
        let found = engine.gather(plan, data).and_then(|sums| sums.fit(plan));
        let difference = match found {
            Err(error) => Some(error.to_string()),
            Ok(found) => {
                let predicted = |model: &Model| {
                    let all = model.predict(data.samples());
                    all.map(|all| all.into_iter().map(str::to_owned).collect::<Vec<_>>())
                };
                let same = predicted(&found) == predicted(&expected);
                let maps = (Geometry::of(&found, data), Geometry::of(&expected, data));
                let ones = name.contains("\"pairs\":\"all\",\"weights\":\"binary\"");
                let tolerance = if ones { NEARLY_UNDETERMINED } else { TOLERANCE };
                let difference = maps.0.difference(&maps.1, tolerance);
                difference.or((!same).then(|| "predictions".into()))
            }
        };
        difference.map(|what| format!("{name} by {}: {what}", engine.name))
    };
    ENGINES.iter().filter_map(of).collect()
}

/// Variants that look at nothing but labeled rows and sums.
fn gathered() -> impl Iterator<Item = Variant> {
    variants().into_iter().filter(|own| {
        let scaled =
            own.learner.clone().slots().heat.is_some_and(|heat| *heat == Weights::default());
        let scaled = scaled || own.name.contains("heat={\"local-scaling\"");
        !own.needs_distances() && !scaled
    })
}

#[test]
fn a_fit_from_sums_is_a_fit_to_rows() {
    let data = tall().dataset();
    let of = |variant: Variant| wrong(&variant.name, &Plan::new(variant.learner).axes(3), &data);
    assert_none(&gathered().flat_map(of).collect::<Vec<_>>());
}

#[test]
fn whatever_is_done_to_the_rows_first() {
    let repeated = tall().mapped(|x| vec![x[0], x[1], x[0] - 2.0 * x[1], 7.25, 1e3 * x[2], x[3]]);
    let mut wrongs = Vec::new();
    for name in ["pca", "lpp", "fda", "mmc", "lfda", "self", "ss-lfda", "ss-dne"] {
        for (what, table) in [("tall", tall()), ("wide", wide()), ("repeated", repeated.clone())] {
            for scaling in [Scaling::None, Scaling::Standard] {
                let learner = AnyLearner::named(name).expect("in the table");
                let plan = Plan::new(learner).axes(2).scaling(scaling);
                wrongs.extend(wrong(
                    &format!("{name}, {what}, {scaling}"),
                    &plan,
                    &table.dataset(),
                ));
            }
        }
    }
    assert_none(&wrongs);
}

#[test]
fn gamma_may_be_open_where_the_power_is_given() {
    let learner = AnyLearner::named("ss-lfda").and_then(|own| own.with("alpha", 8.0));
    let search = Search::Auto(Open { gamma: true, alpha: false });
    let plan = Plan { search, ..Plan::new(learner.expect("a power")).axes(2) };
    for engine in &ENGINES {
        let found = engine.gather(&plan, &tall().dataset()).and_then(|sums| sums.fit(&plan));
        let model = found.unwrap_or_else(|error| panic!("{}: {error}", engine.name));
        assert_eq!(model.dimension(), 2);
    }
}

#[test]
fn duplicates_have_the_scale_of_the_next_row() {
    // The first rows five times over: three nearest rows are copies, wherever blocks end.
    let order: Vec<usize> = (0..42).chain([0, 1, 0, 1, 0, 1, 0, 1]).collect();
    let data = tall().permuted(&order).dataset();
    let learner = AnyLearner::named("ss-lfda").expect("in the table");
    assert_none(&wrong("ss-lfda", &Plan::new(learner).axes(2), &data));
}

#[test]
fn scales_that_reach_beyond_the_nearest_rows_join_no_more_of_them() {
    let mut learner = AnyLearner::named("ss-fda").expect("in the table");
    let graph = Neighborhood {
        pairs: Pairs::Nearest(2),
        weights: Weights::LocalScaling(5),
        ..Neighborhood::default()
    };
    learner.slots().graph.into_iter().for_each(|own| *own = graph.clone());
    assert_none(&wrong("ss-fda", &Plan::new(learner).axes(2), &tall().dataset()));
}

#[test]
fn rows_that_are_equally_near_come_in_their_order_whichever_block_is_met_first() {
    // A grid, where every row has four nearest ones.
    let rows: Vec<Vec<f64>> = (0..24).map(|i| vec![f64::from(i / 4), f64::from(i % 4)]).collect();
    let samples = Samples::from_rows(&rows).expect("samples");
    let mut learner = AnyLearner::named("lpp").expect("in the table");
    let nearest = Neighborhood { pairs: Pairs::Nearest(3), ..Neighborhood::default() };
    learner.slots().graph.into_iter().for_each(|own| *own = nearest.clone());
    let statistics = Statistics::of(&samples, &Labels::none(24)).expect("statistics");
    let pass = PairPass::of(&Plan::new(learner), &statistics).expect("pass").expect("a graph");
    let parts =
        [0usize, 8, 16].map(|first| samples.gather(&[0, 1, 2, 3, 4, 5, 6, 7].map(|i| first + i)));
    let block = |i: usize| Block { samples: &parts[i], first: 8 * i };
    let met = |order: [usize; 3]| {
        let found = order.map(|j| pass.nearest(&block(1), (j != 1).then_some(&block(j))));
        let [first, others @ ..] = found.map(|own| own.expect("nearest"));
        others.iter().fold(first, |mut all, own| {
            all.merge(own).expect("the same rows");
            all
        })
    };
    assert_eq!(met([0, 1, 2]), met([2, 1, 0]));
    assert_eq!(met([0, 1, 2]), met([1, 2, 0]));
}

#[test]
fn rows_with_weights_are_not_summed_as_if_they_had_none() {
    let data = tall().dataset();
    let plan = Plan::new(AnyLearner::named("lpp").expect("in the table")).axes(2);
    let statistics = Statistics::of(data.samples(), data.labels()).expect("statistics");
    let pass = PairPass::of(&plan, &statistics).expect("pass").expect("a graph");
    let weights = (0..42).map(|i| f64::from(1 + i % 2)).collect();
    let heavy = data.with_weights(weights).expect("weights");
    let block = Block { samples: heavy.samples(), first: 0 };
    assert!(matches!(pass.nearest(&block, None), Err(Error::NotSummed { .. })));
    // Nor are such rows kept.
    let sums = ENGINES[1].gather(&plan, &tall().dataset()).expect("sums");
    let weights = (0..sums.kept.samples().rows()).map(|i| f64::from(1 + (i % 2) as u8)).collect();
    let kept = sums.kept.clone().with_weights(weights).expect("weights");
    assert!(matches!(Sums { kept, ..sums }.fit(&plan), Err(Error::NotSummed { .. })));
}

#[test]
fn parameters_are_chosen_as_from_the_rows() {
    let data = tall().dataset();
    for name in ["ss-lfda", "self", "lpp*"] {
        let learner = AnyLearner::named(name).expect("in the table");
        let grid = Search::Grid(Grid::default_for(&learner));
        for search in [grid, Search::auto()] {
            let plan = Plan { search, ..Plan::new(learner.clone()).axes(2) };
            let expected = plan.fit(&data).expect("a fit").selection;
            for engine in ENGINES {
                let sums = engine.gather(&plan, &data).expect("sums");
                // Margins on rows without a label take part in the choice, so that these are kept too.
                let gathered = Gathered {
                    statistics: &sums.statistics,
                    kept: &data,
                    sums: sums.pairs.as_ref(),
                };
                let prepared = plan.prepare_sums(&gathered).expect("sums");
                let found = prepared.fit(data.labels()).expect("a fit").selection;
                let best = |own: &Option<Selection>| own.as_ref().map(|own| own.best.index);
                assert_eq!(best(&found), best(&expected), "{name} by {}", engine.name);
            }
        }
    }
}

#[test]
fn what_looks_at_rows_is_refused_by_name() {
    let data = tall().dataset();
    let named = |name: &str| Plan::new(AnyLearner::named(name).expect("in the table")).axes(2);
    let refused = |plan: &Plan| {
        let error = ENGINES[1].gather(plan, &data).and_then(|sums| sums.fit(plan)).err();
        assert!(matches!(error, Some(Error::NotSummed { .. })), "{plan:?}: {error:?}");
    };
    let mut kernel = named("ss-lfda");
    kernel.space.kernel = Some(Kernel::rbf());
    refused(&kernel);
    refused(&named("ss-lfda").pca_first(PcaFirst::Axes(2)));
    refused(&named("pca").scaling(Scaling::Minmax));
    refused(&Plan { solver: Solver::MatrixFree, ..named("pca") });
    refused(&named("lde"));
    refused(&named("ss-snle"));
    // A graph, and nobody summed over its pairs; or over other powers.
    let learner = AnyLearner::named("ss-lfda").expect("in the table");
    let ss = named("ss-lfda");
    let sums = ENGINES[1].gather(&ss, &data).expect("sums");
    assert!(matches!(Sums { pairs: None, ..sums.clone() }.fit(&ss), Err(Error::NotSummed { .. })));
    let other = Plan::new(learner.with("alpha", 3.0).expect("alpha")).axes(2);
    assert!(matches!(sums.fit(&other), Err(Error::NotSummed { .. })));
}

#[test]
fn sums_that_do_not_fit_are_refused() {
    let data = tall().dataset();
    let plan = Plan::new(AnyLearner::named("lpp").expect("in the table")).axes(2);
    let sums = ENGINES[0].gather(&plan, &data).expect("sums").pairs.expect("pairs");
    let bytes = sums.to_bytes().expect("bytes");
    for cut in 0..bytes.len() {
        assert!(PairSums::from_bytes(&bytes[..cut]).is_err(), "{cut} bytes");
    }
    let mut other = wide().dataset();
    let of = |data: &Dataset<'_>| ENGINES[0].gather(&plan, data).expect("sums").pairs;
    assert!(of(&other).expect("pairs").merge(&sums).is_err());
    let power = PowerSum { alpha: 2.0, ..sums.powers()[0].clone() };
    let squared = PairSums::new(4, 1.0, vec![power.clone()]).expect("sums");
    assert!(sums.clone().merge(&squared).is_err());
    assert!(PairSums::new(4, f64::NAN, vec![power.clone()]).is_err());
    assert!(PairSums::new(4, 1.0, vec![power.clone(), power.clone()]).is_err());
    assert!(PairSums::new(5, 1.0, vec![power]).is_err());
    other = data;
    let statistics = Statistics::of(other.samples(), other.labels()).expect("statistics");
    let pass = PairPass::of(&plan, &statistics).expect("pass").expect("a graph");
    let block = Block { samples: other.samples(), first: 0 };
    let moved = Block { first: 5, ..block };
    let near = pass.nearest(&block, None).expect("nearest");
    assert!(pass.sums((&moved, Some(&near)), None).is_err());
    assert!(pass.sums((&block, None), None).is_err());
    assert!(near.clone().merge(&pass.nearest(&moved, None).expect("nearest")).is_err());
    let bytes = near.to_bytes().expect("bytes");
    for cut in 0..bytes.len() {
        assert!(BlockNearest::from_bytes(&bytes[..cut]).is_err(), "{cut} bytes");
    }
}

#[test]
fn nearest_rows_come_back_from_bytes_as_they_were() {
    let same = Samples::from_rows(&[[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]]).expect("samples");
    let data = Table::clusters(12, 2, 2, 3, 3).dataset();
    let statistics = Statistics::of(data.samples(), data.labels()).expect("statistics");
    let plan = Plan::new(AnyLearner::named("lpp").expect("in the table")).axes(1);
    let pass = PairPass::of(&plan, &statistics).expect("pass").expect("a graph");
    let nearest = |samples: &Samples<'_>| {
        pass.nearest(&Block { samples, first: 0 }, None).expect("nearest rows")
    };
    // Copies have no other row within their block, and it is not at the distance 0.
    for found in [nearest(&same), nearest(data.samples())] {
        let bytes = found.to_bytes().expect("bytes");
        assert_eq!(BlockNearest::from_bytes(&bytes), Ok(found));
    }
    // One near row fewer than the lists hold.
    let mut bytes = nearest(data.samples()).to_bytes().expect("bytes");
    let (length, rest) = bytes.split_first_chunk::<8>().expect("a length");
    let length = u64::from_le_bytes(*length) as usize;
    let header: serde_json::Value = serde_json::from_slice(&rest[..length]).expect("a header");
    let place = |name: &str| {
        let start = header[name]["data_offsets"][0].as_u64().expect("a place") as usize;
        8 + length + start
    };
    let (counts, distances) = (place("counts"), place("distances"));
    bytes[counts] -= 1;
    assert!(BlockNearest::from_bytes(&bytes).is_err());
    bytes[counts] += 1;
    assert!(BlockNearest::from_bytes(&bytes).is_ok());
    // The sign of the first distance.
    bytes[distances + 7] |= 0x80;
    let refused = BlockNearest::from_bytes(&bytes).expect_err("a distance below 0");
    assert!(refused.to_string().contains("negative"), "{refused}");
}
