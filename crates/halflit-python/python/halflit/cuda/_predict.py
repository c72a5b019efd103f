"""Maps of many rows: axes, nearest labeled rows, RBF kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ._device import SCRATCH, on_device, plain_memory, resolve, rows_within, slices
from ._nearest_torch import nearest_block, settle_ties
from ._pairs_torch import squared_distances
from ._sums import vector


@plain_memory
def transform(
    X: Any, mean: Any, components: Any, device: str | torch.device = "cuda"
) -> NDArray[np.float64]:
    """(x − mean) · componentsᵀ in f64, block by block; X need not fit on the device.

    Parameters
    ----------
    X : array or Tensor of shape (n, d0)
        The rows.
    mean : array of shape (d0,)
        What is taken away from each.
    components : array of shape (d, d0)
        The axes.
    device : str or torch.device, default="cuda"
        Where to multiply.

    Returns
    -------
    ndarray of shape (n, d)
    """
    where = resolve(device)
    axes = on_device(components, where, "components", 8).double()
    center = vector(mean, axes.shape[1], "mean", where)
    return _by_blocks(X, axes.shape[1], 8 * axes.shape[1], where, lambda x: (x - center) @ axes.T)


def rbf_product(
    X: Any,
    anchors: Any,
    coefficients: Any,
    device: str | torch.device = "cuda",
    *,
    factors: Any,
    weights: Any,
) -> NDArray[np.float64]:
    """Σ_a κ(x, a) c_a in f64, κ(x, a) = Σ_v w_v exp(−f_v ‖x − a‖²), for a block of rows at a time.

    Parameters
    ----------
    X : array or Tensor of shape (n, d0)
        The rows.
    anchors : array of shape (m, d0)
        Where the kernel is centred.
    coefficients : array of shape (m, d)
        What each adds.
    device : str or torch.device, default="cuda"
        Where to sum.
    factors, weights : arrays of shape (v,)
        f and w of each part of the kernel.

    Returns
    -------
    ndarray of shape (n, d)
    """

    def squared(rows: torch.Tensor, centers: torch.Tensor) -> torch.Tensor:
        mean = centers.mean(0)
        return squared_distances(rows - mean, centers - mean)

    return _bumps(X, (anchors, coefficients), device, (factors, weights), squared)


def laplace_product(
    X: Any,
    anchors: Any,
    coefficients: Any,
    device: str | torch.device = "cuda",
    *,
    factors: Any,
    weights: Any,
) -> NDArray[np.float64]:
    """As `rbf_product`, of κ(x, a) = Σ_v w_v exp(−f_v ‖x − a‖₁)."""

    def absolute(rows: torch.Tensor, centers: torch.Tensor) -> torch.Tensor:
        return torch.cdist(rows, centers, p=1.0)

    return _bumps(X, (anchors, coefficients), device, (factors, weights), absolute)


@plain_memory
def _bumps(
    X: Any,
    known: tuple[Any, Any],
    device: str | torch.device,
    kernel: tuple[Any, Any],
    distances: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
) -> NDArray[np.float64]:
    """Σ_a Σ_v w_v exp(−f_v d(x, a)) c_a, of (a, c) that are known and (f, w) of the kernel."""
    where = resolve(device)
    centers = on_device(known[0], where, "anchors", 8).double()
    sums = on_device(known[1], where, "coefficients", 8).double()
    if len(sums) != len(centers):
        raise ValueError(f"there are {len(centers)} anchors and {len(sums)} rows of coefficients")
    parts = list(zip(*map(np.atleast_1d, kernel), strict=True))

    def of_block(rows: torch.Tensor) -> torch.Tensor:
        away = distances(rows, centers)
        sum_of_parts = torch.zeros_like(away)
        for factor, weight in parts:
            sum_of_parts += float(weight) * torch.exp(-float(factor) * away)
        return sum_of_parts @ sums

    return _by_blocks(X, centers.shape[1], 32 * len(centers), where, of_block)


@plain_memory
def nearest_among(
    points: Any, references: Any, k: int, device: str | torch.device = "cuda"
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Find the k nearest references of every point, Euclidean.

    Indices and distances, each of shape (n, min(k, references)).
    """
    where = resolve(device)
    others = on_device(references, where, "references", 16)
    k, mean = min(k, len(others)), others.mean(0, dtype=torch.float64)

    def of_block(rows: torch.Tensor) -> torch.Tensor:
        return torch.cat(_first_nearest(rows, others, k, mean), 1)

    found = _by_blocks(points, others.shape[1], _bytes_each(others), where, of_block)
    return found[:, :k].astype(np.int64), found[:, k:]


@plain_memory
def nearest_class(
    points: Any,
    references: Any,
    classes: Any,
    device: str | torch.device = "cuda",
    *,
    class_count: int,
    votes: int = 1,
    weights: Any = None,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Let the nearest labeled rows vote: at most so many, until their votes add up to as many.

    The class with most votes, of equal ones that of the nearest row; and the share of every class.

    Parameters
    ----------
    points : array or Tensor of shape (n, d)
        The rows.
    references : array of shape (m, d)
        The labeled rows.
    classes : array of shape (m,)
        Their classes, below `class_count`.
    device : str or torch.device, default="cuda"
        Where to compare.
    class_count : int
        How many classes there are.
    votes : int, default=1
        How many votes are asked for.
    weights : array of shape (m,), default=None
        How many votes each labeled row has; 1 without it.

    Returns
    -------
    elected : ndarray of shape (n,)
    shares : ndarray of shape (n, class_count)
    """
    where = resolve(device)
    others = on_device(references, where, "references", 8).double()
    known = torch.as_tensor(classes, dtype=torch.int64, device=where)
    if votes < 1:
        raise ValueError(f"votes={votes}; a whole number from 1 is needed")
    if not len(others) or known.shape != (len(others),):
        raise ValueError(f"there are {len(others)} references and {len(known)} classes")
    if bool((known < 0).any()) or int(known.max()) >= class_count:
        raise ValueError(f"classes need to lie between 0 and class_count - 1 = {class_count - 1}")
    counts = torch.ones(len(others), dtype=torch.float64, device=where)
    if weights is not None:
        counts = vector(weights, len(others), "weights", where)

    k, mean = min(votes, len(others)), others.mean(0)

    def of_block(rows: torch.Tensor) -> torch.Tensor:
        nearest = _first_nearest(rows, others, k, mean)[0].long()
        elected, shares = _elect(known[nearest], counts[nearest], class_count, float(votes))
        return torch.cat([elected[:, None].double(), shares], 1)

    found = _by_blocks(points, others.shape[1], _bytes_each(others), where, of_block)
    return found[:, 0].astype(np.int64), found[:, 1:]


def _first_nearest(
    points: torch.Tensor, others: torch.Tensor, k: int, mean: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Find the k nearest of the others, of equally near ones the first: numbers (as f64) and distances."""
    indices, distances = nearest_block(points, others, min(k + 1, len(others)), mean)
    if distances.shape[1] > k:
        indices, distances = settle_ties(points, others, indices, distances)
    return indices.double(), distances


def _bytes_each(others: torch.Tensor) -> int:
    """Count what a search among the others takes for each point."""
    return 32 * min(len(others), 1 << 14)


def _elect(
    classes: torch.Tensor, counts: torch.Tensor, class_count: int, votes: float
) -> tuple[torch.Tensor, torch.Tensor]:
    """Let rows vote, nearest first, until the votes are used up; both (points, rows)."""
    before = counts.cumsum(1) - counts
    given = torch.minimum(counts, (votes - before).clamp(min=0.0))
    of_class = counts.new_zeros((len(classes), class_count))
    for own, votes_given in zip(classes.T, given.T, strict=True):
        of_class.scatter_add_(1, own[:, None], votes_given[:, None])
    leads = of_class == of_class.amax(1, keepdim=True)
    wins = leads.gather(1, classes) & (given > 0.0)
    # The first that wins.
    places = torch.arange(classes.shape[1], device=classes.device)
    first = torch.where(wins, places, classes.shape[1] - 1).amin(1, keepdim=True)
    return classes.gather(1, first)[:, 0], of_class / of_class.sum(1, keepdim=True)


def _by_blocks(X: Any, columns: int, bytes_each: int, device: torch.device, work: Any) -> Any:
    """Bring blocks of rows to the device and what becomes of them back, in f64."""
    if not hasattr(X, "shape"):
        X = np.asarray(X, dtype=np.float64)
    if X.ndim != 2 or X.shape[1] != columns:
        raise ValueError(f"X has shape {tuple(X.shape)}; rows of {columns} columns are needed")
    if not X.shape[0]:
        raise ValueError("X has no rows")
    parts = []
    for rows in slices(X.shape[0], rows_within(SCRATCH // 2, bytes_each + 16 * columns)):
        block = on_device(X[rows], device, "X", 16, rows.start)
        parts.append(work(block.double()).cpu().numpy())
    return np.concatenate(parts)
