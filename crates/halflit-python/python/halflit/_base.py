"""What all estimators share: fit, transform, predict, save."""

from __future__ import annotations

import inspect
import json
import os
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import (
    BaseEstimator,
    ClassifierMixin,
    ClassNamePrefixFeaturesOutMixin,
    TransformerMixin,
)
from sklearn.metrics import accuracy_score
from sklearn.utils.validation import check_is_fitted

from halflit import _core, _files, _input, _labels, _parameters


class SpectralEstimator(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """The base of all estimators; not to be used itself."""

    #: The learner's name in the library.
    _learner: str
    #: How its constructor parameters are written for the library.
    _fields: tuple[_parameters.Field, ...] = ()
    _needs_labels = True

    def _store(self, parameters: dict[str, Any]) -> None:
        """Set constructor parameters as they are."""
        for name in inspect.signature(type(self)).parameters:
            setattr(self, name, parameters[name])

    # ---- fitting ----

    def fit(self, X: Any, y: Any = None, *, distances: ArrayLike | None = None) -> Self:
        """Learn the map.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            All rows, labeled or not. Doubles in C order are not copied.
        y : array-like of shape (n_samples,), default=None
            Labels. -1, NaN, None and NA mean unlabeled: see the parameter ``unlabeled``.
        distances : array-like of shape (n_samples, n_samples), default=None
            Distances between the rows for ``metric="precomputed"``.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        samples = _input.training_samples(self, X)
        labels = self._labels(y, len(samples))
        if distances is not None:
            distances = _input.matrix(distances)
        try:
            model, transduction, found = _core.fit(
                samples,
                labels.codes,
                labels.names,
                _input.to_json(self._choice()),
                votes=self.n_votes,
                seed=_input.seed(getattr(self, "random_state", None)),
                threads=_input.threads(self.n_jobs),
                feature_names=self._text_feature_names(),
                distances=distances,
                **self._given_parts(),
            )
        except ValueError as error:
            raise ValueError(f"{error}{_hint(labels)}") from None
        self._adopt(model, labels.classes, labels.names)
        self.n_unlabeled_ = int(labels.unlabeled.sum())
        self._adopt_search(found)
        if transduction is not None:
            self.transduction_ = self.classes_[self._class_order[transduction]]
        return self

    def _labels(self, y: Any, rows: int) -> _labels.Labels:
        if y is None and self._needs_labels:
            raise ValueError(
                f"{type(self).__name__} requires y to be passed, but the target y is None"
            )
        return _labels.encode(y, self.unlabeled, rows=rows, optional=not self._needs_labels)

    def _choice(self) -> dict[str, Any]:
        """Everything that is chosen, in the words of the library."""
        parameters: dict[str, Any] = {}
        for field in self._fields:
            parameters |= field.write(self)
        return {
            "learner": self._learner,
            "parameters": parameters,
            "n_components": self.n_components,
            "weights": self.weights,
            "ridge": self.ridge,
            "space": _parameters.space(self.scaling, self.kernel, self.kernel_params),
            "search": _parameters.search(self),
        }

    def _given_parts(self) -> dict[str, Any]:
        """Costs and constraints that were given as matrices."""
        return {}

    def _text_feature_names(self) -> list[str] | None:
        names = getattr(self, "feature_names_in_", None)
        return None if names is None else [str(name) for name in names]

    def _adopt(self, model: _core.Model, classes: NDArray[Any], names: list[str]) -> None:
        """Take what a model holds as fitted attributes."""
        for name in ("components_", "mean_", "transduction_", "cv_results_"):
            vars(self).pop(name, None)  # of a former fit
        self._model = model
        self.eigenvalues_ = model.eigenvalues
        self.diagnostics_ = json.loads(model.diagnostics)
        self.n_features_in_ = model.input_columns
        self.classes_ = classes
        # The library sorts the words "9" and "10" as numbers, numpy does not.
        self._class_order = np.array([names.index(name) for name in model.classes], dtype=np.intp)
        if model.components is not None:
            self.components_ = model.components
            self.mean_ = model.mean
        used = json.loads(model.recipe)["parameters"]
        for name in _parameters.TUNABLE:
            if hasattr(self, name):
                own = getattr(self, name)
                # A learner with a matrix of the user's own has no parameters that can be written.
                setattr(self, f"{name}_", used.get(name, own) if isinstance(used, dict) else own)

    def _adopt_search(self, found: str | None) -> None:
        if found is None:
            return
        search = json.loads(found)
        for name, value in _tuned_values(search["best"]).items():
            setattr(self, f"{name}_", value)
        folds = np.array(search["folds"], dtype=float)
        scores = folds[:, :, 0] / folds[:, :, 1]
        settings = search["settings"]
        self.cv_results_ = {
            "params": [_tuned_values(line["setting"]) for line in settings],
            "mean_test_score": np.array([line["accuracy"] for line in settings]),
            "mean_test_margin": np.array([line["margin"] for line in settings]),
            "standard_error": np.array([line["standard_error"] for line in settings]),
            **{f"split{fold}_test_score": scores[fold] for fold in range(len(scores))},
            "skipped": search["skipped"],
        }
        if search["margins"]:
            self.cv_results_["total_margin"] = np.array(search["margins"])

    # ---- using the map ----

    def transform(self, X: Any) -> NDArray[np.float64]:
        """Map rows into the subspace.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of the fit.

        Returns
        -------
        X_new : ndarray of shape (n_samples, n_components)
            Their coordinates.
        """
        check_is_fitted(self)
        return self._model.transform(_input.new_samples(self, X), threads=self._threads())

    def inverse_transform(self, X: ArrayLike) -> NDArray[np.float64]:
        """Map points of the subspace back to the input space; linear models only.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_components)
            Points of the subspace.

        Returns
        -------
        X_original : ndarray of shape (n_samples, n_features)
            Of the rows that are mapped to each point, the one nearest to the mean.
        """
        check_is_fitted(self)
        return self._model.inverse_transform(_input.matrix(X), threads=self._threads())

    def predict(self, X: Any) -> NDArray[Any]:
        """Classify rows by the nearest labeled rows in the subspace.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of the fit.

        Returns
        -------
        y : ndarray of shape (n_samples,)
            The class of each row.
        """
        check_is_fitted(self)
        return self.classes_[self._predicted_codes(_input.new_samples(self, X))]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Give the share of votes of every class among the ``n_votes`` nearest labeled rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of the fit.

        Returns
        -------
        shares : ndarray of shape (n_samples, n_classes)
            In the order of ``classes_``; each row sums to 1.
        """
        check_is_fitted(self)
        samples = _input.new_samples(self, X)
        shares = self._model.probabilities(samples, votes=self.n_votes, threads=self._threads())
        return shares[:, np.argsort(self._class_order)]

    def score(self, X: Any, y: Any, sample_weight: ArrayLike | None = None) -> float:
        """Give the accuracy of ``predict`` on the rows that have a label.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of the fit.
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

    def _predicted_codes(self, samples: NDArray[np.float64]) -> NDArray[np.intp]:
        codes = self._model.predict(samples, votes=self.n_votes, threads=self._threads())
        return self._class_order[codes]

    def _threads(self) -> int:
        return _input.threads(self.n_jobs)

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

    @classmethod
    def _from_model(cls, model: _core.Model) -> Self:
        """Give a fitted estimator with the choices of a model file."""
        recipe = json.loads(model.recipe)
        choices: dict[str, Any] = {}
        for field in cls._fields:
            choices |= field.read(recipe["parameters"])
        scaling = None if recipe["scaling"] == "none" else recipe["scaling"]
        rule = None if recipe["ridge_rule"] == "usual" else recipe["ridge_rule"]
        ridge = rule if recipe["ridge"] is None else recipe["ridge"]
        common = {"weights": recipe["weights"], "ridge": ridge, "scaling": scaling}
        kernel = _parameters.read_kernel(recipe["kernel"])
        estimator = cls(model.dimension, **choices, **common, **kernel)
        names = model.classes
        estimator._adopt(model, _labels.classes_from_names(names), names)
        if model.feature_names is not None:
            estimator.feature_names_in_ = np.array(model.feature_names, dtype=object)
        return estimator

    # ---- scikit-learn ----

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self._needs_labels
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags


class SpectralClassifier(ClassifierMixin, SpectralEstimator):
    """The base of estimators that need labels, which scikit-learn shall treat as classifiers."""

    # Not the mixin's, which would count unlabeled rows as wrong.
    score = SpectralEstimator.score


def _tuned_values(setting: dict[str, Any]) -> dict[str, float]:
    values = {name: setting[name] for name in _parameters.TUNABLE}
    return {name: value for name, value in values.items() if value is not None}


def _hint(labels: _labels.Labels) -> str:
    """Say what to do where -1 was meant as a class."""
    if len(labels.classes) > 1 or not labels.by_convention:
        return ""
    return ". Rows with the label -1 were taken as unlabeled: unlabeled=None makes -1 a class"
