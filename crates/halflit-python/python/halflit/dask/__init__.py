"""The estimators for dask arrays and dataframes: rows that lie in blocks, on one machine or many.

``pip install "halflit[dask]"``. The names are those of ``halflit``, and so are their parameters. ``fit``
computes, by the scheduler in use; ``transform``, ``predict`` and ``predict_proba`` give collections that are
not yet computed. See docs/scale.md.

======================================  ===========================================================
``PCA``, ``FDA`` and all others         exact: one pass, of which statistics and labeled rows
without a graph or local scales         are gathered
``LPP``, ``SSLFDA`` and all others      on a sample with every labeled row, or exact by pairs of
with a graph or local scales            blocks with ``pairs="exact"``
``AutoDR``                              on a sample with every labeled row
======================================  ===========================================================

Examples
--------
>>> import dask.array as da
>>> import numpy as np
>>> from halflit.dask import FDA
>>> X = da.random.default_rng(0).normal(size=(1000, 5), chunks=(300, 5))
>>> y = (X[:, 0] > 0).astype(int)
>>> model = FDA(1).fit(X, y)
>>> model.predict(X)
dask.array<halflit-predict, shape=(1000,), dtype=int64, chunksize=(300,), chunktype=numpy.ndarray>
>>> bool(model.score(X, y) > 0.9)
True
"""

from typing import Any

try:
    import dask.array  # noqa: F401
    import dask.dataframe  # noqa: F401
except ImportError as error:
    raise ImportError(f'halflit.dask needs dask: pip install "halflit[dask]" ({error})') from error

from halflit.dask._estimators import ESTIMATORS as _ESTIMATORS

__all__ = sorted(_ESTIMATORS)


def __getattr__(name: str) -> Any:
    """Give the estimator of that name."""
    if name in _ESTIMATORS:
        return _ESTIMATORS[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
