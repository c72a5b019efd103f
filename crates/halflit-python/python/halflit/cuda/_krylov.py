"""The leading eigenpairs of a graph by the method of Lanczos."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ._device import Progress, check_memory

# As the threads have them: residuals, the most steps, eigenvalues behind the wanted ones below which the
# filter begins, steps of a round beyond the wanted ones, a first guess where these begin, and when a vector
# is rounding alone.
TOLERANCE = 1e-9
MOST_STEPS = 600
BEHIND = 10
MORE_STEPS = 30
FIRST_EDGE = 0.7
EXHAUSTED = 1e-10

# How much smaller the filter is below the wanted eigenvalues than at the largest, its highest degree, and by
# how much rounding along known eigenvectors may grow before it is taken out.
DAMPED = 1e3
MOST_DEGREES = 60
GROWN = 1e6


class Graph:
    """N = D^(−1/2) W D^(−1/2) on a device, and the unit eigenvectors of its components.

    Parameters
    ----------
    parts : dict
        ``starts``, ``columns`` and ``values`` of N row by row; the ``component`` of every row, how many
        ``components`` there are, and their vectors, all in one: ``ones``.
    device : torch.device
        Where to.
    """

    def __init__(self, parts: dict[str, Any], device: torch.device) -> None:
        self.rows: int = len(parts["ones"])
        self.components: int = parts["components"]
        self.device = device
        self._matrix = _sparse(
            parts["starts"], parts["columns"], parts["values"], self.rows, device
        )
        self._ones = torch.as_tensor(parts["ones"], device=device)
        self._component = torch.as_tensor(parts["component"], device=device)
        # Uᵀ as a sparse matrix: its products have one order of summation, unlike scattered additions.
        order = np.argsort(parts["component"], kind="stable")
        starts = np.searchsorted(parts["component"][order], np.arange(self.components + 1))
        self._across = _sparse(starts, order, parts["ones"][order], self.rows, device)

    def product(self, x: torch.Tensor) -> torch.Tensor:
        """N x, of one column or of many."""
        return self._matrix @ x

    def on_components(self, x: torch.Tensor) -> torch.Tensor:
        """U Uᵀ x."""
        along = (self._across @ x)[self._component]
        return along * (self._ones if x.ndim == 1 else self._ones[:, None])


def _sparse(
    starts: NDArray[np.int64],
    columns: NDArray[np.int64],
    values: NDArray[np.float64],
    width: int,
    device: torch.device,
) -> torch.Tensor:
    # Short numbers are read faster.
    kind = np.int32 if len(columns) < 2**31 else np.int64
    with warnings.catch_warnings():
        # Torch says once that such matrices are new, and once that it does not check them; these are right by
        # construction, and their products are all that is asked of them.
        warnings.filterwarnings("ignore", message="Sparse CSR tensor support is in beta")
        warnings.filterwarnings("ignore", message="Sparse invariant checks are implicitly disabled")
        return torch.sparse_csr_tensor(
            torch.from_numpy(starts.astype(kind)).to(device),
            torch.from_numpy(columns.astype(kind)).to(device),
            torch.from_numpy(np.ascontiguousarray(values)).to(device),
            size=(len(starts) - 1, width),
            check_invariants=False,
        )


class Filter:
    """A Chebyshev polynomial of N that is small below an edge and 1 at the largest eigenvalue.

    Parameters
    ----------
    edge : float
        Where the wanted eigenvalues begin.
    largest : float
        The largest of them.
    """

    def __init__(self, edge: float, largest: float) -> None:
        self._middle, self._half = 0.5 * (edge - 1.0), 0.5 * (edge + 1.0)
        reach = math.acosh(max((largest - self._middle) / self._half, 1.0))
        degree = math.ceil(math.acosh(DAMPED) / reach) if reach > 0 else MOST_DEGREES
        self._degree = min(max(degree, 2), MOST_DEGREES)
        self._largest = math.cosh(self._degree * reach)
        # No eigenvalue is above 1.
        growth = math.acosh(max((1.0 - self._middle) / self._half, 1.0))
        cleaned = math.acosh(GROWN) / growth if growth > 0 else MOST_DEGREES
        self._cleaned = int(min(max(cleaned, 1.0), MOST_DEGREES))

    def __call__(
        self, graph: Graph, x: torch.Tensor, off: Callable[[torch.Tensor], torch.Tensor]
    ) -> torch.Tensor:
        """Apply the polynomial of N to x; ``off`` takes known eigenvectors out."""
        former, current = x, self._mapped(graph, x)
        # T_(j+1) = 2 L T_j − T_(j−1).
        for j in range(1, self._degree):
            former, current = current, self._mapped(graph, current).mul_(2.0).sub_(former)
            if j % self._cleaned == 0:
                former, current = off(former), off(current)
        return off(current / self._largest)

    def _mapped(self, graph: Graph, x: torch.Tensor) -> torch.Tensor:
        return graph.product(x).sub_(x, alpha=self._middle).div_(self._half)


def leading(
    graph: Graph, wanted: int, progress: Progress | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Find eigenpairs of N behind those of its components, by the method of Lanczos in rounds.

    Every round spans a short Krylov space. Eigenvectors that it holds are taken out of N, and what is known
    of the others tells the next round what to look for.

    Parameters
    ----------
    graph : Graph
        N.
    wanted : int
        How many.
    progress : callable, default=None
        Called after every step with what is done and the most there may be to do; may raise to stop.

    Returns
    -------
    values : ndarray of shape (m,)
        Descending; fewer than wanted where the Krylov space ends before.
    vectors : ndarray of shape (n, m)
        Their eigenvectors.
    """
    needed = 8 * graph.rows * (4 * wanted + MORE_STEPS + BEHIND + 5)
    check_memory(needed, graph.device, f"eigenmaps of {graph.rows} rows")
    # Any start that no eigenvector is orthogonal to; golden steps repeat nothing.
    start = torch.from_numpy(np.arange(1.0, graph.rows + 1) * 0.618_033_988_749_894_9 % 1.0 - 0.5)
    start = start.to(graph.device)
    found = torch.empty((0, graph.rows), dtype=torch.float64, device=graph.device)
    values = np.empty(0)
    polynomial, steps, edge = Filter(FIRST_EDGE, 1.0), 0, -1.0
    while True:
        left = wanted - len(found)
        most = min(left + MORE_STEPS, graph.rows - graph.components - len(found))
        space = _Space(graph, polynomial, found, start, most)
        for _ in space:
            steps += 1
            if progress is not None:
                progress(min(steps, MOST_STEPS), MOST_STEPS)
        quotients, residuals, vectors = space.pairs(left + BEHIND)
        ends = space.is_exhausted or steps >= MOST_STEPS
        open_at = np.append(residuals[:left] >= TOLERANCE, True)
        done = min(left, len(quotients)) if ends else int(np.argmax(open_at))
        values = np.append(values, quotients[:done])
        found = torch.cat([found, vectors[:done]])
        if ends or done == left:
            order = np.argsort(-values, kind="stable")
            return values[order], found.T.cpu().numpy()[:, order]
        # Ritz values are never above the eigenvalues that they stand for.
        edge = min(max(edge, quotients[-1]), quotients[done])
        polynomial = Filter(edge, quotients[done] + residuals[done])
        start = vectors[done:].sum(dim=0)


class _Space:
    """A Krylov space of a filter of N, step by step."""

    def __init__(
        self,
        graph: Graph,
        polynomial: Filter,
        found: torch.Tensor,
        start: torch.Tensor,
        most: int,
    ) -> None:
        self._graph, self._polynomial, self._found = graph, polynomial, found
        self._basis = torch.empty((most, graph.rows), dtype=torch.float64, device=graph.device)
        start = self._off(start)
        self._basis[0] = start / start.norm()
        self._diagonal: list[float] = []
        self._below: list[float] = []
        self.is_exhausted = False

    def __iter__(self) -> Iterator[int]:
        most = len(self._basis)
        for steps in range(1, most + 1):
            own = self._basis[:steps]
            following = self._polynomial(self._graph, own[-1], self._off)
            along = torch.dot(following, own[-1])
            # Twice, as one pass leaves rounding behind.
            for _ in range(2):
                following -= own.T @ (own @ following)
            value, length = torch.stack([along, following.norm()]).tolist()
            self._diagonal.append(value)
            self.is_exhausted = length < EXHAUSTED
            yield steps
            if steps == most or self.is_exhausted:
                return
            self._below.append(length)
            self._basis[steps] = following / length

    def pairs(self, wanted: int) -> tuple[NDArray[np.float64], NDArray[np.float64], torch.Tensor]:
        """Rayleigh quotients, their residuals, and unit vectors, one in a row."""
        steps = len(self._diagonal)
        below = self._below[: steps - 1]
        tridiagonal = np.diag(self._diagonal) + np.diag(below, 1) + np.diag(below, -1)
        coefficients = np.linalg.eigh(tridiagonal)[1][:, ::-1][:, :wanted]
        # A copy: torch takes no negative stride, which a single row keeps though it is contiguous.
        coefficients = torch.from_numpy(coefficients.T.copy())
        vectors = coefficients.to(self._graph.device) @ self._basis[:steps]
        vectors /= vectors.norm(dim=1, keepdim=True)
        images = self._graph.product(vectors.T.contiguous()).T
        quotients = (images * vectors).sum(dim=1)
        residuals = (images - quotients[:, None] * vectors).norm(dim=1)
        return quotients.cpu().numpy(), residuals.cpu().numpy(), vectors

    def _off(self, x: torch.Tensor) -> torch.Tensor:
        """Without the eigenvectors that are known."""
        x = x - self._graph.on_components(x)
        return x - self._found.T @ (self._found @ x)
