"""Tables as they are: columns of vectors, streams, datasets."""

import tracemalloc

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import halflit
from halflit import _tables

NAMES = [f"embedding[{place}]" for place in range(13)]


def fixed(X):
    return pa.FixedSizeListArray.from_arrays(pa.array(X.ravel()), X.shape[1])


def in_chunks(X):
    parts = [fixed(X[:50]), fixed(X[50:60]), fixed(X[60:])]
    return pa.table({"embedding": pa.chunked_array(parts)})


class Stream:
    """Something that only gives a stream of Arrow batches."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


KINDS = {
    "Arrow, fixed": lambda X: pa.table({"embedding": fixed(X)}),
    "Arrow, lists": lambda X: pa.table({"embedding": pa.array(X.tolist())}),
    "Arrow, large lists": lambda X: pa.table(
        {"embedding": pa.array(X.tolist(), pa.large_list(pa.float64()))}
    ),
    "Arrow, chunks": in_chunks,
    "Arrow, slice": lambda X: pa.table({"embedding": fixed(np.vstack([X, X]))}).slice(0, len(X)),
    "a batch": lambda X: pa.record_batch({"embedding": fixed(X)}),
    "stream": lambda X: Stream(in_chunks(X)),
    "reader": lambda X: in_chunks(X).to_reader(),
    "polars, arrays": lambda X: pl.DataFrame({"embedding": X}),
    "polars, lists": lambda X: pl.DataFrame({"embedding": X.tolist()}),
    "pandas, lists": lambda X: pd.DataFrame({"embedding": X.tolist()}),
    "pandas, arrays": lambda X: pd.DataFrame({"embedding": list(X)}),
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
def test_same_bits_whatever_holds_the_vectors(wine, kind):
    X, _, few = wine
    expected = halflit.SSLFDA(2, scaling="standard").fit(X, few)
    model = halflit.SSLFDA(2, scaling="standard").fit(kind(X), few)
    assert model.feature_names_in_.tolist() == NAMES
    np.testing.assert_array_equal(model.components_, expected.components_)
    np.testing.assert_array_equal(model.predict(kind(X)), expected.predict(X))


@pytest.mark.parametrize("frame", [pa.table, pl.DataFrame, pd.DataFrame])
def test_vectors_beside_numbers(wine, frame):
    X, _, few = wine
    parts = {"first": X[:, 0], "rest": X[:, 1:12].tolist(), "last": X[:, 12]}
    model = halflit.SSLFDA(2).fit(frame(parts), few)
    names = ["first", *(f"rest[{place}]" for place in range(11)), "last"]
    assert model.feature_names_in_.tolist() == names
    expected = halflit.SSLFDA(2).fit(X, few)
    np.testing.assert_array_equal(model.components_, expected.components_)


def test_a_stream_of_numbers_alone(wine):
    X, _, few = wine
    names = [f"column {place}" for place in range(13)]
    stream = Stream(pa.table(list(X.T.copy()), names=names))
    model = halflit.SSLFDA(2).fit(stream, few)
    assert model.feature_names_in_.tolist() == names


def test_vectors_in_one_piece_are_not_copied():
    X = np.random.default_rng(0).normal(size=(50, 8)).astype(np.float32)
    for table in (pa.table({"v": fixed(X)}), pl.DataFrame({"v": X})):
        first = _tables.opened(table).values
        assert first.dtype == np.float32
        assert np.shares_memory(first, _tables.opened(table).values)


LARGE = np.random.default_rng(1).normal(size=(30_000, 48)).astype(np.float32)
LARGE_KINDS = {
    "vectors in chunks": lambda X: pa.table(
        {"v": pa.chunked_array([fixed(X[:9000]), fixed(X[9000:])])}
    ),
    "lists in chunks": lambda X: pa.table(
        {"v": pa.chunked_array([fixed(X[:9000]), fixed(X[9000:])]).cast(pa.list_(pa.float32()))}
    ),
    "columns of Arrow": lambda X: pa.table(
        {f"c{k}": column for k, column in enumerate(X.T.copy())}
    ),
    "a stream": lambda X: Stream(pa.Table.from_batches(pa.table({"v": fixed(X)}).to_batches(1000))),
    "a stream of columns": lambda X: Stream(pa.table(list(X.T.copy()), names=[*"abcdefgh" * 6])),
    "columns of polars": lambda X: pl.DataFrame(X),
}


@pytest.mark.parametrize("kind", LARGE_KINDS.values(), ids=LARGE_KINDS.keys())
def test_numbers_are_copied_once_at_most(kind):
    """What NumPy allocates is counted; what holds the table is not NumPy's."""
    table = kind(LARGE)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        values = _tables.opened(table).values
        peak = tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
    assert values.dtype == np.float32 and values.flags.c_contiguous
    np.testing.assert_array_equal(values, LARGE)
    # Rows of a stream are not counted beforehand: a sixteenth more.
    assert peak < 1.15 * LARGE.nbytes


@pytest.mark.parametrize("frame", [pa.table, pl.DataFrame])
def test_plain_columns_of_any_numbers(frame):
    columns = {
        "flags": [True, False, True],
        "small": np.array([1, -2, 3], np.int8),
        "single": np.array([0.5, 1.5, 2.5], np.float32),
    }
    values = _tables.opened(frame(columns)).values
    assert values.dtype == np.float32
    np.testing.assert_array_equal(values, [[1, 1, 0.5], [0, -2, 1.5], [1, 3, 2.5]])
    values = _tables.opened(frame({**columns, "large": [2**40, 1, 2]})).values
    assert values.dtype == np.float64 and values[0, 3] == 2**40
    with pytest.raises(ValueError, match=r"row 1, column 'x' \(0\)"):
        halflit.PCA(1).fit(frame({"x": [1.0, None, 3.0], "y": [1, 2, 3]}))


@pytest.mark.parametrize("frame", [pa.table, pl.DataFrame])
def test_names_of_plain_columns_are_those_of_the_fit(wine, frame):
    X, _, few = wine
    columns = {f"column {place}": X[:, place].copy() for place in range(13)}
    model = halflit.SSLFDA(2).fit(frame(columns), few)
    assert model.feature_names_in_.tolist() == list(columns)
    assert model.n_features_in_ == 13
    columns["other"] = columns.pop("column 12")
    with pytest.raises(ValueError, match="other"):
        model.predict(frame(columns))


def test_small_numbers_are_single_precision():
    X = np.arange(12, dtype=np.int8).reshape(6, 2)
    assert _tables.opened(pa.table({"v": fixed(X)})).values.dtype == np.float32
    assert _tables.opened(pa.table({"v": fixed(X.astype(np.float16))})).values.dtype == np.float32
    assert _tables.opened(pa.table({"v": fixed(X.astype(np.int32))})).values.dtype == np.float64


@pytest.mark.parametrize("frame", [pa.table, pl.DataFrame, pd.DataFrame])
def test_errors_name_numbers_in_vectors(wine, frame):
    X, _, few = wine
    broken = X.copy()
    broken[7, 11] = np.nan
    with pytest.raises(ValueError, match=r"row 7, column 'embedding\[11\]'"):
        halflit.SSLFDA(2).fit(frame({"embedding": broken.tolist()}), few)


@pytest.mark.parametrize("frame", [pa.table, pl.DataFrame, pd.DataFrame])
def test_lists_of_many_lengths_and_gaps_are_named(frame):
    rows = [[1.0, 2.0]] * 5
    with pytest.raises(ValueError, match=r"row 3, column 'v' \(0\) has 3 numbers .* have 2"):
        halflit.PCA(1).fit(frame({"v": [*rows[:3], [1.0, 2.0, 3.0], *rows]}))
    with pytest.raises(ValueError, match=r"row 2, column 'v' \(0\) has no list"):
        halflit.PCA(1).fit(frame({"v": [*rows[:2], None, *rows]}))
    with pytest.raises(ValueError, match=r"column 'w' \(1\) holds .*leave the column out"):
        halflit.PCA(1).fit(frame({"v": rows, "w": list("abcde")}))


def test_other_columns_than_those_of_the_fit_are_named(wine):
    X, _, few = wine
    model = halflit.SSLFDA(2).fit(pa.table({"embedding": fixed(X)}), few)
    with pytest.raises(ValueError, match=r"column 0 is 'vector\[0\]'.*'embedding\[0\]'"):
        model.predict(pa.table({"vector": fixed(X)}))
    with pytest.raises(ValueError, match="there are 12 columns, and the fit had 13"):
        model.predict(pa.table({"embedding": fixed(X[:, :12].copy())}))
    plain = halflit.SSLFDA(2).fit(X, few)
    with pytest.raises(ValueError, match="X has 12 features, but SSLFDA is expecting 13"):
        plain.predict(pa.table({"embedding": fixed(X[:, :12].copy())}))


def test_functions_take_vectors(wine):
    X, _, few = wine
    table = pa.table({"embedding": fixed(X)})
    rows = halflit.suggest(table, few, count=3)
    assert len(rows) == 3


def test_hugging_face(wine):
    datasets = pytest.importorskip("datasets")
    X, _, few = wine
    data = datasets.Dataset.from_dict({"embedding": X.tolist(), "label": few.tolist()})
    model = halflit.SSLFDA(2).fit(data.select_columns(["embedding"]), data["label"])
    assert model.feature_names_in_.tolist() == NAMES
    expected = halflit.SSLFDA(2).fit(X, few)
    np.testing.assert_array_equal(model.components_, expected.components_)
    some = data.select([5, 3, 9]).select_columns(["embedding"])
    np.testing.assert_array_equal(model.transform(some), expected.transform(X[[5, 3, 9]]))
