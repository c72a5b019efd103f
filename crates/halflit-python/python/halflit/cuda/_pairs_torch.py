"""The all-pairs pass by plain tensor operations in f64."""

from __future__ import annotations

import torch

from ._device import Progress, report, slices
from ._sums import Sums, finish

# Rows and columns of a tile of pairs.
TILE = 2048


def pair_sums_f64(
    X: torch.Tensor,
    inverse_scales: torch.Tensor,
    alphas: list[float],
    mean: torch.Tensor,
    progress: Progress | None = None,
) -> Sums:
    """Sum over tiles of pairs i < j."""
    n, width = X.shape
    powers = len(alphas)
    options = {"dtype": torch.float64, "device": X.device}
    degrees = torch.zeros((powers, n), **options)
    squares = torch.zeros(powers, **options)
    base_squares = torch.zeros((), **options)
    weighted = torch.zeros((powers, width, width), **options)
    done, total = 0, n * (n - 1) // 2
    for rows in slices(n, TILE):
        own = X[rows].double() - mean
        neighbors = torch.zeros((powers, len(own), width), **options)
        for columns in slices(n, TILE):
            if columns.start < rows.start:
                continue
            other = X[columns].double() - mean
            exponents = squared_distances(own, other)
            exponents *= inverse_scales[rows, None] * inverse_scales[columns]
            if columns.start == rows.start:
                upper = torch.ones_like(exponents, dtype=torch.bool).triu(1)
                exponents.masked_fill_(~upper, torch.inf)
            base_squares += torch.exp(-2.0 * exponents).sum()
            for power, alpha in enumerate(alphas):
                weights = torch.exp(-alpha * exponents)
                squares[power] += weights.square().sum()
                degrees[power, rows] += weights.sum(1)
                degrees[power, columns] += weights.sum(0)
                neighbors[power].addmm_(weights, other)
        weighted += own.T @ neighbors
        done += len(own) * (n - rows.stop) + len(own) * (len(own) - 1) // 2
        report(progress, done, total, X.device)
    both = weighted + weighted.mT
    return finish(alphas, 2.0 * float(base_squares), 2.0 * squares, degrees, both, X, mean)


def squared_distances(own: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """‖x‖² + ‖y‖² − 2⟨x, y⟩, never below 0."""
    norms = own.square().sum(1)[:, None] + other.square().sum(1)
    return torch.addmm(norms, own, other.T, alpha=-2.0).clamp_(min=0.0)


def degrees_of(
    X: torch.Tensor,
    rows: torch.Tensor,
    inverse_scales: torch.Tensor,
    alphas: list[float],
    mean: torch.Tensor,
) -> torch.Tensor:
    """d_i of some rows, (powers, rows)."""
    own = X[rows].double() - mean
    degrees = torch.zeros((len(alphas), len(own)), dtype=torch.float64, device=X.device)
    for columns in slices(X.shape[0], 8 * TILE):
        other = X[columns].double() - mean
        exponents = squared_distances(own, other)
        exponents *= inverse_scales[rows, None] * inverse_scales[columns]
        places = torch.arange(columns.start, columns.stop, device=X.device)
        exponents.masked_fill_(places == rows[:, None], torch.inf)
        for power, alpha in enumerate(alphas):
            degrees[power] += torch.exp(-alpha * exponents).sum(1)
    return degrees
