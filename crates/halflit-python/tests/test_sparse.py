"""Sparse rows: learners take them as if written out, and the default condenses wide ones."""

import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression

import halflit
from halflit import onnx as halflit_onnx

LEARNERS = [
    halflit.PCA(2),
    halflit.LPP(2, graph=10),
    halflit.LPP(2, alpha=4, graph=10),
    halflit.FDA(2),
    halflit.LFDA(2),
    halflit.SELF(2, gamma=0.5),
    halflit.SSLFDA(2, gamma=0.5, alpha=4, graph=10),
    halflit.SSFDA(2, gamma=0.5, alpha=4, graph=10, scaling="standard"),
    halflit.SSLFDA(2),
    halflit.FDA(2, kernel="rbf"),
]


def words(rows, columns, share):
    """Rows of three kinds, each with words of its own, and labels of which some are hidden."""
    noise = np.random.default_rng(7)
    X = sparse.random_array((rows, columns), density=share, rng=noise, format="lil")
    y = np.arange(rows) % 3
    for row in range(rows):
        X[row, y[row] * 5 + noise.choice(5, 3, replace=False)] = 1 + noise.random(3)
    return X.tocsr(), y, np.where(np.arange(rows) % 4 == 0, -1, y)


def assert_same(one, other, X, precision=1e-8):
    """Whether two fits, on the rows written out and on sparse ones, say the same of either."""
    dense = X.toarray()
    close = {"rtol": precision, "atol": precision}
    np.testing.assert_allclose(other.eigenvalues_, one.eigenvalues_, **close)
    expected = one.transform(dense)
    close["atol"] *= np.abs(expected).max()
    for given in (X, dense):
        np.testing.assert_allclose(other.transform(given), expected, **close)
        np.testing.assert_array_equal(other.predict(given), one.predict(dense))
        np.testing.assert_allclose(other.predict_proba(given), one.predict_proba(dense))


@pytest.mark.parametrize("learner", LEARNERS, ids=str)
def test_fits_are_those_of_the_rows_written_out(learner):
    X, y, few = words(60, 30, 0.1)
    other = clone(learner).fit(X, few)
    assert_same(clone(learner).fit(X.toarray(), few), other, X)
    assert other.score(X, y) == other.score(X.toarray(), y)


@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "lil", "bsr"])
@pytest.mark.parametrize("family", ["array", "matrix"])
def test_any_kind_is_taken(kind, family):
    X, _, few = words(60, 30, 0.1)
    given = getattr(sparse, f"{kind}_{family}")(X)
    one, other = (halflit.LFDA(2).fit(rows, few) for rows in (X, given))
    np.testing.assert_array_equal(one.transform(X), other.transform(given))


def test_indices_of_either_width_unsorted_or_twice():
    X, _, few = words(60, 30, 0.1)
    expected = halflit.PCA(2).fit(X, few).transform(X)
    wide = X.copy()
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    np.testing.assert_array_equal(halflit.PCA(2).fit(wide).transform(wide), expected)
    # Every number in two halves, the last column first.
    rows = np.repeat(np.arange(60), np.diff(X.indptr))
    halves = sparse.csr_array(
        (
            np.repeat(X.data / 2, 2)[::-1].copy(),
            np.repeat(X.indices, 2)[::-1].copy(),
            np.concatenate([[0], np.cumsum(2 * np.bincount(rows, minlength=60)[::-1])]),
        ),
        shape=X.shape,
    )
    before = [part.copy() for part in (halves.data, halves.indices, halves.indptr)]
    np.testing.assert_array_equal(halflit.PCA(2).fit(X).transform(halves), expected[::-1])
    for part, old in zip((halves.data, halves.indices, halves.indptr), before, strict=True):
        np.testing.assert_array_equal(part, old)


def test_single_precision():
    X, _, few = words(60, 30, 0.1)
    single = X.astype(np.float32)
    model = halflit.LFDA(2).fit(single, few)
    assert model.transform(single).dtype == np.float32
    expected = halflit.LFDA(2).fit(single.astype(np.float64), few)
    np.testing.assert_array_equal(model.eigenvalues_, expected.eigenvalues_)


@pytest.mark.parametrize("most", [2, 4])
@pytest.mark.parametrize("learner", [halflit.PCA(2), halflit.LFDA(2)], ids=str)
def test_rows_count_as_often_and_those_of_no_weight_are_left_out(learner, most):
    X, _, few = words(60, 30, 0.1)
    weight = np.arange(60) % most
    model = clone(learner).fit(X, few, sample_weight=weight)
    dense = clone(learner).fit(X.toarray(), few, sample_weight=weight)
    assert_same(dense, model, X)
    np.testing.assert_array_equal(model.transduction_, dense.transduction_)


@pytest.mark.parametrize(
    "learner",
    [
        halflit.LPP(2, graph=10),
        halflit.SSLFDA(2, gamma=0.5, alpha=4, graph=10, constraint="blended"),
    ],
    ids=str,
)
def test_vast_ones_are_not_written_out(learner):
    X, y, _ = words(90, 50_000, 0.002)
    few = np.where(np.arange(90) < 12, y, -1)
    model = learner.fit(X, few)
    assert model.diagnostics_["solver"] == "matrix-free"
    assert_same(clone(learner).fit(X.toarray(), few), model, X, 1e-6)


def test_what_cannot_take_vast_ones_says_so():
    X, _, few = words(90, 50_000, 0.002)
    with pytest.raises(ValueError, match="sparse samples of this size"):
        halflit.SSLFDA(2, graph=10).fit(X, few)
    with pytest.raises(ValueError, match="a kernel"):
        halflit.PCA(2, kernel="rbf").fit(X, few)


def test_bad_numbers_are_named():
    X, _, few = words(60, 30, 0.1)
    bad = X.tolil()
    bad[5, 2] = np.nan
    with pytest.raises(ValueError, match="row 5, column 2 is NaN"):
        halflit.LFDA(2).fit(bad, few)
    with pytest.raises(ValueError, match="row 5, column 2 is NaN"):
        halflit.LFDA(2).fit(X, few).transform(bad)


def topics(rows, columns, *, counts=True):
    """Texts of five topics as words of their own among words of all, and labels of which few are known."""
    noise = np.random.default_rng(3)
    y, own = np.arange(rows) % 5, columns // 10
    X = sparse.lil_array((rows, columns))
    for row in range(rows):
        words = (
            y[row] * own + noise.integers(own, size=9),
            columns // 2 + noise.integers(columns // 2, size=5),
        )
        for word in np.concatenate(words):
            X[row, word] += 1 if counts else 0.5 + noise.random()
    return X.tocsr(), y, np.where(np.arange(rows) < 25, y, -1)


@pytest.mark.parametrize("counts", [True, False], ids=["counts", "weights"])
def test_the_default_takes_wide_ones(counts, tmp_path):
    X, y, few = topics(300, 3000, counts=counts)
    model = halflit.AutoDR().fit(X, few)
    assert (model.transduction_ == y).mean() > 0.95
    assert model.n_features_in_ == 3000
    # Words of topics matter, words of all do not.
    assert model.column_relevance_.shape == (3000,)
    assert model.column_relevance_[:1500].mean() > 2 * model.column_relevance_[1500:].mean()
    # The model holds what new rows go through, dense or sparse, and a file or a pickle holds it, too.
    new, truth, _ = topics(100, 3000, counts=counts)
    expected = model.predict_proba(new)
    assert (model.predict(new) == truth).mean() > 0.9
    np.testing.assert_array_equal(model.predict_proba(new.toarray()), expected)
    model.save(tmp_path / "words.halflit")
    for again in (halflit.load(tmp_path / "words.halflit"), pickle.loads(pickle.dumps(model))):
        np.testing.assert_array_equal(again.predict_proba(new), expected)
    with pytest.raises(ValueError, match="features"):
        model.predict(new[:, :2999])
    with pytest.raises(ValueError, match="sparse rows"):
        halflit_onnx.to_onnx(model)


def test_the_default_takes_narrow_ones_as_if_written_out():
    X, _, few = words(60, 30, 0.1)
    one, other = halflit.AutoDR().fit(X.toarray(), few), halflit.AutoDR().fit(X, few)
    assert_same(one, other, X, 1e-12)


@pytest.mark.parametrize("kind", ["csr", "csc", "coo"])
@pytest.mark.parametrize("family", ["array", "matrix"])
def test_the_default_takes_any_kind(kind, family):
    X, _, few = topics(100, 600)
    given = getattr(sparse, f"{kind}_{family}")(X)
    one, other = (halflit.AutoDR(check=False).fit(rows, few) for rows in (X, given))
    np.testing.assert_array_equal(one.transform(X), other.transform(given))


def test_weights_are_copies():
    X, _, few = topics(100, 600)
    weight = 1 + np.arange(100) % 2
    twice = np.repeat(np.arange(100), weight)
    weighed = halflit.AutoDR(check=False).fit(X, few, sample_weight=weight)
    repeated = halflit.AutoDR(check=False).fit(X[twice], few[twice])
    assert (weighed.predict(X) == repeated.predict(X)).mean() >= 0.99


def test_functions_take_them():
    X, y, few = topics(120, 600)
    assert len(halflit.suggest(X, few, count=5)) == 5
    table = halflit.compare(X, few, learners=["auto", "pca"])
    assert set(table["learner"]) >= {"auto", "pca"}
    picture = halflit.Layout().fit(X, few)
    assert picture.embedding_.shape == (120, 2)
    np.testing.assert_allclose(picture.transform(X[:3]), picture.embedding_[:3])
    narrow = X[:, :200]
    trick = halflit.KernelTrick(LogisticRegression()).fit(narrow[few >= 0], few[few >= 0])
    assert (trick.predict(narrow) == y).mean() > 0.5


def test_others_refuse():
    X, _, few = words(60, 30, 0.1)
    with pytest.raises(TypeError, match="dense data is required"):
        halflit.PCA(2).partial_fit(X)
    with pytest.raises(ValueError, match="takes no sparse X"):
        halflit.studio(X, few, open=False)
    with pytest.raises(ValueError, match="rows are equal"):
        halflit.AutoDR().fit(sparse.csr_array((20, 500)), np.arange(20) % 2)
