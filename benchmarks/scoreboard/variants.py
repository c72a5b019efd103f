"""Variants of a dataset: columns of noise, wild cells, and other numbers of labels.

Damage is done to the rows alone, so it can depend on no label. It is one draw for each dataset: all splits
and all methods get the same rows. What a variant does to splits is in ``Variant.splits``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float64]
Classes = NDArray[np.int64]
Splits = dict[int, NDArray[np.int64]]

#: What stands between the name of a dataset and that of its variant.
MARK = "+"
CLEAN = "clean"
#: Splits that are made here.
SPLITS = 10
NOISE_COLUMNS = 100
WILD_SHARE, WILD_FACTOR = 0.01, 1000
FAR_SHARE, FAR_DEVIATIONS = 0.02, 30
#: Deviations from the mean, beyond which a value is cut before its exponential is taken.
TAIL_CUT = 6
MANY = (300, 1000, 2000)
#: Labels are at most this share of the rows: the others are the test.
MOST_LABELED = 0.75


class Variant(NamedTuple):
    """What happens to rows, and which rows are labeled; nothing happens where a part is None."""

    rows: Callable[[Rows, np.random.Generator], Rows] | None = None
    splits: Callable[[Classes], Splits] | None = None


def noise(X: Rows, generator: np.random.Generator) -> Rows:
    """Add 100 columns of normal noise, as wide as the median column."""
    width = np.median(_positive_deviations(X))
    return np.hstack([X, generator.normal(scale=width, size=(len(X), NOISE_COLUMNS))])


def wild(X: Rows, generator: np.random.Generator) -> Rows:
    """Multiply 1 % of the cells by 1,000."""
    return np.where(generator.random(X.shape) < WILD_SHARE, WILD_FACTOR * X, X)


def tails(X: Rows, _generator: np.random.Generator) -> Rows:
    """Give every column a heavy tail: exp(2z) of the standardised value z."""
    deviations = X.std(axis=0)
    z = (X - X.mean(axis=0)) / np.where(deviations > 0, deviations, 1)
    return np.exp(2 * np.clip(z, -TAIL_CUT, TAIL_CUT))


def far(X: Rows, generator: np.random.Generator) -> Rows:
    """Move 2 % of the rows away, by 30 deviations times a normal number in every column."""
    moved = generator.random(len(X)) < FAR_SHARE
    steps = generator.normal(size=X.shape) * FAR_DEVIATIONS * X.std(axis=0)
    return np.where(moved[:, None], X + steps, X)


def one_label(y: Classes) -> Splits:
    """Label one row of every class."""
    classes = [np.flatnonzero(y == label) for label in np.unique(y)]
    drawn = [[_generator(1, split).choice(rows) for rows in classes] for split in range(SPLITS)]
    return {len(classes): np.array(drawn)}


def many_labels(y: Classes) -> Splits:
    """Label 300, 1,000 and 2,000 rows drawn at random, as far as that leaves a quarter of the rows."""
    counts = [count for count in MANY if count <= MOST_LABELED * len(y)]
    drawn = {c: [_generator(c, s).permutation(len(y))[:c] for s in range(SPLITS)] for c in counts}
    return {count: np.array(rows) for count, rows in drawn.items()}


#: By the names that they have at the shell.
VARIANTS: dict[str, Variant] = {
    CLEAN: Variant(),
    "noise": Variant(rows=noise),
    "wild": Variant(rows=wild),
    "tails": Variant(rows=tails),
    "far": Variant(rows=far),
    "one-label": Variant(splits=one_label),
    "many-labels": Variant(splits=many_labels),
}


def varied(
    name: str, X: Rows, y: Classes, splits: Splits, variant: str
) -> tuple[str, Rows, Splits]:
    """Give name, rows and splits of a variant of a dataset."""
    if variant not in VARIANTS:
        raise ValueError(f"variant {variant} is unknown: there are {', '.join(VARIANTS)}")
    change = VARIANTS[variant]
    rows = X if change.rows is None else change.rows(X, _generator(0, 0))
    drawn = splits if change.splits is None else change.splits(y)
    if not drawn and change.splits is not None:
        raise ValueError(f"{name}: {len(y)} rows are too few for the variant {variant}")
    return name if variant == CLEAN else name + MARK + variant, rows, drawn


def of(name: str) -> str:
    """Give the variant of a dataset by its name."""
    variant = name.rpartition(MARK)[2]
    return variant if variant in VARIANTS and MARK in name else CLEAN


def _generator(first: int, second: int) -> np.random.Generator:
    return np.random.default_rng((first, second))


def _positive_deviations(X: Rows) -> Rows:
    deviations = X.std(axis=0)
    return deviations[deviations > 0]
