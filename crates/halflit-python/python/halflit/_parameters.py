"""Constructor parameters in the words of the library, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

#: Parameters that may be tuned.
TUNABLE = ("gamma", "alpha")

_KERNELS = {"poly": "polynomial"}


class Field(NamedTuple):
    """Some constructor parameters and how the library writes them."""

    write: Callable[[Any], dict[str, Any]]
    read: Callable[[dict[str, Any]], dict[str, Any]]


def is_tuned(value: Any) -> bool:
    """Whether a parameter is to be searched for: "auto" or several values."""
    return isinstance(value, str | list | tuple) or getattr(value, "ndim", 0) == 1


def grid(estimator: Any) -> dict[str, Any] | None:
    """Collect the values to try, "auto" for the library's own."""
    values = {name: getattr(estimator, name, None) for name in TUNABLE}
    tuned = {name: value for name, value in values.items() if is_tuned(value)}
    return tuned or None


def _numbers(estimator: Any) -> dict[str, Any]:
    values = {name: getattr(estimator, name) for name in TUNABLE if hasattr(estimator, name)}
    return {name: value for name, value in values.items() if not is_tuned(value)}


def _same(*names: str) -> Field:
    return Field(
        lambda estimator: {name: getattr(estimator, name) for name in names},
        lambda given: {name: given[name] for name in names if name in given},
    )


#: gamma and alpha, as far as they are not tuned.
BALANCE = Field(_numbers, _same(*TUNABLE).read)
CONSTRAINT = _same("constraint")
WITHIN_WEIGHT = _same("within_weight")


def _write_class_neighbors(estimator: Any) -> dict[str, Any]:
    given = estimator.n_neighbors
    same, other = given if isinstance(given, tuple | list) else (given, given)
    return {"neighbors_same": same, "neighbors_other": other, "metric": estimator.metric}


def _read_class_neighbors(given: dict[str, Any]) -> dict[str, Any]:
    same, other = given["neighbors_same"], given["neighbors_other"]
    return {"n_neighbors": same if same == other else (same, other), "metric": given["metric"]}


CLASS_NEIGHBORS = Field(_write_class_neighbors, _read_class_neighbors)


def _read_affinity(given: dict[str, Any]) -> dict[str, Any]:
    ((affinity, neighbors),) = given["affinity"].items()
    return {"affinity": affinity, "n_neighbors": neighbors, "metric": given["metric"]}


AFFINITY = Field(
    lambda estimator: {
        "affinity": {estimator.affinity: estimator.n_neighbors},
        "metric": estimator.metric,
    },
    _read_affinity,
)

HEAT = Field(
    lambda estimator: {
        "heat": estimator.heat
        if isinstance(estimator.heat, dict)
        else {"local-scaling": estimator.heat}
    },
    lambda given: {"heat": given["heat"]},
)


def neighborhood(graph: Any, metric: str) -> dict[str, Any]:
    """Write the graph of near rows."""
    if isinstance(graph, dict):
        return {"metric": metric, **graph}
    return {"pairs": graph if isinstance(graph, str) else {"nearest": graph}, "metric": metric}


GRAPH = Field(
    lambda estimator: {"graph": neighborhood(estimator.graph, estimator.metric)},
    lambda given: {"graph": given["graph"]},
)
#: The same where no other parameter has a metric.
GRAPH_WITH_METRIC = Field(
    GRAPH.write, lambda given: {"graph": given["graph"], "metric": given["graph"]["metric"]}
)


def kernel(name: str | None, params: dict[str, Any] | None) -> dict[str, Any]:
    """Write a kernel and what to do where it is not positive semidefinite."""
    params = dict(params or {})
    negative = params.pop("negative_eigenvalues", "refuse")
    written = None if name is None else {_KERNELS.get(name, name): params}
    return {"kernel": written, "negative_eigenvalues": negative}


def read_kernel(given: dict[str, Any] | None) -> dict[str, Any]:
    """Read a kernel back."""
    if given is None:
        return {}
    ((name, params),) = given.items()
    python = {library: python for python, library in _KERNELS.items()}
    return {"kernel": python.get(name, name), "kernel_params": params or None}
