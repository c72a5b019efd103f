"""The leading eigenpairs of a graph by the method of Lanczos."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ._device import Progress, check_memory

# As the threads have them: residuals, the most steps, and when a vector is rounding alone.
TOLERANCE = 1e-6
MOST_STEPS = 400
EXHAUSTED = 1e-10


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

    def shifted(self, x: torch.Tensor) -> torch.Tensor:
        """(N + I)/2 x without the component vectors."""
        out = self.product(x).add_(x).mul_(0.5)
        return out - self.on_components(out)


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
        # Torch says once that such matrices are new; their products are all that is asked of them.
        warnings.filterwarnings("ignore", message="Sparse CSR tensor support is in beta")
        return torch.sparse_csr_tensor(
            torch.from_numpy(starts.astype(kind)),
            torch.from_numpy(columns.astype(kind)),
            torch.from_numpy(np.ascontiguousarray(values)),
            size=(len(starts) - 1, width),
            check_invariants=False,
        ).to(device)


def leading(
    graph: Graph, wanted: int, progress: Progress | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Find eigenpairs of N behind those of its components.

    N is seen in the Krylov space of one vector, every basis vector kept orthogonal to all before it.

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
    most = min(MOST_STEPS, graph.rows - graph.components)
    check_memory(8 * graph.rows * (most + 1), graph.device, f"eigenmaps of {graph.rows} rows")
    # Any start that no eigenvector is orthogonal to; golden steps repeat nothing.
    start = torch.from_numpy(np.arange(1.0, graph.rows + 1) * 0.618_033_988_749_894_9 % 1.0 - 0.5)
    start = start.to(graph.device)
    start -= graph.on_components(start)
    basis = torch.empty((most + 1, graph.rows), dtype=torch.float64, device=graph.device)
    basis[0] = start / start.norm()
    diagonal: list[float] = []
    below: list[float] = []
    look = 2 * wanted + 20
    while True:
        steps = len(diagonal) + 1
        following = graph.shifted(basis[steps - 1])
        along = torch.dot(following, basis[steps - 1])
        # Twice, as one pass leaves rounding behind.
        for _ in range(2):
            following -= basis[:steps].T @ (basis[:steps] @ following)
        length = following.norm()
        own, far = torch.stack([along, length]).tolist()
        diagonal.append(own)
        if progress is not None:
            progress(steps, most)
        ended = steps >= most or far < EXHAUSTED
        if steps >= look or ended:
            look = steps + steps // 3
            tridiagonal = np.diag(diagonal) + np.diag(below, 1) + np.diag(below, -1)
            values, vectors = np.linalg.eigh(tridiagonal)
            count = min(wanted, steps)
            last = vectors[-1, steps - count :]
            if ended or (far * np.abs(last) < TOLERANCE).all():
                chosen = np.ascontiguousarray(vectors[:, ::-1][:, :count])
                found = basis[:steps].T @ torch.from_numpy(chosen).to(graph.device)
                return 2.0 * values[::-1][:count] - 1.0, found.cpu().numpy()
        below.append(far)
        basis[steps] = following / length
