"""Fits to a sample that holds every labeled row, and how far such a sample can be trusted."""

from __future__ import annotations

import json
import sys
import warnings
from math import isqrt, log2
from typing import Any

import numpy as np
import pandas as pd
from dask.utils import format_bytes
from numpy.typing import NDArray
from scipy.linalg import subspace_angles

from halflit import _core, _input, _parameters
from halflit.dask import _gather
from halflit.dask._blocks import Rows
from halflit.dask._gather import Few, Gathered, Wanted

#: What a sum over all pairs of a sample may cost, n² (d0 + 32): a pair has a weight besides its products.
PAIR_WORK = 10_000_000_000


def fit(estimator: Any, rows: Rows) -> list[str]:
    """Fit the plain estimator to a sample, estimate its error by two halves, and give what to warn of."""
    limit, columns = _gather.limit(), estimator.n_features_in_
    wanted_rows = estimator.sample_rows or usual_rows(columns)
    if 8 * columns * wanted_rows > limit:
        raise ValueError(
            f"sample_rows = {wanted_rows} take {format_bytes(8 * columns * wanted_rows)}, and"
            f" {format_bytes(limit)} may be gathered: take fewer, or set dask's configuration"
            f" {_gather.LIMIT!r}"
        )
    names = _input.feature_names(estimator)
    seed, threads = _gather.sample_seed(estimator), _gather.threads(estimator.n_jobs)
    found = _gather.gather(rows, Wanted(False, wanted_rows, seed, limit, threads, names))
    drawn = _drawn(estimator, found, wanted_rows)
    labels = rows.y is not None or rows.reading.label is not None
    # As the caller wrote them, so that what is wrong with them can be said.
    missing = -1 if found.by_convention else None
    sample = _Sample(found.few, drawn, names, missing, labels=labels)
    plain = estimator._alone()
    with warnings.catch_warnings(record=True) as cautions:
        warnings.simplefilter("always")
        sample.fit(plain)
    estimator._take(plain)
    estimator.n_unlabeled_ = found.unlabeled
    estimator.sample_rows_ = len(sample)
    estimator.sampling_error_ = _error(
        estimator, plain, sample, all_rows=found.labeled + found.unlabeled
    )
    blocks = f"dask: {len(found.lengths)} blocks"
    own = "" if plain.diagnostics_["engine"] == "threads" else f", {plain.diagnostics_['engine']}"
    estimator._made_by(f"{blocks}, a sample of {len(sample)} rows{own}")
    if estimator.verbose:
        _say(estimator)
    return [str(own.message) for own in cautions]


def usual_rows(columns: int) -> int:
    """Give the rows of a sample where nobody says how many: what memory and the cost of pairs allow."""
    return max(2, min(_gather.limit() // (8 * columns), isqrt(PAIR_WORK // (columns + 32))))


def _drawn(estimator: Any, found: Gathered, wanted_rows: int) -> Few | None:
    """Give as many of the rows that were drawn as there is room for beside the labeled ones."""
    name = type(estimator).__name__
    if found.too_many:
        size = format_bytes(8 * found.labeled * estimator.n_features_in_)
        raise ValueError(
            f"a sample for {name} holds every labeled row, and {found.labeled} of them take about {size}:"
            f" give fewer labels, or set dask's configuration {_gather.LIMIT!r}"
        )
    if found.labeled >= wanted_rows and found.unlabeled and estimator.sample_rows is not None:
        raise ValueError(
            f"sample_rows = {wanted_rows} leaves no room beside {found.labeled} labeled rows, all of which"
            f" {name} takes: give more than {found.labeled}"
        )
    if found.labeled > wanted_rows and estimator.sample_rows is None:
        raise ValueError(
            f"{found.labeled} labeled rows, all of which {name} takes, are more than the usual sample of"
            f" {wanted_rows}, and every pair of them would be summed: give fewer labels, or sample_rows"
            " and a graph of nearest rows, such as graph=10"
        )
    if found.drawn is None:
        return None
    # Where labels are many and nobody said how many rows, half of the sample has none.
    room = wanted_rows - found.labeled
    if estimator.sample_rows is None:
        room = max(room, min(found.labeled, wanted_rows))
    return found.drawn.take(slice(room))


class _Sample:
    """Labeled rows and some others, which lie in a random order."""

    def __init__(
        self,
        few: Few | None,
        drawn: Few | None,
        names: list[str] | None,
        missing: int | None,
        *,
        labels: bool,
    ) -> None:
        self.few, self.drawn, self.names = few, drawn, names
        self.missing, self.labels = missing, labels

    def __len__(self) -> int:
        return sum(len(own.rows) for own in (self.few, self.drawn) if own is not None)

    def half(self, which: int) -> _Sample:
        """Give every labeled row and every other of the rest."""
        some = self.drawn.take(slice(which, None, 2))
        return _Sample(self.few, some, self.names, self.missing, labels=self.labels)

    @property
    def rows(self) -> NDArray[Any]:
        """All of them."""
        parts = [own.rows for own in (self.few, self.drawn) if own is not None]
        return np.ascontiguousarray(np.concatenate(parts))

    def fit(self, plain: Any) -> None:
        """Fit an estimator that knows nothing of blocks."""
        parts = [own for own in (self.few, self.drawn) if own is not None]
        weights = Few.join(parts).weights
        y = np.full(len(self), self.missing, dtype=object) if self.labels else None
        if self.few is not None:
            y[: len(self.few.rows)] = self.few.marks
        rows = self.rows
        table = rows if self.names is None else pd.DataFrame(rows, columns=self.names)
        plain.fit(table, y, sample_weight=weights)


def _error(estimator: Any, whole: Any, sample: _Sample, all_rows: int) -> dict[str, float]:
    """Estimate how far the sample is from all rows, by fits to two halves with the same parameters.

    Halves differ from one another by chance, twice as much as the whole sample does from many more rows. What
    they have in common against the whole sample is drift, as graphs get finer with more rows: it
    is taken to go on for every doubling of the rows.
    """
    if len(sample) == all_rows:
        return {"scatter": 0.0, "angle": 0.0, "disagreement": 0.0}
    doublings = log2(all_rows / len(sample))
    halves = [sample.half(which) for which in (0, 1)]
    models = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # said of the whole sample already
        try:
            for half in halves:
                models.append(_fixed(estimator))
                half.fit(models[-1])
        except ValueError:  # too few rows for as many axes, and nothing that the fit depends on
            return {"scatter": np.nan, "angle": np.nan, "disagreement": np.nan}
    error = {}
    scatters = _scatters(models[0], [*halves, sample])
    if scatters is not None:
        first, second, both = scatters
        size = np.linalg.norm(both)
        chance = np.linalg.norm(first - second) / size / 2
        drift = np.linalg.norm((first + second) / 2 - both) / size
        error["scatter"] = float(np.hypot(chance, drift * doublings))
    if all(hasattr(own, "components_") for own in models):
        first, second, both = (own.components_.T for own in (*models, whole))
        chance = _angle(first, second) / 2
        apart = (_angle(first, both) ** 2 + _angle(second, both) ** 2) / 2
        drift = max(apart - chance**2, 0.0) ** 0.5
        error["angle"] = float(min(np.hypot(chance, drift * doublings), np.pi / 2))
    if len(estimator.classes_) > 1:
        rows = sample.rows
        first, second = (own._predicted_codes(rows) for own in models)
        error["disagreement"] = float((first != second).mean())
    return error


def _angle(one: NDArray[Any], other: NDArray[Any]) -> float:
    """Give the largest angle between the axes of two models."""
    return float(subspace_angles(one, other).max())


def _fixed(estimator: Any) -> Any:
    """Give a plain estimator with the values in use, so that halves differ by their rows alone."""
    plain = estimator._alone()
    used = {
        name: getattr(estimator, f"{name}_") for name in _parameters.TUNABLE if hasattr(plain, name)
    }
    if hasattr(plain, "ridge"):
        used["ridge"] = json.loads(estimator._model.plan)["ridge"]
    return plain.set_params(**used, n_components=estimator._n_features_out, check=False)


def _scatters(model: Any, samples: list[_Sample]) -> list[NDArray[Any]] | None:
    """Sum the graph of each sample over its pairs of rows; nothing where there is no such sum.

    What is learned does not depend on their size, so that they have a trace of 1.
    """
    plan = _input.to_json(model._plan())
    try:
        if not _core.needs_pairs(plan):
            return None
    except ValueError:  # the default, a kernel, or a scaling that looks at rows
        return None
    rows = samples[-1].rows
    statistics = _core.Statistics(rows.shape[1]).add(rows, np.full(len(rows), -1), [])
    pairs = _core.PairPass(plan, statistics)
    threads = model._running()["threads"]
    found = []
    for own in samples:
        near = pairs.nearest(own.rows, threads=threads) if pairs.neighbors else None
        matrix = pairs.sums(own.rows, near, threads=threads).arrays()[5][0]
        found.append(matrix / np.trace(matrix))
    return found


def _say(estimator: Any) -> None:
    error = estimator.sampling_error_
    words = {
        "scatter": "its scatter is off by about {:.2g}",
        "angle": "its axes by {:.2g} rad",
        "disagreement": "two halves of it disagree on {:.2%} of the rows",
    }
    told = ", ".join(text.format(error[name]) for name, text in words.items() if name in error)
    print(
        f"fitted to a sample of {estimator.sample_rows_} rows: {told}",
        file=sys.stderr,
    )
