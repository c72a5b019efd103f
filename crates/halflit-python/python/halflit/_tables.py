"""Tables with columns of vectors, and tables that come as streams: all become one matrix with names.

A column ``embedding`` of lists of 384 numbers becomes 384 columns ``embedding[0]`` to ``embedding[383]``.
Numbers of a table with one such column stay where they are, where they lie in one piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: By how much a matrix grows whose rows come in a stream.
_GROWTH = 1.125


@dataclass(frozen=True)
class Matrix:
    """Numbers of a table whose columns were written out, with the names of these."""

    values: NDArray[Any]
    names: list[str]


def opened(X: Any) -> Any:
    """Give a table with columns of vectors as a matrix, a stream as one of both, all else as it is."""
    package = type(X).__module__.partition(".")[0]
    if package == "datasets" and hasattr(X, "with_format"):  # of Hugging Face
        X = X.with_format("arrow")[:]
    elif package == "polars" and hasattr(X, "get_columns"):
        return _of_polars(X)
    elif package == "pandas" and hasattr(X, "dtypes"):
        return _of_pandas(X)
    elif not hasattr(X, "__arrow_c_stream__") or isinstance(X, np.ndarray):
        return X
    return _of_arrow(X)


# ---- Arrow ----


def _of_arrow(X: Any) -> Any:
    import pyarrow as pa

    if isinstance(X, pa.Table | pa.RecordBatch):
        if not any(_is_list(kind) for kind in X.schema.types):
            return X
        batches = X.to_batches() if isinstance(X, pa.Table) else [X]
        return _stacked(X.schema, batches, X.num_rows)
    reader = pa.RecordBatchReader.from_stream(X)
    if not any(_is_list(kind) for kind in reader.schema.types):
        return reader.read_all()
    return _stacked(reader.schema, reader, None)


def _is_list(kind: Any) -> bool:
    import pyarrow as pa

    tests = (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)
    return any(test(kind) for test in tests)


def _stacked(schema: Any, batches: Iterable[Any], rows: int | None) -> Matrix:
    """Stack batches; a matrix of which one batch is all is not copied, and no other is there twice."""
    matrix: NDArray[Any] | None = None
    names: list[str] = []
    filled = 0
    for batch in batches:
        if not batch.num_rows:
            continue
        parts = [
            _of_column(name, column, batch.column(column), filled)
            for column, name in enumerate(schema.names)
        ]
        block = parts[0] if len(parts) == 1 else np.hstack(parts)
        if matrix is None:
            names = _names(schema.names, schema.types, [part.shape[1] for part in parts])
            if len(block) == rows:
                return Matrix(block, names)
            matrix = np.empty((rows or len(block), block.shape[1]), dtype=block.dtype)
        if block.shape[1] != matrix.shape[1]:
            raise ValueError(
                f"row {filled} has {block.shape[1]} numbers where the rows before it have "
                f"{matrix.shape[1]}: give lists of one length"
            )
        if filled + len(block) > len(matrix):
            # In place, for which the system moves pages and copies nothing.
            more = max(filled + len(block), int(_GROWTH * len(matrix)))
            matrix.resize((more, matrix.shape[1]), refcheck=False)
        matrix[filled : filled + len(block)] = block
        filled += len(block)
    if matrix is None:
        return Matrix(np.empty((0, len(schema.names))), list(schema.names))
    if filled < len(matrix):
        matrix.resize((filled, matrix.shape[1]), refcheck=False)
    return Matrix(matrix, names)


def _of_column(name: str, place: int, column: Any, first: int) -> NDArray[Any]:
    """Give one column of a batch, whose first row has this number, as a matrix."""
    if not _is_list(column.type):
        _check_numbers(name, place, column.type)
        return _floating(column.to_numpy(zero_copy_only=False))[:, None]
    _check_numbers(name, place, column.type.value_type)
    if column.null_count:
        row = int(np.flatnonzero(column.is_null().to_numpy(zero_copy_only=False))[0])
        _refuse_gap(name, place, first + row)
    lengths = column.value_lengths().to_numpy(zero_copy_only=False)
    _check_lengths(name, place, lengths, first)
    return _floating(column.flatten().to_numpy(zero_copy_only=False)).reshape(len(lengths), -1)


def _check_numbers(name: str, place: int, kind: Any) -> None:
    import pyarrow as pa

    tests = (pa.types.is_floating, pa.types.is_integer, pa.types.is_boolean)
    if not any(test(kind) for test in tests):
        what = f"column {name!r} ({place}) holds {kind}"
        raise ValueError(f"{what}: give numbers or lists of numbers, or leave the column out")


# ---- frames ----


def _of_polars(X: Any) -> Any:
    lists = [str(kind).startswith(("List", "Array")) for kind in X.dtypes]
    if not any(lists):
        return X
    parts = []
    for place, (column, is_list) in enumerate(zip(X.get_columns(), lists, strict=True)):
        if not is_list:
            parts.append(_of_numbers(column.name, place, column.to_numpy()))
            continue
        if column.null_count():
            row = int(np.flatnonzero(column.is_null().to_numpy())[0])
            _refuse_gap(column.name, place, row)
        if str(column.dtype).startswith("List"):
            _check_lengths(column.name, place, column.list.len().to_numpy(), 0)
            parts.append(_floating(column.explode().to_numpy()).reshape(len(column), -1))
        else:
            parts.append(_floating(column.to_numpy()))
    return _side_by_side(X.columns, lists, parts)


def _of_pandas(X: Any) -> Any:
    lists = [
        str(kind) == "object" and len(X) > 0 and _is_vector(X.iloc[0, place])
        for place, kind in enumerate(X.dtypes)
    ]
    lists = [
        own or str(kind).startswith(("list", "fixed_size_list", "large_list"))
        for own, kind in zip(lists, X.dtypes, strict=True)
    ]
    if not any(lists):
        return X
    parts = []
    for place, (name, is_list) in enumerate(zip(X.columns, lists, strict=True)):
        column = X.iloc[:, place]
        if not is_list:
            parts.append(_of_numbers(name, place, column.to_numpy()))
            continue
        values = list(column)
        for row, value in enumerate(values):
            if not _is_vector(value):
                _refuse_gap(name, place, row)
        _check_lengths(name, place, np.array([len(value) for value in values]), 0)
        parts.append(_floating(np.asarray(values)))
    return _side_by_side([str(name) for name in X.columns], lists, parts)


def _is_vector(value: Any) -> bool:
    return isinstance(value, list | tuple | np.ndarray)


def _of_numbers(name: Any, place: int, values: NDArray[Any]) -> NDArray[Any]:
    if values.dtype.kind not in "fiub":
        what = f"column {name!r} ({place}) holds {values.dtype}"
        raise ValueError(f"{what}: give numbers or lists of numbers, or leave the column out")
    return _floating(values)[:, None]


def _side_by_side(names: list[str], lists: list[bool], parts: list[NDArray[Any]]) -> Matrix:
    widths = [part.shape[1] for part in parts]
    matrix = parts[0] if len(parts) == 1 else np.hstack(parts)
    return Matrix(matrix, list(_written_out(names, lists, widths)))


# ---- all of them ----


def _names(names: list[str], kinds: list[Any], widths: list[int]) -> list[str]:
    return list(_written_out(names, [_is_list(kind) for kind in kinds], widths))


def _written_out(names: list[str], lists: list[bool], widths: list[int]) -> Iterator[str]:
    for name, is_list, width in zip(names, lists, widths, strict=True):
        if is_list:
            yield from (f"{name}[{place}]" for place in range(width))
        else:
            yield name


def _floating(values: NDArray[Any]) -> NDArray[Any]:
    """Give numbers in single precision where that holds each of their type, else in double."""
    if values.dtype in (np.float32, np.float64):
        return values
    if values.dtype.kind not in "fiub":
        raise ValueError(f"a list holds {values.dtype}: give lists of numbers")
    return values.astype(np.float32 if values.dtype.itemsize <= 2 else np.float64)


def _check_lengths(name: Any, place: int, lengths: NDArray[Any], first: int) -> None:
    if len(lengths) and not (lengths == lengths[0]).all():
        row = int(np.flatnonzero(lengths != lengths[0])[0])
        raise ValueError(
            f"row {first + row}, column {name!r} ({place}) has {lengths[row]} numbers where the rows "
            f"before it have {lengths[0]}: give lists of one length"
        )


def _refuse_gap(name: Any, place: int, row: int) -> None:
    raise ValueError(f"row {row}, column {name!r} ({place}) has no list: leave the row out")
