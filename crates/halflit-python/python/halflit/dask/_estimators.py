"""Estimators for dask collections, made from the plain ones."""

from __future__ import annotations

import inspect
from typing import Any

import halflit
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


_EXACT = ("PCA", "FDA", "MMC", "DNE", "MFA", "LFDA", "SELF")
_GRAPH = ("LPP", "SSFDA", "SSMMC", "SSDNE", "SSMFA", "SSLDE", "SSSNLE", "SSLFDA", "SpectralDR")
#: These take the scales of labeled rows from their nearest ones among all rows.
_SCALED = ("LDE", "SNLE")

#: By their names.
ESTIMATORS = {
    **{name: _made(getattr(halflit, name), Exact) for name in _EXACT},
    **{name: _made(getattr(halflit, name), Paired, **_PAIRS) for name in (*_GRAPH, *_SCALED)},
    "AutoDR": _made(halflit.AutoDR, Sampled, **_PAIRS, **_SEED),
}
