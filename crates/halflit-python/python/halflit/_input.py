"""The one place where Python's arrays and settings become the core's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from numbers import Integral
from typing import Any, TypeAlias

import joblib
import numpy as np
from joblib.parallel import get_active_backend
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state, get_tags
from sklearn.utils.validation import check_array, validate_data

from halflit import _checks, _tables

#: Arrays and frames of any kind become C-ordered doubles; what already is stays where it is. The core
#: looks for NaN and infinity and says in which row and column.
#: Single precision stays as it is too: the core keeps it so, and sums in double.
_DENSE: dict[str, Any] = {
    "dtype": [np.float64, np.float32],
    "order": "C",
    "ensure_all_finite": False,
}


#: Rows as the core takes them: an array, or compressed sparse rows.
Samples: TypeAlias = NDArray[np.float64] | sparse.csr_array | sparse.csr_matrix


def training_samples(estimator: Any, X: Any) -> Samples:
    """Take the rows of a fit, and remember their columns in the estimator."""
    return _dense_or_sparse(estimator, X, ensure_min_samples=2)


def _dense_or_sparse(own: Any, X: Any, **how: Any) -> Samples:
    """Take sparse rows too where the tags of the estimator say so; nothing is written out."""
    accepted = "csr" if get_tags(own).input_tags.sparse else False
    samples = _validated(own, X, accept_sparse=accepted, **how)
    if not sparse.issparse(samples):
        return aligned(samples)
    if not samples.has_canonical_format:
        samples = samples.copy()  # it may be the caller's own
        samples.sum_duplicates()  # and sorts
    return samples


def _validated(own: Any, X: Any, *, reset: bool = True, **how: Any) -> Any:
    """Take rows and remember their columns, or ask for those that are remembered."""
    given, X = X, _tables.opened(X)
    if not isinstance(X, _tables.Matrix):
        with culprits(X):
            return validate_data(own, X, reset=reset, **_DENSE, **how)
    samples = check_array(X.values, **_DENSE, **how)
    if X.names is None:
        validate_data(own, given, reset=reset, skip_check_array=True)
        return samples
    if reset:
        own.n_features_in_ = samples.shape[1]
        own.feature_names_in_ = np.array(X.names, dtype=object)
        return samples
    known = feature_names(own)
    if known is not None and known != X.names:
        _refuse_columns(known, X.names)
    if known is None and own.n_features_in_ != samples.shape[1]:
        name, count = type(own).__name__, own.n_features_in_
        raise ValueError(
            f"X has {samples.shape[1]} features, but {name} is expecting {count} features as input"
        )
    return samples


def _refuse_columns(known: list[str], names: list[str]) -> None:
    """Name the first column that is not the one of the fit."""
    for column, (own, other) in enumerate(zip(known, names, strict=False)):
        if own != other:
            raise ValueError(f"column {column} is {other!r}, and that of the fit was {own!r}")
    raise ValueError(f"there are {len(names)} columns, and the fit had {len(known)}")


def aligned(array: NDArray[Any]) -> NDArray[Any]:
    """Copy an array that begins amid a number, as those from a network or a file may; the core takes none."""
    return np.require(array, requirements=("C", "A"))


def some_samples(estimator: Any, X: Any, *, first: bool) -> NDArray[np.float64]:
    """Take some rows of a fit, and remember their columns if they are the first."""
    return aligned(_validated(estimator, X, reset=first))


def block(X: Any) -> NDArray[np.float64]:
    """Take one of many blocks of rows, which may have none."""
    X = _tables.opened(X)
    if isinstance(X, _tables.Matrix):
        X = X.values
    with culprits(X):
        return aligned(check_array(X, ensure_min_samples=0, **_DENSE))


def weights(sample_weight: Any, rows: int) -> NDArray[np.float64] | None:
    """Take how often each row counts, 0 for those that are to be left out; None where each counts once."""
    if sample_weight is None:
        return None
    given = np.asarray(sample_weight)
    if given.ndim == 0:  # scikit-learn's: the same for all
        given = np.full(rows, given)
    given = check_array(
        given,
        dtype=np.float64,
        ensure_2d=False,
        ensure_all_finite=False,
        input_name="sample_weight",
    )
    if given.shape != (rows,):
        raise ValueError(
            f"sample_weight.shape == {given.shape}, expected {(rows,)}: give one weight for each row"
        )
    bad = np.flatnonzero(~(np.isfinite(given) & (given >= 0)))
    if len(bad):
        raise ValueError(
            f"sample_weight[{bad[0]}] is {given[bad[0]]}: a weight says how often a row counts, so give a "
            "finite number of at least 0"
        )
    if not given.any():
        raise ValueError("all weights are zero: give at least two rows a weight above 0")
    return aligned(given)


def new_samples(estimator: Any, X: Any) -> Samples:
    """Take rows that must have the columns of the fit."""
    return _dense_or_sparse(estimator, X, reset=False)


def mapped_samples(estimator: Any, X: Any) -> tuple[Samples, np.dtype[Any]]:
    """Take the same rows, and say which precision they came in: what they are mapped to has it too."""
    given = new_samples(estimator, X)
    return given, given.dtype


def matrix(X: Any) -> NDArray[np.float64]:
    """Take any matrix."""
    return aligned(check_array(X, **{**_DENSE, "dtype": np.float64}))


def named_samples(X: Any) -> tuple[Samples, list[str] | None]:
    """Take the rows of a function, and the names of their columns, if any."""
    # scikit-learn reads names for an estimator only, and None keeps that one out of its errors.
    nobody = _Nobody()
    return _dense_or_sparse(nobody, X, estimator=None), feature_names(nobody)


class _Nobody(BaseEstimator):
    """What remembers the names of columns for a function."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def mapped_matrix(X: Any) -> tuple[NDArray[np.float64], np.dtype[Any]]:
    """Take any matrix, and say which precision it came in."""
    given = aligned(check_array(X, **_DENSE))
    return given, given.dtype


@contextmanager
def culprits(X: Any) -> Iterator[None]:
    """Name the cell of a frame that is no number."""
    _refuse_dates(X)
    try:
        yield
    except (TypeError, ValueError) as error:
        names = getattr(X, "column_names", getattr(X, "columns", ()))  # Arrow's, or all others'
        for column, name in enumerate(names):
            values = np.asarray(X[name])
            for row, value in enumerate(values if values.dtype.kind in "OUT" else ()):
                if isinstance(value, str) and not _reads_as_number(value):
                    cell = f"row {row}, column {name!r} ({column}) is {str(value)!r}"
                    raise ValueError(f"{cell}: give numbers, or leave the column out") from error
        raise


def _refuse_dates(X: Any) -> None:
    """Refuse dates, which would become numbers of nanoseconds, and frames that hold no rows yet."""
    if type(X).__name__ == "LazyFrame":
        raise ValueError("X is a LazyFrame, which holds no rows yet: give X.collect()")
    for column, (name, kind) in enumerate(_kinds(X)):
        if str(kind).lower().startswith(("date", "time", "duration", "period")):
            what = f"column {name!r} ({column}) holds dates or times"
            raise ValueError(f"{what}: give numbers, such as days since some day, or leave it out")


def _kinds(X: Any) -> Iterator[tuple[Any, Any]]:
    """Give the columns of a frame with what they hold; nothing for what is no frame."""
    schema = getattr(X, "schema", None)
    if hasattr(schema, "items"):
        yield from schema.items()  # of polars
    elif hasattr(schema, "types"):
        yield from zip(schema.names, schema.types, strict=True)  # of Arrow
    elif hasattr(getattr(X, "dtypes", None), "items"):
        yield from X.dtypes.items()  # of pandas


def _reads_as_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def feature_names(estimator: Any) -> list[str] | None:
    """Give the names of the columns that an estimator remembers, if any."""
    names = getattr(estimator, "feature_names_in_", None)
    return None if names is None else [str(name) for name in names]


def threads(n_jobs: int | None) -> int:
    """Give the number of threads, 0 for one per processor.

    In a worker of joblib's None is 1, as the other workers have the other processors.
    """
    if n_jobs is None:
        return 1 if get_active_backend()[0].nesting_level else 0
    if not _checks.is_whole(n_jobs) or (n_jobs < 1 and n_jobs != -1):
        _checks.refuse("n_jobs", n_jobs, "-1, None or a whole number of at least 1")
    return 0 if n_jobs == -1 else min(int(n_jobs), joblib.cpu_count())


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
    except (TypeError, ValueError) as error:
        raise ValueError(f"a parameter has a value of the wrong kind: {error}") from error


def _plain_number(value: Any) -> Any:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"{value!r} is neither a number nor a name")
