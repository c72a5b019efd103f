"""Labels and weights in the blocks of the rows."""

from __future__ import annotations

from typing import Any

import dask
import dask.array as da
import dask.dataframe as dd
import numpy as np
import pandas as pd

from halflit import _labels


def rows(X: Any) -> Any:
    """Give rows whose blocks hold all columns."""
    if isinstance(X, dd.DataFrame):
        return X
    if not isinstance(X, da.Array):
        raise TypeError(
            f"X is a dask {type(X).__name__}: give a dask array of two dimensions or a dask dataframe"
        )
    if X.ndim != 2:
        raise ValueError(
            f"X has {X.ndim} dimensions: give a dask array of two, one row for each sample"
        )
    if np.isnan(X.shape[1]):
        raise ValueError(
            "the number of columns of X is unknown: call X.compute_chunk_sizes() before"
        )
    return X if X.numblocks[1] == 1 else X.rechunk({1: -1})


def beside(X: Any, part: Any, what: str) -> Any:
    """Give labels or weights as a collection of the kind and in the blocks of the rows."""
    if part is None:
        return None
    if not dask.is_dask_collection(part):
        if np.ndim(part) == 0:
            if what == "y" or isinstance(part, str):
                raise ValueError(
                    f"{what} = {part!r} is one value: give one for each row, or a column of a dataframe X"
                )
            return part  # the same weight for all
        part = _in_blocks(X, part)
    if isinstance(part, da.Array) and part.ndim == 2 and part.shape[1] == 1:
        part = part[:, 0]
    if isinstance(part, da.Array) and part.ndim != 1:
        raise ValueError(f"{what} has {part.ndim} dimensions: give one value for each row")
    if isinstance(X, da.Array) and isinstance(part, da.Array):
        part = _rechunked(X, part, what)
    if part.npartitions != X.npartitions:
        raise ValueError(
            f"X comes in {X.npartitions} blocks and {what} in {part.npartitions}: give both in the same"
            " blocks, as X.repartition or rechunk make them"
        )
    if isinstance(X, da.Array):
        return part if isinstance(part, da.Array) else _array(part.to_delayed())
    return part if not isinstance(part, da.Array) else _series(part.to_delayed())


def _rechunked(X: da.Array, part: da.Array, what: str) -> da.Array:
    """Cut as the rows are, where both lengths are known."""
    if np.isnan(X.shape[0]) or np.isnan(part.shape[0]):
        return part
    if X.shape[0] != part.shape[0]:
        raise ValueError(f"X has {X.shape[0]} rows and {what} {part.shape[0]}: give one for each")
    return part.rechunk((X.chunks[0],))


def _in_blocks(X: Any, part: Any) -> Any:
    """Cut what is in memory; blocks of unknown length are counted first, which reads them."""
    values = _labels.as_vector(part)
    if isinstance(X, da.Array):
        if np.isnan(X.shape[0]):
            lengths = dask.compute(*map(dask.delayed(len), X.to_delayed().ravel()))
        else:
            lengths = X.chunks[0]
    else:
        lengths = X.map_partitions(len, meta=pd.Series([], dtype=int)).compute()
    total = int(sum(lengths))
    if total != len(values):
        raise ValueError(f"X has {total} rows, and {len(values)} values are to go with them")
    if isinstance(X, da.Array):
        return da.from_array(values, chunks=(tuple(lengths),))
    return _series(map(dask.delayed, np.split(values, np.cumsum(lengths)[:-1])))


def _series(parts: Any) -> dd.Series:
    made = [dask.delayed(pd.Series)(own) for own in parts]
    return dd.from_delayed(made, meta=pd.Series([], dtype=object), verify_meta=False)


def _array(parts: Any) -> da.Array:
    vector = dask.delayed(np.asarray)
    made = [da.from_delayed(vector(own), shape=(np.nan,), dtype=object) for own in parts]
    return da.concatenate(made, allow_unknown_chunksizes=True)
