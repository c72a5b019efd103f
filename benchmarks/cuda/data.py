"""Rows to measure with, clocks, and how far results are apart."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import torch
from halflit.cuda._nearest_triton import nearest_kernels
from halflit.cuda._sums import Sums


def gaussian(n: int, columns: int, device: str) -> torch.Tensor:
    """Independent columns."""
    generator = torch.Generator(device).manual_seed(0)
    return torch.randn((n, columns), generator=generator, device=device, dtype=torch.float64)


def mixture(n: int, columns: int, device: str) -> torch.Tensor:
    """Fifty clusters in columns of very different scales, far from the origin."""
    generator = torch.Generator(device).manual_seed(1)
    options = {"generator": generator, "device": device, "dtype": torch.float64}
    centers = 3.0 * torch.randn((50, columns), **options)
    turned = torch.randn((columns, columns), **options) / columns**0.5
    which = torch.randint(50, (n,), generator=generator, device=device)
    rows = centers[which] + torch.randn((n, columns), **options) @ turned
    return rows * torch.logspace(-3, 3, columns, device=device, dtype=torch.float64) ** 0.3 + 100.0


def plane(n: int, columns: int, device: str) -> torch.Tensor:
    """Three dimensions in many columns: rows much closer to each other than to the mean."""
    generator = torch.Generator(device).manual_seed(2)
    options = {"generator": generator, "device": device, "dtype": torch.float64}
    noise = 1e-3 * torch.randn((n, columns), **options)
    return torch.randn((n, 3), **options) @ torch.randn((3, columns), **options) + noise


def scales_of(X: torch.Tensor, k: int) -> tuple[torch.Tensor, float]:
    """1/σ, and what no d²/(σ σ) falls below."""
    _, distances, _ = nearest_kernels(X, k, X.mean(0))
    return 1.0 / distances[:, -1], float((distances[:, 0] / distances[:, -1]).amin() ** 2)


def clock(work: Callable[[], object], repeats: int) -> float:
    """The median of some runs after one that compiles, in seconds."""
    times = []
    for _ in range(1 + repeats):
        if torch.cuda.is_available():
            torch.cuda.synchronize()
        start = time.perf_counter()
        work()
        if torch.cuda.is_available():
            torch.cuda.synchronize()
        times.append(time.perf_counter() - start)
    return float(np.median(times[1:]))


def compared(sums: Sums, exact: Sums, power: int) -> dict:
    """Relative errors, and angles between the axes of the ten smallest eigenvalues of S v = λ ZᵀDZ v."""

    def off(found: np.ndarray, true: np.ndarray) -> float:
        return float(np.linalg.norm(found - true) / np.linalg.norm(true))

    ours, theirs = (axes(own.laplacians[power], exact.degree_scatters[power]) for own in (sums, exact))
    each = np.sqrt(np.clip(((ours - theirs * np.sign((ours * theirs).sum(0))) ** 2).sum(0), 0, None))
    rest = ours - theirs @ (theirs.T @ ours)
    return {
        "S": off(sums.laplacians[power], exact.laplacians[power]),
        "ZDZ": off(sums.degree_scatters[power], exact.degree_scatters[power]),
        "squares": float(abs(sums.squares[power] / exact.squares[power] - 1)),
        "base": abs(sums.base_squares / exact.base_squares - 1),
        "axis": float(each.max()),
        "plane of ten": float(np.linalg.norm(rest, 2)),
    }


def axes(laplacian: np.ndarray, scatter: np.ndarray) -> np.ndarray:
    """The ten axes in coordinates in which ZᵀDZ is 1, of unit length."""
    inverse = np.linalg.inv(np.linalg.cholesky(scatter))
    return np.linalg.eigh(inverse @ laplacian @ inverse.T)[1][:, :10]
