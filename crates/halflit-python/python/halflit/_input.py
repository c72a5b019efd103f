"""The one place where Python's arrays and settings become the core's."""

from __future__ import annotations

import json
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_array, validate_data

#: Arrays and frames of any kind become C-ordered doubles; what already is stays where it is. The core
#: looks for NaN and infinity and says in which row and column.
_DENSE: dict[str, Any] = {"dtype": np.float64, "order": "C", "ensure_all_finite": False}


def training_samples(estimator: Any, X: Any) -> NDArray[np.float64]:
    """Take the rows of a fit, and remember their columns in the estimator."""
    return validate_data(estimator, X, ensure_min_samples=2, **_DENSE)


def new_samples(estimator: Any, X: Any) -> NDArray[np.float64]:
    """Take rows that must have the columns of the fit."""
    return validate_data(estimator, X, reset=False, **_DENSE)


def matrix(X: Any) -> NDArray[np.float64]:
    """Take any matrix."""
    return check_array(X, **_DENSE)


def threads(n_jobs: int | None) -> int:
    """Give the number of threads, 0 for one per processor."""
    if n_jobs is None or n_jobs == -1:
        return 0
    if not isinstance(n_jobs, Integral) or n_jobs < 1:
        raise ValueError(f"n_jobs = {n_jobs} is out of range: allowed is -1, None or at least 1")
    return int(n_jobs)


def seed(random_state: Any) -> int:
    """Give a seed; None is 0, because the same call shall give the same answer."""
    if random_state is None:
        return 0
    if isinstance(random_state, Integral):
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31))


def to_json(choice: dict[str, Any]) -> str:
    """Write settings for the core."""
    try:
        return json.dumps(choice, allow_nan=False, default=_plain_number)
    except TypeError as error:
        raise ValueError(f"a parameter has a value of the wrong kind: {error}") from error


def _plain_number(value: Any) -> Any:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"{value!r} is neither a number nor a name")
