"""What a fit needs of all rows, gathered block by block and merged by a tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

import dask
import numpy as np
from dask.utils import parse_bytes
from numpy.typing import NDArray

from halflit import _core, _input, _labels
from halflit.dask._blocks import Block, Rows, named, tree

#: How many bytes of rows the client takes, by dask's configuration.
LIMIT = "halflit.gather-bytes"
#: Where nothing is configured.
USUAL_LIMIT = "1 GiB"


def limit() -> int:
    """Give how many bytes of rows may be gathered."""
    return parse_bytes(dask.config.get(LIMIT, USUAL_LIMIT))


@dataclass(frozen=True)
class Wanted:
    """What is gathered beside the labeled rows.

    Attributes
    ----------
    statistics : bool
        Whether weights, means and scatters are summed.
    drawn : int
        How many rows without a label are drawn.
    seed : int
        By which they are drawn.
    limit : int
        Labeled rows of more bytes are counted but not kept; of drawn ones there are fewer.
    threads : int
        Those that one block takes.
    names : list of str or None
        Of the columns.
    """

    statistics: bool
    drawn: int
    seed: int
    limit: int
    threads: int
    names: list[str] | None


@dataclass(frozen=True)
class Few:
    """Rows that are kept as they are, with a label or a key each, and weights where there are some."""

    rows: NDArray[Any]
    marks: NDArray[Any]
    weights: NDArray[np.float64] | None

    def take(self, which: Any) -> Few:
        """Give some of them."""
        weights = None if self.weights is None else self.weights[which]
        return Few(self.rows[which], self.marks[which], weights)

    @staticmethod
    def join(parts: list[Few]) -> Few:
        """Give all of them."""
        weighted = any(own.weights is not None for own in parts)
        kinds = {own.marks.dtype.kind for own in parts}
        # Numbers beside words would become words.
        as_they_are = len(kinds) == 1 or kinds <= set("iuf")
        marks = [own.marks if as_they_are else own.marks.astype(object) for own in parts]
        ones = [np.ones(len(own.rows)) if own.weights is None else own.weights for own in parts]
        rows = np.concatenate([own.rows for own in parts])
        return Few(rows, np.concatenate(marks), np.concatenate(ones) if weighted else None)


@dataclass(frozen=True)
class Gathered:
    """What is known of some blocks.

    Attributes
    ----------
    lengths : list of int
        Rows of each block.
    labeled, unlabeled : int
        How many rows have a label, and how many have none.
    classes : dict
        The label that each name of a class stands for.
    by_convention : bool
        Whether a row is unlabeled only because it holds -1.
    regression : set of bool
        Whether blocks with a y hold no classes.
    statistics : Statistics or None
        Of all rows, if there are any.
    few : Few or None
        The labeled rows; None where there is none, or too many.
    too_many : bool
        Whether the labeled rows have more bytes than may be gathered.
    drawn : Few or None
        Rows without a label, those of the smallest keys.
    """

    lengths: list[int]
    labeled: int = 0
    unlabeled: int = 0
    classes: dict[str, Any] = field(default_factory=dict)
    by_convention: bool = False
    regression: frozenset[bool] = frozenset()
    statistics: _core.Statistics | None = None
    few: Few | None = None
    too_many: bool = False
    drawn: Few | None = None


def gather(rows: Rows, wanted: Wanted) -> Gathered:
    """Gather what is wanted, in one pass over all blocks."""
    parts = rows.map(partial(of_block, wanted=wanted))
    (found,) = dask.compute(tree(parts, partial(merge, wanted=wanted)))
    if len(found.regression) > 1:
        raise ValueError(
            "y holds classes in some blocks and fractions in others: give labels, or no y"
        )
    if found.labeled + found.unlabeled < 2:
        raise ValueError(
            f"X has {found.labeled + found.unlabeled} rows that count: give at least two"
        )
    return found


def of_block(block: Block, wanted: Wanted) -> Gathered:
    """Gather what is wanted of one block."""
    count = len(block.rows)
    if count == 0:
        return Gathered([0])
    labels, rows, weights = block.labels, block.rows, block.weights
    known = np.flatnonzero(~labels.unlabeled)
    statistics = None
    with named(block.number):
        # The core looks for NaN and infinity and names the cell.
        if wanted.statistics or not np.isfinite(rows).all():
            statistics = _core.Statistics(rows.shape[1]).add(
                rows,
                labels.codes,
                labels.names,
                weights=weights,
                threads=wanted.threads,
                feature_names=wanted.names,
            )
    few = drawn = None
    if len(known):
        few = Few(rows, labels.codes, weights).take(known)
        few = Few(few.rows, labels.classes[few.marks], few.weights)
    if wanted.drawn:
        drawn = _draw(block, np.flatnonzero(labels.unlabeled), wanted)
    too_many = few is not None and few.rows.nbytes > wanted.limit
    return Gathered(
        [count],
        len(known),
        count - len(known),
        dict(zip(labels.names, labels.classes.tolist(), strict=True)),
        labels.by_convention,
        frozenset([block.regression] if block.regression or len(known) else []),
        statistics,
        None if too_many else few,
        too_many,
        drawn,
    )


def _draw(block: Block, unlabeled: NDArray[np.intp], wanted: Wanted) -> Few | None:
    """Draw rows: each has a random key, and the smallest of all blocks together are drawn."""
    if len(unlabeled) == 0:
        return None
    keys = np.random.default_rng([wanted.seed, block.number]).integers(
        2**63, size=len(block.rows), dtype=np.int64
    )
    first = unlabeled[np.argsort(keys[unlabeled], kind="stable")[: wanted.drawn]]
    return Few(block.rows, keys, block.weights).take(first)


def _smallest(few: Few, count: int) -> Few:
    return few.take(np.argsort(few.marks, kind="stable")[:count])


def merge(parts: list[Gathered], wanted: Wanted) -> Gathered:
    """Give what is known of all of these blocks."""
    statistics = None
    for own in parts:
        if statistics is None or own.statistics is None:
            statistics = statistics or own.statistics
        else:
            statistics = statistics.merge(own.statistics)
    kept = [own.few for own in parts if own.few is not None]
    bytes_kept = sum(own.rows.nbytes for own in kept)
    too_many = any(own.too_many for own in parts) or bytes_kept > wanted.limit
    drawn = [own.drawn for own in parts if own.drawn is not None]
    return Gathered(
        [length for own in parts for length in own.lengths],
        sum(own.labeled for own in parts),
        sum(own.unlabeled for own in parts),
        {name: value for own in parts for name, value in own.classes.items()},
        any(own.by_convention for own in parts),
        frozenset().union(*(own.regression for own in parts)),
        statistics,
        None if too_many or not kept else Few.join(kept),
        too_many,
        _smallest(Few.join(drawn), wanted.drawn) if drawn else None,
    )


def labels_of(found: Gathered) -> _labels.Labels:
    """Give the labels of the labeled rows, as a fit of all rows would read them."""
    values = np.empty(0) if found.few is None else found.few.marks
    labels = _labels.encode(values, None)
    return _labels.Labels(labels.codes, labels.classes, labels.names, found.by_convention)


def sample_seed(estimator: Any) -> int:
    """Give the seed by which an estimator draws rows."""
    return _input.seed(getattr(estimator, "random_state", None))


def threads(n_jobs: int | None) -> int:
    """Give the threads for one block: one, as a worker has as many blocks at hand as processors."""
    return 1 if n_jobs is None else _input.threads(n_jobs)
