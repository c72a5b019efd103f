"""What the peers share: their types, their cross-validation, and a fit to the labeled rows."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV, RepeatedStratifiedKFold

from scoreboard.settings import HIDDEN

Rows = NDArray[np.float64]
Classes = NDArray[np.int64]

#: Cross-validation takes at most this many folds, and repeats them where labels are few.
FOLDS = 5
REPEATS = 4
FEW = 50
SEED = 0


def supervised(model: Any, X: Rows, y: Classes) -> Classes:
    """Fit a model to the labeled rows, and give the classes of the others."""
    known = y != HIDDEN
    return fitted(model, X[known], y[known]).predict(X[~known])


def fitted(model: Any, X: Rows, y: Classes) -> Any:
    """Fit a model, without warnings about settings far from the best, which are passed over."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.filterwarnings("ignore", "Only one sample available")
        return model.fit(X, y)


def smallest_class(y: Classes) -> int:
    """Give the number of labels of the class that has fewest."""
    return int(np.unique(y[y != HIDDEN], return_counts=True)[1].min())


def chosen(model: Any, settings: Sequence[dict[str, Any]], y: Classes) -> Any:
    """Let cross-validation choose; of equal settings the first. Without two labels per class: the first."""
    smallest = smallest_class(y)
    if smallest < 2:
        return model.set_params(**settings[0])
    repeats = REPEATS if np.sum(y != HIDDEN) <= FEW else 1
    folds = RepeatedStratifiedKFold(
        n_splits=min(FOLDS, smallest), n_repeats=repeats, random_state=SEED
    )
    grid = [{name: [value] for name, value in setting.items()} for setting in settings]
    return GridSearchCV(model, grid, cv=folds)


def near_one(X: Rows) -> Rows:
    """Centre the columns, and divide all of them by one number.

    Columns in small units would need a C outside the grid, and columns far from 0 many steps.
    """
    return (X - X.mean(axis=0)) / np.sqrt(X.var(axis=0).mean())
