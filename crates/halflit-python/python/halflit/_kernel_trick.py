"""The KPCA trick around any transformer."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
from sklearn.utils import get_tags
from sklearn.utils._set_output import _safe_set_output
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from halflit import _checks, _core, _input, _parameters, _progress
from halflit._links import Linked
from halflit._state import PlainState


def _has(method: str) -> Any:
    def check(trick: KernelTrick) -> bool:
        return hasattr(getattr(trick, "estimator_", trick.estimator), method)

    return available_if(check)


class KernelTrick(Linked, PlainState, MetaEstimatorMixin, BaseEstimator):
    """Make any transformer or classifier non-linear: fit it on the coordinates of kernel PCA.

    Distances between the coordinates are those of the kernel, so that what is linear in them is not in
    the input.

    Parameters
    ----------
    estimator : object
        Any estimator with ``fit``, of this package or another.
    kernel : str, default="rbf"
        Which kernel, as in the estimators of this package.
    kernel_params : dict, default=None
        Its parameters, as in the estimators of this package.
    n_coordinates : int, default=None
        Keep only so many leading coordinates; None for as many as ``kernel_rank`` of the
        ``kernel_params`` keeps.
    n_jobs : int, default=None
        Number of threads, -1 for one per processor and never more; None is the same, but 1 in a worker of
        joblib's. Results do not depend on it.
    verbose : int, default=0
        With 1 what takes longer than two seconds says on standard error what it is at.

    Attributes
    ----------
    estimator_ : object
        The fitted estimator.
    n_coordinates_ : int
        Number of kernel coordinates it was fitted on.
    n_features_in_ : int
        Number of columns seen during fit.

    See Also
    --------
    SSLFDA : Has a ``kernel`` parameter of its own, which gives the same and can be tuned and saved.

    Examples
    --------
    >>> from sklearn.datasets import make_circles
    >>> from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    >>> from halflit import KernelTrick
    >>> X, y = make_circles(random_state=0)
    >>> LinearDiscriminantAnalysis().fit(X, y).score(X, y) < 0.7
    True
    >>> KernelTrick(LinearDiscriminantAnalysis(), n_coordinates=20).fit(X, y).score(X, y)
    1.0
    """

    def __init__(
        self,
        estimator: Any,
        *,
        kernel: str = "rbf",
        kernel_params: dict[str, Any] | None = None,
        n_coordinates: int | None = None,
        n_jobs: int | None = None,
        verbose: int = 0,
    ) -> None:
        self.estimator = estimator
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.n_coordinates = n_coordinates
        self.n_jobs = n_jobs
        self.verbose = verbose

    def fit(self, X: Any, y: Any = None, **fit_params: Any) -> Self:
        """Find the kernel coordinates and fit the estimator on them.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            All rows, labeled or not.
        y : array-like of shape (n_samples,), default=None
            Handed on as it is.
        **fit_params : dict
            Handed on to the estimator.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        _checks.check_all(self)
        samples = _input.training_samples(self, X)
        self._model = kernel_coordinates(
            samples,
            self.kernel,
            self.kernel_params,
            self.n_coordinates,
            self.n_jobs,
            verbose=_progress.is_shown(self.verbose),
            feature_names=_input.feature_names(self),
        )
        self.n_coordinates_ = self._model.dimension
        self.estimator_ = clone(self.estimator).fit(self._map(samples), y, **fit_params)
        if hasattr(self.estimator_, "classes_"):
            self.classes_ = self.estimator_.classes_
        return self

    def _map(self, samples: NDArray[np.float64]) -> NDArray[np.float64]:
        how = {"threads": _input.threads(self.n_jobs), "verbose": _progress.is_shown(self.verbose)}
        return self._model.transform(samples, **how)

    def _coordinates(self, X: Any) -> NDArray[np.float64]:
        check_is_fitted(self)
        return self._map(_input.new_samples(self, X))

    @_has("transform")
    def transform(self, X: Any) -> Any:
        """Map rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of the fit.

        Returns
        -------
        X_new : array
            What the estimator gives; it sees single precision where ``X`` has it.
        """
        check_is_fitted(self)
        samples, precision = _input.mapped_samples(self, X)
        return self.estimator_.transform(self._map(samples).astype(precision, copy=False))

    @_has("transform")
    def fit_transform(self, X: Any, y: Any = None, **fit_params: Any) -> Any:
        """Fit, and map the same rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            All rows, labeled or not.
        y : array-like of shape (n_samples,), default=None
            Handed on as it is.
        **fit_params : dict
            Handed on to the estimator.

        Returns
        -------
        X_new : array
            What the estimator gives.
        """
        return self.fit(X, y, **fit_params).transform(X)

    @_has("transform")
    def set_output(self, *, transform: str | None = None) -> Self:
        """Choose what ``transform`` gives, as in every transformer of scikit-learn's.

        Parameters
        ----------
        transform : {"default", "pandas", "polars"}, default=None
            The kind of array or frame; None leaves it.

        Returns
        -------
        self : object
            The estimator.
        """
        for inner in (self.estimator, getattr(self, "estimator_", self.estimator)):
            _safe_set_output(inner, transform=transform)
        return self

    @_has("predict")
    def predict(self, X: Any) -> Any:
        """Predict rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of the fit.

        Returns
        -------
        y : array
            What the estimator gives.
        """
        coordinates = self._coordinates(X)
        return self.estimator_.predict(coordinates)

    @_has("predict_proba")
    def predict_proba(self, X: Any) -> Any:
        """Give the share of every class.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of the fit.

        Returns
        -------
        shares : array
            What the estimator gives.
        """
        coordinates = self._coordinates(X)
        return self.estimator_.predict_proba(coordinates)

    @_has("score")
    def score(self, X: Any, y: Any = None) -> float:
        """Give the estimator's score.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of the fit.
        y : array-like of shape (n_samples,), default=None
            Handed on as it is.

        Returns
        -------
        score : float
            What the estimator gives.
        """
        coordinates = self._coordinates(X)
        return self.estimator_.score(coordinates, y)

    @_has("get_feature_names_out")
    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """Name the output columns as the estimator does.

        Parameters
        ----------
        input_features : None
            Not used: the estimator saw kernel coordinates.

        Returns
        -------
        names : ndarray of str
            One per output column.
        """
        check_is_fitted(self)
        return self.estimator_.get_feature_names_out()

    def __sklearn_tags__(self) -> Any:
        tags, inner = super().__sklearn_tags__(), get_tags(self.estimator)
        tags.estimator_type = inner.estimator_type
        tags.classifier_tags = inner.classifier_tags
        tags.regressor_tags = inner.regressor_tags
        tags.transformer_tags = inner.transformer_tags
        tags.target_tags = inner.target_tags
        tags.non_deterministic = inner.non_deterministic
        tags.input_tags.pairwise = self.kernel == "precomputed"
        tags.input_tags.sparse = not tags.input_tags.pairwise
        return tags


def kernel_coordinates(
    samples: NDArray[np.float64],
    kernel: str,
    kernel_params: dict[str, Any] | None = None,
    n_coordinates: int | None = None,
    n_jobs: int | None = None,
    *,
    verbose: bool = False,
    feature_names: list[str] | None = None,
) -> _core.Model:
    """Give the map to the coordinates of kernel PCA: PCA with a kernel, so many axes kept or all."""
    plan = {
        "method": {"name": "pca"},
        "dimension": n_coordinates,
        "space": _parameters.space(None, kernel, kernel_params),
    }
    return _core.coordinates(
        samples,
        _input.to_json(plan),
        threads=_input.threads(n_jobs),
        verbose=verbose,
        feature_names=feature_names,
    )
