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

    def check(self, plan: dict[str, Any], columns: int) -> None:
        """Refuse what could not be mapped afterwards, or would be summed for ever."""

    def worker(self, rows: _input.Samples, plan: dict[str, Any]) -> Worker | None:
        """Give what the core asks while it fits a plan to these rows; None where it asks nobody."""

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

    def pair_sums(self, asked: str) -> tuple[Any, ...]:
        """Sum over the pairs that ``PairPass.to_json`` asks for, as ``PairSums.from_arrays`` takes it."""

    def nearest(
        self, shift: NDArray[np.float64], factor: NDArray[np.float64], k: int
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Find the k nearest other rows of every row of (x − shift) · factor, and their distances."""

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

    def check(self, plan: dict[str, Any], columns: int) -> None:
        """Refuse nothing: the core does."""

    def worker(self, rows: _input.Samples, plan: dict[str, Any]) -> None:
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


def fit(
    engine: Engine,
    rows: _input.Samples,
    labels: _labels.Labels,
    plan: dict[str, Any],
    matrices: dict[str, Any],
    **how: Any,
) -> Answer:
    """Fit a plan to rows that are here.

    ``matrices`` are weights, and whatever else was given of the rows beside themselves.
    """
    engine.check(plan, rows.shape[1])
    given = rows, labels.codes, labels.names, _input.to_json(plan)
    worker = engine.worker(rows, plan)
    if worker is None:
        return _core.fit(*given, **matrices, **how)
    if matrices:
        raise ValueError(
            f"{engine.name} takes neither weights nor matrices between rows: leave them out, or use"
            " device='cpu'"
        )
    if plan["method"]["name"] == "auto":
        return _core.fit(*given, engine=worker, **how)
    return _fit_sums(worker, *given, **how)


def _fit_sums(
    worker: Worker, rows: Any, codes: NDArray[np.int64], names: list[str], plan: str, **how: Any
) -> Answer:
    """Fit a learner with a graph, whose pairs the worker sums."""
    running = {"threads": how["threads"], "feature_names": how["feature_names"]}
    nobody = np.full(len(rows), -1)
    statistics = _core.Statistics(rows.shape[1]).add(rows, nobody, [], **running)
    asked = _core.PairPass(plan, statistics).to_json()
    sums = _core.PairSums.from_arrays(*worker.pair_sums(asked))
    return _core.fit_gathered(
        statistics, rows, codes, names, plan, sums=sums, engine=worker.name, **how
    )
