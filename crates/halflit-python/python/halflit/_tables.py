"""Tables with columns of vectors, and tables that come as streams: all become one matrix with names.

A column ``embedding`` of lists of 384 numbers becomes 384 columns ``embedding[0]`` to ``embedding[383]``.
Numbers of a table with one such column stay where they are, where they lie in one piece. All other numbers
of Arrow and polars are copied once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: By how much a matrix grows whose rows come in a stream.
_GROWTH = 1.0625
#: Rows that are copied at once.
_BLOCK = 4096
#: What polars calls numbers that an array of NumPy holds: those that single precision holds, and all others.
_NARROW = {"Boolean", "Float32", "Int8", "Int16", "UInt8", "UInt16"}
_WIDE = {"Float64", "Int32", "Int64", "UInt32", "UInt64"}


@dataclass(frozen=True)
class Matrix:
    """Numbers of a table whose columns were written out, with the names of these."""

    values: NDArray[Any]
    #: None where the columns have the names of the table.
    names: list[str] | None


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

    if isinstance(X, pa.RecordBatch):
        X = pa.Table.from_batches([X])
    held = X if isinstance(X, pa.Table) else pa.RecordBatchReader.from_stream(X)
    is_vector = [_is_list(kind) for kind in held.schema.types]
    is_number = [_is_number(kind) for kind in held.schema.types]
    if not any(is_vector) and not all(is_number):
        return held if isinstance(X, pa.Table) else held.read_all()
    if isinstance(X, pa.Table):
        return _stacked(X.schema, X.to_batches(), X.num_rows)
    return _stacked(held.schema, held, None)


def _is_list(kind: Any) -> bool:
    import pyarrow as pa

    tests = (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)
    return any(test(kind) for test in tests)


def _stacked(schema: Any, batches: Iterable[Any], rows: int | None) -> Matrix:
    """Stack batches.

    Vectors in one batch of numbers that the core takes stay where they are. All else is copied once, a block
    at a time, so that nothing is there twice.
    """
    precision = np.result_type(*(_precision(kind) for kind in schema.types))
    matrix: NDArray[Any] | None = None
    widths: list[int] = []
    filled = 0
    for block in _blocks(batches, whole=rows if len(schema.names) == 1 else None):
        parts = [
            _of_column(name, column, block.column(column), filled)
            for column, name in enumerate(schema.names)
        ]
        count = block.num_rows
        if matrix is None:
            widths = [part.shape[1] for part in parts]
            if count == rows and len(parts) == 1 and parts[0].dtype == precision:
                return Matrix(parts[0], _names(schema.names, schema.types, widths))
            matrix = np.empty((rows or count, sum(widths)), dtype=precision)
        if filled + count > len(matrix):
            # In place, for which the system moves pages and copies nothing.
            more = max(filled + count, int(_GROWTH * len(matrix)))
            matrix.resize((more, matrix.shape[1]), refcheck=False)
        start = 0
        for column, (part, width) in enumerate(zip(parts, widths, strict=True)):
            if part.shape[1] != width:
                _refuse_length(schema.names[column], column, filled, part.shape[1], width)
            matrix[filled : filled + count, start : start + width] = part
            start += width
        filled += count
    if matrix is None:
        return Matrix(np.empty((0, len(schema.names))), list(schema.names))
    if filled < len(matrix):
        matrix.resize((filled, matrix.shape[1]), refcheck=False)
    return Matrix(matrix, _names(schema.names, schema.types, widths))


def _blocks(batches: Iterable[Any], *, whole: int | None) -> Iterator[Any]:
    """Give batches a few rows at a time, which fit in a cache; one of so many rows as a whole."""
    for batch in batches:
        if batch.num_rows == whole:
            yield batch
            return
        for start in range(0, batch.num_rows, _BLOCK):
            yield batch.slice(start, _BLOCK)


def _of_column(name: str, place: int, column: Any, first: int) -> NDArray[Any]:
    """Give one column of a batch, whose first row has this number, as a matrix."""
    if not _is_list(column.type):
        _check_numbers(name, place, column.type)
        return column.to_numpy(zero_copy_only=False)[:, None]
    _check_numbers(name, place, column.type.value_type)
    if column.null_count:
        row = int(np.flatnonzero(column.is_null().to_numpy(zero_copy_only=False))[0])
        _refuse_gap(name, place, first + row)
    lengths = column.value_lengths().to_numpy(zero_copy_only=False)
    _check_lengths(name, place, lengths, first)
    return column.flatten().to_numpy(zero_copy_only=False).reshape(len(lengths), -1)


def _check_numbers(name: str, place: int, kind: Any) -> None:
    if not _is_number(kind):
        what = f"column {name!r} ({place}) holds {kind}"
        raise ValueError(f"{what}: give numbers or lists of numbers, or leave the column out")


def _is_number(kind: Any) -> bool:
    import pyarrow as pa

    tests = (pa.types.is_floating, pa.types.is_integer, pa.types.is_boolean)
    return any(test(kind) for test in tests)


def _precision(kind: Any) -> type:
    """Give single precision where that holds each number of a column, or of its lists, else double."""
    own = kind.value_type if _is_list(kind) else kind
    is_narrow = _is_number(own) and (own.bit_width <= 16 or own == "float")
    return np.float32 if is_narrow else np.float64


# ---- frames ----


def _of_polars(X: Any) -> Any:
    lists = [str(kind).startswith(("List", "Array")) for kind in X.dtypes]
    if not any(lists):
        return _of_plain_polars(X)
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


def _of_plain_polars(X: Any) -> Any:
    """Copy numbers once, row after row: as a whole they come column after column, and are copied again."""
    kinds = {str(kind) for kind in X.dtypes}
    if not kinds or not kinds <= _NARROW | _WIDE:
        return X
    matrix = np.empty(X.shape, dtype=np.float32 if kinds <= _NARROW else np.float64)
    for start in range(0, len(X), _BLOCK):
        for place, column in enumerate(X[start : start + _BLOCK].get_columns()):
            matrix[start : start + len(column), place] = column.to_numpy()
    return Matrix(matrix, None)


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
        _refuse_length(name, place, first + row, lengths[row], lengths[0])


def _refuse_length(name: Any, place: int, row: int, found: int, expected: int) -> None:
    raise ValueError(
        f"row {row}, column {name!r} ({place}) has {found} numbers where the rows before it have "
        f"{expected}: give lists of one length"
    )


def _refuse_gap(name: Any, place: int, row: int) -> None:
    raise ValueError(f"row {row}, column {name!r} ({place}) has no list: leave the row out")
