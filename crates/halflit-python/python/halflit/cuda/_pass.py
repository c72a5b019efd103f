"""The pass over pairs that a fit asks for, on one device."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ._device import SCRATCH, Progress, on_device, resolve, rows_within, slices
from ._edges import edge_sums, refuse_unknown_weights
from ._nearest import local_scales, nearest
from ._pairs import pair_sums
from ._sums import Sums, vector


def pass_sums(
    request: str | dict[str, Any],
    X: Any,
    device: str | torch.device = "cuda",
    *,
    progress: Callable[[str, int, int], None] | None = None,
) -> Sums:
    """Sum over the pairs of rows that a fit needs.

    Parameters
    ----------
    request : str or dict
        What the core asks for: powers, pairs, weights, metric, and how learners see the rows.
    X : array or Tensor of shape (n, d0)
        The rows as they came.
    device : str or torch.device, default="cuda"
        Where to sum.
    progress : callable, default=None
        Called between launches with the name of the step, what is done and what there is to do.

    Returns
    -------
    Sums
        What ``PairSums.from_arrays`` takes.
    """
    asked = json.loads(request) if isinstance(request, str) else request
    weights, pairs = asked["weights"], asked["pairs"]
    _refuse_unknown(asked["metric"], weights, pairs)
    where = resolve(device)
    rows = _seen(on_device(X, where, "X", 40), asked)
    common = {"alphas": asked["alphas"], "mean": asked["mean"], "device": where}
    indices, distances = None, None
    if asked["neighbors"]:
        named = _named("nearest rows", progress)
        # Between all pairs only distances matter.
        settings = {"ties": pairs != "all", "progress": named}
        indices, distances = nearest(rows, asked["neighbors"], where, **settings)
    named = _named("pairs of rows", progress)
    if pairs != "all":
        k = pairs["nearest"]
        return edge_sums(rows, indices, distances, weights, k=k, progress=named, **common)
    inverse, closest = _scales(rows, distances, weights)
    return pair_sums(rows, inverse, closest=closest, progress=named, **common)


def _refuse_unknown(metric: Any, weights: Any, pairs: Any) -> None:
    if metric != "euclidean":
        raise ValueError(
            f"metric={metric!r} is not known on this device, only 'euclidean'; use device='cpu'"
        )
    if pairs == "all" and not (
        isinstance(weights, dict) and {"local-scaling", "heat"} & {*weights}
    ):
        raise ValueError(
            f"weights={weights!r} between all pairs are not summed on this device, only "
            "local-scaling and heat; use device='cpu'"
        )
    if pairs != "all" and not (isinstance(pairs, dict) and {*pairs} == {"nearest"}):
        raise ValueError(f"pairs={pairs!r} is not known on this device; use device='cpu'")
    if pairs != "all":
        refuse_unknown_weights(weights)


def _seen(X: torch.Tensor, asked: dict[str, Any]) -> torch.Tensor:
    """Shift and scale the rows as learners see them; as they came where that changes nothing."""
    shift = vector(asked["shift"], X.shape[1], "shift", X.device)
    factor = vector(asked["factor"], X.shape[1], "factor", X.device)
    if not bool(shift.any()) and bool((factor == 1.0).all()):
        return X
    seen = torch.empty(X.shape, dtype=torch.float64, device=X.device)
    for rows in slices(len(X), rows_within(SCRATCH // 4, 16 * X.shape[1])):
        seen[rows] = (X[rows].double() - shift) * factor
    return seen


def _scales(
    X: torch.Tensor, distances: NDArray[np.float64] | None, weights: dict[str, Any]
) -> tuple[NDArray[np.float64], float]:
    """1/σ_i, and what no d_ij²/(σ_i σ_j) falls below.

    Both rows have their nearest row within d_ij, so that it is at least the smallest (nearest/σ)².
    """
    if "heat" in weights:
        return np.full(len(X), 1.0 / weights["heat"]), 0.0
    scales = local_scales(X, distances, weights["local-scaling"], X.device)
    return 1.0 / scales, float((distances[:, 0] / scales).min() ** 2)


def _named(step: str, progress: Callable[[str, int, int], None] | None) -> Progress | None:
    if progress is None:
        return None
    return lambda done, total: progress(step, done, total)
