"""Constructor parameters in the words of the library, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from halflit import _names

#: Parameters that may be tuned.
TUNABLE = ("gamma", "alpha")


class Field(NamedTuple):
    """Some constructor parameters and how the library writes them."""

    write: Callable[[Any], dict[str, Any]]
    read: Callable[[dict[str, Any]], dict[str, Any]]


def is_tuned(value: Any) -> bool:
    """Whether a parameter is to be searched for: "auto" or several values."""
    return isinstance(value, str | list | tuple) or getattr(value, "ndim", 0) == 1


def search(estimator: Any) -> str | dict[str, Any]:
    """Write how open parameters are found: not at all, by the automatic choice, or from lists."""
    values = {name: getattr(estimator, name, None) for name in TUNABLE}
    wanted = {name: value for name, value in values.items() if is_tuned(value)}
    automatic = {name: isinstance(wanted.get(name), str) for name in TUNABLE}
    for name, value in wanted.items():
        if (automatic[name] and value != "auto") or len(value) == 0:
            allowed = 'a number, "auto" or some numbers to choose from'
            raise ValueError(f"{name} = {value!r} is out of range: allowed is {allowed}")
    if not any(automatic.values()):
        return {"grid": wanted} if wanted else "fixed"
    if not all(automatic[name] for name in wanted):
        raise ValueError(
            'gamma and alpha are found in one way: give "auto" or a number for each, '
            "or a list or a number for each"
        )
    return {"auto": automatic}


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


def space(
    scaling: str | None, kernel: str | None, kernel_params: dict[str, Any] | None
) -> dict[str, Any]:
    """Write what is done to the rows before a learner sees them."""
    params = dict(kernel_params or {})
    refuse = _names.CHOICES["negative_eigenvalues"][0].name
    return {
        "scaling": scaling or _names.CHOICES["scaling"][0].name,
        "kernel": kernel,
        "negative_eigenvalues": params.pop("negative_eigenvalues", refuse),
        "kernel_params": params,
    }


def read_kernel(given: dict[str, Any] | None) -> dict[str, Any]:
    """Read a kernel back, by the shortest of its names, which is scikit-learn's."""
    if given is None:
        return {}
    ((name, params),) = given.items()
    return {"kernel": min(_names.KERNELS[name].names, key=len), "kernel_params": params or None}
