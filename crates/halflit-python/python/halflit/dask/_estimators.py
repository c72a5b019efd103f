"""Estimators for dask collections, made from the plain ones."""

from __future__ import annotations

import inspect
from typing import Any

from halflit._auto import AutoDR
from halflit._registry import ESTIMATORS as ESTIMATORS_OF_LEARNERS
from halflit.dask import _docs
from halflit.dask._mixins import Exact, Paired, Sampled

#: Parameters beside those of the plain estimator, with their defaults.
_PAIRS = {"pairs": "sample", "sample_rows": None}
_SEED = {"random_state": None}


def _made(plain: type, mixin: type, **more: Any) -> type:
    """Give the estimator of the same name for dask collections."""
    own = inspect.signature(plain.__init__)
    word = inspect.Parameter.KEYWORD_ONLY
    extra = [inspect.Parameter(name, word, default=value) for name, value in more.items()]
    signature = own.replace(parameters=[*own.parameters.values(), *extra])

    def __init__(self: Any, *arguments: Any, **named: Any) -> None:
        bound = signature.bind(self, *arguments, **named)
        bound.apply_defaults()
        self._store(bound.arguments)

    __init__.__signature__ = signature
    names = {
        "__init__": __init__,
        "__module__": "halflit.dask",
        "__qualname__": plain.__qualname__,
        "__doc__": _docs.text(plain, more),
        "_plain": plain,
    }
    return type(plain.__name__, (mixin, plain), names)


def _of_blocks(plain: type) -> type:
    """Give its form for blocks: graphs and local scales need pairs of rows, else one pass is exact."""
    if {"graph", "heat"} & set(inspect.signature(plain).parameters):
        return _made(plain, Paired, **_PAIRS)
    return _made(plain, Exact)


_PLAIN = {plain.__qualname__: plain for plain in ESTIMATORS_OF_LEARNERS.values()}
#: By their names.
ESTIMATORS = {
    **{name: _of_blocks(plain) for name, plain in _PLAIN.items()},
    "AutoDR": _made(AutoDR, Sampled, **_PAIRS, **_SEED),
}
