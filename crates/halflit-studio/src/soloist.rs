//! A studio without threads: a worker of a browser has one, and does a step whenever nobody asks for anything.

use std::sync::Arc;

use crate::answers::{self, Reply, Request};
use crate::desk::Desk;
use crate::easel::Painter;
use crate::error::Result;
use crate::follower::{Event, Follower};
use crate::journal::Journal;
use crate::material::Material;
use crate::orders::Step;
use crate::scout::Scout;
use crate::worker::Worker;

/// A studio that one thread does, step by step, with labels in memory.
///
/// It is for programs that open one table and end with it: the table stays in memory until then.
///
/// ```
/// use halflit_io::{ReadOptions, read_from};
/// use halflit_studio::{Material, Request, Soloist};
///
/// let table = read_from(&b"x,y\n1,2\n3,4\n5,7\n9,8\n"[..], "some.csv", &ReadOptions::default())?;
/// let mut soloist = Soloist::open(Material::of("some.csv", table))?;
/// while soloist.step() {}
/// assert_eq!(soloist.answer(&Request::get("/api/map")).status, 200);
/// assert_eq!(soloist.news()[0].name, "state");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Soloist {
    desk: &'static Arc<Desk>,
    worker: Worker<'static>,
    scout: Scout<'static>,
    painter: Painter<'static>,
    follower: Follower,
}

impl Soloist {
    /// Looks at nothing yet: the first steps make the first map.
    ///
    /// # Errors
    /// Rows that there is no map of.
    pub fn open(material: Material) -> Result<Self> {
        let journal = Journal::in_memory(&material);
        let desk = Arc::new(Desk::new(material, (journal, Vec::new()))?);
        // Engine and painter borrow the rows for as long as the program runs.
        let desk: &'static Arc<Desk> = Box::leak(Box::new(desk));
        let samples = Box::leak(Box::new(desk.material.table.samples()?));
        let worker = Worker::open(desk, samples)?;
        let (painter, scout) = (worker.painter(), worker.scout());
        Ok(Self { desk, worker, scout, painter, follower: Follower::new(desk.clone()) })
    }

    /// Answers a request of the page; a model is fitted before this returns.
    pub fn answer(&mut self, request: &Request<'_>) -> Reply {
        let Self { desk, worker, .. } = self;
        answers::answer(desk, &mut |job| worker.job(job), request)
    }

    /// Does what comes next; whether there may be more. Maps come first, then the picture, then everything that can wait.
    pub fn step(&mut self) -> bool {
        let (orders, desk) = (&self.desk.orders, self.desk);
        let done = |step: Step| step == Step::Done;
        if orders.is_open() {
            return done(self.worker.step(false));
        }
        if orders.is_awaited() || desk.map_version().is_some() && desk.is_waiting() {
            return done(self.scout.step(false));
        }
        done(self.painter.step(false))
            || done(self.scout.step(false))
            || done(self.worker.step(false))
    }

    /// What differs from what the page was told.
    pub fn news(&mut self) -> Vec<Event> {
        self.follower.news()
    }
}
