"""What all estimators share that solve an eigenproblem of costs and a constraint."""

from __future__ import annotations

import inspect
import json
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from halflit import _checks, _core, _input, _labels, _parameters
from halflit._estimator import Estimator
from halflit._warnings import warn_of


class SpectralEstimator(Estimator):
    """The base of all such estimators; not to be used itself."""

    #: How its constructor parameters are written for the library.
    _fields: tuple[_parameters.Field, ...] = ()

    # ---- fitting ----

    def fit(
        self,
        X: Any,
        y: Any = None,
        sample_weight: ArrayLike | None = None,
        *,
        distances: ArrayLike | None = None,
    ) -> Self:
        """Learn the map.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            All rows, labeled or not. Sparse ones are never written out where they are many, so that then
            there is no kernel and no "auto", and ``graph`` is a number.
        y : array-like of shape (n_samples,), default=None
            Labels. -1, NaN, None and NA mean unlabeled: see the parameter ``unlabeled``.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts: a row of weight 2 is that row twice, one of weight 0 is left out.
            Weights are numbers of rows, not shares: where k nearest rows are looked for, they are
            added up. With a kernel they are whole numbers.
        distances : array-like of shape (n_samples, n_samples), default=None
            Distances between the rows for ``metric="precomputed"``.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        warn_of(self._fit(X, y, sample_weight, distances))
        return self

    def _plan(self) -> dict[str, Any]:
        parameters: dict[str, Any] = {}
        for field in self._fields:
            parameters |= field.write(self)
        return {
            "method": {"name": self._learner, "parameters": parameters},
            "dimension": _checks.components(self.n_components),
            "weights": self.weights,
            "ridge": "usual" if self.ridge is None else self.ridge,
            "space": _parameters.space(self.scaling, self.kernel, self.kernel_params),
            "search": _parameters.search(self),
            "seed": _input.seed(getattr(self, "random_state", None)),
        }

    def _adopt(self, model: _core.Model, classes: NDArray[Any], names: list[str]) -> None:
        super()._adopt(model, classes, names)
        for name in ("components_", "mean_", "cv_results_", "_statistics"):
            vars(self).pop(name, None)  # of a former fit
        if model.components is not None:
            self.components_ = model.components
            self.mean_ = model.mean
        used = json.loads(model.plan)["method"]["parameters"]
        for name in _parameters.TUNABLE:
            if hasattr(self, name):
                own = getattr(self, name)
                # A learner with a matrix of the user's own has no parameters that can be written.
                setattr(self, f"{name}_", used.get(name, own) if isinstance(used, dict) else own)

    def _adopt_report(self, told: dict[str, Any], labels: _labels.Labels) -> list[str]:
        search = told["selection"]
        if search is not None:
            scores = np.array(search["folds"], dtype=float)
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
        return super()._adopt_report(told, labels)

    # ---- using the map ----

    def inverse_transform(self, X: ArrayLike) -> NDArray[Any]:
        """Map points of the subspace back to the input space; linear models only.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_components)
            Points of the subspace.

        Returns
        -------
        X_original : ndarray of shape (n_samples, n_features)
            Of the rows that are mapped to each point, the one nearest to the mean; of the precision of ``X``.
        """
        check_is_fitted(self)
        points, precision = _input.mapped_matrix(X)
        rows = self._model.inverse_transform(points, threads=_input.threads(self.n_jobs))
        return rows.astype(precision, copy=False)

    @property
    def _votes(self) -> int:
        _checks.check("n_votes", self.n_votes)
        return self.n_votes

    # ---- files ----

    @classmethod
    def _from_model(cls, model: _core.Model) -> Self:
        """Give a fitted estimator with the choices of a model file."""
        plan = json.loads(model.plan)
        chosen = {"weights": plan["weights"], **_parameters.read_space(plan["space"])}
        chosen["ridge"] = None if plan["ridge"] == "usual" else plan["ridge"]
        if "random_state" in inspect.signature(cls).parameters:
            chosen["random_state"] = plan["seed"] or None
        for field in cls._fields:
            chosen |= field.read(plan["method"]["parameters"])
        estimator = cls(model.dimension, **chosen)
        estimator._adopt_file(model)
        return estimator

    # ---- scikit-learn ----

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self._is_pairwise
        return tags


class SpectralClassifier(ClassifierMixin, SpectralEstimator):
    """The base of estimators that need labels, which scikit-learn shall treat as classifiers."""

    # Not the mixin's, which would count unlabeled rows as wrong.
    score = Estimator.score


def _tuned_values(setting: dict[str, Any]) -> dict[str, float]:
    values = {name: setting[name] for name in _parameters.TUNABLE}
    return {name: value for name, value in values.items() if value is not None}
