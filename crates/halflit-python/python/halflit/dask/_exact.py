"""Fits that need statistics of all rows and the labeled rows themselves: one pass, nothing left out."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from dask.utils import format_bytes
from numpy.typing import NDArray

from halflit import _checks, _core, _input, _labels
from halflit._estimator import hints
from halflit._incremental import Incremental
from halflit.dask import _gather
from halflit.dask._blocks import Rows
from halflit.dask._gather import Gathered, Wanted

#: Rows without a label, drawn at random, on which "auto" compares margins; all where there are fewer.
JUDGED = 2000


def fit(estimator: Any, rows: Rows) -> list[str]:
    """Fit to all rows, of which only statistics and labeled rows are gathered; give what to warn of."""
    plan = estimator._plan()
    check(estimator, plan)
    found = _gather.gather(rows, wanted(estimator, plan))
    return solve(estimator, found, plan, None, f"dask: {len(found.lengths)} blocks")


def check(estimator: Any, plan: dict[str, Any]) -> bool:
    """Refuse what cannot be summed before a row is read, and say whether sums over pairs are needed."""
    if estimator._given_parts():
        raise ValueError(
            "costs and constraints between rows in blocks cannot be given as matrices: name them"
        )
    if estimator.device != "cpu":
        raise ValueError(
            f"device = {estimator.device!r} does not go with sums over blocks: fit with device='cpu'; for"
            " transform and predict it may be set afterwards"
        )
    if _checks.is_whole(getattr(estimator, "heat", None)):
        raise ValueError(
            f"heat = {estimator.heat} asks for the nearest of all rows, which no sum tells: give a width as"
            ' in heat = {"heat": 2.5}, or take pairs = "sample"'
        )
    return _core.needs_pairs(_input.to_json(plan))


def wanted(estimator: Any, plan: dict[str, Any]) -> Wanted:
    """Give what an exact fit gathers."""
    judged = JUDGED if "auto" in plan["search"] else 0
    limit = _gather.limit()
    return Wanted(
        statistics=True,
        drawn=min(judged, limit // (8 * estimator.n_features_in_)),
        seed=plan["seed"],
        limit=limit,
        threads=_gather.threads(estimator.n_jobs),
        names=_input.feature_names(estimator),
    )


def solve(
    estimator: Any,
    found: Gathered,
    plan: dict[str, Any],
    sums: _core.PairSums | None,
    engine: str,
) -> list[str]:
    """Find the axes from what was gathered; give what to warn of."""
    estimator.n_unlabeled_ = found.unlabeled
    fractions = found.few is not None and not _whole(found.few.weights)
    if found.too_many or fractions or _copies(found) * _width(found) > _gather.limit():
        return _by_means(estimator, found, plan, engine, fractions)
    labels = _gather.labels_of(found)
    samples, codes = _kept(found, labels, estimator.n_features_in_)
    with hints(labels):
        model, told = _core.fit_gathered(
            found.statistics,
            samples,
            codes,
            labels.names,
            _input.to_json(plan),
            sums=sums,
            engine=engine,
            check=bool(estimator.check),
            feature_names=_input.feature_names(estimator),
            **estimator._running(),
        )
    estimator._adopt(model, labels.classes, labels.names)
    return estimator._adopt_report(json.loads(told), labels)


def _copies(found: Gathered) -> float:
    """Give how many labeled rows there are, each as often as it counts."""
    if found.few is None or found.few.weights is None:
        return found.labeled
    return float(found.few.weights.sum())


def _width(found: Gathered) -> int:
    """Give the bytes of a labeled row."""
    return 0 if found.few is None else found.few.rows[0].nbytes


def _whole(weights: NDArray[np.float64] | None) -> bool:
    return weights is None or bool((weights == np.floor(weights)).all())


def _kept(
    found: Gathered, labels: _labels.Labels, columns: int
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Give the labeled rows, as often as they count, and those that were drawn."""
    parts, codes = [], []
    if found.few is not None:
        weights = found.few.weights
        times = 1 if weights is None else weights.astype(int)
        parts.append(np.repeat(found.few.rows, times, axis=0))
        codes.append(np.repeat(labels.codes, times))
    if found.drawn is not None:
        parts.append(found.drawn.rows)
        codes.append(np.full(len(found.drawn.rows), -1))
    if not parts:
        return np.empty((0, columns)), np.empty(0, dtype=np.int64)
    return np.ascontiguousarray(np.concatenate(parts)), np.concatenate(codes)


def _by_means(
    estimator: Any, found: Gathered, plan: dict[str, Any], engine: str, fractions: bool
) -> list[str]:
    """Fit what needs no labeled row; it classifies by the nearest mean of a class."""
    name = type(estimator).__name__
    if fractions:
        why = "weights are not whole numbers"
    else:
        copies = int(_copies(found))
        size = format_bytes(8 * copies * estimator.n_features_in_)
        most = format_bytes(_gather.limit())
        why = f"{copies} labeled rows take about {size}, and {most} may be gathered"
    if not isinstance(estimator, Incremental):
        raise ValueError(
            f"{name} compares labeled rows with one another, but {why}: give fewer labels or whole weights,"
            f" or set dask's configuration {_gather.LIMIT!r}"
        )
    names = _input.feature_names(estimator)
    threads = estimator._running()["threads"]
    text = _input.to_json(plan)
    model = found.statistics.fit(text, threads=threads, feature_names=names)
    labels = _labels.encode(np.array(list(found.classes.values()), dtype=object), None)
    estimator._adopt(model, labels.classes, labels.names)
    estimator._made_by(engine)
    return [f"{why}: the axes are exact, but {name} classifies by the nearest mean of a class"]
