"""What estimators for dask collections have that plain ones have not."""

from __future__ import annotations

import inspect
import warnings
from typing import Any, Self

import dask
import dask.dataframe as dd
import numpy as np
from sklearn.utils.validation import check_is_fitted, validate_data

from halflit import _checks, _input, _labels
from halflit._warnings import warn_of
from halflit.dask import _exact, _lazy, _pairs, _sample
from halflit.dask._blocks import Rows, features


class OnDask:
    """Comes before a plain estimator: takes dask collections, and leaves everything else to it."""

    #: The estimator that knows nothing of blocks.
    _plain: type

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None, **more: Any) -> Self:
        """Learn the map.

        Parameters
        ----------
        X : dask array or dask dataframe of shape (n_samples, n_features)
            All rows, labeled or not, in blocks of rows; their lengths need not be known. Anything else goes
            to the estimator of the same name in ``halflit``.
        y : dask array, series, array-like or str, default=None
            Labels in the same blocks, or the name of a column of ``X``, which is then no feature. -1, NaN,
            None and NA mean unlabeled. Labels in memory are cut as ``X`` is, which reads ``X`` once
            more where lengths are unknown.
        sample_weight : dask array, series, array-like, float or str, default=None
            How often each row counts, likewise.
        **more : dict
            What the plain estimator takes besides; not with dask collections.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        if not dask.is_dask_collection(X):
            for name, part in (("y", y), ("sample_weight", sample_weight)):
                if dask.is_dask_collection(part):
                    raise TypeError(f"{name} is a dask collection and X is none: give both as such")
            for name in ("sample_rows_", "sampling_error_", "_no_features"):
                vars(self).pop(name, None)  # of a former fit
            return super().fit(X, y, sample_weight, **more)
        _checks.check_all(self)
        for name in more:
            raise TypeError(f"{name} goes with rows in memory, and X is a dask collection")
        if y is None and self._needs_labels:
            name = type(self).__name__
            raise ValueError(f"{name} requires y to be passed, but the target y is None")
        rows = Rows.of(self, X, y, sample_weight)
        left_out = rows.reading.no_features
        self._check_columns(_meta(features(rows.source, *left_out)), reset=True)
        if rows.reading.texts:
            warnings.warn(
                f"columns {list(rows.reading.texts)} hold text or dates and are passed over;"
                " predictions keep the index, so set_index keeps an id",
                stacklevel=2,
            )
        cautions = self._fit_blocks(rows)
        self._no_features = left_out
        vars(self).pop("_statistics", None)  # of a former partial fit
        warn_of(cautions)
        return self

    def _fit_blocks(self, rows: Rows) -> list[str]:
        """Learn from rows in blocks, and give what to warn of."""
        raise NotImplementedError

    # ---- using the map ----

    def transform(self, X: Any) -> Any:
        """Map rows into the subspace.

        Parameters
        ----------
        X : dask array, dask dataframe or array-like of shape (n_samples, n_features)
            Rows with the columns of the fit.

        Returns
        -------
        X_new : dask array or dask dataframe of shape (n_samples, n_components)
            Their coordinates, not yet computed, in the blocks of ``X``; an array of those that are in memory.
        """
        if not dask.is_dask_collection(X):
            return super().transform(X)
        check_is_fitted(self)
        return _lazy.table(self, "transform", X, list(self.get_feature_names_out()))

    def predict(self, X: Any) -> Any:
        """Classify rows.

        Parameters
        ----------
        X : dask array, dask dataframe or array-like of shape (n_samples, n_features)
            Rows with the columns of the fit.

        Returns
        -------
        y : dask array or dask series of shape (n_samples,)
            The class of each row, not yet computed; an array for rows in memory.
        """
        if not dask.is_dask_collection(X):
            return super().predict(X)
        check_is_fitted(self)
        return _lazy.classes(self, X)

    def predict_proba(self, X: Any) -> Any:
        """Give the probability of every class.

        Parameters
        ----------
        X : dask array, dask dataframe or array-like of shape (n_samples, n_features)
            Rows with the columns of the fit.

        Returns
        -------
        probabilities : dask array or dask dataframe of shape (n_samples, n_classes)
            In the order of ``classes_``, not yet computed; the columns of a frame have the names of classes.
        """
        if not dask.is_dask_collection(X):
            return super().predict_proba(X)
        check_is_fitted(self)
        names = [_labels.name_of(label) for label in self.classes_.tolist()]
        return _lazy.table(self, "predict_proba", X, names, np.dtype(np.float64))

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Give the accuracy of ``predict`` on the rows that have a label, by one pass.

        Parameters
        ----------
        X : dask array, dask dataframe or array-like of shape (n_samples, n_features)
            Rows with the columns of the fit.
        y : dask array, series, array-like or str
            Their labels, as in ``fit``; unlabeled rows are left out.
        sample_weight : dask array, series, array-like, float or str, default=None
            How much each row counts.

        Returns
        -------
        accuracy : float
            The share of labeled rows that are classified right.
        """
        if not dask.is_dask_collection(X):
            return super().score(X, y, sample_weight)
        check_is_fitted(self)
        asked = {own for own in (y, sample_weight) if isinstance(own, str)}
        # What was no feature in the fit is none here.
        spare = [name for name in getattr(self, "_no_features", []) if name not in asked]
        if isinstance(X, dd.DataFrame):
            X = features(X, *(name for name in spare if name in X.columns))
        rows = Rows.of(self, X, y, sample_weight)
        _lazy.checked(self, features(rows.source, *rows.reading.no_features))
        return _lazy.accuracy(self, rows)

    # ---- the plain estimator ----

    def _training(self, X: Any, *more: Any, **how: Any) -> Any:
        if dask.is_dask_collection(X):
            raise TypeError("X is a dask collection: fit takes it in one call, block by block")
        return super()._training(X, *more, **how)

    def _check_columns(self, some: Any, *, reset: bool = False) -> None:
        """Remember the columns of a fit, or refuse others."""
        with _input.culprits(some):
            validate_data(self, some, reset=reset, ensure_all_finite=False)

    def _alone(self, *, fitted: bool = False) -> Any:
        """Give the plain estimator with the same parameters, fitted where this one is."""
        names = inspect.signature(self._plain).parameters
        plain = self._plain(**{name: getattr(self, name) for name in names})
        if fitted:
            learned = {name: own for name, own in vars(self).items() if name not in _params(self)}
            vars(plain).update(learned)
            plain._forget_rows()
            # A worker has as many blocks at hand as processors.
            plain.n_jobs = 1 if self.n_jobs is None else self.n_jobs
        return plain

    def _take(self, plain: Any) -> None:
        """Take what a plain estimator has learned, but not the labels that it found for its own rows."""
        learned = {name: own for name, own in vars(plain).items() if name not in _params(plain)}
        vars(self).pop("cv_results_", None)  # of a former fit
        vars(self).update(learned)
        self._forget_rows()


class Exact(OnDask):
    """Learns from sums over all rows."""

    def _fit_blocks(self, rows: Rows) -> list[str]:
        return _exact.fit(self, rows)

    def inverse_transform(self, X: Any) -> Any:
        """Map points of the subspace back to the input space; linear models only.

        Parameters
        ----------
        X : dask array or array-like of shape (n_samples, n_components)
            Points of the subspace.

        Returns
        -------
        X_original : dask array of shape (n_samples, n_features)
            Not yet computed; an array for points in memory.
        """
        if not dask.is_dask_collection(X):
            return super().inverse_transform(X)
        check_is_fitted(self)
        return _lazy.back(self, X)


class Sampled(OnDask):
    """Learns from a sample."""

    def _fit_blocks(self, rows: Rows) -> list[str]:
        if self.pairs == "exact":
            raise ValueError(
                f'pairs = "exact" is not for {type(self).__name__}, whose graphs need all rows in one'
                ' place: take pairs = "sample"'
            )
        return _sample.fit(self, rows)


class Paired(Exact):
    """Learns from a sample, or from all pairs of rows."""

    def _fit_blocks(self, rows: Rows) -> list[str]:
        if self.pairs == "sample":
            return _sample.fit(self, rows)
        for name in ("sample_rows_", "sampling_error_"):
            vars(self).pop(name, None)  # of a former fit
        return _pairs.fit(self, rows)


def _params(estimator: Any) -> Any:
    return inspect.signature(type(estimator)).parameters


def _meta(source: Any) -> Any:
    """Give a few rows that look like a collection's."""
    meta = getattr(source, "_meta_nonempty", None)
    return np.zeros((1, source.shape[1])) if meta is None else meta
