"""What a fitted map makes of rows, unevaluated, block by block."""

from __future__ import annotations

from typing import Any

import dask
import dask.array as da
import dask.dataframe as dd
import numpy as np
import pandas as pd
from dask.delayed import Delayed
from numpy.typing import NDArray

from halflit import _labels
from halflit.dask import _align
from halflit.dask._blocks import Block, Rows, features, named, tree


def table(
    estimator: Any, method: str, X: Any, columns: list[str], dtype: np.dtype[Any] | None = None
) -> Any:
    """Give an array or frame of so many columns: coordinates or probabilities."""
    X = checked(estimator, X)
    model = alone(estimator)
    if isinstance(X, dd.DataFrame):
        dtype = dtype or np.dtype(np.float32 if _single(X) else np.float64)
        meta = pd.DataFrame(
            np.empty((0, len(columns)), dtype), columns=columns, index=X._meta.index
        )
        return X.map_partitions(halflit_map, model=model, method=method, like=meta, meta=meta)
    return _table(X, model, method, len(columns), dtype)


def _table(
    X: da.Array, model: Delayed, method: str, columns: int, dtype: np.dtype[Any] | None = None
) -> da.Array:
    dtype = dtype or np.dtype(np.float32 if X.dtype == np.float32 else np.float64)
    return da.map_blocks(
        _array,
        X,
        model=model,
        method=method,
        token=f"halflit-{method}",
        empty=np.empty((0, columns), dtype),
        meta=np.empty((0, 0), dtype),
        chunks=(X.chunks[0], (columns,)),
    )


def classes(estimator: Any, X: Any) -> Any:
    """Give an array or series of the class of every row."""
    X = checked(estimator, X)
    model = alone(estimator)
    empty = estimator.classes_[:0]
    if isinstance(X, dd.DataFrame):
        meta = pd.Series(estimator.classes_, name="class")[:0].set_axis(X._meta.index)
        return X.map_partitions(halflit_predict, model=model, like=meta, meta=meta)
    how = {"method": "predict", "token": "halflit-predict", "empty": empty, "meta": empty}
    return da.map_blocks(_array, X, model=model, drop_axis=1, **how)


def back(estimator: Any, X: Any) -> da.Array:
    """Give an array of rows from points of the subspace."""
    X = _align.rows(X)
    if not isinstance(X, da.Array) or X.shape[1] != estimator._n_features_out:
        raise ValueError(
            f"X is {X!r}: give a dask array of {estimator._n_features_out} columns, one for each axis"
        )
    return _table(X, alone(estimator), "inverse_transform", estimator.n_features_in_)


def _single(X: dd.DataFrame) -> bool:
    """Whether all columns have single precision, so that their rows have too."""
    return all(dtype == np.float32 for dtype in X.dtypes)


def checked(estimator: Any, X: Any) -> Any:
    """Refuse other columns than those of the fit before anything is computed."""
    if isinstance(X, dd.DataFrame):
        own = [name for name in getattr(estimator, "_no_features", ()) if name in X.columns]
        X = features(X, *own)
        estimator._check_columns(X._meta_nonempty)
        return X
    X = _align.rows(X)
    estimator._check_columns(np.zeros((1, X.shape[1])))
    return X


def alone(estimator: Any) -> Delayed:
    """Give the plain estimator, which goes to every worker once."""
    return dask.delayed(estimator._alone(fitted=True), pure=False, traverse=False)


def _array(
    rows: NDArray[Any], model: Any, method: str, empty: NDArray[Any], block_info: Any = None
):
    return _made(rows, model, method, empty, _number(block_info))


def _number(block_info: Any) -> int | None:
    return block_info[0]["chunk-location"][0] if block_info else None


def _made(
    rows: Any, model: Any, method: str, empty: NDArray[Any], number: int | None
) -> NDArray[Any]:
    if len(rows) == 0:
        return empty
    if number is None:
        return getattr(model, method)(rows)
    with named(number):
        return getattr(model, method)(rows)


def halflit_map(rows: pd.DataFrame, model: Any, method: str, like: Any, partition_info: Any = None):
    values = _made(rows, model, method, like.to_numpy(), partition_info["number"])
    return pd.DataFrame(values, columns=like.columns, index=rows.index)


def halflit_predict(
    rows: pd.DataFrame, model: Any, like: Any, partition_info: Any = None
) -> pd.Series:
    values = _made(rows, model, "predict", like.to_numpy(), partition_info["number"])
    return pd.Series(values, index=rows.index, name=like.name, dtype=like.dtype)


def accuracy(estimator: Any, rows: Rows) -> float:
    """Give the share of labeled rows that are classified right, by one pass."""
    counted = rows.map(_counted, model=alone(estimator))
    ((right, all_of_them),) = dask.compute(tree(counted, _summed))
    if all_of_them == 0:
        raise ValueError("no row has a label to compare with: give the labels of some rows")
    return float(right / all_of_them)


def _counted(block: Block, model: Any) -> tuple[float, float]:
    known = np.flatnonzero(~block.labels.unlabeled)
    if len(known) == 0:
        return 0.0, 0.0
    truth = block.labels.classes[block.labels.codes[known]]
    weights = np.ones(len(known)) if block.weights is None else block.weights[known]
    with named(block.number):
        found = model.classes_[model._predicted_codes(block.rows[known])]
    right = _same(found, truth)
    return float(weights[right].sum()), float(weights.sum())


def _same(found: NDArray[Any], truth: NDArray[Any]) -> NDArray[np.bool_]:
    """Compare labels by their names: a block may hold 1.0 where another holds 1."""
    names = [[_labels.name_of(label) for label in own.tolist()] for own in (found, truth)]
    return np.array(names[0]) == np.array(names[1])


def _summed(parts: list[tuple[float, float]]) -> tuple[float, float]:
    return tuple(map(sum, zip(*parts, strict=True)))
