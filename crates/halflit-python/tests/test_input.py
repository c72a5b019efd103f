"""Arrays and frames of every kind."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.exceptions import NotFittedError

import halflit
from halflit import _input

NAMES = [f"feature {i}" for i in range(13)]


def read_only(X):
    X = X.copy()
    X.setflags(write=False)
    return X


def strided(X):
    wide = np.zeros((2 * len(X), 2 * X.shape[1]))
    wide[::2, ::2] = X
    return wide[::2, ::2]


KINDS = {
    "Fortran order": np.asfortranarray,
    "read-only": read_only,
    "strided": strided,
    "list": lambda X: X.tolist(),
    "big-endian": lambda X: X.astype(">f8"),
    "pandas": lambda X: pd.DataFrame(X, columns=NAMES),
    "polars": lambda X: pl.DataFrame(X, schema=NAMES),
    "Arrow": lambda X: pa.table(list(X.T.copy()), names=NAMES),
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
def test_same_bits_whatever_holds_the_rows(wine, kind):
    X, _, few = wine
    expected = halflit.SSLFDA(2, scaling="standard").fit(X, few)
    model = halflit.SSLFDA(2, scaling="standard").fit(kind(X), few)
    np.testing.assert_array_equal(model.components_, expected.components_)
    np.testing.assert_array_equal(model.transform(kind(X)), expected.transform(X))
    if kind in (KINDS["pandas"], KINDS["polars"], KINDS["Arrow"]):
        assert model.feature_names_in_.tolist() == NAMES


def test_memory_map(wine, tmp_path):
    X, _, few = wine
    np.save(tmp_path / "x.npy", X)
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    expected = halflit.SSLFDA(2).fit(X, few)
    np.testing.assert_array_equal(
        halflit.SSLFDA(2).fit(mapped, few).components_, expected.components_
    )


def test_single_precision(wine):
    X, _, few = wine
    single = X.astype(np.float32)
    expected = halflit.SSLFDA(2).fit(single.astype(np.float64), few)
    np.testing.assert_array_equal(
        halflit.SSLFDA(2).fit(single, few).components_, expected.components_
    )


@pytest.mark.parametrize(
    "estimator",
    [halflit.SSLFDA(2), halflit.AutoDR(), halflit.KernelTrick(halflit.SSLFDA(2))],
    ids=lambda estimator: type(estimator).__name__,
)
def test_what_comes_in_single_precision_goes_out_in_it(wine, estimator):
    X, _, few = wine
    single = X.astype(np.float32)
    model = estimator.fit(single, few)
    mapped, expected = model.transform(single), model.transform(single.astype(np.float64))
    assert mapped.dtype == np.float32 and expected.dtype == np.float64
    if not isinstance(estimator, halflit.KernelTrick):
        np.testing.assert_array_equal(mapped, expected.astype(np.float32))
    frame = pd.DataFrame(single)
    assert estimator.fit(frame, few).transform(frame).dtype == np.float32
    assert model.transform(X.astype(int)).dtype == np.float64


def test_the_way_back_keeps_precision(wine):
    X, _, few = wine
    model = halflit.SSLFDA(2).fit(X, few)
    points = model.transform(X.astype(np.float32))
    assert model.inverse_transform(points).dtype == np.float32
    assert model.inverse_transform(points.astype(np.float64)).dtype == np.float64


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame], ids=["pandas", "polars"])
@pytest.mark.parametrize(
    "estimator",
    [halflit.SSLFDA(2), halflit.AutoDR(), halflit.KernelTrick(halflit.SSLFDA(2))],
    ids=lambda estimator: type(estimator).__name__,
)
def test_errors_name_columns_as_frames_do(wine, estimator, frame):
    X, _, few = wine
    named = frame(dict(zip(NAMES, X.T, strict=True)))
    bad = X.copy()
    bad[5, 2], bad[7, 3] = np.inf, np.nan
    bad = frame(dict(zip(NAMES, bad.T, strict=True)))
    with pytest.raises(ValueError, match=r"row 5, column 'feature 2' \(2\) is inf: remove"):
        estimator.fit(bad, few)
    model = estimator.fit(named, few)
    with pytest.raises(ValueError, match=r"row 5, column 'feature 2' \(2\) is inf: remove"):
        model.transform(bad)


def with_kernel(X, y):
    return halflit.good_neighbors(X, y, kernel="rbf")


FUNCTIONS = [halflit.compare, halflit.good_neighbors, with_kernel]


@pytest.mark.parametrize(
    "frame", [pd.DataFrame, pl.DataFrame, pa.table], ids=["pandas", "polars", "Arrow"]
)
@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    ("value", "words"), [(np.nan, "NaN: remove"), (np.inf, "inf: remove"), (1e200, "1e200: magn")]
)
def test_functions_name_columns_as_frames_do(wine, function, frame, value, words):
    X, _, few = wine
    bad = X.copy()
    bad[5, 2] = value
    named = frame(dict(zip(NAMES, bad.T.copy(), strict=True)))
    with pytest.raises(ValueError, match=rf"row 5, column 'feature 2' \(2\) is {words}"):
        function(named, few)
    with pytest.raises(ValueError, match=rf"row 5, column 2 is {words}"):
        function(bad, few)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_functions_name_words_among_numbers(wine, function):
    X, _, few = wine
    words = pd.DataFrame(X, columns=NAMES).astype(str)
    words.iloc[9, 4] = "much"
    with pytest.raises(
        ValueError, match=r"row 9, column 'feature 4' \(4\) is 'much': give numbers"
    ):
        function(words, few)


def test_names_of_columns_cannot_steer_a_terminal(wine):
    X, _, few = wine
    names = [*NAMES[:2], "red\x1b[31m\nété 'π'", *NAMES[3:]]
    bad = pd.DataFrame(X, columns=names)
    bad.iloc[5, 2] = np.nan
    for refuse in (halflit.SSLFDA(2).fit, halflit.compare, halflit.good_neighbors):
        with pytest.raises(ValueError) as refusal:
            refuse(bad, few)
        shown = "row 5, column 'red\\u{1b}[31m\\nété 'π'' (2) is NaN"
        assert str(refusal.value).startswith(shown)


@pytest.mark.parametrize(
    "frame", [pd.DataFrame, pl.DataFrame, pa.table], ids=["pandas", "polars", "Arrow"]
)
def test_words_among_numbers_are_named(wine, frame):
    X, _, few = wine
    columns = {name: list(map(str, values)) for name, values in zip(NAMES, X.T, strict=True)}
    columns[NAMES[4]][9] = "much"
    with pytest.raises(
        ValueError, match=r"row 9, column 'feature 4' \(4\) is 'much': give numbers"
    ):
        halflit.SSLFDA(2).fit(frame(columns), few)


@pytest.mark.parametrize("kind", [np.asarray, read_only], ids=["plain", "read-only"])
def test_doubles_in_c_order_are_not_copied(wine, kind, tmp_path):
    X = kind(wine[0])
    assert np.shares_memory(_input.training_samples(halflit.PCA(), X), X)
    assert np.shares_memory(_input.new_samples(halflit.PCA().fit(X), X), X)
    np.save(tmp_path / "x.npy", X)
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    assert np.shares_memory(_input.training_samples(halflit.PCA(), mapped), mapped)


def test_messages_are_the_librarys(wine):
    X, y, few = wine
    bad = X.copy()
    bad[5, 2] = np.nan
    with pytest.raises(ValueError, match="row 5, column 2 is NaN: remove or impute"):
        halflit.SSLFDA(2).fit(bad, few)
    with pytest.raises(ValueError, match="row 5, column 2 is NaN"):
        halflit.SSLFDA(2).fit(X, few).transform(bad)
    with pytest.raises(ValueError, match="177 labels for 178 rows"):
        halflit.SSLFDA(2).fit(X, few[:-1])
    with pytest.raises(ValueError, match="20 dimensions asked for, but the data span only 13"):
        halflit.SSLFDA(20).fit(X, few)
    with pytest.raises(ValueError, match="gamma = -1 is out of range: allowed is"):
        halflit.SSLFDA(2, gamma=-1).fit(X, few)
    with pytest.raises(ValueError, match="alpha = 0.5 is out of range"):
        halflit.SSLFDA(2, alpha=0.5).fit(X, few)
    with pytest.raises(ValueError, match="requires y"):
        halflit.SSLFDA(2).fit(X)
    with pytest.raises(ValueError, match="no inverse"):
        halflit.FDA(2, kernel="rbf").fit(X, y).inverse_transform([[0.0, 0.0]])


@pytest.mark.parametrize(
    "parameters",
    [
        {"gamma": "much"},
        {"gamma": float("nan")},
        {"gamma": None},
        {"n_components": -1},
        {"n_components": 1.5},
        {"n_components": 0},
        {"weights": "heavy"},
        {"constraint": "loose"},
        {"scaling": "log"},
        {"kernel": "magic"},
        {"kernel": "rbf", "kernel_params": {"width": -1.0}},
        {"graph": 0},
        {"graph": "some"},
        {"metric": "taxi"},
        {"metric": "precomputed"},
        {"affinity": "far"},
        {"n_neighbors": 0},
        {"ridge": -1.0},
        {"n_jobs": 0},
        {"n_votes": 0},
    ],
    ids=str,
)
def test_bad_parameters_are_refused(wine, parameters):
    X, _, few = wine
    with pytest.raises(ValueError):
        halflit.SSLFDA(**parameters).fit(X, few)


@pytest.mark.parametrize(
    "method", ["transform", "predict", "predict_proba", "inverse_transform", "save"]
)
def test_not_fitted(wine, method, tmp_path):
    argument = tmp_path / "model" if method == "save" else wine[0]
    with pytest.raises(NotFittedError):
        getattr(halflit.SSLFDA(), method)(argument)


def test_numbers_of_numpy_are_numbers(wine):
    X, _, few = wine
    one = halflit.SSLFDA(np.int64(2), gamma=np.float32(0.5), n_neighbors=np.int32(4)).fit(X, few)
    two = halflit.SSLFDA(2, gamma=0.5, n_neighbors=4).fit(X, few)
    np.testing.assert_array_equal(one.components_, two.components_)


def test_given_distances(wine):
    X, _, few = wine
    X = (X - X.mean(0)) / X.std(0)
    distances = np.abs(X[:, None] - X[None]).sum(axis=2)
    given = halflit.SSLFDA(2, metric="precomputed").fit(X, few, distances=distances)
    named = halflit.SSLFDA(2, metric="manhattan").fit(X, few)
    np.testing.assert_allclose(given.components_, named.components_, rtol=1e-6)


def test_many_rows_are_mapped_as_few_are():
    X = np.random.default_rng(0).normal(size=(70000, 2))
    model = halflit.PCA(2).fit(X[:100])
    mapped = model.transform(X)
    for start in (0, 69000):
        rows = slice(start, start + 1000)
        np.testing.assert_allclose(mapped[rows], model.transform(X[rows]), atol=1e-14)
    X[69000, 1] = np.nan
    with pytest.raises(ValueError, match="row 69000, column 1 is NaN"):
        model.transform(X)


def test_an_array_that_begins_amid_a_number(wine):
    X, _, few = wine
    raw = np.frombuffer(b"x" + X.tobytes(), dtype=np.uint8)[1:].view(X.dtype).reshape(X.shape)
    assert not raw.flags.aligned
    assert (
        halflit.LFDA(2).fit(raw, few).predict(raw) == halflit.LFDA(2).fit(X, few).predict(X)
    ).all()


def test_dates_and_frames_without_rows_are_refused_in_words(wine):
    X, _, few = wine
    days = pd.DataFrame(X).assign(day=pd.Timestamp("2024-01-05"))
    days.columns = [str(name) for name in days.columns]
    for frame in (days, pl.from_pandas(days)):
        with pytest.raises(ValueError, match=r"column 'day' \(13\) holds dates or times"):
            halflit.FDA(1).fit(frame, few)
    with pytest.raises(ValueError, match="LazyFrame.*collect"):
        halflit.FDA(1).fit(pl.DataFrame(X).lazy(), few)
