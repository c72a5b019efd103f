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


def graded(n: int, columns: int, device: str) -> torch.Tensor:
    """Independent columns whose deviations run from 1 to 10, mixed: clear axes and no clusters."""
    generator = torch.Generator(device).manual_seed(3)
    turned = torch.linalg.qr(torch.randn((columns, columns), generator=generator, device=device, dtype=torch.float64))[0]
    return (gaussian(n, columns, device) * torch.logspace(0, 1, columns, device=device, dtype=torch.float64)) @ turned


def outliers(n: int, columns: int, device: str) -> torch.Tensor:
    """Graded rows, of which one in a thousand is thirty times as far out."""
    X = graded(n, columns, device)
    X[::1000] *= 30.0
    return X


def narrow(n: int, columns: int, device: str) -> torch.Tensor:
    """Columns of a mixture on scales from a millionth to 1."""
    return mixture(n, columns, device) * torch.logspace(-6, 0, columns, device=device, dtype=torch.float64)


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
    """Relative errors, and sines of angles between the axes of the ten smallest eigenvalues of S v = λ ZᵀDZ v.

    Single axes are compared where their eigenvalue is a thousandth of itself away from its neighbours.
    """

    def off(found: np.ndarray, true: np.ndarray) -> float:
        # In columns of unit length, so that narrow ones count as wide ones do.
        units = 1.0 / np.sqrt(np.diag(true))
        return float(np.linalg.norm(units[:, None] * (found - true) * units) / np.linalg.norm(units[:, None] * true * units))

    scatter = exact.degree_scatters[power]
    units = np.sqrt(np.diag(scatter))
    root = np.linalg.cholesky(scatter / np.outer(units, units))
    values, theirs = axes(exact.laplacians[power], scatter, units, root)
    _, ours = axes(sums.laplacians[power], sums.degree_scatters[power], units, root)
    ours, theirs = np.linalg.qr(ours[:, :10])[0], theirs[:, :10]
    gaps = np.abs(np.diff(values)) / values[1:]
    apart = np.minimum(np.concatenate([[1.0], gaps[:9]]), gaps[:10]) > 1e-3
    each = np.linalg.norm(ours * np.sign((ours * theirs).sum(0)) - theirs, axis=0)
    rest = ours - theirs @ (theirs.T @ ours)
    return {
        "S": off(sums.laplacians[power], exact.laplacians[power]),
        "ZDZ": off(sums.degree_scatters[power], scatter),
        "squares": float(abs(sums.squares[power] / exact.squares[power] - 1)),
        "axis": float(each[apart].max()) if apart.any() else "none apart",
        "plane of ten": float(np.linalg.norm(rest, 2)),
        "gap": float(gaps[9]),
        "C/S": float(np.linalg.norm(scatter - exact.laplacians[power]) / np.linalg.norm(exact.laplacians[power])),
    }


def axes(laplacian: np.ndarray, scatter: np.ndarray, units: np.ndarray, root: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues, and axes in coordinates in which the exact ZᵀDZ is 1."""
    inverse = np.linalg.inv(np.linalg.cholesky(scatter / np.outer(units, units)))
    values, vectors = np.linalg.eigh(inverse @ (laplacian / np.outer(units, units)) @ inverse.T)
    vectors = root.T @ (inverse.T @ vectors)
    return values, vectors / np.linalg.norm(vectors, axis=0)
