"""AutoDR: what holds for it beyond what holds for all estimators."""

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris, make_blobs
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier

import halflit
from halflit import AutoDR, _core


def few_labels(y, count, seed=0):
    """So many labels of each class; -1 for the rest."""
    draw = np.random.default_rng(seed)
    few = np.full(len(y), -1)
    for label in np.unique(y):
        rows = draw.choice(np.flatnonzero(y == label), count, replace=False)
        few[rows] = label
    return few


def hidden_accuracy(model, y):
    return np.mean(model.transduction_ == y)


def test_fitted_attributes(wine):
    X, y, few = wine
    model = AutoDR().fit(X, few)
    assert model.n_components is None and model.transform(X).shape == (178, 2)
    assert model.eigenvalues_.shape == (2,) and np.all(np.diff(model.eigenvalues_) >= 0)
    assert model.classes_.tolist() == [0, 1, 2] and model.n_features_in_ == 13
    assert model.n_unlabeled_ == (few < 0).sum()
    assert model.get_feature_names_out().tolist() == ["autodr0", "autodr1"]
    assert not hasattr(model, "components_") and not hasattr(model, "inverse_transform")
    assert hidden_accuracy(model, y) > 0.9
    assert model.score(X, few) == model.score(X[few >= 0], few[few >= 0])


def test_views_are_told_by_share(wine):
    X, _, few = wine
    names, shares = zip(*AutoDR().fit(X, few).views_, strict=True)
    assert len(set(names)) == len(names) > 20 and all(isinstance(name, str) for name in names)
    assert list(shares) == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1)
    sides = {"columns as given", "standardised columns", "ranks of columns"}
    assert {name.split(":")[0] for name in names} - {"relevant columns"} == sides


@pytest.mark.parametrize("load", [load_iris, load_breast_cancer])
def test_training_rows_get_what_the_fit_gave_them(load):
    X, y = load(return_X_y=True)
    # Some rows several times, which are classified alike.
    X, y = np.vstack([X, X[::7], X[::7]]), np.concatenate([y, y[::7], y[::7]])
    few = few_labels(y, 3)
    model = AutoDR().fit(X, few)
    unlabeled = few < 0
    np.testing.assert_array_equal(model.predict(X)[unlabeled], model.transduction_[unlabeled])
    np.testing.assert_array_equal(model.transduction_[~unlabeled], few[~unlabeled])
    np.testing.assert_array_equal(AutoDR().fit_transform(X, few), model.transform(X))


def test_predictions_use_all_axes_that_classes_need(wine):
    X, _, few = wine
    one, two, many = (AutoDR(d).fit(X, few) for d in (1, None, 10))
    np.testing.assert_allclose(one.transform(X), two.transform(X)[:, :1], atol=1e-9)
    np.testing.assert_array_equal(one.predict_proba(X), two.predict_proba(X))
    assert many.transform(X).shape == (178, 10)
    np.testing.assert_array_equal(many.predict(X), two.predict(X))


def test_probabilities(wine):
    X, _, few = wine
    model = AutoDR().fit(X, few)
    found = model.predict_proba(X)
    assert found.shape == (178, 3) and (found >= 0).all()
    np.testing.assert_allclose(found.sum(axis=1), 1)
    np.testing.assert_array_equal(model.classes_[found.argmax(axis=1)], model.predict(X))


def test_hidden_labels_change_nothing(wine):
    X, y, few = wine
    mask = few < 0
    found = []
    for seed in range(2):
        shadow = y.copy()
        shadow[mask] = np.random.default_rng(seed).permutation(y[mask])
        found.append(AutoDR().fit(X, np.ma.masked_array(shadow, mask)))
    assert found[0]._model.to_bytes() == found[1]._model.to_bytes()
    assert found[0]._model.to_bytes() == AutoDR().fit(X, few)._model.to_bytes()


@pytest.mark.parametrize("column", [0, 6, 12])
def test_units_hardly_matter(wine, column):
    X, y, _ = wine
    other = X.copy()
    other[:, column] *= 1000
    accuracy = [
        [hidden_accuracy(AutoDR().fit(rows, few_labels(y, 5, seed)), y) for seed in range(5)]
        for rows in (X, other)
    ]
    assert np.mean(accuracy[1]) == pytest.approx(np.mean(accuracy[0]), abs=0.03)


def test_one_label_of_each_class(wine):
    X, y, _ = wine
    ours, nearest = [], []
    for seed in range(5):
        few = few_labels(y, 1, seed)
        known = few >= 0
        model = AutoDR().fit(X, few)
        assert model.transform(X).shape == (178, 2)
        np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1)
        ours.append(hidden_accuracy(model, y))
        nearest.append(KNeighborsClassifier(1).fit(X[known], y[known]).score(X, y))
    assert np.mean(ours) > np.mean(nearest)


def test_two_classes():
    X, y = load_breast_cancer(return_X_y=True)
    model = AutoDR().fit(X, few_labels(y, 10))
    assert model.transform(X).shape == (569, 1) and model.predict_proba(X).shape == (569, 2)
    assert hidden_accuracy(model, y) > 0.85


def test_thirty_classes():
    X, y = make_blobs(900, n_features=10, centers=30, cluster_std=1.5, random_state=0)
    model = AutoDR().fit(X, few_labels(y, 2))
    assert model.transform(X).shape == (900, 29)
    assert len(model.classes_) == 30 and hidden_accuracy(model, y) > 0.9


def test_words_and_frames(wine, tmp_path):
    X, _, few = wine
    # As words 10 and 9 sort otherwise than as numbers.
    words = np.array(["10", "9", "x", None], dtype=object)[few]
    frame = pd.DataFrame(X, columns=[f"c{i}" for i in range(13)])
    model = AutoDR().set_output(transform="pandas").fit(frame, pd.Series(words))
    assert model.classes_.tolist() == ["10", "9", "x"]
    plain = AutoDR().fit(X, few)
    np.testing.assert_array_equal(model.transduction_, model.classes_[plain.transduction_])
    np.testing.assert_allclose(model.predict_proba(frame), plain.predict_proba(X), atol=1e-12)
    assert list(model.transform(frame).columns) == ["autodr0", "autodr1"]
    assert model.feature_names_in_.tolist() == list(frame.columns)
    model.save(tmp_path / "model")
    assert halflit.load(tmp_path / "model").feature_names_in_.tolist() == list(frame.columns)
    with pytest.raises(ValueError, match="feature names"):
        model.transform(frame.rename(columns={"c0": "other"}))


@pytest.mark.parametrize("n_components", [None, 1, 5])
def test_files_and_pickles(wine, tmp_path, n_components):
    X, _, few = wine
    model = AutoDR(n_components).fit(X, few)
    model.save(tmp_path / "model.halflit")
    again = halflit.load(tmp_path / "model.halflit")
    assert type(again) is AutoDR and again.n_components == (n_components or 2)
    for other in (again, pickle.loads(pickle.dumps(model))):
        np.testing.assert_array_equal(other.transform(X), model.transform(X))
        np.testing.assert_array_equal(other.predict_proba(X), model.predict_proba(X))
        assert other.views_ == model.views_
    whole = (tmp_path / "model.halflit").read_bytes()
    assert _core.Model.from_bytes(whole).to_bytes() == whole
    assert clone(again).fit(X, few)._kept_model().to_bytes() == whole


def test_the_same_bits_for_any_number_of_threads(wine):
    X, _, few = wine
    files = {AutoDR(n_jobs=jobs).fit(X, few)._model.to_bytes() for jobs in (1, 2, 3, None)}
    assert len(files) == 1


def test_a_search_can_have_it(wine):
    X, y, _ = wine
    search = GridSearchCV(AutoDR(), {"n_components": [None, 1]}, cv=3).fit(X, y)
    assert search.best_score_ > 0.9


def test_auto_is_the_usual_number_of_axes(wine):
    X, _, few = wine
    model = AutoDR("auto").fit(X, few)
    assert model.n_components == "auto" and model.transform(X).shape == (178, 2)
    assert model._model.to_bytes() == AutoDR().fit(X, few)._model.to_bytes()


@pytest.mark.parametrize("n_components", [0, -1, 1.5, "many", 1000])
def test_other_dimensions_are_refused(wine, n_components):
    X, _, few = wine
    with pytest.raises(ValueError):
        AutoDR(n_components).fit(X, few)


def test_what_cannot_be_fitted_says_why(wine):
    X, y, _ = wine
    with pytest.raises(ValueError, match="requires y"):
        AutoDR().fit(X)
    with pytest.raises(ValueError, match="unlabeled=None makes -1 a class"):
        AutoDR().fit(X, np.where(y == 0, 1, -1))
    with pytest.raises(ValueError, match="label"):
        AutoDR().fit(X, np.full(len(y), -1))


def test_thin_views_are_principal_axes_and_eigenmaps(wine, tmp_path):
    X, _, few = wine
    thin = AutoDR(views="thin").fit(X, few)
    assert all("principal" in name or "eigenmaps" in name for name, _ in thin.views_)
    assert len(AutoDR().fit(X, few).views_) > len(thin.views_)
    thin.save(tmp_path / "thin.halflit")
    again = halflit.load(tmp_path / "thin.halflit")
    assert again.views == "thin"
    np.testing.assert_array_equal(again.predict(X), thin.predict(X))
    with pytest.raises(ValueError, match="thin"):
        AutoDR(views="broad").fit(X, few)
