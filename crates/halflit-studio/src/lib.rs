//! Label on the map, watch the map answer: a server on this machine and one page.
//!
//! | file | holds |
//! |---|---|
//! | `session/` | labels, classes, undo and redo: a pure state |
//! | `identity.rs` | what tells a row from others |
//! | `journal.rs` | every action on disk before anyone is told |
//! | `engine/` | from labels to a map, turned onto the last one |
//! | `orders.rs`, `worker.rs` | the one thread that fits, and what it is to do |
//! | `easel.rs` | the thread that draws the picture |
//! | `queue.rs` | the questions, round by round |
//! | `desk.rs` | where all these meet |
//! | `state.rs`, `accuracy.rs`, `line.rs` | what the page is told |
//! | `exports/` | labels, map, model and report to take home |
//! | `server/` | routes, and the guard before them |
//!
//! Nothing leaves this machine, and nothing is served but the embedded page, what it asks for, and pictures under one folder.

mod accuracy;
mod desk;
mod easel;
mod engine;
mod error;
mod exports;
mod identity;
mod journal;
mod line;
mod material;
mod orders;
mod queue;
mod regions;
mod replay;
mod server;
mod session;
mod state;
mod worker;

pub use error::{Kind, Result, StudioError};
pub use material::{Material, Origin};
pub use session::{Action, Settings};

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;

use halflit::Labels;
use tokio::sync::oneshot;

use desk::Desk;

/// A studio that is open.
///
/// ```
/// use halflit_io::{ReadOptions, read_from};
/// use halflit_studio::{Material, Studio};
///
/// let table = read_from(&b"x,y\n1,2\n3,4\n5,7\n"[..], "some.csv", &ReadOptions::default())?;
/// let material = Material::of("some.csv", table);
/// # let folder = tempfile::tempdir()?;
/// # let journal = folder.path().join("some.csv.labels.jsonl");
/// let studio = Studio::open(material, &journal, 0)?;
/// assert!(studio.address().starts_with("http://127.0.0.1:"));
/// let stop = studio.stopper();
/// let served = std::thread::spawn(move || studio.serve());
/// stop.stop();
/// # served.join().expect("the server ends")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Studio {
    desk: Arc<Desk>,
    listener: TcpListener,
    token: String,
    port: u16,
    stop: Stopper,
    stopped: oneshot::Receiver<()>,
    worker: JoinHandle<()>,
}

/// Ends a studio.
#[derive(Clone)]
pub struct Stopper(Arc<std::sync::Mutex<Option<oneshot::Sender<()>>>>);

impl Stopper {
    /// Ends it; what was labeled is on disk already.
    pub fn stop(&self) {
        let mut sender = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // Where nobody receives it the studio has ended.
        sender.take().map(|sender| sender.send(()));
    }
}

/// Reads what was labeled, while a studio is open and after it.
#[derive(Clone)]
pub struct Reader(Arc<Desk>);

impl Reader {
    /// The labels of now, those of check rows too. A class that was merged into another keeps its name and has no row.
    pub fn labels(&self) -> Labels {
        self.0.state().session.labels(true)
    }
}

impl Studio {
    /// Opens the file of labels, which is made where there is none, and a port of this machine, any for 0. The first map is
    /// underway when this returns.
    ///
    /// # Errors
    /// A file that another studio uses, that is of other data, or cannot be written; a port that is taken.
    pub fn open(material: Material, labels: &Path, port: u16) -> Result<Self> {
        let listener = server::bind(port)?;
        let port = listener.local_addr().map_or(port, |address| address.port());
        let token = server::token()?;
        let desk = Arc::new(Desk::open(material, labels)?);
        let (sender, stopped) = oneshot::channel();
        let stop = Stopper(Arc::new(std::sync::Mutex::new(Some(sender))));
        let own = desk.clone();
        let worker = std::thread::spawn(move || worker::work(&own));
        Ok(Self { desk, listener, token, port, stop, stopped, worker })
    }

    /// The address that opens the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.token)
    }

    /// What ends it, to be kept elsewhere.
    pub fn stopper(&self) -> Stopper {
        self.stop.clone()
    }

    /// What reads its labels, to be kept elsewhere.
    pub fn reader(&self) -> Reader {
        Reader(self.desk.clone())
    }

    /// Answers the page until it is stopped. Then the port and the file of labels are free.
    ///
    /// # Errors
    /// What the system refuses.
    pub fn serve(self) -> Result<()> {
        let served = server::run(self.desk.clone(), self.listener, &self.token, self.stopped);
        self.desk.orders.stop();
        self.desk.easel.stop();
        // A panic of the worker was told where it happened.
        let _ = self.worker.join();
        self.desk.state().journal.close();
        served
    }
}
