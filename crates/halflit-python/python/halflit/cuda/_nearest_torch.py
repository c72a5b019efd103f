"""Nearest rows by plain tensor operations in f64."""

from __future__ import annotations

import torch

from ._device import SCRATCH, Progress, report, rows_within, slices
from ._pairs_torch import squared_distances

# Rows that are measured once more beyond the wanted ones: a product may have changed their order.
SPARE = 4
# Rows that are met at a time.
COLUMNS = 1 << 14


def nearest_f64(
    X: torch.Tensor,
    rows: torch.Tensor,
    k: int,
    mean: torch.Tensor,
    progress: Progress | None = None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Find the k nearest other rows of some rows: indices and distances."""
    found = []
    for part in slices(len(rows), rows_within(SCRATCH, 24 * COLUMNS)):
        found.append(nearest_block(X[rows[part]], X, k, mean, rows[part]))
        report(progress, part.stop, len(rows), X.device)
    return torch.cat([indices for indices, _ in found]), torch.cat([far for _, far in found])


def nearest_block(
    points: torch.Tensor,
    X: torch.Tensor,
    k: int,
    mean: torch.Tensor,
    rows: torch.Tensor | None = None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Find the k nearest rows of X to a block of points.

    rows: which rows of X the points are; they are not found themselves.
    """
    own = points.double() - mean
    count = min(k + SPARE, X.shape[0] - (rows is not None))
    best = torch.full((len(points), 0), torch.inf, dtype=torch.float64, device=X.device)
    places = torch.zeros((len(points), 0), dtype=torch.int64, device=X.device)
    for columns in slices(X.shape[0], COLUMNS):
        squared = squared_distances(own, X[columns].double() - mean)
        numbers = torch.arange(columns.start, columns.stop, device=X.device)
        if rows is not None:
            squared.masked_fill_(numbers == rows[:, None], torch.inf)
        least, at = squared.topk(min(count, len(numbers)), 1, largest=False)
        best, places = torch.cat([best, least], 1), torch.cat([places, numbers[at]], 1)
        best, at = best.topk(min(count, best.shape[1]), 1, largest=False)
        places = places.gather(1, at)
    return ordered(points, X, places, k)


def ordered(
    points: torch.Tensor, X: torch.Tensor, candidates: torch.Tensor, k: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Measure candidates by differences in f64 and keep the k nearest, of equally near ones the first.

    A candidate of −1 is none.
    """
    # By number first, so that the stable sort by distance leaves equals in this order.
    candidates = candidates.sort(1).values
    squared = torch.empty(candidates.shape, dtype=torch.float64, device=X.device)
    size = rows_within(SCRATCH // 4, 24 * candidates.shape[1] * X.shape[1])
    for part in slices(len(points), size):
        difference = X[candidates[part].clamp(min=0)].double() - points[part].double()[:, None]
        squared[part] = difference.square().sum(2)
    squared.masked_fill_(candidates < 0, torch.inf)
    squared, order = squared.sort(dim=1, stable=True)
    return candidates.gather(1, order)[:, :k], squared[:, :k].sqrt()


def settle_ties(
    points: torch.Tensor,
    X: torch.Tensor,
    indices: torch.Tensor,
    distances: torch.Tensor,
    rows: torch.Tensor | None = None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Drop the last of the nearest rows; where it is as near as the one before, take the first of such."""
    k = distances.shape[1] - 1
    tied = (distances[:, k] == distances[:, k - 1]).nonzero()[:, 0]
    indices, distances = indices[:, :k].contiguous(), distances[:, :k].contiguous()
    for part in slices(len(tied), rows_within(SCRATCH // 2, 40 * X.shape[0])):
        own = tied[part]
        themselves = None if rows is None else rows[own]
        indices[own], distances[own] = nearest_by_differences(points[own], X, k, themselves)
    return indices, distances


def nearest_by_differences(
    points: torch.Tensor, X: torch.Tensor, k: int, rows: torch.Tensor | None
) -> tuple[torch.Tensor, torch.Tensor]:
    """Find the k nearest rows of X by differences alone, of equally near ones the first."""
    n = X.shape[0]
    numbers = torch.arange(n, device=X.device)
    far = torch.empty((len(points), n), dtype=torch.float64, device=X.device)
    for columns in slices(n, COLUMNS):
        far[:, columns] = differences(points, X[columns])
    if rows is not None:
        far.scatter_(1, rows[:, None], torch.inf)
    last = far.kthvalue(k, 1, keepdim=True).values
    # Nearer rows, then those at the last distance, each in their order: no two alike.
    order = torch.where(far < last, numbers, torch.where(far == last, numbers + n, 2 * n))
    found = (order.topk(k, 1, largest=False).values % n).sort(1).values
    distances, order = far.gather(1, found).sort(dim=1, stable=True)
    return found.gather(1, order), distances


def smallest_positive(X: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    """Find the smallest distance above 0 of some rows; infinite where there is none."""
    # Copies of one row share it, and where it is asked for there are many.
    values, copies = X[rows].double().unique(dim=0, return_inverse=True)
    found = torch.full((len(values),), torch.inf, dtype=torch.float64, device=X.device)
    for part in slices(len(values), 256):
        for columns in slices(X.shape[0], COLUMNS):
            far = differences(values[part], X[columns])
            far.masked_fill_(far == 0.0, torch.inf)
            found[part] = torch.minimum(found[part], far.amin(1))
    return found[copies]


def differences(points: torch.Tensor, others: torch.Tensor) -> torch.Tensor:
    """Measure distances by differences in f64, column by column."""
    total = torch.zeros((len(points), len(others)), dtype=torch.float64, device=points.device)
    for own, other in zip(points.double().T, others.double().T, strict=True):
        difference = own[:, None] - other
        total.addcmul_(difference, difference)
    return total.sqrt_()
