"""Sample weights, and rows that come in parts."""

import pickle

import numpy as np
import pytest
import sklearn
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV

import halflit
from halflit import _core
from halflit._registry import OF_FILES

CLASSES = sorted(set(OF_FILES.values()), key=lambda estimator: estimator.__name__)
INCREMENTAL = [halflit.PCA, halflit.FDA, halflit.MMC]


@pytest.fixture
def table():
    X, y = load_iris(return_X_y=True)
    X, y = X[::3] + 1e-3 * np.random.default_rng(0).normal(size=(50, 4)), y[::3].copy()
    y[::4] = -1
    weights = np.random.default_rng(1).integers(0, 4, size=50).astype(float)
    return X, y, weights


@pytest.mark.parametrize("estimator", CLASSES, ids=lambda c: c.__name__)
def test_a_weight_is_a_number_of_rows(estimator, table):
    X, y, weights = table
    weighed = estimator().fit(X, y, sample_weight=weights)
    times = weights.astype(int)
    written = estimator().fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    np.testing.assert_allclose(
        np.abs(weighed.transform(X)), np.abs(written.transform(X)), rtol=1e-5, atol=1e-6
    )
    assert (weighed.predict(X) == written.predict(X)).all()
    assert len(weighed.transduction_) == len(X)
    labeled = (y != -1) & (weights > 0)
    assert (weighed.transduction_[labeled] == y[labeled]).all()


def test_bad_weights_are_named(table):
    X, y, weights = table
    with pytest.raises(ValueError, match=r"sample_weight\[3\] is -1.0"):
        halflit.FDA().fit(X, y, sample_weight=[1.0, 1.0, 1.0, -1.0] + [1.0] * 46)
    with pytest.raises(ValueError, match="expected \\(50,\\)"):
        halflit.FDA().fit(X, y, sample_weight=weights[:10])
    with pytest.raises(ValueError, match="all weights are zero"):
        halflit.FDA().fit(X, y, sample_weight=np.zeros(50))
    with pytest.raises(ValueError, match="auto takes whole weights"):
        halflit.AutoDR().fit(X, y, sample_weight=np.full(50, 1.5))
    half = halflit.FDA().fit(X, y, sample_weight=np.full(50, 1.5))
    assert half.predict(X).shape == (50,)


def test_weights_are_routed(table):
    X, y, weights = table
    X, y, weights = X[y != -1], y[y != -1], weights[y != -1] + 1
    with sklearn.config_context(enable_metadata_routing=True):
        model = (
            halflit.FDA().set_fit_request(sample_weight=True).set_score_request(sample_weight=True)
        )
        search = GridSearchCV(model, {"n_components": [1, 2]}, cv=3).fit(
            X, y, sample_weight=weights
        )
    expected = halflit.FDA(search.best_params_["n_components"]).fit(X, y, sample_weight=weights)
    np.testing.assert_array_equal(search.best_estimator_.components_, expected.components_)


def test_a_grid_search_that_keeps_rows_takes_weights(table):
    X, y, weights = table
    search = halflit.SemiSupervisedGridSearchCV(halflit.SSLFDA(), {"n_components": [1, 2]}, cv=3)
    search.fit(X, y, sample_weight=weights + 1)
    assert search.best_estimator_.predict(X).shape == (50,)


@pytest.mark.parametrize("estimator", INCREMENTAL, ids=lambda c: c.__name__)
@pytest.mark.parametrize("scaling", [None, "standard"])
def test_parts_give_what_all_rows_give(estimator, scaling, table):
    X, y, weights = table
    whole = estimator(2, scaling=scaling).fit(X, y, sample_weight=weights)
    parts = estimator(2, scaling=scaling)
    for rows in np.array_split(np.arange(50), 7):
        parts.partial_fit(
            X[rows], y[rows], sample_weight=weights[rows] if weights[rows].any() else None
        )
    np.testing.assert_allclose(parts.components_, whole.components_, rtol=0, atol=1e-10)
    np.testing.assert_allclose(parts.mean_, whole.mean_, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(parts.classes_, whole.classes_)
    again = pickle.loads(pickle.dumps(parts)).partial_fit(X, y)
    assert again.predict(X).shape == (50,)
    assert not hasattr(whole.fit(X, y), "_statistics")


def test_parts_are_gathered_until_there_are_enough(table):
    X, y, _ = table
    X, y = X[y != -1], y[y != -1]
    model = halflit.FDA(1)
    first = np.flatnonzero(y == 0)
    model.partial_fit(X[first], y[first], classes=[0, 1, 2])
    assert not hasattr(model, "components_")
    model.partial_fit(X, y)
    assert model.predict(X).shape == y.shape
    with pytest.raises(ValueError, match="not in classes"):
        model.partial_fit(X[:2], [7, 7])
    with pytest.raises(ValueError, match="cannot be learned from weights, means and scatters"):
        halflit.FDA(kernel="rbf").partial_fit(X, y)


def test_statistics_are_merged(table):
    X, y, _ = table
    codes, names = np.where(y == -1, -1, y).astype(np.int64), ["0", "1", "2"]
    a = _core.Statistics(4).add(X[:20], codes[:20], names)
    b = _core.Statistics(4).add(X[20:], codes[20:], names)
    merged = a.merge(_core.Statistics.from_bytes(b.to_bytes()))
    assert merged.weight == 50
    assert merged.classes == names
