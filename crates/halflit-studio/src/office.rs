//! A studio without a port: the program that embeds it carries requests and replies.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use halflit::Labels;

use crate::answers::{self, Reply, Request};
use crate::desk::Desk;
use crate::error::Result;
use crate::follower::Follower;
use crate::journal::Journal;
use crate::material::Material;
use crate::worker;

/// A studio without a port, with threads that fit and draw.
///
/// ```
/// use halflit_io::{ReadOptions, read_from};
/// use halflit_studio::{Material, Office, Request};
///
/// let table = read_from(&b"x,y\n1,2\n3,4\n5,7\n"[..], "some.csv", &ReadOptions::default())?;
/// # let folder = tempfile::tempdir()?;
/// # let journal = folder.path().join("some.csv.labels.jsonl");
/// let office = Office::open(Material::of("some.csv", table), &journal)?;
/// let label = br#"{"do":"label","rows":[1],"class":"cat"}"#;
/// assert_eq!(office.answer(&Request::post("/api/actions", label)).status, 200);
/// assert_eq!(office.labels().name_of(1), Some("cat"));
/// office.stop();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Office {
    pub(crate) desk: Arc<Desk>,
    worker: Mutex<Option<JoinHandle<()>>>,
}

impl Office {
    /// Opens the file of labels, which is made where there is none. The first map is underway when this returns.
    ///
    /// # Errors
    /// A file that another studio uses, that is of other data, or cannot be written.
    pub fn open(material: Material, labels: &Path) -> Result<Self> {
        let journal = Journal::open(labels, &material)?;
        let desk = Arc::new(Desk::new(material, journal)?);
        let own = desk.clone();
        let worker = Mutex::new(Some(std::thread::spawn(move || worker::work(&own))));
        Ok(Self { desk, worker })
    }

    /// Answers a request of a page. A model takes as long as its fit; all else is quick.
    pub fn answer(&self, request: &Request<'_>) -> Reply {
        answers::answer(&self.desk, &mut |job| self.desk.orders.job(job), request)
    }

    /// What one page is told without asking.
    pub fn follower(&self) -> Follower {
        Follower::new(self.desk.clone())
    }

    /// The labels of now, those of check rows too. A class that was merged into another keeps its name and has no row.
    pub fn labels(&self) -> Labels {
        self.desk.labels()
    }

    /// Ends it. Then the file of labels is free, and followers that wait are woken.
    pub fn stop(&self) {
        self.desk.orders.stop();
        self.desk.easel.stop();
        let worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner).take();
        // A panic of the worker was told where it happened.
        let _ = worker.map(JoinHandle::join);
        self.desk.state().journal.close();
        self.desk.changed();
    }
}

impl Drop for Office {
    fn drop(&mut self) {
        self.stop();
    }
}
