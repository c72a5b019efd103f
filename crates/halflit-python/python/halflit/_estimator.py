"""What every estimator has: transform, predict, score, save."""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.metrics import accuracy_score
from sklearn.utils.validation import check_is_fitted

from halflit import _checks, _core, _engines, _files, _input, _labels, _progress
from halflit._links import Linked
from halflit._state import PlainState
from halflit._training import Training, training
from halflit._warnings import is_measured


class Estimator(
    Linked, PlainState, ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator
):
    """The base of all estimators; not to be used itself."""

    #: The learner's name in the library.
    _learner: str
    _needs_labels = True

    def _store(self, parameters: dict[str, Any]) -> None:
        """Set constructor parameters as they are."""
        for name in inspect.signature(type(self)).parameters:
            setattr(self, name, parameters[name])

    # ---- fitting ----

    def _plan(self) -> dict[str, Any]:
        """Give everything that is chosen before a fit, as the library reads it."""
        raise NotImplementedError

    def _given_parts(self) -> dict[str, Any]:
        """Give costs and constraints that were given as matrices."""
        return {}

    def _fit(
        self, X: Any, y: Any, sample_weight: Any, distances: ArrayLike | None = None
    ) -> list[str]:
        """Learn the map, and give what to warn of."""
        _checks.check_all(self)
        training = self._training(X, y, sample_weight)
        matrices = self._given_parts()
        if distances is not None:
            matrices["distances"] = _input.matrix(distances)
        if training.left_out is not None and (matrices or self._is_pairwise):
            raise ValueError(
                "a weight is 0, and matrices between rows are given: leave the row out of both"
            )
        engine, plan, labels = _engines.of(self), self._plan(), training.labels
        engine.check(plan, training.rows.shape[1], weighed=training.weights is not None)
        with hints(labels):
            model, told = _core.fit(
                training.rows,
                labels.codes,
                labels.names,
                _input.to_json(plan),
                check=bool(self.check) and not is_measured(),
                feature_names=_input.feature_names(self),
                weights=training.weights,
                engine=engine.worker(training.rows),
                **matrices,
                **self._running(),
            )
        return self._adopt_fit(model, json.loads(told), training)

    def fit_predict(self, X: Any, y: Any = None, **how: Any) -> NDArray[Any]:
        """Learn the map, and give the label of every row, predicted where it had none.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            All rows, labeled or not.
        y : array-like of shape (n_samples,)
            Labels, with a mark where a row has none: see ``fit``.
        **how : dict
            What else ``fit`` takes.

        Returns
        -------
        y : ndarray of shape (n_samples,)
            ``transduction_``.
        """
        return self.fit(X, y, **how).transduction_

    @property
    def _is_pairwise(self) -> bool:
        """Whether X is a matrix between rows."""
        return getattr(self, "kernel", None) == "precomputed"

    def _training(self, X: Any, y: Any, sample_weight: Any, **how: Any) -> Training:
        """Take the rows, labels and weights of a fit."""
        return training(self, X, y, sample_weight, **how)

    def _adopt_fit(self, model: _core.Model, told: dict[str, Any], training: Training) -> list[str]:
        """Take what a fit found as fitted attributes, and give what to warn of."""
        labels = training.labels
        self._adopt(model, labels.classes, labels.names)
        self.n_unlabeled_ = int(labels.unlabeled.sum())
        if not labels.unlabeled.all():
            self._untold = training, self._votes
        self._rows_of_fit = training
        return self._adopt_report(told, labels)

    def _adopt_report(self, told: dict[str, Any], labels: _labels.Labels) -> list[str]:
        """Take what a fit told beside its model, and give what to warn of."""
        self.check_ = told["check"]
        if self.check_ is not None:
            classes = dict(zip(labels.names, labels.classes.tolist(), strict=True))
            self.check_["frequent"] = classes[self.check_["frequent"]]
            self.check_["interval"] = tuple(self.check_["interval"])
        return told["cautions"]

    def _adopt(self, model: _core.Model, classes: NDArray[Any], names: list[str]) -> None:
        """Take what a model holds as fitted attributes."""
        self._forget_rows()  # of a former fit
        self._model = model
        self.eigenvalues_ = model.eigenvalues
        self.diagnostics_ = json.loads(model.diagnostics)
        self.check_ = None
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
        if model.training_classes is not None:
            self._transduction = self.classes_[self._class_order[model.training_classes]]

    # ---- the rows of the fit ----

    @property
    def transduction_(self) -> NDArray[Any]:
        """The label of every training row, predicted where it had none."""
        untold = vars(self).get("_untold")
        if untold is not None:
            self._transduction = self.classes_[self._transduced(*untold)]
            del self._untold
        if "_transduction" not in vars(self):
            raise AttributeError(self._no_transduction())
        return self._transduction

    def _no_transduction(self) -> str:
        if "n_unlabeled_" not in vars(self) and "_model" in vars(self):
            return (
                "there is no transduction_: this model file does not keep the labels of its rows; "
                "use predict(X)"
            )
        return "there is no transduction_: the rows were not fitted with labels"

    def _transduced(self, training: Training, votes: int | None) -> NDArray[np.intp]:
        """Give the class number of every training row."""
        engine, how = _engines.of(self), self._running()
        found = engine.transduction(self._model, training.rows, training.labels, votes, **how)
        codes = self._class_order[found]
        if training.places is None:
            return codes
        # Rows of weight 0 were not looked at, so that they are like any other row.
        whole = np.empty(len(training.places), dtype=codes.dtype)
        whole[~training.places] = codes
        whole[training.places] = self._predicted_codes(training.left_out)
        return whole

    @property
    def layout_(self) -> NDArray[np.float64]:
        """Where the training rows lie in a picture of all, made when first asked for and then kept."""
        if "_model" not in vars(self):
            raise AttributeError("there is no layout_ before a fit")
        if self._model.layout is None:
            training = vars(self).get("_rows_of_fit")
            if training is None:
                raise AttributeError("there is no layout_: the model holds none, and no rows")
            rows, labels = training.rows, training.labels
            how = {**self._running(), "feature_names": _input.feature_names(self)}
            places, _ = _core.layout(
                rows, labels.codes, labels.names, "{}", model=self._model, **how
            )
            self._model = self._model.with_layout(places)
        return self._model.layout

    def _forget_rows(self) -> None:
        """Leave nothing of what is known of the rows of a fit."""
        for name in ("_untold", "_transduction", "_rows_of_fit"):
            vars(self).pop(name, None)

    def __getstate__(self) -> dict[str, Any]:
        # Pickles hold what is said of the rows, and no rows.
        if "_untold" in vars(self):
            self.transduction_  # noqa: B018
        state = super().__getstate__()
        state.pop("_rows_of_fit", None)
        return state

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
        points = _engines.of(self).transform(self._model, samples, **self._running())
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
        found = self._elected(_input.new_samples(self, X))[1]
        return found[:, np.argsort(self._class_order)]

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """Give the logarithm of the probability of every class; minus infinity where that is 0.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of the fit, sparse where ``fit`` takes sparse ones.

        Returns
        -------
        log_probabilities : ndarray of shape (n_samples, n_classes)
            In the order of ``classes_``.
        """
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

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
        return self._class_order[self._elected(samples)[0]]

    def _elected(self, samples: _input.Samples) -> _engines.Election:
        """Give what the model elects, classes being numbered as in its file."""
        return _engines.of(self).elect(self._model, samples, self._votes, **self._running())

    def _running(self) -> dict[str, Any]:
        """Give what the core is told about how to run, which changes no result."""
        _checks.check("verbose", self.verbose)
        _checks.check("device", self.device)
        return {"threads": _input.threads(self.n_jobs), "verbose": _progress.is_shown(self.verbose)}

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

        The file keeps ``transduction_``, the label of every training row. It is written under another name
        and renamed, so that no half of it is ever seen.

        Parameters
        ----------
        path : str or path-like
            Where to; the usual ending is ``.halflit``.
        """
        check_is_fitted(self)
        _files.write(path, self._kept_model().to_bytes())

    def _kept_model(self) -> _core.Model:
        """Give the model, with the labels of its rows where they are known."""
        if not {"_untold", "_transduction"} & vars(self).keys():
            return self._model
        numbers = np.empty_like(self._class_order)
        numbers[self._class_order] = np.arange(len(numbers))
        order = np.argsort(self.classes_)
        codes = numbers[order[np.searchsorted(self.classes_, self.transduction_, sorter=order)]]
        return self._model.with_training_classes(codes.tolist())

    # ---- scikit-learn ----

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.target_tags.required = self._needs_labels
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


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
