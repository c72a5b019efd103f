"""What all methods of a scoreboard have in common."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Stands for a label that is not to be seen.
HIDDEN = -1

#: Columns whose deviations differ by more than this factor are taken to be in different units.
UNLIKE = 10.0

STANDARDIZE = ("auto", "always", "never")


def few_labels(y: NDArray[np.int64], labeled: Any) -> NDArray[np.int64]:
    """Give the labels of some rows, all others hidden."""
    few = np.full(len(y), HIDDEN, dtype=np.int64)
    few[labeled] = y[labeled]
    return few


def n_components(X: NDArray[np.float64], y: NDArray[np.int64]) -> int:
    """Give the number of axes: one less than there are classes among the labels, but at least two."""
    classes = len(np.unique(y[y != HIDDEN]))
    return min(max(2, classes - 1), X.shape[1])


def unlike_columns(X: NDArray[np.float64]) -> bool:
    """Whether columns are in different units, as far as can be told without labels.

    They are where the largest standard deviation of a column is more than ten times the smallest. Columns
    that hold one value in at least half of the rows, such as pixels at the rim, do not count.
    """
    half = len(X) // 2
    order = np.sort(X, axis=0)
    # In sorted order a value that fills half of the rows meets itself half of the rows later.
    counts = ~(order[: len(X) - half] == order[half:]).any(axis=0)
    deviations = X[:, counts].std(axis=0)
    return bool(len(deviations) and deviations.max() > UNLIKE * deviations.min())


def standardized(X: NDArray[np.float64], rule: str) -> NDArray[np.float64]:
    """Centre columns and divide them by their deviations, where the rule says so; constant ones go."""
    if rule == "never" or (rule == "auto" and not unlike_columns(X)):
        return X
    deviations = X.std(axis=0)
    kept = deviations > 1e-12 * np.abs(X).max(axis=0)
    return (X[:, kept] - X[:, kept].mean(axis=0)) / deviations[kept]
