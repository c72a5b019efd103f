"""What every estimator has: transform, predict, score, save."""

from __future__ import annotations

import inspect
import json
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.metrics import accuracy_score
from sklearn.utils import _safe_indexing
from sklearn.utils.validation import check_is_fitted

from halflit import _checks, _core, _device, _files, _input, _labels


@dataclass(frozen=True)
class _Weights:
    """How often the rows of a fit count.

    Attributes
    ----------
    values : ndarray or None
        The weights above 0; None where each row counts once.
    given : array-like or None
        As they came.
    left_out : ndarray, sparse array or None
        The rows of weight 0, if any.
    """

    values: NDArray[np.float64] | None
    given: Any
    left_out: _input.Samples | None


class Estimator(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """The base of all estimators; not to be used itself."""

    #: The learner's name in the library.
    _learner: str
    _needs_labels = True

    def _store(self, parameters: dict[str, Any]) -> None:
        """Set constructor parameters as they are."""
        for name in inspect.signature(type(self)).parameters:
            setattr(self, name, parameters[name])

    # ---- fitting ----

    def _training(
        self, X: Any, y: Any, sample_weight: Any = None, *, first: bool | None = None
    ) -> tuple[_input.Samples, _labels.Labels, _Weights]:
        """Take the rows, labels and weights of a fit, and remember the columns.

        Rows of weight 0 are left out. Where rows come in parts, it is said whether these are the first.
        """
        if first is None:
            samples = _input.training_samples(self, X)
        else:
            samples = _input.some_samples(self, X, first=first)
        weights = _input.weights(sample_weight, samples.shape[0])
        left_out = None
        if weights is not None and not weights.all():
            kept = np.flatnonzero(weights)
            left_out = samples[weights == 0]
            samples, weights = samples[kept], weights[kept]
            y = None if y is None else _safe_indexing(y, kept)
        if y is None and self._needs_labels:
            raise ValueError(
                f"{type(self).__name__} requires y to be passed, but the target y is None"
            )
        optional = not self._needs_labels
        labels = _labels.encode(y, self.unlabeled, rows=samples.shape[0], optional=optional)
        return samples, labels, _Weights(weights, sample_weight, left_out)

    def _adopt_fit(
        self,
        model: _core.Model,
        labels: _labels.Labels,
        transduction: NDArray[np.int64] | None,
        weights: _Weights,
    ) -> None:
        """Take what a fit found as fitted attributes."""
        self._adopt(model, labels.classes, labels.names)
        self.n_unlabeled_ = int(labels.unlabeled.sum())
        if transduction is not None:
            codes = self._class_order[transduction]
            if weights.left_out is not None:
                # They were not looked at, so that they are like any other row.
                whole = np.empty(weights.left_out.shape[0] + len(codes), dtype=codes.dtype)
                zero = np.asarray(weights.given) == 0
                whole[~zero], whole[zero] = codes, self._predicted_codes(weights.left_out)
                codes = whole
            self.transduction_ = self.classes_[codes]

    def _adopt(self, model: _core.Model, classes: NDArray[Any], names: list[str]) -> None:
        """Take what a model holds as fitted attributes."""
        vars(self).pop("transduction_", None)  # of a former fit
        self._model = model
        self.eigenvalues_ = model.eigenvalues
        self.diagnostics_ = json.loads(model.diagnostics)
        self.n_features_in_ = model.input_columns
        self.classes_ = classes
        # The library sorts the words "9" and "10" as numbers, numpy does not.
        self._class_order = np.array([names.index(name) for name in model.classes], dtype=np.intp)

    def _made_by(self, engine: str) -> None:
        """Say who summed over the rows, here and in the model file."""
        self._model = self._model.with_engine(engine)
        self.diagnostics_["engine"] = engine

    def _adopt_file(self, model: _core.Model) -> None:
        """Take what a model file holds as fitted attributes."""
        self._adopt(model, _labels.classes_from_names(model.classes), model.classes)
        if model.feature_names is not None:
            self.feature_names_in_ = np.array(model.feature_names, dtype=object)

    # ---- using the map ----

    def transform(self, X: Any) -> NDArray[Any]:
        """Map rows into the subspace.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of the fit, sparse where ``fit`` takes sparse ones.

        Returns
        -------
        X_new : ndarray of shape (n_samples, n_components)
            Their coordinates: single precision where ``X`` has it, though computed in double, else double.
        """
        check_is_fitted(self)
        samples, precision = _input.mapped_samples(self, X)
        engine = _device.engine_of(self)
        if engine is None:
            points = self._model.transform(samples, **self._running())
        else:
            points = engine.transform(self._model, samples)
        return points.astype(precision, copy=False)

    def predict(self, X: Any) -> NDArray[Any]:
        """Classify rows, by the nearest labeled rows in the subspace where there is ``n_votes``.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of the fit, sparse where ``fit`` takes sparse ones.

        Returns
        -------
        y : ndarray of shape (n_samples,)
            The class of each row.
        """
        check_is_fitted(self)
        return self.classes_[self._predicted_codes(_input.new_samples(self, X))]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Give the probability of every class: its share of votes where there is ``n_votes``.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of the fit, sparse where ``fit`` takes sparse ones.

        Returns
        -------
        probabilities : ndarray of shape (n_samples, n_classes)
            In the order of ``classes_``; each row sums to 1.
        """
        check_is_fitted(self)
        samples = _input.new_samples(self, X)
        engine = _device.engine_of(self)
        if engine is None:
            found = self._model.probabilities(samples, votes=self._votes, **self._running())
        else:
            threads = self._running()["threads"]
            found = engine.elect(self._model, samples, self._votes, threads)[1]
        return found[:, np.argsort(self._class_order)]

    def score(self, X: Any, y: Any, sample_weight: ArrayLike | None = None) -> float:
        """Give the accuracy of ``predict`` on the rows that have a label.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of the fit, sparse where ``fit`` takes sparse ones.
        y : array-like of shape (n_samples,)
            Their labels; unlabeled rows are left out.
        sample_weight : array-like of shape (n_samples,), default=None
            How much each row counts.

        Returns
        -------
        accuracy : float
            The share of labeled rows that are classified right.
        """
        labels = _labels.encode(y, self.unlabeled)
        known = ~labels.unlabeled
        if not known.any():
            raise ValueError("no row has a label to compare with: give the labels of some rows")
        truth = labels.classes[labels.codes[known]]
        weight = None if sample_weight is None else np.asarray(sample_weight)[known]
        return float(accuracy_score(truth, self.predict(X)[known], sample_weight=weight))

    def _predicted_codes(self, samples: _input.Samples) -> NDArray[np.intp]:
        engine = _device.engine_of(self)
        if engine is None:
            codes = self._model.predict(samples, votes=self._votes, **self._running())
        else:
            threads = self._running()["threads"]
            codes = engine.elect(self._model, samples, self._votes, threads)[0]
        return self._class_order[codes]

    def _running(self) -> dict[str, Any]:
        """Give what the core is told about how to run, which changes no result."""
        _checks.check("verbose", self.verbose)
        _checks.check("device", self.device)
        return {"threads": _input.threads(self.n_jobs), "verbose": bool(self.verbose)}

    @property
    def _votes(self) -> int | None:
        """How many labeled rows vote; None where the model itself reads the classes."""
        return None

    @property
    def _n_features_out(self) -> int:
        return self._model.dimension

    # ---- files ----

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model file that ``halflit.load``, the Rust library and the command line read.

        The file is written under another name and renamed, so that no half of it is ever seen.

        Parameters
        ----------
        path : str or path-like
            Where to; the usual ending is ``.halflit``.
        """
        check_is_fitted(self)
        _files.write(path, self._model.to_bytes())

    # ---- scikit-learn ----

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self._needs_labels
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def warn_of(cautions: list[str]) -> None:
    """Warn the caller of ``fit`` of what should be known before the model is trusted."""
    for words in cautions:
        warnings.warn(words, UserWarning, stacklevel=3)


@contextmanager
def hints(labels: _labels.Labels) -> Iterator[None]:
    """Say what to do where -1 was meant as a class."""
    try:
        yield
    except ValueError as error:
        if len(labels.classes) > 1 or not labels.by_convention:
            raise
        hint = "Rows with the label -1 were taken as unlabeled: unlabeled=None makes -1 a class"
        raise ValueError(f"{error}. {hint}") from None
