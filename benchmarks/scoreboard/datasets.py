"""Datasets with splits: NPZ files of a folder, or data that come with scikit-learn."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import sklearn.datasets
from numpy.typing import NDArray

from scoreboard.settings import few_labels
from scoreboard.variants import CLEAN, varied

#: What stands before the name of a dataset that comes with scikit-learn.
PREFIX = "sklearn:"
INCLUDED = ("breast_cancer", "digits", "iris", "wine")
#: How many rows of every class are labeled in splits that are made here, and how many splits.
LABELS_PER_CLASS = (5, 20)
SPLITS = 10

#: Name, rows, classes and splits, before they are checked.
Parts = tuple[str, Any, Any, dict[int, Any]]


@dataclass(frozen=True)
class Dataset:
    """Rows, their classes, and which rows are labeled in each split.

    Attributes
    ----------
    name : str
        Of the file, without its ending.
    X : ndarray of shape (n_samples, n_features)
        All rows.
    y : ndarray of shape (n_samples,)
        Their classes, numbered from 0.
    splits : dict of int to ndarray of shape (n_splits, n_labels)
        By the number of labels: the labeled rows of every split. Accuracy is that of all other rows.
    """

    name: str
    X: NDArray[np.float64]
    y: NDArray[np.int64]
    splits: dict[int, NDArray[np.int64]]

    def few_labels(self, labels: int, split: int) -> NDArray[np.int64]:
        """Give the labels of a split, all others hidden: the only labels that a method is given."""
        return few_labels(self.y, self.splits[labels][split])

    def fingerprint(self) -> str:
        """Tell data from other data of the same name, whatever the number of splits."""
        digest = hashlib.sha256()
        for part in (self.X, self.y, *(table[0] for table in self.splits.values())):
            digest.update(repr(part.shape).encode() + np.ascontiguousarray(part).tobytes())
        return digest.hexdigest()[:16]


def load(
    source: str | Path | Dataset, splits: int | None = None, variant: str = CLEAN
) -> list[Dataset]:
    """Load all datasets of a folder, one NPZ file, or "sklearn:digits" and the like.

    Parameters
    ----------
    source : str, Path or Dataset
        Where the data are; a dataset is taken as it is.
    splits : int, default=None
        Keep that many splits, the first ones; None for all.
    variant : str, default="clean"
        Which of ``scoreboard.variants`` to make of the data.

    Returns
    -------
    datasets : list of Dataset
        By name.
    """
    found = (checked(*parts, variant) for parts in _all_of(source))
    return [_first_splits(dataset, splits) for dataset in found]


def _all_of(source: str | Path | Dataset) -> Iterable[Parts]:
    if isinstance(source, Dataset):
        return [(source.name, source.X, source.y, source.splits)]
    if str(source).startswith(PREFIX):
        return [_with_splits(*included(str(source)))]
    path = existing(source)
    if path.is_dir():
        files = sorted(path.glob("*.npz"))
        if not files:
            raise ValueError(f"{path} holds no NPZ file")
        return [_read(file) for file in files]
    return [_read(path)]


def existing(source: str | Path) -> Path:
    """Give the path of a file or folder that must exist."""
    path = Path(source)
    if not path.exists():
        raise ValueError(f"{path} does not exist; data of scikit-learn are called {PREFIX}digits")
    return path


def included(source: str) -> tuple[str, Any, Any]:
    """Give the name, the rows and the classes of "sklearn:digits" and the like."""
    name = source.removeprefix(PREFIX)
    if name not in INCLUDED:
        raise ValueError(f"{source} is unknown: there are {', '.join(INCLUDED)}")
    return name, *getattr(sklearn.datasets, f"load_{name}")(return_X_y=True)


def _read(file: Path) -> Parts:
    with np.load(file, allow_pickle=False) as arrays:
        absent = {"X", "y"} - set(arrays.files)
        if absent:
            raise ValueError(f"{file} has no array {' and no '.join(sorted(absent))}")
        found = [re.fullmatch(r"splits_(\d+)", name) for name in arrays.files]
        splits = {int(match[1]): arrays[match[0]] for match in found if match}
        return file.stem, arrays["X"], arrays["y"], splits


def _with_splits(name: str, X: Any, y: Any) -> Parts:
    classes = [np.flatnonzero(y == label) for label in np.unique(y)]
    splits = {}
    for count in LABELS_PER_CLASS:
        drawn = []
        for split in range(SPLITS):
            generator = np.random.default_rng((count, split))
            drawn.append(np.concatenate([generator.permutation(rows)[:count] for rows in classes]))
        splits[count * len(classes)] = np.array(drawn)
    return name, X, y, splits


def checked(name: str, X: Any, y: Any, splits: dict[int, Any], variant: str = CLEAN) -> Dataset:
    """Make a dataset of arrays, or say what is wrong with them."""
    rows = np.array(X, dtype=np.float64, order="C")
    _, codes = np.unique(np.asarray(y), return_inverse=True)
    if rows.ndim != 2 or codes.shape != rows.shape[:1]:
        raise ValueError(f"{name}: X must be a matrix and y have one label for each of its rows")
    if not np.isfinite(rows).all():
        raise ValueError(f"{name}: X has values that are not finite")
    name, rows, splits = varied(name, rows, codes, splits, variant)
    if not splits:
        raise ValueError(f"{name}: no array splits_L, such as splits_10 for 10 labels")
    labeled = {labels: np.asarray(splits[labels]).astype(np.int64) for labels in sorted(splits)}
    for labels, table in labeled.items():
        _check_splits(f"{name}: splits_{labels}", table, labels, codes)
    return Dataset(name, rows, codes.astype(np.int64), labeled)


def _check_splits(
    what: str, table: NDArray[np.int64], labels: int, codes: NDArray[np.int64]
) -> None:
    if table.ndim != 2 or table.shape[1] != labels or len(table) == 0:
        raise ValueError(f"{what} must have one line of {labels} row numbers for each split")
    if table.min() < 0 or table.max() >= len(codes):
        raise ValueError(f"{what} names rows that do not exist")
    for split in table:
        if len(np.unique(split)) != labels or labels == len(codes):
            raise ValueError(f"{what} names a row twice, or leaves no row to be tested")
        if len(np.unique(codes[split])) < 2:
            raise ValueError(f"{what} has a split whose labels are all the same")


def _first_splits(dataset: Dataset, splits: int | None) -> Dataset:
    if splits is None:
        return dataset
    first = {labels: table[:splits] for labels, table in dataset.splits.items()}
    return Dataset(dataset.name, dataset.X, dataset.y, first)
