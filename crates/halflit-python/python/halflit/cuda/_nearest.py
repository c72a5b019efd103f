"""The nearest rows of every row, and how far "near" reaches around it."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ._device import Progress, has_kernels, on_device, plain_memory, resolve
from ._nearest_torch import nearest_f64, settle_ties, smallest_positive

# As many nearest rows as can be asked for: candidates are kept for each row.
MOST = 64


@plain_memory
def nearest(
    X: Any,
    k: int,
    device: str | torch.device = "cuda",
    *,
    ties: bool = True,
    progress: Progress | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Find the k nearest other rows of every row, Euclidean and exact; nothing n × n is stored.

    Parameters
    ----------
    X : array or Tensor of shape (n, d0)
        The rows.
    k : int
        How many, at most 64; of fewer rows all others are found.
    device : str or torch.device, default="cuda"
        Where to look.
    ties : bool, default=True
        Whether of rows as near as the k-th the first are taken. Without it any are, which takes less where
        there are many; distances are the same.
    progress : callable, default=None
        Called between launches with what is done and what there is to do.

    Returns
    -------
    indices : ndarray of shape (n, min(k, n − 1))
        Nearest first, of equally near ones the first row.
    distances : ndarray of shape (n, min(k, n − 1))
        Measured by differences in f64.
    """
    rows = on_device(X, resolve(device), "X", 24)
    if not 1 <= k <= MOST:
        raise ValueError(f"{k} nearest rows were asked for; on this device 1 to {MOST} are found")
    if rows.shape[0] < 2:
        raise ValueError(f"X has {rows.shape[0]} rows; a row needs another one to be near to")
    k = min(k, rows.shape[0] - 1)
    # One more shows where the k-th is not alone.
    indices, distances = _found(rows, min(k + ties, rows.shape[0] - 1), progress)
    if distances.shape[1] > k:
        themselves = torch.arange(len(rows), device=rows.device)
        indices, distances = settle_ties(rows, rows, indices, distances, themselves)
    return indices.cpu().numpy(), distances.cpu().numpy()


def _found(
    X: torch.Tensor, k: int, progress: Progress | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    mean = X.mean(0, dtype=torch.float64)
    if has_kernels(X.device):
        from ._nearest_triton import nearest_kernels

        indices, distances, _ = nearest_kernels(X, k, mean, progress=progress)
        return indices, distances
    return nearest_f64(X, torch.arange(X.shape[0], device=X.device), k, mean, progress)


@plain_memory
def local_scales(
    X: Any, distances: Any, k: int, device: str | torch.device = "cuda"
) -> NDArray[np.float64]:
    """σ_i: the distance to the k-th nearest row; where duplicates make that 0, the smallest positive one.

    Parameters
    ----------
    X : array or Tensor of shape (n, d0)
        The rows.
    distances : array of shape (n, at least min(k, n − 1))
        What `nearest` found.
    k : int
        Which distance.
    device : str or torch.device, default="cuda"
        Where to look for positive distances.
    """
    where = resolve(device)
    known = torch.as_tensor(distances, dtype=torch.float64, device=where)
    further = known[:, min(k, known.shape[1]) - 1 :]
    # Nearest first: the first positive one is the smallest.
    scales = torch.where(further > 0.0, further, torch.inf).amin(1)
    missing = scales.isinf().nonzero()[:, 0]
    if len(missing):
        scales[missing] = smallest_positive(on_device(X, where, "X", 24), missing)
        none = scales.isinf().nonzero()[:, 0]
        if len(none):
            raise ValueError(
                f"row {int(none[0])} coincides with every other row, so it has no local scale; "
                "leave out duplicates or use heat weights"
            )
    return scales.cpu().numpy()
