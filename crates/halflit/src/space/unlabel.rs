//! The scatters of unlabel costs, each summed once.

use std::sync::{Arc, Mutex, OnceLock};

use crate::dense::Mat;

use crate::cost::{Cost, UnlabelChoice};
use crate::eigen::{Span, relative_pairs, self_adjoint};
use crate::error::Result;
use crate::matrix::{trace, weighted_gram};
use crate::neighbors::Searched;
use crate::scatter::{Scatter, power_scatters};

/// S(C^(α)) and Xᵀ D^(α) X in the span.
#[derive(Debug)]
pub(crate) struct UnlabelScatter {
    /// S(C^(α)).
    pub(crate) matrix: Mat<f64>,
    /// D^(α).
    degrees: Vec<f64>,
    /// Xᵀ D^(α) X, found when it is first wanted.
    degree_scatter: OnceLock<Mat<f64>>,
    /// Eigenpairs of the scatter, beside I and beside M; nothing where it did not converge.
    spectra: [OnceLock<Option<ScatterPairs>>; 2],
    /// How the nearest rows of its graph were found, where it has one.
    pub(crate) searched: Option<Searched>,
}

/// All eigenpairs of S(C^(α)) q = λ q, or of S(C^(α)) q = λ M q with qᵀ M q = 1, ascending.
#[derive(Debug)]
pub(crate) struct ScatterPairs {
    pub(crate) values: Vec<f64>,
    /// One per column.
    pub(crate) vectors: Mat<f64>,
}

impl UnlabelScatter {
    fn new(scatter: Scatter, searched: Option<Searched>) -> Self {
        let Scatter { matrix, degrees, .. } = scatter;
        let (degree_scatter, spectra) = (OnceLock::new(), Default::default());
        Self { matrix, degrees, degree_scatter, spectra, searched }
    }

    /// From sums over pairs of rows that were made elsewhere.
    pub(crate) fn of_sums(matrix: Mat<f64>, degree_scatter: Mat<f64>) -> Self {
        let (degrees, spectra) = (Vec::new(), Default::default());
        let degree_scatter = OnceLock::from(degree_scatter);
        Self { matrix, degrees, degree_scatter, spectra, searched: None }
    }

    /// Whether it is something to keep small, unlike the variance in SELF.
    pub(crate) fn is_cost(&self) -> bool {
        trace(self.matrix.as_ref()) > 0.0
    }

    /// Xᵀ D^(α) X.
    pub(crate) fn degree_scatter(&self, span: &Span) -> &Mat<f64> {
        self.degree_scatter.get_or_init(|| weighted_gram(span.coordinates(), Some(&self.degrees)))
    }

    /// All eigenpairs, beside M where it is given; there is but one M in a space.
    pub(crate) fn spectrum(&self, extent: Option<&Mat<f64>>) -> Option<&ScatterPairs> {
        let compute = || {
            let (values, vectors) = match extent {
                None => self_adjoint(self.matrix.as_ref()).ok()?,
                Some(extent) => relative_pairs(&self.matrix, extent)?,
            };
            Some(ScatterPairs { values, vectors })
        };
        self.spectra[usize::from(extent.is_some())].get_or_init(compute).as_ref()
    }

    /// All eigenpairs, if somebody has asked for them before.
    pub(crate) fn known_spectrum(&self, extent: Option<&Mat<f64>>) -> Option<&ScatterPairs> {
        self.spectra[usize::from(extent.is_some())].get()?.as_ref()
    }
}

/// Every scatter that was asked for, by cost and power.
#[derive(Debug, Default)]
pub(super) struct UnlabelScatters(Mutex<Vec<(UnlabelChoice, f64, Arc<UnlabelScatter>)>>);

impl UnlabelScatters {
    /// One for each power, from before or from a single pass for those that are new.
    pub(super) fn of<'c>(
        &self,
        choice: &UnlabelChoice,
        alphas: &[f64],
        span: &Span,
        cost: impl FnOnce() -> Result<(Cost<'c>, Option<Searched>)>,
    ) -> Result<Vec<Arc<UnlabelScatter>>> {
        let mut new: Vec<f64> = alphas.to_vec();
        new.retain(|&alpha| self.known(choice, alpha).is_none());
        new.sort_by(f64::total_cmp);
        new.dedup();
        let mut found = Vec::new();
        if !new.is_empty() {
            let (cost, searched) = cost()?;
            let scatters = power_scatters(&cost, span.coordinates(), &new)?;
            let scatters = scatters.into_iter().map(|s| Arc::new(UnlabelScatter::new(s, searched)));
            found = new.into_iter().zip(scatters).collect();
            self.keep(choice, &found);
        }
        let of = |&alpha: &f64| {
            let fresh = found.iter().find(|(power, _)| *power == alpha);
            fresh.map(|(_, part)| part.clone()).or_else(|| self.known(choice, alpha))
        };
        Ok(alphas.iter().filter_map(of).collect())
    }

    /// Takes one that was summed elsewhere.
    pub(super) fn put(&self, choice: &UnlabelChoice, alpha: f64, scatter: UnlabelScatter) {
        self.keep(choice, &[(alpha, Arc::new(scatter))]);
    }

    fn known(&self, choice: &UnlabelChoice, alpha: f64) -> Option<Arc<UnlabelScatter>> {
        let all = self.0.lock().ok()?;
        let own = all.iter().find(|(other, power, _)| *power == alpha && other == choice);
        own.map(|(.., part)| part.clone())
    }

    fn keep(&self, choice: &UnlabelChoice, found: &[(f64, Arc<UnlabelScatter>)]) {
        if let Ok(mut all) = self.0.lock() {
            let parts = found.iter().map(|(alpha, part)| (choice.clone(), *alpha, part.clone()));
            all.extend(parts);
        }
    }
}
