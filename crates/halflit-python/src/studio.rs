//! A studio in threads of its own, on a port or behind messages.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use halflit::{Dataset, Encoding, Labels};
use halflit_io::{LabelColumn, Table};
use halflit_studio::{
    Follower, Kind, Material, Office, Origin, Reply, Request, Stopper, StudioError,
};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::{Codes, refused, refused_by_name, shape, values};
use crate::threads::{caught, run};

/// What answers a page, until it is stopped or the process ends.
#[pyclass(frozen, module = "halflit._core")]
pub(crate) struct Studio {
    office: Arc<Office>,
    server: Option<Server>,
}

/// A port of this machine that it answers on.
struct Server {
    address: String,
    stopper: Stopper,
    thread: Mutex<Option<JoinHandle<halflit_studio::Result<()>>>>,
}

impl Server {
    fn of(studio: halflit_studio::Studio) -> Self {
        let (address, stopper) = (studio.address(), studio.stopper());
        let thread = Mutex::new(Some(std::thread::spawn(move || studio.serve())));
        Self { address, stopper, thread }
    }
}

/// What one page is told without asking.
#[pyclass(frozen, module = "halflit._core")]
pub(crate) struct StudioFollower(Mutex<Follower>);

#[pymethods]
impl StudioFollower {
    /// Waits for news, so many seconds at most: names with JSON.
    fn wait(&self, py: Python<'_>, seconds: f64) -> PyResult<Vec<(&'static str, String)>> {
        let longest = Duration::try_from_secs_f64(seconds)
            .map_err(|error| PyValueError::new_err(format!("seconds = {seconds}: {error}")))?;
        let wait = || Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).wait(longest));
        let news = py.detach(|| caught(wait))?;
        Ok(news.into_iter().map(|own| (own.name, own.data)).collect())
    }
}

#[pymethods]
impl Studio {
    /// Opens the file of labels, and a port unless that is None; the first map is underway then.
    #[new]
    #[pyo3(signature = (samples, codes, classes, file, *, text=None, images=None, image_folder=None, ids=None,
        unlabeled=None, port=None, seed=0, feature_names=None))]
    #[allow(clippy::too_many_arguments)] // they are keywords in Python
    fn new(
        py: Python<'_>,
        samples: PyReadonlyArray2<'_, f64>,
        codes: PyReadonlyArray1<'_, i64>,
        classes: Vec<String>,
        file: PathBuf,
        text: Option<Vec<String>>,
        images: Option<Vec<String>>,
        image_folder: Option<PathBuf>,
        ids: Option<Vec<String>>,
        unlabeled: Option<String>,
        port: Option<u16>,
        seed: u64,
        feature_names: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let unlabeled: Vec<String> = unlabeled.into_iter().collect();
        let labels = Codes::new(&codes, classes)?.labels().map_err(refused)?;
        let mut table = table(&samples, feature_names.clone())?;
        table.labels = column(&labels)?;
        let mut keep = |name: &str, cells: Option<Vec<String>>| {
            let place = table.kept.len();
            table.kept.push((name.to_owned(), cells?));
            Some(place)
        };
        let (id, text, image) = (keep("id", ids), keep("text", text), keep("image", images));
        let (images, origin) = (image_folder, Origin::Python);
        let name = "X".to_owned();
        let material = Material { name, table, id, text, image, images, unlabeled, origin, seed };
        let studio = run(py, 1, move || {
            // What is no number is refused by its place before anything is opened, as are labels of other rows.
            Dataset::new(material.table.samples()?, labels)?;
            Ok(match port {
                None => Office::open(material, &file)
                    .map(|office| Self { office: Arc::new(office), server: None }),
                Some(port) => halflit_studio::Studio::open(material, &file, port).map(|studio| {
                    Self { office: studio.office(), server: Some(Server::of(studio)) }
                }),
            })
        })?
        .map_err(|error| refused_by_name(error, feature_names.as_deref()))?;
        studio.map_err(unopened)
    }

    /// The address that opens the page; none without a port.
    #[getter]
    fn address(&self) -> Option<&str> {
        self.server.as_ref().map(|own| own.address.as_str())
    }

    /// Answers a request of a page: its status, its type and its content.
    fn answer<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        path: &str,
        body: &[u8],
    ) -> PyResult<(u16, &'static str, Bound<'py, PyBytes>)> {
        let answer = || Ok(self.office.answer(&Request { method, path, body }));
        let Reply { status, kind, bytes, .. } = py.detach(|| caught(answer))?;
        Ok((status, kind, PyBytes::new(py, &bytes)))
    }

    /// What one page is to be told without asking.
    fn follower(&self) -> StudioFollower {
        StudioFollower(Mutex::new(self.office.follower()))
    }

    /// The class number of every row, -1 where it has none, and the names of the classes.
    fn labels<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Vec<String>) {
        let labels = py.detach(|| self.office.labels());
        let codes = labels.iter().map(|class| class.map_or(-1, |class| class as i64));
        (codes.collect::<Vec<_>>().into_pyarray(py), labels.classes().to_vec())
    }

    /// Ends it; its port and the file of labels are free when this returns. Once it has ended nothing happens.
    fn stop(&self, py: Python<'_>) -> PyResult<()> {
        let Some(Server { stopper, thread, .. }) = &self.server else {
            let office = self.office.clone();
            return run(py, 1, move || office.stop());
        };
        stopper.stop();
        let thread = thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(thread) = thread else { return Ok(()) };
        match run(py, 1, move || thread.join())? {
            Ok(served) => served.map_err(unopened),
            Err(panic) => run(py, 1, move || std::panic::resume_unwind(panic)),
        }
    }
}

/// The numbers and the names of their columns.
fn table(samples: &PyReadonlyArray2<'_, f64>, names: Option<Vec<String>>) -> PyResult<Table> {
    let (rows, columns) = shape(samples);
    let named = names.is_some();
    let given = || (1..=columns).map(|column| format!("x{column}")).collect();
    let feature_names = names.unwrap_or_else(given);
    let encoding = Encoding::of_numbers(feature_names.iter().cloned(), named);
    let values = values(samples)?.to_vec();
    Ok(Table { feature_names, rows, values, named, encoding, ..Table::default() })
}

/// Labels as a table has them; none where no row has one.
fn column(labels: &Labels) -> PyResult<Option<LabelColumn>> {
    if let Some(name) = labels.classes().iter().find(|name| name.trim() != name.as_str()) {
        return Err(PyValueError::new_err(format!(
            "y has the class {name:?}, which a table of labels cannot hold, because blanks around a name are not kept: give the \
             class another name"
        )));
    }
    let name = |class: Option<usize>| class.map(|class| labels.classes()[class].as_str());
    Ok((!labels.classes().is_empty()).then(|| labels.iter().map(name).collect()))
}

/// Files and ports are the system's, all else is what was given.
fn unopened(error: StudioError) -> PyErr {
    let text = format!("{}: {}", error.what, error.help);
    match error.kind {
        Kind::Busy | Kind::Port | Kind::File | Kind::Failed => PyOSError::new_err(text),
        _ => PyValueError::new_err(text),
    }
}
