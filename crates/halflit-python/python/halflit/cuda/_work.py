"""Work on the rows of a fit: sums over pairs, nearest rows, eigenmaps, label spreading."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from scipy import sparse

from halflit import _core

from ._device import (
    SCRATCH,
    Progress,
    check_memory,
    name_of,
    on_device,
    resolve,
    rows_within,
    slices,
)
from ._krylov import Graph, leading
from ._nearest import nearest
from ._pass import pass_sums

# Values at 1, at the known eigenvalues, and coefficients of Chebyshev polynomials elsewhere.
Function = tuple[float, NDArray[np.float64], NDArray[np.float64]]


def dense(rows: Any, name: str) -> NDArray[Any]:
    """Refuse sparse rows."""
    if sparse.issparse(rows):
        raise ValueError(f"{name} takes no sparse rows: use device='cpu'")
    return rows


class Work:
    """What the core asks for while it fits.

    Parameters
    ----------
    rows : array of shape (n, d0)
        All rows of the fit; they come to the device when something is first asked of it.
    device : str or torch.device, default="cuda"
        Where to work.
    name : str, default=None
        What a model says who worked; None for the name of the device.
    progress : callable, default=None
        Called now and then with the name of a step, what is done and what there is to do.
    """

    def __init__(
        self,
        rows: NDArray[Any],
        device: str | torch.device = "cuda",
        name: str | None = None,
        *,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> None:
        self._device = resolve(device)
        self._progress = progress
        self.name = name or name_of(device)
        self._given = rows

    @cached_property
    def _rows(self) -> torch.Tensor:
        return on_device(dense(self._given, self.name), self._device, "X", 32)

    def pair_sums(self, asked: str) -> _core.PairSums:
        """Sum over the pairs of a graph: see ``pass_sums``."""
        sums = pass_sums(asked, self._rows, self._device, progress=self._progress)
        return _core.PairSums.from_arrays(*sums)

    def nearest(
        self,
        k: int,
        shift: NDArray[np.float64] | None = None,
        factor: NDArray[np.float64] | None = None,
        rows: NDArray[np.float64] | None = None,
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Find the k nearest other rows of every row of (x − shift) · factor, or of rows that are given."""
        looked = self._rows if rows is None else self._tensor(rows)
        if shift is not None and factor is not None and (shift.any() or (factor != 1.0).any()):
            # Scaled on the device, where that takes no time.
            looked = looked.double() - self._tensor(shift)
            looked *= self._tensor(factor)
        return nearest(
            looked, min(k, len(looked) - 1), self._device, progress=self._say("nearest rows")
        )

    def leading(
        self, graph: dict[str, Any], wanted: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Find the largest eigenvalues of N behind those of its components, and their vectors."""
        return leading(Graph(graph, self._device), wanted, self._say("eigenmaps"))

    def functions(
        self,
        graph: dict[str, Any],
        vectors: NDArray[np.float64],
        functions: list[Function],
        interval: tuple[float, float],
        rows: NDArray[np.int64],
        values: NDArray[np.float64] | None,
        wanted: NDArray[np.int64] | None,
    ) -> list[NDArray[np.float64]]:
        """Give f(N) B for every f.

        Parameters
        ----------
        graph : dict
            N and its components.
        vectors : ndarray of shape (n, m)
            Known eigenvectors besides those of the components.
        functions : list
            Of every f its value at 1, at the known eigenvalues, and its polynomial elsewhere.
        interval : tuple of two floats
            Middle and half length of the interval of all other eigenvalues.
        rows : ndarray
            The rows of B that are not zero.
        values : ndarray of shape (len(rows), q) or None
            Their values; None for unit vectors.
        wanted : ndarray or None
            Which rows of the results to give; None for all.
        """
        own = Graph(graph, self._device)
        known, at = self._tensor(vectors), torch.as_tensor(rows, device=self._device)
        columns = len(rows) if values is None else values.shape[1]
        count = own.rows if wanted is None else len(wanted)
        found = [np.empty((count, columns)) for _ in functions]
        kept = slice(None) if wanted is None else torch.as_tensor(wanted, device=self._device)
        degree = max(len(coefficients) for _, _, coefficients in functions)
        # B, its parts on components and on the rest, three polynomials, and the results.
        bytes_per_column = 8 * own.rows * (6 + len(functions))
        needed = vectors.nbytes + bytes_per_column
        check_memory(needed, self._device, f"label spreading of {own.rows} rows")
        # As many columns at a time as that allows.
        blocks = list(slices(columns, rows_within(SCRATCH, bytes_per_column)))
        progress = self._say("label spreading")
        for number, block in enumerate(blocks):
            width = block.stop - block.start
            x = torch.zeros((own.rows, width), dtype=torch.float64, device=self._device)
            if values is None:
                x[at[block], torch.arange(width, device=self._device)] = 1.0
            else:
                x.index_add_(0, at, self._tensor(values[:, block]))

            def say(step: int, done: int = number * degree) -> None:
                if progress is not None:
                    progress(done + step, len(blocks) * degree)

            for all_columns, result in zip(
                found, _applied(own, known, functions, interval, x, say), strict=True
            ):
                all_columns[:, block] = result[kept].cpu().numpy()
        return found

    def _say(self, step: str) -> Progress | None:
        if self._progress is None:
            return None
        return partial(self._progress, step)

    def _tensor(self, values: NDArray[np.float64]) -> torch.Tensor:
        return torch.as_tensor(np.ascontiguousarray(values), device=self._device)


def _applied(
    graph: Graph,
    known: torch.Tensor,
    functions: list[Function],
    interval: tuple[float, float],
    x: torch.Tensor,
    say: Any,
) -> list[torch.Tensor]:
    """Give f(N) X for every f: exact on known eigenvectors, Σ_j c_j T_j(L) on the rest of X."""
    middle, half = interval
    ones = graph.on_components(x)
    x = x - ones
    along = known.T @ x
    x -= known @ along
    results = []
    for at_one, at_values, coefficients in functions:
        own = known @ (torch.as_tensor(at_values, device=x.device)[:, None] * along)
        results.append(own.add_(ones, alpha=at_one).add_(x, alpha=float(coefficients[0])))
    # T_0 = 1, T_1 = L, T_(j+1) = 2 L T_j − T_(j−1), with L = (N − middle)/half.
    former, current = x, x
    for j in range(1, max(len(coefficients) for _, _, coefficients in functions)):
        following = graph.product(current).sub_(current, alpha=middle)
        following.mul_((1.0 if j == 1 else 2.0) / half)
        if j > 1:
            following -= former
        former, current = current, following
        for result, (_, _, coefficients) in zip(results, functions, strict=True):
            if j < len(coefficients):
                result.add_(current, alpha=float(coefficients[j]))
        say(j + 1)
    return results
