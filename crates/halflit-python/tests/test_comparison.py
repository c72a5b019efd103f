"""compare and good_neighbors."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import pairwise_distances

import halflit
from halflit import _comparison, _names


def test_one_row_for_each_learner(wine):
    X, _, few = wine
    table, folds = halflit.compare(X, few, scaling="standard", folds=True)
    assert isinstance(table, pd.DataFrame)
    every = [name for name in _names.LEARNERS if name != "custom"]
    assert table.learner.tolist() == ["raw 1-NN", "auto", *every]
    assert table.failed.isna().all() and (table.tested == (few >= 0).sum()).all()
    assert ((table.low < table.accuracy) & (table.accuracy <= table.high)).all()
    assert table.p_better[1:].between(0, 1).all() and np.isnan(table.p_better[0])
    assert len(table.attrs["verdict"]) == 2
    assert (folds.groupby("learner").size() == 5).all() and folds.skipped.isna().all()
    assert folds[folds.learner == "ss-lfda"].gamma.notna().all()
    assert folds[folds.learner == "pca"].gamma.isna().all()
    right = (folds.accuracy * folds.tested).groupby(folds.learner, sort=False).sum()
    assert right.to_numpy() / table.tested[0] == pytest.approx(table.accuracy.to_numpy())


def test_noise_helps_nobody():
    rng = np.random.default_rng(0)
    y = np.where(np.arange(60) < 20, rng.integers(0, 2, 60), -1)
    table = halflit.compare(rng.normal(size=(60, 5)), y, learners=["pca", "fda", "mmc", "dne"])
    assert table.attrs["verdict"][0].startswith("The reduction does not clearly help")
    assert (table.p_better[1:] > 0.05).all()


def test_auto_is_fitted_anew_in_every_fold(wine):
    X, _, few = wine
    _, folds = halflit.compare(X, few, learners=["auto"], n_splits=3, folds=True)
    accuracy = folds[folds.learner == "auto"].accuracy
    for (_, test), expected in zip(
        halflit.SemiSupervisedKFold(3).split(X, few), accuracy, strict=True
    ):
        hidden = few.copy()
        hidden[test] = -1
        found = halflit.AutoDR().fit(X, hidden).transduction_[test]
        assert np.mean(found == few[test]) == pytest.approx(expected)


def test_auto_takes_the_rows_as_they_are(wine):
    X, _, few = wine
    given = {"learners": ["auto"], "n_splits": 3}
    plain = halflit.compare(X, few, **given)
    other = halflit.compare(X, few, scaling="standard", kernel="rbf", n_components=5, **given)
    assert plain.accuracy[1] == other.accuracy[1]
    gram = X @ X.T
    table = halflit.compare(gram, few, kernel="precomputed", n_splits=2, tune=False)
    assert "auto" not in set(table.learner) and "pca" in set(table.learner)
    with pytest.raises(ValueError, match="auto looks at rows"):
        halflit.compare(gram, few, kernel="precomputed", **given)


def test_raw_is_the_nearest_labeled_row(wine):
    X, _, few = wine
    _, lines = halflit.compare(X, few, learners=["pca"], n_splits=3, folds=True)
    raw = lines[lines.learner == "raw 1-NN"]
    folds = halflit.SemiSupervisedKFold(3).split(X, few)
    for (_, test), accuracy in zip(folds, raw.accuracy, strict=True):
        known = np.setdiff1d(np.flatnonzero(few >= 0), test)
        nearest = known[pairwise_distances(X[test], X[known]).argmin(axis=1)]
        assert accuracy == pytest.approx((few[nearest] == few[test]).mean())


def test_defaults_are_those_of_the_estimator(wine):
    X, _, few = wine
    _, lines = halflit.compare(X, few, learners=["ss-lfda"], n_splits=3, folds=True)
    X_all, y_all, groups = halflit.keep_hidden_rows(X, few)
    accuracy = lines[lines.learner == "ss-lfda"].accuracy.tolist()
    for fold, (train, test) in enumerate(
        halflit.SemiSupervisedKFold(3).split(X_all, y_all, groups)
    ):
        model = halflit.SSLFDA().fit(X_all[train], y_all[train])
        assert model.score(X_all[test], y_all[test]) == pytest.approx(accuracy[fold])


def test_values_in_use_are_told_tuned_or_not(wine):
    X, _, few = wine
    given = {"learners": ["ss-lfda", "fda"], "n_splits": 2, "folds": True}
    _, folds = halflit.compare(X, few, tune=False, **given)
    ours = folds[folds.learner == "ss-lfda"]
    assert (ours.gamma == 1).all() and (ours.alpha == 8).all()
    assert folds[folds.learner != "ss-lfda"].gamma.isna().all()


def test_raw_is_scaled_as_the_learners_are(wine):
    X, _, few = wine
    by_hand = (X - X.mean(0)) / X.std(0)
    scaled = halflit.compare(by_hand, few, learners=["auto", "pca"], n_splits=3)
    table = halflit.compare(X, few, learners=["auto", "pca"], n_splits=3, scaling="standard")
    assert table.accuracy[[0, 2]].tolist() == scaled.accuracy[[0, 2]].tolist()


def test_a_learner_without_a_usable_fold_does_not_end_the_comparison(wine):
    X, y, _ = wine
    alike = np.where(np.arange(len(y)) < 4, y, -1)
    table, folds = halflit.compare(X, alike, learners=["pca", "fda"], folds=True)
    fda = table.learner == "fda"
    assert table[fda].failed.notna().all() and table[fda].accuracy.isna().all()
    assert (table[~fda].accuracy == 1).all() and "fda" not in set(folds.learner)


def test_a_dict_without_pandas(wine, monkeypatch):
    X, _, few = wine
    monkeypatch.setattr(_comparison, "find_spec", lambda _: None)
    table, folds = halflit.compare(X, few, learners=["fda"], folds=True)
    shown = ["learner", "accuracy", "low", "high", "tested", "p_better", "p_worse", "failed"]
    assert list(table) == shown
    assert sorted(folds) == sorted(
        ["learner", "fold", "accuracy", "tested", "gamma", "alpha", "skipped"]
    )
    assert len({len(column) for column in table.values()}) == 1


def test_a_label_that_is_alone_in_its_class_is_not_held_out(wine):
    X, y, _ = wine
    lonely = np.full(len(y), -1)
    lonely[[0, 1, 100]] = y[[0, 1, 100]]
    _, folds = halflit.compare(X, lonely, learners=["fda"], folds=True)
    fda = folds[folds.learner == "fda"]
    assert fda.tested.tolist() == [1, 1] and fda.skipped.isna().all()


def test_good_neighbors(wine):
    X, y, few = wine
    distances = pairwise_distances(X)
    np.fill_diagonal(distances, np.inf)
    assert halflit.good_neighbors(X, y) == pytest.approx((y[distances.argmin(axis=1)] == y).mean())
    assert 0 < halflit.good_neighbors(X, few, metric="manhattan", kernel="rbf") <= 1
    with pytest.raises(ValueError):
        halflit.good_neighbors(X, y, metric="taxi")
