"""What a pass over pairs of rows gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from ._device import SCRATCH, rows_within, slices


class Sums(NamedTuple):
    """Sums over ordered pairs i ≠ j for several powers α, as ``PairSums.from_arrays`` takes them."""

    alphas: NDArray[np.float64]
    base_squares: float
    """Σ c_ij² of the graph itself."""
    squares: NDArray[np.float64]
    """Σ c_ij^(2α)."""
    degree_sums: NDArray[np.float64]
    """Σ_i d_i, where d_i = Σ_j c_ij^α."""
    degree_scatters: NDArray[np.float64]
    """ZᵀDZ."""
    laplacians: NDArray[np.float64]
    """Zᵀ(D − C)Z."""


def checked_alphas(alphas: Sequence[float] | NDArray[Any]) -> list[float]:
    """Take powers, at least one, finite and above 0."""
    values = [float(alpha) for alpha in np.atleast_1d(np.asarray(alphas, dtype=np.float64))]
    if not values:
        raise ValueError("alphas is empty: give at least one power")
    for place, alpha in enumerate(values):
        if not (np.isfinite(alpha) and alpha > 0):
            raise ValueError(f"alphas[{place}] is {alpha}; a finite number above 0 is needed")
    return values


def vector(values: Any, length: int, what: str, device: torch.device) -> torch.Tensor:
    """Take finite numbers, so many, as f64."""
    numbers = torch.as_tensor(values, dtype=torch.float64, device=device)
    if numbers.shape != (length,):
        raise ValueError(f"{what} has shape {tuple(numbers.shape)}; ({length},) is needed")
    finite = torch.isfinite(numbers)
    if not bool(finite.all()):
        place = int((~finite).nonzero()[0])
        raise ValueError(f"{what}[{place}] is {float(numbers[place])}; a finite number is needed")
    return numbers


def degree_scatter(
    X: torch.Tensor,
    mean: torch.Tensor,
    degrees: torch.Tensor,
    block: Callable[[slice], torch.Tensor] | None = None,
) -> torch.Tensor:
    """ZᵀDZ in f64, z = x − mean, or what `block` makes of some rows."""
    width = X.shape[1]
    total = torch.zeros((width, width), dtype=torch.float64, device=X.device)
    for rows in slices(X.shape[0], rows_within(SCRATCH // 4, 16 * width)):
        z = X[rows].double() - mean if block is None else block(rows)
        total += z.T @ (z * degrees[rows, None])
    return total


def finish(
    alphas: list[float],
    base_squares: float,
    squares: torch.Tensor,
    degrees: torch.Tensor,
    weighted: torch.Tensor,
    X: torch.Tensor,
    mean: torch.Tensor,
    block: Callable[[slice], torch.Tensor] | None = None,
) -> Sums:
    """Put ordered sums together: squares (a,), degrees (a, n) and ZᵀCZ (a, d0, d0), all f64.

    block: rows of z as they were in ZᵀCZ, where they were rounded: D − C is one graph, and so has one Z.
    """
    scatters = torch.stack([degree_scatter(X, mean, own) for own in degrees])
    rounded = scatters
    if block is not None:
        rounded = torch.stack([degree_scatter(X, mean, own, block) for own in degrees])
    laplacians = rounded - 0.5 * (weighted + weighted.mT)
    return Sums(
        np.array(alphas),
        base_squares,
        squares.cpu().numpy(),
        degrees.sum(1).cpu().numpy(),
        scatters.cpu().numpy(),
        laplacians.cpu().numpy(),
    )
