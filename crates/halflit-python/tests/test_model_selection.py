"""Folds that hide labels and keep rows."""

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import GridSearchCV, cross_val_score

import halflit


def test_folds_train_on_all_unlabeled_rows(wine):
    X, _, few = wine
    tested = []
    for train, test in halflit.SemiSupervisedKFold(4).split(X, few):
        assert set(np.flatnonzero(few < 0)) <= set(train)
        assert not set(train) & set(test)
        assert len(train) + len(test) == len(few)
        assert set(few[test]) == {0, 1, 2}
        tested += test.tolist()
    assert sorted(tested) == np.flatnonzero(few >= 0).tolist()


def test_copies_stand_in_for_tested_rows_only(wine):
    X, _, few = wine
    X_all, y_all, groups = halflit.keep_hidden_rows(X, few)
    assert len(X_all) == len(X) + (few >= 0).sum()
    for train, test in halflit.SemiSupervisedKFold(5).split(X_all, y_all, groups):
        assert sorted(groups[train]) == list(range(len(X)))
        hidden = np.isin(groups[train], groups[test])
        assert (y_all[train][hidden] == -1).all()
        np.testing.assert_array_equal(y_all[train][~hidden], few[groups[train][~hidden]])
        np.testing.assert_array_equal(y_all[test], few[test])


@pytest.mark.parametrize("kind", ["words", "floats", "marker"])
def test_copies_of_every_kind_of_label(wine, kind):
    X, _, few = wine
    words = np.array(["a", "b", "c", "?"])[few]
    y = {
        "words": np.where(few < 0, None, words),
        "floats": np.where(few < 0, np.nan, few),
        "marker": words,
    }[kind]
    unlabeled = "?" if kind == "marker" else "auto"
    X_all, y_all, groups = halflit.keep_hidden_rows(pd.DataFrame(X), y, unlabeled=unlabeled)
    model = halflit.SSLFDA(2, scaling="standard", unlabeled=unlabeled)
    cv = halflit.SemiSupervisedKFold(5, unlabeled=unlabeled)
    assert cross_val_score(model, X_all, y_all, groups=groups, cv=cv).mean() > 0.9


def test_it_is_the_librarys_own_cross_validation(wine):
    X, _, few = wine
    X = (X - X.mean(0)) / X.std(0)
    grid = {"gamma": [0.01, 1.0, 100.0]}
    ours = halflit.SSLFDA(2, gamma=grid["gamma"], alpha=4, random_state=7).fit(X, few)
    cv = halflit.SemiSupervisedKFold(5, random_state=7)
    search = halflit.SemiSupervisedGridSearchCV(halflit.SSLFDA(2, alpha=4), grid, cv=cv).fit(X, few)
    for fold in range(5):
        scores = search.cv_results_[f"split{fold}_test_score"]
        np.testing.assert_allclose(scores, ours.cv_results_[f"split{fold}_test_score"])
    assert search.best_estimator_.n_unlabeled_ == (few < 0).sum()
    assert search.predict(X).shape == few.shape


def test_plain_grid_search(wine):
    X, _, few = wine
    search = GridSearchCV(
        halflit.SSLFDA(2, scaling="standard"),
        {"gamma": [0.1, 1]},
        cv=halflit.SemiSupervisedKFold(3),
    )
    assert search.fit(X, few).best_score_ > 0.9


def test_too_many_folds(wine):
    X, _, few = wine
    with pytest.raises(ValueError, match="100 folds asked for and 60 labeled rows"):
        list(halflit.SemiSupervisedKFold(100).split(X, few))
