"""Sums over the edges of a graph of nearest rows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import torch

from ._device import (
    SCRATCH,
    Progress,
    on_device,
    plain_memory,
    report,
    resolve,
    rows_within,
    slices,
)
from ._nearest import local_scales
from ._sums import Sums, checked_alphas, degree_scatter, vector


@plain_memory
def edge_sums(
    X: Any,
    indices: Any,
    distances: Any,
    weights: Any,
    alphas: Sequence[float],
    mean: Any,
    device: str | torch.device = "cuda",
    *,
    k: int | None = None,
    progress: Progress | None = None,
) -> Sums:
    """Sum over i ~ j, where i is among the k nearest of j or j among those of i, in f64.

    Zᵀ(D − C)Z is summed as c_ij (z_i − z_j)(z_i − z_j)ᵀ, so that no digits cancel.

    Parameters
    ----------
    X : array or Tensor of shape (n, d0)
        The rows as learners see them.
    indices, distances : arrays of shape (n, at least k)
        What `nearest` found.
    weights : {"local-scaling": k}, {"heat": sigma} or "binary"
        How an edge is weighed.
    alphas : sequence of float
        Powers: c^α.
    mean : array of shape (d0,)
        The mean of the rows, z = x − mean.
    device : str or torch.device, default="cuda"
        Where to sum.
    k : int, default=None
        How many of the nearest are joined; all that are given without it.
    progress : callable, default=None
        Called between blocks with what is done and what there is to do.

    Returns
    -------
    Sums
        What ``PairSums.from_arrays`` takes.
    """
    refuse_unknown_weights(weights)
    where = resolve(device)
    powers = checked_alphas(alphas)
    rows = on_device(X, where, "X", 24)
    n, width = rows.shape
    center = vector(mean, width, "mean", where)
    neighbors = torch.as_tensor(indices, device=where)[:, :k]
    far = torch.as_tensor(distances, dtype=torch.float64, device=where)
    inverse = _inverse_scales(rows, far, weights, where)
    far = far[:, :k]
    if neighbors.shape != far.shape or len(neighbors) != n:
        raise ValueError(
            f"indices has shape {tuple(neighbors.shape)} and distances {tuple(far.shape)}; "
            f"both need {n} rows and the same columns"
        )
    options = {"dtype": torch.float64, "device": where}
    base, squares = torch.zeros((), **options), torch.zeros(len(powers), **options)
    laplacians = torch.zeros((len(powers), width, width), **options)
    # Degrees are whole multiples of a tiny number, whose sums do not depend on their order; a weight is at
    # most 1.
    fixed = math.exp2(62 - math.ceil(math.log2(2 * neighbors.numel() + 1)))
    degrees = torch.zeros((len(powers), n), dtype=torch.int64, device=where)
    for first, second, length, done in _edges(neighbors, far, width):
        exponents = torch.zeros_like(length)
        if inverse is not None:
            exponents = length.square() * (inverse[first] * inverse[second])
        base += torch.exp(-2.0 * exponents).sum()
        difference = rows[first].double() - rows[second].double()
        for power, alpha in enumerate(powers):
            weight = torch.exp(-alpha * exponents)
            squares[power] += weight.square().sum()
            laplacians[power] += difference.T @ (difference * weight[:, None])
            whole = (weight * fixed).round().long()
            degrees[power].index_add_(0, first, whole).index_add_(0, second, whole)
        report(progress, done, n, where)
    sums = degrees.double() / fixed
    scatters = torch.stack([degree_scatter(rows, center, own) for own in sums])
    return Sums(
        torch.tensor(powers, dtype=torch.float64).numpy(),
        2.0 * float(base),
        (2.0 * squares).cpu().numpy(),
        sums.sum(1).cpu().numpy(),
        scatters.cpu().numpy(),
        laplacians.cpu().numpy(),
    )


def refuse_unknown_weights(weights: Any) -> None:
    """Refuse weights that edges are not summed with."""
    match weights:
        case "binary":
            return
        case {"heat": float() | int() as sigma} if math.isfinite(sigma) and sigma > 0:
            return
        case {"local-scaling": int() as k} if k >= 1:
            return
    raise ValueError(
        f"weights={weights!r}: on this device local-scaling, heat (above 0) and binary are summed; "
        "use device='cpu'"
    )


def _inverse_scales(
    X: torch.Tensor, distances: torch.Tensor, weights: Any, device: torch.device
) -> torch.Tensor | None:
    """1/σ_i of every row; nothing where every edge weighs 1."""
    if weights == "binary":
        return None
    if "heat" in weights:
        return torch.full((len(X),), 1.0 / weights["heat"], dtype=torch.float64, device=device)
    scales = local_scales(X, distances, weights["local-scaling"], device)
    return 1.0 / torch.as_tensor(scales, dtype=torch.float64, device=device)


def _edges(
    indices: torch.Tensor, distances: torch.Tensor, width: int
) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor, int]]:
    """Every edge once: its rows, its length, and how many rows are done."""
    n, k = indices.shape
    size = rows_within(SCRATCH // 4, k * (8 * k + 32 * width))
    for rows in slices(n, size):
        first = torch.arange(rows.start, rows.stop, device=indices.device)[:, None]
        second = indices[rows]
        # Where each is among the other's nearest, the smaller row has the edge.
        mutual = (indices[second] == first[:, :, None]).any(2)
        kept = (first < second) | ~mutual
        yield first.expand_as(second)[kept], second[kept], distances[rows][kept], rows.stop
