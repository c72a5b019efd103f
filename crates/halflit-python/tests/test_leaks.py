"""No label that is held out, or marked as unlabeled, is ever looked at."""

import numpy as np
import pandas as pd
import pytest

import halflit
from halflit._registry import ESTIMATORS

AUTO = {"gamma": "auto", "alpha": "auto"}
LEARNERS = ["lpp*", "self", "ss-fda", "ss-dne", "ss-lfda"]


@pytest.fixture
def fifteen(wine):
    """Rows, and fifteen labels: few enough for folds that do not depend on the labels."""
    X, y, _ = wine
    return (X - X.mean(0)) / X.std(0), np.where(np.arange(len(y)) % 12 == 0, y, -1)


def chosen(table, fold):
    return table[table.fold == fold].set_index("learner")[["gamma", "alpha"]]


def test_a_held_out_label_does_not_change_what_is_chosen(fifteen):
    X, few = fifteen
    labeled = np.flatnonzero(few >= 0)
    _, truth = halflit.compare(X, few, learners=LEARNERS, folds=True)
    for fold in (0, 7, 14):
        scrambled = few.copy()
        scrambled[labeled[fold]] = (few[labeled[fold]] + 1) % 3
        _, table = halflit.compare(X, scrambled, learners=LEARNERS, folds=True)
        pd.testing.assert_frame_equal(chosen(table, fold), chosen(truth, fold))
        # The other folds learn from that label, and show what a leak would do.
        others = [other for other in range(15) if other != fold]
        seen = [not chosen(table, other).equals(chosen(truth, other)) for other in others]
        assert all(seen)


@pytest.mark.parametrize("n_splits", [None, 3])
def test_a_fold_is_a_fit_without_its_labels(fifteen, n_splits):
    X, few = fifteen
    _, table = halflit.compare(X, few, learners=LEARNERS, n_splits=n_splits, folds=True)
    leave_one_out = [[row] for row in np.flatnonzero(few >= 0)]
    splitter = halflit.SemiSupervisedKFold(n_splits or 2)
    drawn = [test for _, test in splitter.split(X, few)]
    for fold, test in enumerate(drawn if n_splits else leave_one_out):
        hidden = few.copy()
        hidden[test] = -1
        for learner in LEARNERS:
            model = ESTIMATORS[learner](2)
            model.set_params(**{k: v for k, v in AUTO.items() if k in model.get_params()})
            model.fit(X, hidden)
            row = table[(table.learner == learner) & (table.fold == fold)].iloc[0]
            for name in AUTO:
                assert row[name] == getattr(model, f"{name}_", None) or np.isnan(row[name])
            right = np.mean(model.transduction_[test] == few[test])
            assert row.accuracy == pytest.approx(right)


def shadows(values, mask):
    """Labels under which others are hidden, in every kind of array that can."""
    yield np.ma.masked_array(values, mask)
    yield np.ma.masked_array(values.astype(float), mask)
    yield pd.array(values, dtype="Int64").__class__(values, mask)
    yield pd.Series(np.where(mask, None, np.array(["a", "b", "c"])[values]), dtype="category")


@pytest.mark.parametrize("kind", range(4))
@pytest.mark.parametrize("learner", LEARNERS)
def test_labels_under_a_mask_are_not_seen(fifteen, kind, learner):
    X, few = fifteen
    truth = np.arange(len(few)) % 3
    mask = few < 0
    models = []
    for shift in (0, 1):
        y = list(shadows(np.where(mask, (truth + shift) % 3, few), mask))[kind]
        model = ESTIMATORS[learner](2)
        model.set_params(**{k: v for k, v in AUTO.items() if k in model.get_params()})
        models.append(model.fit(X, y))
    assert models[0].n_unlabeled_ == mask.sum()
    np.testing.assert_array_equal(models[0].components_, models[1].components_)
    np.testing.assert_array_equal(models[0].transduction_, models[1].transduction_)
