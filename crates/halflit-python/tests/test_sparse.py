"""Sparse rows: nobody can tell them from the same numbers written out."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression

import halflit

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


def test_others_refuse():
    X, _, few = words(60, 30, 0.1)
    dense = "dense data is required"
    with pytest.raises(TypeError, match=dense):
        halflit.AutoDR().fit(X, few)
    with pytest.raises(TypeError, match=dense):
        halflit.AutoDR().fit(X.toarray(), few).predict(X)
    with pytest.raises(TypeError, match=dense):
        halflit.KernelTrick(LogisticRegression()).fit(X, few)
    with pytest.raises(TypeError, match=dense):
        halflit.PCA(2).partial_fit(X)
    with pytest.raises(TypeError, match=dense):
        halflit.compare(X, few)
