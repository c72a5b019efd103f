"""Which rows to label next."""

import numpy as np
import pandas as pd
import pytest

import halflit
from halflit import _comparison


@pytest.fixture
def blobs():
    """Four clusters of unlike size in six columns."""
    generator = np.random.default_rng(0)
    y = np.repeat([0, 1, 2, 3], [10, 40, 20, 80])
    return generator.normal(size=(150, 6)) + 12 * np.eye(6)[y], y


def test_the_first_rows_are_one_of_each_cluster(blobs):
    X, y = blobs
    table = halflit.suggest(X, count=4)
    assert isinstance(table, pd.DataFrame)
    assert y[table.row].tolist() == [3, 1, 2, 0] and not table.check.any()
    assert table.why[0] == "typical of the 79 rows around it"


def test_labels_have_a_say_but_not_about_check_rows(blobs):
    X, y = blobs
    few = np.where(np.arange(150) % 8 == 0, y, -1)
    scrambled = np.where(few >= 0, (np.arange(150) // 16) % 2, -1)
    one, other = halflit.suggest(X, few, 30), halflit.suggest(X, scrambled, 30)
    assert one.check.sum() == 6 and (few[one.row] < 0).all()
    assert one.row[one.check].tolist() == other.row[other.check].tolist()
    assert one.row.tolist() != other.row.tolist()
    assert halflit.suggest(X, few, 30, n_jobs=1).equals(one)
    words = np.array(["a", "b", "c", "d"], dtype=object)[y]
    words[few < 0] = None
    assert halflit.suggest(X, words, 30).row.equals(one.row)


def test_taken_rows_are_not_asked_for(blobs):
    X, _ = blobs
    first = halflit.suggest(X, count=20, random_state=3)
    again = halflit.suggest(X, count=20, random_state=3, taken=first.row)
    assert not set(first.row) & set(again.row)
    everything = halflit.suggest(X, count=130, taken=first.row)
    assert sorted([*everything.row, *first.row]) == list(range(150))


def test_without_pandas_it_is_a_dict(blobs, monkeypatch):
    monkeypatch.setattr(_comparison, "find_spec", lambda name: None)
    table = halflit.suggest(blobs[0], count=3)
    assert list(table) == ["row", "why", "check"] and len(table["row"]) == 3


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"count": 0}, "count"),
        ({"count": 151}, "151 rows to label asked for and 150 rows are left"),
        ({"taken": [150]}, "taken row 150 is none of the 150 rows"),
        ({"taken": [-1]}, "taken row -1"),
        ({"taken": [0.5]}, "list of row numbers"),
        ({"y": [1, 2]}, "2 labels for 150 rows"),
        ({"random_state": -1}, "random_state"),
    ],
)
def test_what_makes_no_sense_is_refused(blobs, given, words):
    with pytest.raises(ValueError, match=words):
        halflit.suggest(blobs[0], **given)


def test_rows_that_are_all_alike_are_refused():
    with pytest.raises(ValueError, match="all 9 rows are equal"):
        halflit.suggest(np.ones((9, 2)), count=2)
