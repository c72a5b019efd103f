"""Learning from rows that come in parts."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from halflit import _checks, _core, _input
from halflit._base import SpectralEstimator


class Incremental(SpectralEstimator):
    """The base of estimators that know rows by weights, means and scatters of classes alone."""

    def partial_fit(
        self,
        X: Any,
        y: Any = None,
        sample_weight: ArrayLike | None = None,
        classes: ArrayLike | None = None,
    ) -> Self:
        """Learn from more rows, which are not kept: what ``fit`` learns from all of them together.

        The first call after ``fit`` begins anew. The model classifies by the nearest mean of a class, as it
        has no rows to compare with. As long as there are no two classes where labels are needed, or no more
        rows than axes, rows are only gathered. Nothing is checked on held-out labels.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Some rows.
        y : array-like of shape (n_samples,), default=None
            Their labels, as in ``fit``.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts, as in ``fit``.
        classes : array-like of shape (n_classes,), default=None
            All classes; other ones are refused. Without it classes may come with any rows.

        Returns
        -------
        self : object
            The estimator.
        """
        _checks.check_all(self)
        first = not hasattr(self, "_statistics")
        training = self._training(X, y, sample_weight, first=first)
        labels = training.labels
        if first:
            self._statistics = _core.Statistics(training.rows.shape[1])
            self._class_values: dict[str, Any] = {}
            self._all_classes = None if classes is None else np.unique(np.asarray(classes))
        self._check_classes(labels.classes)
        running = {
            "threads": self._running()["threads"],
            "feature_names": _input.feature_names(self),
        }
        statistics = self._statistics.add(
            training.rows, labels.codes, labels.names, weights=training.weights, **running
        )
        known = dict(zip(labels.names, labels.classes.tolist(), strict=True))
        class_values = {**self._class_values, **known}
        model = None
        if self._has_enough(statistics):
            model = statistics.fit(_input.to_json(self._plan()), **running)
        if model is not None:
            names = statistics.classes
            values = np.array([class_values[name] for name in names])
            order = np.argsort(values)
            self._adopt(model, values[order], [names[place] for place in order])
        # Nothing is kept of rows that were refused, so that they can be given again.
        self._statistics, self._class_values = statistics, class_values
        return self

    def _check_classes(self, classes: Any) -> None:
        """Refuse classes that were not announced."""
        if self._all_classes is not None and len(classes):
            unknown = np.setdiff1d(classes, self._all_classes)
            if len(unknown):
                raise ValueError(f"y holds the class {unknown[0]!r}, which is not in classes")

    def _has_enough(self, statistics: Any) -> bool:
        if self._needs_labels and len(statistics.classes) < 2:
            return False
        return statistics.weight > (_checks.components(self.n_components) or 1)
