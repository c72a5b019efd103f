"""What a fit learns from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import _safe_indexing

from halflit import _input, _labels


@dataclass(frozen=True)
class Training:
    """The rows of a fit, with their labels and weights.

    Attributes
    ----------
    rows : ndarray or sparse array
        Those that count.
    labels : Labels
        One for each of them.
    weights : ndarray or None
        How often each counts; None where each counts once.
    left_out : ndarray or sparse array, or None
        The rows of weight 0, if any.
    places : ndarray of bool or None
        Where they were among all.
    """

    rows: _input.Samples
    labels: _labels.Labels
    weights: NDArray[np.float64] | None = None
    left_out: _input.Samples | None = None
    places: NDArray[np.bool_] | None = None


def training(
    estimator: Any, X: Any, y: Any, sample_weight: Any = None, *, first: bool | None = None
) -> Training:
    """Take the rows, labels and weights of a fit, and remember the columns.

    Where rows come in parts, it is said whether these are the first.
    """
    if first is None:
        rows = _input.training_samples(estimator, X)
    else:
        rows = _input.some_samples(estimator, X, first=first)
    weights = _input.weights(sample_weight, rows.shape[0])
    left_out = places = None
    if weights is not None and not weights.all():
        places = weights == 0
        kept = np.flatnonzero(weights)
        left_out, rows, weights = rows[places], rows[kept], weights[kept]
        y = None if y is None else _safe_indexing(y, kept)
    needed = estimator._needs_labels
    if y is None and needed:
        raise ValueError(
            f"{type(estimator).__name__} requires y to be passed, but the target y is None"
        )
    labels = _labels.encode(y, estimator.unlabeled, rows=rows.shape[0], optional=not needed)
    return Training(rows, labels, weights, left_out, places)
