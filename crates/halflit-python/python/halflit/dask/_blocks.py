"""Rows of dask collections, block by block, with their labels and weights."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import dask
import dask.array as da
import dask.dataframe as dd
import numpy as np
import pandas as pd
from dask.delayed import Delayed
from numpy.typing import NDArray

from halflit import _input, _labels
from halflit.dask import _align


class Block(NamedTuple):
    """Some rows as the core takes them.

    Attributes
    ----------
    number : int
        Which block it is.
    rows : ndarray
        Those that count.
    labels : Labels
        One for each of them.
    weights : ndarray or None
        Above 0; None where each counts once.
    regression : bool
        Whether there was a y that holds no classes, which is left alone.
    """

    number: int
    rows: NDArray[Any]
    labels: _labels.Labels
    weights: NDArray[np.float64] | None
    regression: bool


@dataclass(frozen=True)
class Reading:
    """How a block is read: what marks an unlabeled row, whether labels may be missing altogether."""

    unlabeled: Any
    optional: bool
    #: Columns of a frame that are no features.
    label: str | None = None
    weight: str | None = None
    texts: tuple[str, ...] = ()

    @property
    def no_features(self) -> list[str]:
        """Columns of a frame that are no features."""
        return [name for name in (self.label, self.weight, *self.texts) if name is not None]

    def read(self, number: int, rows: Any, y: Any, weights: Any) -> Block:
        """Take a block as it comes from a collection."""
        with named(number):
            if self.label is not None:
                y = rows[self.label]
            if self.weight is not None:
                weights = rows[self.weight]
            rows = _input.block(features(rows, *self.no_features))
            if y is not None and len(y) != len(rows):
                raise ValueError(
                    f"there are {len(rows)} rows and {len(y)} labels: give y in the blocks of X"
                )
            kept = None
            if weights is not None:
                kept = _weights(weights, len(rows))
                if not kept.all():
                    used = np.flatnonzero(kept)
                    rows, kept = rows[used], kept[used]
                    y = None if y is None else np.asarray(y)[used]
            if y is not None and len(y) == 0:
                y = None  # no labels to look at
            regression = self.optional and y is not None and _labels.is_regression(y)
            y = None if regression else y
            labels = _labels.encode(y, self.unlabeled, rows=len(rows))
            return Block(number, rows, labels, kept, regression)


def features(rows: Any, *left_out: str | None) -> Any:
    """Give a frame without the columns that are no features."""
    names = [name for name in left_out if name is not None]
    return rows.drop(columns=names) if names else rows


def _weights(given: Any, rows: int) -> NDArray[np.float64]:
    """Take the weights of a block, all of which may be zero."""
    given = np.asarray(given)
    if given.ndim and len(given) == rows and not given.any():
        return np.zeros(rows)
    return _input.weights(given, rows)


@contextmanager
def named(number: int) -> Iterator[None]:
    """Say in which block an error is."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"block {number}: {error}") from None


@dataclass(frozen=True)
class Rows:
    """A dask array or frame with labels and weights in the same blocks."""

    source: Any
    y: Any
    weights: Any
    reading: Reading

    @classmethod
    def of(cls, estimator: Any, X: Any, y: Any, sample_weight: Any) -> Rows:
        """Put labels and weights beside the rows, whatever they came in."""
        frame = isinstance(X, dd.DataFrame)
        label = y if frame and isinstance(y, str) else None
        weight = sample_weight if frame and isinstance(sample_weight, str) else None
        for name in (label, weight):
            if name is not None and name not in X.columns:
                raise ValueError(f"X has no column {name!r}: its columns are {list(X.columns)}")
        texts = tuple(_texts(X, label, weight)) if frame else ()
        reading = Reading(estimator.unlabeled, not estimator._needs_labels, label, weight, texts)
        X = _align.rows(X)
        return cls(
            X,
            None if label is not None else _align.beside(X, y, "y"),
            None if weight is not None else _align.beside(X, sample_weight, "sample_weight"),
            reading,
        )

    def map(self, function: Callable[..., Any], **delayed: Delayed) -> list[Delayed]:
        """Give what a function makes of each ``Block``, unevaluated, in the order of the blocks.

        Reading a block and the function are one task wherever dask can fuse them, so that rows need not
        stay in a worker's memory.
        """
        how = {"reading": self.reading, "function": function, **delayed}
        if isinstance(self.source, dd.DataFrame):
            made = self.source.map_partitions(
                halflit_block,
                self.y,
                self.weights,
                meta=pd.Series([], dtype=object),
                enforce_metadata=False,
                clear_divisions=True,
                **how,
            )
            return made.to_delayed()
        indices = [self.source, "ij", da.arange(self.source.numblocks[0], chunks=1), "i"]
        for part in (self.y, self.weights):
            indices += [part, "i" if isinstance(part, da.Array) else None]
        how |= {"align_arrays": False, "dtype": object, "meta": np.empty((0, 0), dtype=object)}
        how["token"] = "halflit-block"
        return list(da.blockwise(halflit_array_block, "ij", *indices, **how).to_delayed().ravel())


def _texts(X: dd.DataFrame, *known: str | None) -> list[str]:
    """Give the columns of text or dates, which tell rows apart or describe them and are passed over."""
    kinds = {name: getattr(dtype, "kind", "O") for name, dtype in X.dtypes.items()}
    return [name for name, kind in kinds.items() if kind in "OUTSmM" and name not in known]


def halflit_array_block(
    rows: Any,
    number: Any,
    y: Any,
    weights: Any,
    reading: Reading,
    function: Callable[..., Any],
    **delayed: Any,
) -> Any:
    return function(reading.read(int(number[0]), rows, y, weights), **delayed)


def halflit_block(
    rows: Any,
    y: Any,
    weights: Any,
    reading: Reading,
    function: Callable[..., Any],
    partition_info: Any = None,
    **delayed: Any,
) -> Any:
    return function(reading.read(partition_info["number"], rows, y, weights), **delayed)


#: How many results are merged at once.
FAN_IN = 8


def tree(parts: list[Delayed], merge: Callable[[list[Any]], Any]) -> Delayed:
    """Merge what was made of every block, neighbours first: always in the same order."""
    merge = dask.delayed(merge, pure=False)

    def level(parts: list[Delayed]) -> list[Delayed]:
        starts = range(0, len(parts), FAN_IN)
        # The name is what a dashboard shows.
        names = [f"halflit-merge-{uuid.uuid4().hex}" for _ in starts]
        some = [parts[start : start + FAN_IN] for start in starts]
        return [merge(own, dask_key_name=name) for own, name in zip(some, names, strict=True)]

    parts = level(parts)
    while len(parts) > 1:
        parts = level(parts)
    return parts[0]
