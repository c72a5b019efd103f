"""Sums over all pairs of rows, by pairs of blocks."""

from __future__ import annotations

from functools import partial, reduce
from typing import Any

import dask
import numpy as np
from dask.delayed import Delayed

from halflit import _core, _input
from halflit.dask import _exact, _gather
from halflit.dask._blocks import Block, Rows, tree


def fit(estimator: Any, rows: Rows) -> list[str]:
    """Fit to all rows and all pairs of them: n² d0 products, shared among the workers.

    Gives what to warn of.
    """
    plan = estimator._plan()
    needed = _exact.check(estimator, plan)
    weighed = rows.weights is not None or rows.reading.weight is not None
    if needed and weighed:
        raise ValueError(
            'sample_weight does not go with pairs="exact": leave it out, or take pairs="sample"'
        )
    found = _gather.gather(rows, _exact.wanted(estimator, plan))
    blocks = sum(length > 0 for length in found.lengths)
    engine, sums = f"dask: {blocks} blocks", None
    if needed:
        pairs = _core.PairPass(_input.to_json(plan), found.statistics)
        sums = summed(rows, pairs, found.lengths, _gather.threads(estimator.n_jobs))
        engine += f", {blocks * (blocks + 1) // 2} pairs of blocks"
    return _exact.solve(estimator, found, plan, sums, engine)


def summed(rows: Rows, pairs: _core.PairPass, lengths: list[int], threads: int) -> _core.PairSums:
    """Sum over all pairs of blocks i ≤ j; before that every block meets all others to find near rows."""
    firsts = np.cumsum([0, *lengths[:-1]]).tolist()
    used = [number for number, length in enumerate(lengths) if length > 0]
    held = rows.map(_rows)
    own = {number: (held[number], firsts[number]) for number in used}
    pass_ = dask.delayed(pairs, pure=False, traverse=False)
    near: dict[int, Delayed | None] = dict.fromkeys(used)
    if pairs.neighbors:
        meet = dask.delayed(partial(_nearest, threads=threads), pure=False)
        for i in used:
            met = [meet(pass_, *own[i], *(own[j] if j != i else (None, 0))) for j in used]
            near[i] = tree(met, _merged)
    add = dask.delayed(partial(_sums, threads=threads), pure=False)
    parts = []
    for i in used:
        for j in used:
            if i == j:
                parts.append(add(pass_, *own[i], near[i], None, 0, None))
            elif i < j:
                parts.append(add(pass_, *own[i], near[i], *own[j], near[j]))
    (result,) = dask.compute(tree(parts, _merged))
    return result


def _rows(block: Block) -> Any:
    return block.rows


def _aligned(rows: Any) -> Any:
    return None if rows is None else _input.aligned(rows)


def _nearest(
    pairs: _core.PairPass, rows: Any, first: int, others: Any, other_first: int, *, threads: int
) -> _core.BlockNearest:
    rows, others = _aligned(rows), _aligned(others)
    return pairs.nearest(rows, others, first=first, other_first=other_first, threads=threads)


def _sums(
    pairs: _core.PairPass,
    rows: Any,
    first: int,
    near: Any,
    others: Any,
    other_first: int,
    other_near: Any,
    *,
    threads: int,
) -> _core.PairSums:
    rows, others = _aligned(rows), _aligned(others)
    return pairs.sums(
        rows, near, others, other_near, first=first, other_first=other_first, threads=threads
    )


def _merged(parts: list[Any]) -> Any:
    return reduce(lambda one, other: one.merge(other), parts)
