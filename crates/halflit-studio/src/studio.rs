//! A studio on a port of this machine.

use std::net::TcpListener;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use halflit::Labels;
use tokio::sync::oneshot;

use crate::desk::Desk;
use crate::error::Result;
use crate::material::Material;
use crate::office::Office;
use crate::server;

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
    office: Office,
    listener: TcpListener,
    token: String,
    port: u16,
    stop: Stopper,
    stopped: oneshot::Receiver<()>,
}

/// Ends a studio.
#[derive(Clone)]
pub struct Stopper(Arc<Mutex<Option<oneshot::Sender<()>>>>);

impl Stopper {
    /// Ends it; what was labeled is on disk already.
    pub fn stop(&self) {
        let mut sender = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
        self.0.labels()
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
        let office = Office::open(material, labels)?;
        let (sender, stopped) = oneshot::channel();
        let stop = Stopper(Arc::new(Mutex::new(Some(sender))));
        Ok(Self { office, listener, token, port, stop, stopped })
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
        Reader(self.office.desk.clone())
    }

    /// Answers the page until it is stopped. Then the port and the file of labels are free.
    ///
    /// # Errors
    /// What the system refuses.
    pub fn serve(self) -> Result<()> {
        let desk = self.office.desk.clone();
        let served = server::run(desk, self.listener, &self.token, self.stopped);
        self.office.stop();
        served
    }
}
