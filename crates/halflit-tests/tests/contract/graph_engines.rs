//! Whatever engine works on the graphs of the default, the fit is the same, and what is no answer is refused.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use halflit::neighbors::NearestRows;
use halflit::{
    Adjacency, Breadth, Engine, Error, GraphFunctions, Labels, Plan, Result, Samples, Threads,
};

/// How an answer is spoiled: by an error, or else by what is no answer.
type Spoiling = fn() -> Result<()>;

/// Does what the threads do, counts what it was asked for, and spoils one of the answers.
#[derive(Debug, Default)]
struct Other {
    asked: [AtomicUsize; 3],
    spoiled: Option<(usize, Spoiling)>,
}

impl Other {
    fn ask(&self, what: usize) -> Result<bool> {
        self.asked[what].fetch_add(1, Ordering::Relaxed);
        match self.spoiled {
            Some((own, how)) if own == what => how().map(|()| true),
            _ => Ok(false),
        }
    }
}

impl Engine for Other {
    fn name(&self) -> String {
        Threads.name()
    }

    fn nearest(
        &self,
        samples: &Samples<'_>,
        scale: Option<(&[f64], &[f64])>,
        k: usize,
    ) -> Result<NearestRows> {
        let columns = samples.columns();
        assert!(
            scale.is_none_or(|(offset, factor)| (offset.len(), factor.len()) == (columns, columns))
        );
        let mut found = Threads.nearest(samples, scale, k)?;
        if self.ask(0)? {
            found.nearest[7][1].row = 7;
        }
        Ok(found)
    }

    fn leading(&self, graph: &Adjacency, wanted: usize) -> Result<(Vec<f64>, Vec<f64>)> {
        assert_eq!(graph.starts()[graph.rows()], graph.columns().len());
        let (values, mut vectors) = Threads.leading(graph, wanted)?;
        if self.ask(1)? {
            vectors.pop();
        }
        Ok((values, vectors))
    }

    fn functions(&self, asked: &GraphFunctions<'_>) -> Result<Vec<Vec<f64>>> {
        let mut found = Threads.functions(asked)?;
        if self.ask(2)? {
            found.pop();
        }
        Ok(found)
    }
}

/// Two groups that no near rows join, enough rows for a Krylov space.
fn groups() -> (Vec<Vec<f64>>, Labels) {
    let noise = |i: usize| ((i as f64 + 0.5) * 12.9898).sin() * 43758.5453 % 1.0;
    let value = |i: usize, j: usize| noise(3 * i + j) + 50.0 * (i % 2) as f64;
    let rows = (0..420).map(|i| (0..3).map(|j| value(i, j)).collect()).collect();
    (rows, Labels::new((0..420).map(|i| (i < 24).then(|| ["a", "b", "c"][i % 3]))))
}

#[test]
fn another_engine_gives_the_same_bits() -> Result<()> {
    let (rows, labels) = groups();
    let samples = Samples::from_rows(&rows)?;
    for (breadth, sides, spreads) in [(Breadth::Full, 3, true), (Breadth::Thin, 2, false)] {
        let auto = Plan::auto(breadth);
        let plain = auto.prepare(&samples)?.fit(&labels)?.model;
        let engine = Arc::new(Other::default());
        let by_other = auto.prepare_by(&(engine.clone() as _), &samples)?.fit(&labels)?.model;
        assert_eq!(by_other.to_bytes()?, plain.to_bytes()?);
        let [nearest, leading, functions] =
            engine.asked.each_ref().map(|count| count.load(Ordering::Relaxed));
        assert_eq!((nearest, leading, functions > 0), (sides, 2 * sides, spreads));
    }
    Ok(())
}

#[test]
fn what_is_no_answer_ends_the_fit() -> Result<()> {
    let (rows, labels) = groups();
    let samples = Samples::from_rows(&rows)?;
    let fit = |spoiled| {
        let engine: Arc<dyn Engine> =
            Arc::new(Other { spoiled: Some(spoiled), ..Other::default() });
        Plan::default().prepare_by(&engine, &samples)?.fit(&labels).map(drop)
    };
    for (what, name) in ["nearest rows", "eigenmaps", "label spreading"].into_iter().enumerate() {
        let error = fit((what, || Ok(()))).expect_err("refused");
        assert!(matches!(error, Error::Shape { .. }), "{error}");
        assert!(error.to_string().contains(name), "{error}");
        let failed = || Error::Engine { reason: "unplugged".into() };
        assert_eq!(
            fit((what, || Err(Error::Engine { reason: "unplugged".into() }))),
            Err(failed())
        );
    }
    Ok(())
}
