"""Sums over every pair of rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ._device import Progress, has_kernels, on_device, plain_memory, resolve
from ._pairs_torch import degrees_of, pair_sums_f64
from ._sums import Sums, checked_alphas, vector

# Up to so many rows f64 takes no time worth saving.
EXACT_ROWS = 8192
# Rows whose degrees are summed again in f64, and how far the kernel's may be off: the root of the mean
# squared relative error.
CHECKED_ROWS = 256
TOLERANCE = 2e-5


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

    On a GPU the products are of numbers of 22 bits. A few rows are summed again in f64; where the kernel's
    degrees are further off than ``TOLERANCE``, as when rows lie much closer to each other than to the mean,
    everything is summed in f64.

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
        if degree_error(rows, scales, powers, center, degrees) <= TOLERANCE:
            return sums
    return pair_sums_f64(rows, scales, powers, center, progress)


def degree_error(
    X: torch.Tensor,
    inverse_scales: torch.Tensor,
    alphas: list[float],
    mean: torch.Tensor,
    degrees: torch.Tensor,
) -> float:
    """How far degrees are off on rows that are spread evenly: the largest error of a power."""
    count = min(CHECKED_ROWS, X.shape[0])
    rows = torch.linspace(0, X.shape[0] - 1, count, dtype=torch.float64, device=X.device).long()
    exact = degrees_of(X, rows, inverse_scales, alphas, mean)
    error = (degrees[:, rows] / exact - 1.0).square().mean(1).sqrt().amax()
    return float(error.nan_to_num(nan=torch.inf))
