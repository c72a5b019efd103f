"""What counts as unlabeled."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.base import clone

import halflit
from halflit import _core
from halflit._labels import encode

UNLABELED_ROW = {
    "-1": np.array([0, 1, -1]),
    "-1 as a float": np.array([0.0, 1.0, -1.0]),
    "-1 in a list": [0, 1, -1],
    "-1 among words": ["a", "b", -1],
    "-1 as text": ["a", "b", "-1"],
    "-1.0 as text": np.array(["a", "b", "-1.0"]),
    "empty text": ["a", "b", ""],
    "empty text in an array": np.array(["a", "b", " "]),
    "empty pandas text": pd.Series(["a", "b", ""]),
    "a question mark": ["a", "b", "?"],
    "NaN as text": np.array(["a", "b", "NaN"]),
    "nan as text": ["a", "b", "nan "],
    "NA as text": pd.Series(["a", "b", "NA"]),
    "null as text": ["a", "b", "null"],
    "NaN": np.array([0.0, 1.0, np.nan]),
    "None in a list": [0, 1, None],
    "NaN among words": ["a", "b", float("nan")],
    "None among words": ["a", "b", None],
    "objects": np.array(["a", "b", None], dtype=object),
    "pandas NA": pd.Series([0, 1, pd.NA], dtype="Int64"),
    "pandas text": pd.Series(["a", "b", None]),
    "pandas categories": pd.Series(["a", "b", None], dtype="category"),
    "pandas booleans": pd.Series([True, False, pd.NA], dtype="boolean"),
    "a mask": np.ma.masked_array([0, 1, 2], [False, False, True]),
    "a mask over words": np.ma.masked_array(["a", "b", "c"], [False, False, True]),
    "polars": pl.Series([0, 1, None]),
    "polars text": pl.Series(["a", "b", None]),
    "Arrow": pa.array([0, 1, None]),
    "Arrow text": pa.chunked_array([["a", "b"], [None]]),
}


@pytest.mark.parametrize("y", UNLABELED_ROW.values(), ids=UNLABELED_ROW.keys())
def test_unlabeled_row(y):
    labels = encode(y)
    assert labels.unlabeled.tolist() == [False, False, True]
    assert len(labels.classes) == 2


@pytest.mark.parametrize("y", [np.array([0, 1, 2]), ["a", "b", "c"], np.array([True, False, True])])
def test_no_marker_is_plain_supervised(y):
    assert not encode(y).unlabeled.any()


@pytest.mark.parametrize(
    "text", ["", " ", "?", "NaN", "nan", "NA", "null", "none", "N/A", "-", "0"]
)
def test_which_texts_are_no_label_is_the_librarys_to_say(text):
    assert encode(["a", "b", text]).unlabeled[2] == _core.is_marker(text)


def test_marker_of_the_users_own():
    assert encode(["a", "?", "b"], "?").unlabeled.tolist() == [False, True, False]
    assert encode(["a", "?", "b", "c"], "c").unlabeled.tolist() == [False, True, False, True]
    assert encode([0, 9, 1], 9).unlabeled.tolist() == [False, True, False]
    labels = encode([-1, 9, 1], 9)
    assert labels.classes.tolist() == [-1, 1]
    assert encode(np.array([1.0, np.nan, 2.0]), 2).unlabeled.tolist() == [False, True, True]


@pytest.mark.parametrize("nothing", [None, ""])
def test_minus_one_as_text_can_be_a_class_too(nothing):
    assert encode(["a", "-1", ""], nothing).classes.tolist() == ["-1", "a"]


def test_without_marker_minus_one_is_a_class():
    labels = encode([-1, 1, None], None)
    assert labels.classes.tolist() == [-1, 1]
    assert labels.unlabeled.tolist() == [False, False, True]


def test_classes_keep_their_kind_and_order():
    assert encode(["9", "10"]).classes.tolist() == ["10", "9"]
    assert encode([10, 9, None]).classes.dtype.kind == "i"
    assert encode(np.array([1.0, 2.0, np.nan])).names == ["1", "2"]


def test_what_is_no_class_is_refused():
    with pytest.raises(ValueError, match="Unknown label type"):
        encode(np.array([0.5, 1.25, 3.0]))
    with pytest.raises(ValueError, match="mixes words and numbers"):
        encode([0, "a"])
    with pytest.raises(ValueError, match="infinity"):
        encode(np.array([0.0, np.inf]))


def test_fit_reports_what_it_took(wine):
    X, y, few = wine
    model = halflit.SSLFDA(2, scaling="standard").fit(X, few)
    assert model.n_unlabeled_ == (few == -1).sum() == 118
    assert model.classes_.tolist() == [0, 1, 2]
    assert (model.transduction_[few >= 0] == few[few >= 0]).all()
    assert (model.transduction_ == y).mean() > 0.9
    assert halflit.SSLFDA(2, scaling="standard").fit(X, y).n_unlabeled_ == 0


def test_every_way_of_writing_labels_gives_the_same(wine):
    X, _, few = wine
    words = np.array(["nine", "ten", "9", None], dtype=object)[few]
    floats = np.where(few < 0, np.nan, few)
    # "auto" draws folds class by class, in the order of their names.
    model = halflit.SSLFDA(2, gamma=1.0, alpha=8.0, scaling="standard")
    maps = [clone(model).fit(X, y) for y in (few, words, floats)]
    for other in maps[1:]:
        np.testing.assert_allclose(other.components_, maps[0].components_, rtol=1e-10)
    assert set(maps[1].predict(X)) == {"nine", "ten", "9"}


def test_words_that_look_like_numbers(wine):
    X, y, _ = wine
    words = np.array(["9", "10", "8"])[y]
    model = halflit.FDA(2).fit(X, words)
    assert model.score(X, words) > 0.9
    assert (model.classes_[model.predict_proba(X).argmax(axis=1)] == model.predict(X)).all()


def test_two_classes_of_which_one_is_minus_one(wine):
    X, y, _ = wine
    signs = np.where(y == 1, 1, -1)
    with pytest.raises(ValueError, match="unlabeled=None makes -1 a class"):
        halflit.FDA(1).fit(X, signs)
    assert halflit.FDA(1, unlabeled=None).fit(X, signs).score(X, signs) > 0.9


def test_score_leaves_unlabeled_rows_out(wine):
    X, y, few = wine
    model = halflit.FDA(2).fit(X, y)
    assert model.score(X, few) == model.score(X[few >= 0], few[few >= 0])
    with pytest.raises(ValueError, match="no row has a label"):
        model.score(X[:3], [-1, -1, -1])


def test_unsupervised_estimators_leave_regression_targets_alone(wine):
    X, y, _ = wine
    assert not hasattr(halflit.PCA(2).fit(X, X[:, 0]), "transduction_")
    assert not hasattr(halflit.LPP(2, scaling="standard").fit(X, X[:, :2]), "transduction_")
    assert halflit.PCA(2, scaling="standard").fit(X, y).score(X, y) == 1.0
    with pytest.raises(ValueError, match="no labeled row to classify by"):
        halflit.PCA(2).fit(X).predict(X)
