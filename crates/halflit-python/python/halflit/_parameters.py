"""Constructor parameters in the words of the library, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from halflit import _checks, _names

#: Parameters that may be tuned.
TUNABLE = ("gamma", "alpha")


class Field(NamedTuple):
    """Some constructor parameters and how the library writes them."""

    write: Callable[[Any], dict[str, Any]]
    read: Callable[[dict[str, Any]], dict[str, Any]]


def is_tuned(value: Any) -> bool:
    """Whether a parameter is to be searched for: "auto" or several values."""
    return isinstance(value, str) or _checks.is_sequence(value)


def search(estimator: Any) -> str | dict[str, Any]:
    """Write how open parameters are found: not at all, by the automatic choice, or from lists."""
    values = {name: getattr(estimator, name, None) for name in TUNABLE}
    wanted = {name: value for name, value in values.items() if is_tuned(value)}
    automatic = {name: isinstance(wanted.get(name), str) for name in TUNABLE}
    if not wanted:
        return "fixed"
    if all(automatic[name] for name in wanted):
        return {"auto": automatic}
    lists = {name: value for name, value in wanted.items() if not automatic[name]}
    return {"grid": {**lists, "open": automatic}}


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


def _write_constraint(estimator: Any) -> dict[str, Any]:
    if not isinstance(estimator.constraint, str):
        names = ", ".join(f'"{choice.name}"' for choice in _names.CHOICES["semi_constraint"])
        _checks.refuse("constraint", estimator.constraint, f"one of {names}")
    return {"constraint": estimator.constraint}


CONSTRAINT = Field(_write_constraint, _same("constraint").read)
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


def _write_affinity(estimator: Any) -> dict[str, Any]:
    neighbors = estimator.n_neighbors
    if not _checks.is_whole(neighbors):
        _checks.refuse("n_neighbors", neighbors, "a whole number of at least 1")
    return {"affinity": {estimator.affinity: neighbors}, "metric": estimator.metric}


AFFINITY = Field(_write_affinity, _read_affinity)

HEAT = Field(
    lambda estimator: {
        "heat": estimator.heat
        if isinstance(estimator.heat, dict)
        else {"local-scaling": estimator.heat}
    },
    lambda given: {"heat": given["heat"]},
)


def neighborhood(estimator: Any) -> dict[str, Any]:
    """Write the graph of near rows."""
    graph = estimator.graph
    own = graph if isinstance(graph, dict) else {"pairs": _pairs(graph)}
    near = {"metric": estimator.metric, "search": estimator.search, **own}
    if near["search"] == "auto":
        del near["search"]  # the library's own choice, which it does not write
    return near


def _pairs(graph: str | int) -> str | dict[str, int]:
    return graph if isinstance(graph, str) else {"nearest": graph}


GRAPH = Field(
    lambda estimator: {"graph": neighborhood(estimator)},
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
    for name, value in (("scaling", scaling), ("kernel", kernel), ("kernel_params", kernel_params)):
        if value is not None:
            _checks.check(name, value)
    params = dict(kernel_params or {})
    if kernel is None and params:
        raise ValueError(
            f"kernel_params = {params!r} does not go without a kernel: name one, or leave them out"
        )
    choices = [choice.name for choice in _names.CHOICES["negative_eigenvalues"]]
    negative = params.pop("negative_eigenvalues", choices[0])
    if not isinstance(negative, str):
        listed = ", ".join(f'"{name}"' for name in choices)
        _checks.refuse('kernel_params["negative_eigenvalues"]', negative, f"one of {listed}")
    rank = params.pop("kernel_rank", "auto")
    if not isinstance(rank, str):
        allowed = '"auto", "full", "leading:NUMBER" or "landmarks:NUMBER"'
        _checks.refuse('kernel_params["kernel_rank"]', rank, allowed)
    part = None if kernel is None else {"name": kernel, "parameters": _own_params(kernel, params)}
    return {
        "scaling": scaling or _names.CHOICES["scaling"][0].name,
        "kernel": part,
        "kernel_rank": rank,
        "negative_eigenvalues": negative,
    }


def read_space(given: dict[str, Any]) -> dict[str, Any]:
    """Read it back, a kernel by the shortest of its names, which is scikit-learn's."""
    scaling = {"scaling": None if given["scaling"] == "none" else given["scaling"]}
    if given["kernel"] is None:
        return scaling
    names = _names.KERNELS[given["kernel"]["name"]].names
    usual = {
        "kernel_rank": "auto",
        "negative_eigenvalues": _names.CHOICES["negative_eigenvalues"][0].name,
    }
    params = {**given["kernel"]["parameters"]}
    params |= {name: given[name] for name, own in usual.items() if given[name] != own}
    return {**scaling, "kernel": min(names, key=len), "kernel_params": params or None}


#: What scikit-learn's gamma is in the kernels of the library.
_GAMMA: dict[str, Callable[[float], tuple[str, float]]] = {
    "rbf": lambda gamma: ("width", gamma**-0.5),
    "laplacian": lambda gamma: ("width", 1.0 / gamma),
    "polynomial": lambda gamma: ("scale", gamma),
    "sigmoid": lambda gamma: ("scale", gamma),
}


def _own_params(kernel: str, params: dict[str, Any]) -> dict[str, Any]:
    """Check the parameters of a kernel, and write gamma as the library does."""
    known = next((own for own in _names.KERNELS.values() if kernel in own.names), None)
    if known is None:
        return params  # the core knows which name was meant
    ranges = {parameter.name: parameter.range for parameter in known.parameters}
    if known.name in _GAMMA:
        ranges["gamma"] = "a finite number above 0"
    for name, value in params.items():
        if name not in ranges:
            taken = [*ranges, "negative_eigenvalues", "kernel_rank"]
            allowed = ", ".join(f'"{own}"' for own in taken)
            raise ValueError(f"kernel_params has {name!r}, and {kernel!r} takes {allowed} only")
        if not _has_range(value, ranges[name]):
            _checks.refuse(f'kernel_params["{name}"]', value, ranges[name])
    if "gamma" not in params:
        return params
    name, value = _GAMMA[known.name](float(params["gamma"]))
    if name in params:
        raise ValueError(f'kernel_params has "gamma" and "{name}", which say the same: give one')
    return {own: value for own, value in params.items() if own != "gamma"} | {name: value}


def _has_range(value: Any, allowed: str) -> bool:
    """Whether a value is what the library's words ask for."""
    if allowed.startswith("a whole number"):
        return _checks.is_whole(value) and value >= 1
    return _checks.is_number(value) and (value > 0 or "above 0" not in allowed)
