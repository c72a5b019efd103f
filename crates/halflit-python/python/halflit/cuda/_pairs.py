"""Sums over every pair of rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ._device import Progress, has_kernels, on_device, plain_memory, resolve
from ._pairs_torch import degrees_of, pair_sums_f64
from ._sums import Sums, checked_alphas, vector

# Up to so many rows f64 takes no time worth saving.
EXACT_ROWS = 8192
# Rows whose degrees are summed again in f64, and how far the kernels' may be off: the norm of the errors by
# that of the degrees. Weights far below the largest are rounded to 11 bits, which high powers make visible
# here, and which cancels in sums over all rows.
CHECKED_ROWS = 256
DEGREE_ERROR = 1e-4
# How often Zᵀ(D − C)Z may go into ZᵀDZ in a column: what f32 sums lose is about 4e-8 of the latter.
CANCELLATION = 400.0


@plain_memory
def pair_sums(
    X: Any,
    inverse_scales: Any,
    alphas: Sequence[float],
    mean: Any,
    device: str | torch.device = "cuda",
    *,
    closest: float = 0.0,
    progress: Progress | None = None,
) -> Sums:
    """Sum over all pairs c_ij = exp(−‖x_i − x_j‖² s_i s_j), in one pass; nothing n × n is stored.

    On a GPU kernels do it, for up to 1e-4 of error in degrees, as a few rows that are summed again in f64
    show, and about 2e-5 in Zᵀ(D − C)Z. Powers for which that is not reached are summed in f64, as those of
    rows in few dimensions, which lie much closer to each other than to the mean.

    Parameters
    ----------
    X : array or Tensor of shape (n, d0)
        The rows as learners see them.
    inverse_scales : array of shape (n,)
        s_i = 1/σ_i.
    alphas : sequence of float
        Powers: c^α.
    mean : array of shape (d0,)
        The mean of the rows, z = x − mean.
    device : str or torch.device, default="cuda"
        Where to sum.
    closest : float, default=0.0
        What ‖x_i − x_j‖² s_i s_j never falls below, where known.
    progress : callable, default=None
        Called between launches with what is done and what there is to do.

    Returns
    -------
    Sums
        What ``PairSums.from_arrays`` takes.
    """
    where = resolve(device)
    powers = checked_alphas(alphas)
    rows = on_device(X, where, "X", 24)
    scales = vector(inverse_scales, rows.shape[0], "inverse_scales", where)
    center = vector(mean, rows.shape[1], "mean", where)
    if rows.shape[0] > EXACT_ROWS and has_kernels(where):
        from ._pairs_triton import pair_sums_kernel

        sums, degrees = pair_sums_kernel(
            rows, scales, powers, center, closest=closest, progress=progress
        )
        errors = degree_errors(rows, scales, powers, center, degrees)
        constant = 1e-9 * center.abs().cpu().numpy()
        failed = [
            p
            for p, error in enumerate(errors)
            if not (error <= DEGREE_ERROR and _cancellation(sums, p, constant) <= CANCELLATION)
        ]
        if not failed:
            return sums
        again = pair_sums_f64(rows, scales, [powers[p] for p in failed], center, progress)
        # Squares, degrees, both scatters.
        for own, exact in zip(sums[2:], again[2:], strict=True):
            own[failed] = exact
        return sums._replace(base_squares=again.base_squares)
    return pair_sums_f64(rows, scales, powers, center, progress)


def _cancellation(sums: Sums, power: int, constant: NDArray[np.float64]) -> float:
    """How often D − C goes into D at most, in columns that deviate by more than the rounding of a mean."""
    whole, left = np.diag(sums.degree_scatters[power]), np.diag(sums.laplacians[power])
    varies = np.sqrt(whole / sums.degree_sums[power]) > constant
    with np.errstate(divide="ignore"):
        return float(np.max(whole[varies] / left[varies].clip(min=0.0), initial=0.0))


def degree_errors(
    X: torch.Tensor,
    inverse_scales: torch.Tensor,
    alphas: list[float],
    mean: torch.Tensor,
    degrees: torch.Tensor,
) -> list[float]:
    """How far degrees are off, for every power, on rows that are spread evenly."""
    count = min(CHECKED_ROWS, X.shape[0])
    rows = torch.linspace(0, X.shape[0] - 1, count, dtype=torch.float64, device=X.device).long()
    exact = degrees_of(X, rows, inverse_scales, alphas, mean)
    errors = (degrees[:, rows] - exact).norm(dim=1) / exact.norm(dim=1)
    return errors.nan_to_num(nan=torch.inf).tolist()
