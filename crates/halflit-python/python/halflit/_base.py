"""What all estimators share that solve an eigenproblem of costs and a constraint."""

from __future__ import annotations

import json
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from halflit import _checks, _core, _device, _input, _parameters
from halflit._estimator import Estimator, hints, warn_of

#: Unlabel costs that need no pair of rows.
_NO_GRAPH = ("none", "variance")


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
        _checks.check_all(self)
        samples, labels, weights = self._training(X, y, sample_weight)
        given_parts = self._given_parts()
        between_rows = (
            distances is not None or given_parts or getattr(self, "kernel", None) == "precomputed"
        )
        if weights.left_out is not None and between_rows:
            raise ValueError(
                "a weight is 0, and matrices between rows are given: leave the row out of both"
            )
        if distances is not None:
            distances = _input.matrix(distances)
        engine = _device.engine_of(self)
        if engine is not None:
            engine.check(self, samples.shape[1])
        choice = _input.to_json(self._choice())
        with hints(labels):
            if engine is None or not self._has_graph:
                model, transduction, found, cautions = _core.fit(
                    samples,
                    labels.codes,
                    labels.names,
                    choice,
                    votes=self.n_votes,
                    distances=distances,
                    weights=weights.values,
                    **self._named(),
                    **given_parts,
                )
            else:
                if between_rows or weights.values is not None or weights.left_out is not None:
                    raise ValueError(
                        f"{engine.name} takes neither weights nor matrices between rows: leave them out,"
                        " or use device='cpu'"
                    )
                model, found, cautions = engine.fit(samples, labels, choice, **self._named())
                transduction = self._transduced(engine, model, samples, labels)
        vars(self).pop("_statistics", None)  # of a former partial fit
        self._adopt_fit(model, labels, transduction, weights)
        self._adopt_search(found)
        warn_of(cautions)
        return self

    def _named(self) -> dict[str, Any]:
        """Give the core the seed, the names of columns and how to run."""
        return {
            "seed": _input.seed(getattr(self, "random_state", None)),
            "feature_names": _input.feature_names(self),
            **self._running(),
        }

    @property
    def _has_graph(self) -> bool:
        """Whether pairs of rows are summed: where all rows are asked which are near."""
        return hasattr(self, "graph") and getattr(self, "unlabel_cost", "near") not in _NO_GRAPH

    def _transduced(
        self, engine: _device.Engine, model: _core.Model, samples: Any, labels: Any
    ) -> NDArray[np.int64] | None:
        """Give the class number of every training row, predicted where it has none."""
        if labels.unlabeled.all():
            return None
        places = {name: place for place, name in enumerate(model.classes)}
        order = np.array([places.get(name, 0) for name in labels.names])
        classes = order[np.maximum(labels.codes, 0)]
        if labels.unlabeled.any():
            rows = samples[labels.unlabeled]
            threads = self._running()["threads"]
            classes[labels.unlabeled] = engine.elect(model, rows, self.n_votes, threads)[0]
        return classes

    def _choice(self) -> dict[str, Any]:
        """Everything that is chosen, in the words of the library."""
        parameters: dict[str, Any] = {}
        for field in self._fields:
            parameters |= field.write(self)
        return {
            "learner": self._learner,
            "parameters": parameters,
            "n_components": _checks.components(self.n_components),
            "weights": self.weights,
            "ridge": self.ridge,
            "space": _parameters.space(self.scaling, self.kernel, self.kernel_params),
            "search": _parameters.search(self),
            "usual": _parameters.usual(self),
        }

    def _given_parts(self) -> dict[str, Any]:
        """Costs and constraints that were given as matrices."""
        return {}

    def _adopt(self, model: _core.Model, classes: NDArray[Any], names: list[str]) -> None:
        super()._adopt(model, classes, names)
        for name in ("components_", "mean_", "cv_results_"):
            vars(self).pop(name, None)  # of a former fit
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
        estimator._adopt_file(model)
        return estimator

    # ---- scikit-learn ----

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags


class SpectralClassifier(ClassifierMixin, SpectralEstimator):
    """The base of estimators that need labels, which scikit-learn shall treat as classifiers."""

    # Not the mixin's, which would count unlabeled rows as wrong.
    score = Estimator.score


def _tuned_values(setting: dict[str, Any]) -> dict[str, float]:
    values = {name: setting[name] for name in _parameters.TUNABLE}
    return {name: value for name, value in values.items() if value is not None}
