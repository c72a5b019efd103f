"""Where work on all rows is done: one protocol for threads and devices.

Rows that are elsewhere, as those of ``halflit.dask``, are worked on there, by the same parts of the core: a
block gives its ``Statistics``, two blocks ``BlockNearest`` and ``PairSums``; these are merged in any order
and fitted by ``fit_gathered``, and a fitted model maps and classifies the blocks that it is sent to.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from halflit import _core, _input, _labels

#: Class numbers, and the probability of every class.
Election: TypeAlias = tuple[NDArray[np.int64], NDArray[np.float64]]
#: A model, and what is to be told of the fit.
Answer: TypeAlias = tuple[_core.Model, str]


class Engine(Protocol):
    """Who works on rows; ``diagnostics_["engine"]`` has its name. What it cannot do it refuses."""

    name: str

    def check(self, plan: dict[str, Any], columns: int, *, weighed: bool) -> None:
        """Refuse what it could not do for a fit to rows of so many columns, or map afterwards."""

    def worker(self, rows: _input.Samples) -> Worker | None:
        """Give what the core asks while it fits these rows; None where it asks nobody."""

    def transform(
        self, model: _core.Model, rows: _input.Samples, **how: Any
    ) -> NDArray[np.float64]:
        """Map rows into the subspace."""

    def elect(
        self, model: _core.Model, rows: _input.Samples, votes: int | None, **how: Any
    ) -> Election:
        """Classify rows by so many votes, or as the model reads them."""

    def transduction(
        self,
        model: _core.Model,
        rows: _input.Samples,
        labels: _labels.Labels,
        votes: int | None,
        **how: Any,
    ) -> NDArray[np.int64]:
        """Give the class number of every row of the fit, predicted where it has no label."""


class Worker(Protocol):
    """What the core asks for while it fits the rows that the worker has. What it raises ends the fit."""

    name: str

    def pair_sums(self, asked: str) -> _core.PairSums:
        """Sum over the pairs of a graph: which, how and around what is asked for as JSON."""

    def nearest(
        self,
        k: int,
        shift: NDArray[np.float64] | None = None,
        factor: NDArray[np.float64] | None = None,
        rows: NDArray[np.float64] | None = None,
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Find the k nearest other rows of every row, and their distances.

        The rows are (x − shift) · factor, or those that are given.
        """

    def leading(
        self, graph: dict[str, Any], wanted: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Find the largest eigenvalues of a graph behind those of its components, and their vectors."""

    def functions(
        self,
        graph: dict[str, Any],
        vectors: NDArray[np.float64],
        functions: list[tuple[float, NDArray[np.float64], NDArray[np.float64]]],
        interval: tuple[float, float],
        rows: NDArray[np.int64],
        values: NDArray[np.float64] | None,
        wanted: NDArray[np.int64] | None,
    ) -> list[NDArray[np.float64]]:
        """Give f(N) B for every f: see ``GraphFunctions`` of the Rust library."""


class Threads:
    """The threads of the processor, which are the core's own."""

    name = "threads"

    def check(self, plan: dict[str, Any], columns: int, *, weighed: bool) -> None:
        """Refuse nothing: the core does."""

    def worker(self, rows: _input.Samples) -> None:
        """Leave it to the core."""

    def transform(
        self, model: _core.Model, rows: _input.Samples, **how: Any
    ) -> NDArray[np.float64]:
        """Map rows into the subspace."""
        return model.transform(rows, **how)

    def elect(
        self, model: _core.Model, rows: _input.Samples, votes: int | None, **how: Any
    ) -> Election:
        """Classify rows."""
        return model.elect(rows, votes=votes, **how)

    def transduction(
        self,
        model: _core.Model,
        rows: _input.Samples,
        labels: _labels.Labels,
        votes: int | None,
        **how: Any,
    ) -> NDArray[np.int64]:
        """Give the class number of every row of the fit, predicted where it has no label."""
        return model.transduction(rows, labels.codes, labels.names, votes=votes, **how)


def of(estimator: Any) -> Engine:
    """Give the engine that an estimator asks for."""
    if estimator.device == "cpu":
        return Threads()
    # Says what to install where torch is missing.
    from halflit import cuda

    return cuda.Device(estimator.device, verbose=bool(estimator.verbose))
