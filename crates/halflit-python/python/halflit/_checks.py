"""Parameters, refused by name and range before the core sees them.

Names are left to the core, which knows them all.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np

from halflit import _names

#: The largest whole number that the core takes.
_LARGEST = 2**63 - 1


class Rule(NamedTuple):
    """What a parameter may be, and the same in words."""

    allows: Callable[[Any], bool]
    allowed: str


def is_number(value: Any) -> bool:
    """Whether this is one finite number; True and False are none."""
    return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)


def is_whole(value: Any) -> bool:
    """Whether this is one whole number; True and False are none."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_sequence(value: Any) -> bool:
    """Whether these are several values."""
    return isinstance(value, list | tuple) or getattr(value, "ndim", 0) == 1


def refuse(name: str, value: Any, allowed: str) -> None:
    """Raise, in the words of the library."""
    value = value.item() if isinstance(value, np.generic) else value
    raise ValueError(f"{name} = {value!r} is out of range: allowed is {allowed}")


def check(name: str, value: Any) -> None:
    """Refuse a value that the parameter of this name cannot have."""
    rule = RULES.get(name)
    if is_whole(value) and not -_LARGEST <= value <= _LARGEST and name != "random_state":
        refuse(name, value, "a number below 2**63")
    if rule is not None and not rule.allows(value):
        refuse(name, value, rule.allowed)


def check_all(estimator: Any) -> None:
    """Refuse parameters of an estimator that have the wrong type or are out of range."""
    names = inspect.signature(type(estimator)).parameters
    check_arguments(type(estimator), {name: getattr(estimator, name) for name in names})


def check_arguments(function: Callable[..., Any], given: dict[str, Any]) -> None:
    """Refuse arguments of a function that have the wrong type or are out of range.

    None is allowed where it is the default.
    """
    for name, parameter in inspect.signature(function).parameters.items():
        if given[name] is not None or parameter.default is not None:
            check(name, given[name])


def components(value: int | str) -> int | None:
    """Check a number of axes, and write it for the core: None for one that fits the classes."""
    check("n_components", value)
    return None if isinstance(value, str) else int(value)


def _whole(least: int) -> Callable[[Any], bool]:
    return lambda value: is_whole(value) and value >= least


def _number(least: float) -> Callable[[Any], bool]:
    return lambda value: is_number(value) and value >= least


def _count() -> Rule:
    return Rule(_whole(1), "a whole number of at least 1")


def _tunable(least: float) -> Rule:
    fits = _number(least)

    def allows(value: Any) -> bool:
        if isinstance(value, str):
            return value == "auto"
        if is_sequence(value):
            return len(value) > 0 and all(fits(own) for own in value)
        return fits(value)

    return Rule(allows, f'a number of at least {least:g}, "auto" or some such numbers in a list')


def _pair_or_count(value: Any) -> bool:
    fits = _whole(1)
    return all(map(fits, value)) if is_sequence(value) and len(value) == 2 else fits(value)


def _text(names: list[str]) -> Rule:
    listed = ", ".join(f'"{name}"' for name in names)
    return Rule(lambda value: isinstance(value, str), f"one of {listed}")


def _own_form(plain: str) -> Rule:
    return Rule(lambda value: isinstance(value, str | dict) or _whole(1)(value), plain)


def _is_seed(value: Any) -> bool:
    if is_whole(value):
        return 0 <= value < 2**64
    return value is np.random or isinstance(value, np.random.RandomState)


def _is_gpu(value: str) -> bool:
    kind, colon, number = value.partition(":")
    return kind == "cuda" and (not colon or number.isdecimal())


def _yes_or_no() -> Rule:
    return Rule(lambda value: isinstance(value, bool | np.bool_), "True or False")


def _are_names(value: Any) -> bool:
    return is_sequence(value) and len(value) > 0 and all(isinstance(own, str) for own in value)


def _choices(parameter: str) -> list[str]:
    return [choice.name for choice in _names.CHOICES[parameter]]


RULES = {
    "n_components": Rule(
        lambda value: (isinstance(value, str) and value == "auto") or _whole(1)(value),
        '"auto" or a whole number of at least 1',
    ),
    "n_coordinates": _count(),
    "n_neighbors": Rule(_pair_or_count, "a whole number of at least 1, or two of them"),
    "n_votes": _count(),
    "gamma": _tunable(0),
    "alpha": _tunable(1),
    "within_weight": Rule(_number(0), "a number of at least 0"),
    "affinity": _text(["nearest", "local-scaling"]),
    "metric": _text(_choices("metric")),
    "search": _text(_choices("search")),
    "views": _text(_choices("views")),
    "weights": _text(_choices("weights")),
    "scaling": _text(_choices("scaling")),
    "kernel": _text(list(_names.KERNELS)),
    "kernel_params": Rule(lambda value: isinstance(value, dict), "a dict of numbers by name"),
    "heat": _own_form("a whole number of at least 1 or the library's own form in a dict"),
    "graph": _own_form('"all", a whole number of at least 1 or the library\'s own form in a dict'),
    "ridge": Rule(
        lambda value: isinstance(value, str) or _number(0)(value),
        "a number of at least 0 or the name of a rule",
    ),
    "check": _yes_or_no(),
    "count": _count(),
    "pairs": Rule(
        lambda value: isinstance(value, str) and value in ("sample", "exact"),
        '"sample" or "exact"',
    ),
    "sample_rows": Rule(_whole(2), "a whole number of at least 2"),
    "port": Rule(
        lambda value: is_whole(value) and 0 <= value < 2**16, "a whole number from 0 to 65535"
    ),
    "open": _yes_or_no(),
    "where": Rule(
        lambda value: isinstance(value, str) and value in ("auto", "notebook", "browser"),
        '"auto", "notebook" or "browser"',
    ),
    "learners": Rule(_are_names, "a list of names"),
    "n_splits": Rule(_whole(2), "a whole number of at least 2"),
    "tune": _yes_or_no(),
    "folds": _yes_or_no(),
    "random_state": Rule(_is_seed, "a whole number from 0 to 2**64 - 1 or a RandomState"),
    "device": Rule(
        lambda value: isinstance(value, str) and (value == "cpu" or _is_gpu(value)),
        '"cpu", "cuda", or "cuda:" and a number',
    ),
    "verbose": Rule(
        lambda value: isinstance(value, bool) or _whole(0)(value), "False, True or a whole number"
    ),
}
