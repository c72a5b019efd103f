"""Everything that can be measured: halflit's methods, the peers, and methods of one's own."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import halflit
from halflit._registry import ESTIMATORS
from scoreboard.peers import PEERS
from scoreboard.settings import HIDDEN, n_components
from scoreboard.supervised import Classes, Rows

#: halflit's that are run where nothing else is asked for; "auto" is ``halflit.AutoDR``.
DEFAULT = ("auto", "ss-lfda", "ss-fda", "self", "lpp-star", "lfda", "fda", "pca")
#: Measurements share the processors out among themselves, and check nothing beside what they measure.
MEASURED = {"n_jobs": 1, "check": False}


class Method(NamedTuple):
    """A method: its name, and what gives the classes of the rows whose labels are hidden.

    ``own_scaling`` is for methods that look after the units of columns themselves: they are given the rows
    as they are.
    """

    name: str
    predict: Callable[[Rows, Classes], Classes]
    own_scaling: bool = False


def halflit_method(name: str) -> Method:
    """Give one of halflit's methods by its name at the shell; gamma and alpha are found automatically."""
    plain = name.lower().replace("_", "-")
    if plain == "auto":
        return Method("auto", _auto, own_scaling=True)
    learner = {"lpp-star": "lpp*"}.get(plain, plain)
    if learner not in names():
        known = ", ".join(["auto", *names()])
        raise ValueError(f"method {name} is unknown: there are {known}")
    return Method(learner.replace("*", "-star"), partial(_spectral, learner))


def names() -> list[str]:
    """List halflit's methods; one made of parts has no settings of its own, and is left out."""
    return [name for name in ESTIMATORS if name != "custom"]


def peer(name: str) -> Method:
    """Give a peer by its name."""
    if name not in PEERS:
        raise ValueError(f"peer {name} is unknown: there are {', '.join(PEERS)}")
    return Method(name, PEERS[name])


def own_method(reference: str | Callable[[], Any]) -> Method:
    """Give a method of one's own.

    Parameters
    ----------
    reference : str or callable
        What makes an estimator with ``fit(X, y)``, where -1 is an unlabeled row, and ``predict(X)``: a
        class or a function without parameters, or "module:name" of one.
    """
    factory = _imported(reference) if isinstance(reference, str) else reference
    return Method(factory.__name__, partial(_own, factory))


def _imported(reference: str) -> Callable[[], Any]:
    module, _, name = reference.partition(":")
    if not name:
        raise ValueError(f"{reference} must be written as module:factory")
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"{reference} cannot be imported: {error}") from error


def _auto(X: Rows, y: Classes) -> Classes:
    return _predicted(halflit.AutoDR(**MEASURED), X, y)


def _spectral(learner: str, X: Rows, y: Classes) -> Classes:
    estimator = ESTIMATORS[learner](n_components(X, y), **MEASURED)
    wanted = {name: "auto" for name in ("gamma", "alpha") if name in estimator.get_params()}
    return _predicted(estimator.set_params(**wanted), X, y)


def _own(factory: Callable[[], Any], X: Rows, y: Classes) -> Classes:
    return _predicted(factory(), X, y)


def _predicted(estimator: Any, X: Rows, y: Classes) -> Classes:
    return estimator.fit(X, y).predict(X[y == HIDDEN])
