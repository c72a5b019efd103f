"""The one place where a ``y`` becomes classes and unlabeled rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import column_or_1d

from halflit import _core

#: What scikit-learn's semi-supervised estimators take as unlabeled.
CONVENTION = -1


@dataclass(frozen=True)
class Labels:
    """Labels as the core wants them.

    Attributes
    ----------
    codes : ndarray of int64
        The class number of every row, -1 where it is unlabeled.
    classes : ndarray
        The classes, sorted, as they were given.
    names : list of str
        The classes as they are written into a model file.
    by_convention : bool
        Whether a row is unlabeled only because it holds -1.
    """

    codes: NDArray[np.int64]
    classes: NDArray[Any]
    names: list[str]
    by_convention: bool = False

    @property
    def unlabeled(self) -> NDArray[np.bool_]:
        """Which rows have no label."""
        return self.codes < 0


def encode(y: Any, unlabeled: Any = "auto", *, rows: int = 0, optional: bool = False) -> Labels:
    """Sort out which rows are labeled, and with what.

    Parameters
    ----------
    y : array-like or None
        One label per row; None for ``rows`` unlabeled rows.
    unlabeled : "auto", None or label
        What marks an unlabeled row beside NaN, None, NA and the texts that the library takes for no label,
        which always do: -1 for "auto", as a number or as text, which is scikit-learn's convention and the one
        difference from a column of a file; nothing for None, else this value.
    rows : int
        The number of rows where ``y`` is None.
    optional : bool
        Whether a ``y`` that holds no classes, such as that of a regression, is the same as None.
    """
    if y is None or (optional and is_regression(y)):
        return Labels(np.full(rows, -1, dtype=np.int64), np.empty(0), [])
    values = as_vector(y)
    missing = _missing(values)
    marked = _marked(values, missing, unlabeled)
    known = _plain(values[~(missing | marked)])
    codes = np.full(len(values), -1, dtype=np.int64)
    if len(known) == 0:
        return Labels(codes, known, [])
    if known.dtype.kind == "f":
        check_classification_targets(known)
    classes, numbers = np.unique(known, return_inverse=True)
    codes[~(missing | marked)] = numbers
    by_convention = isinstance(unlabeled, str) and unlabeled == "auto" and bool(marked.any())
    return Labels(codes, classes, [name_of(label) for label in classes.tolist()], by_convention)


def is_regression(y: Any) -> bool:
    """Whether a y holds no classes but numbers that are to be predicted."""
    values = y.compressed() if isinstance(y, np.ma.MaskedArray) else np.asarray(y)
    if values.ndim == 2 and values.shape[1] > 1:
        return True
    return values.dtype.kind == "f" and type_of_target(values[~np.isnan(values)]) == "continuous"


def classes_from_names(names: list[str]) -> NDArray[Any]:
    """Turn the class names of a model file into labels, whole numbers where all of them are."""
    try:
        numbers = [int(name) for name in names]
    except ValueError:
        return np.array(names, dtype=object)
    whole = [str(number) for number in numbers] == names
    return np.array(numbers) if whole else np.array(names, dtype=object)


def as_vector(y: Any) -> NDArray[Any]:
    """Give one label per row, as it is."""
    # A list goes through objects: numpy would turn ["a", nan] into the words "a" and "nan".
    values = np.array(y, dtype=object) if isinstance(y, list | tuple) else np.asarray(y)
    if isinstance(y, np.ma.MaskedArray):
        # numpy gives what is under the mask, which must not be looked at.
        values = np.where(np.ma.getmaskarray(y), None, y.data.astype(object))
    values = column_or_1d(values, warn=True)
    if values.dtype.kind == "f" and np.isinf(values).any():
        raise ValueError("Input y contains infinity or a value too large for dtype('float64').")
    return values


def _missing(values: NDArray[Any]) -> NDArray[np.bool_]:
    if values.dtype.kind == "f":
        return np.isnan(values)
    if values.dtype.kind not in "OUT":
        return np.zeros(len(values), dtype=bool)
    return np.fromiter(map(is_no_label, values), dtype=bool, count=len(values))


def is_missing(value: Any) -> bool:
    """Whether a value is none, whatever it is a value of."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float | np.floating) and bool(np.isnan(value))


def is_no_label(value: Any) -> bool:
    """Whether a label says that there is none; of texts the library knows which do."""
    return is_missing(value) or (isinstance(value, str) and _core.is_marker(value))


def _marked(values: NDArray[Any], missing: NDArray[np.bool_], unlabeled: Any) -> NDArray[np.bool_]:
    marked = np.zeros(len(values), dtype=bool)
    if is_no_label(unlabeled):
        return marked
    by_convention = isinstance(unlabeled, str) and unlabeled == "auto"
    if by_convention:
        unlabeled = CONVENTION
    if values.dtype.kind in "iuf" and isinstance(unlabeled, int | float | np.number):
        return values == unlabeled
    for row in np.flatnonzero(~missing):
        marked[row] = bool(values[row] == unlabeled) or (
            by_convention and _reads_minus_one(values[row])
        )
    return marked


def _reads_minus_one(value: Any) -> bool:
    """Whether text is the number -1, as a column of a file is that holds it beside words."""
    try:
        return isinstance(value, str) and float(value) == CONVENTION
    except ValueError:
        return False


def _plain(known: NDArray[Any]) -> NDArray[Any]:
    """Objects as what they are: numbers as numbers, words as words."""
    if known.dtype.kind != "O" or len(known) == 0:
        return known
    words = [isinstance(label, str) for label in known]
    if all(words):
        return known
    if any(words):
        raise ValueError("y mixes words and numbers: write all labels in one way.")
    return np.array(known.tolist())


def name_of(label: Any) -> str:
    """Write a class as model files have it."""
    if isinstance(label, float) and label.is_integer():
        label = int(label)
    return str(label)
