//! A studio on a port of this machine.

use std::net::TcpListener;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;

use crate::address::Address;
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
    office: Arc<Office>,
    listener: TcpListener,
    address: Address,
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

impl Studio {
    /// Opens the file of labels, which is made where there is none, and a port of this machine: for 0 the one that these labels had
    /// last, where it is free, or any. The first map is underway when this returns.
    ///
    /// # Errors
    /// A file that another studio uses, that is of other data, or cannot be written; a port that is taken.
    pub fn open(material: Material, labels: &Path, port: u16) -> Result<Self> {
        let last = Address::last(labels);
        let listener = match &last {
            Some(last) if port == 0 => server::bind(last.port).or_else(|_| server::bind(0))?,
            _ => server::bind(port)?,
        };
        let port = listener.local_addr().map_or(port, |address| address.port());
        let address = match last.filter(|last| last.port == port) {
            Some(last) => last,
            None => Address { port, token: server::token()? },
        };
        let office = Arc::new(Office::open(material, labels)?);
        address.keep(labels);
        let (sender, stopped) = oneshot::channel();
        let stop = Stopper(Arc::new(Mutex::new(Some(sender))));
        Ok(Self { office, listener, address, stop, stopped })
    }

    /// The address that opens the page.
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// What ends it, to be kept elsewhere.
    pub fn stopper(&self) -> Stopper {
        self.stop.clone()
    }

    /// What answers without the port, to be kept elsewhere: it tells the labels when the studio has ended, too.
    pub fn office(&self) -> Arc<Office> {
        self.office.clone()
    }

    /// Answers the page until it is stopped. Then the port and the file of labels are free.
    ///
    /// # Errors
    /// What the system refuses.
    pub fn serve(self) -> Result<()> {
        let desk = self.office.desk.clone();
        let served = server::run(desk, self.listener, &self.address.token, self.stopped);
        self.office.stop();
        served
    }
}
