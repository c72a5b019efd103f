"""Progress of long calls, datasets, and links of notebooks."""

import tomllib
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_digits

import halflit
from halflit.datasets import load_balance, load_ionosphere


@pytest.fixture(scope="module")
def digits():
    X, y = load_digits(return_X_y=True)
    return X, y, np.where(np.arange(len(y)) % 20 == 0, y, -1)


def test_a_function_is_told_and_changes_nothing(digits):
    X, _, few = digits
    told = []
    with halflit.progress(lambda *what: told.append(what)):
        model = halflit.AutoDR(check=False).fit(X, few)
    assert told
    assert all(isinstance(stage, str) and done <= total for stage, done, total in told)
    expected = halflit.AutoDR(check=False).fit(X, few)
    np.testing.assert_array_equal(model.transform(X), expected.transform(X))


def test_nobody_is_told_afterwards(wine):
    X, y, _ = wine
    told = []
    with halflit.progress(lambda *what: told.append(what)):
        pass
    halflit.AutoDR(check=False).fit(X, y)
    assert told == []


def test_what_a_function_raises_ends_the_call(digits):
    X, _, few = digits

    def stop(*what):
        raise InterruptedError(what[0])

    with pytest.raises(InterruptedError), halflit.progress(stop):
        halflit.AutoDR(check=False).fit(X, few)


def test_datasets_have_as_many_labels_as_asked_for():
    X, y = load_ionosphere()
    assert X.shape == (351, 34) and sorted(set(y)) == ["bad", "good"]
    few = load_ionosphere(labels=12, random_state=3)[1]
    shown = np.array([label is not None for label in few])
    assert shown.sum() == 12 and (few[shown] == y[shown]).all()
    X, y = load_balance()
    assert X.shape == (625, 4)
    heavier = np.sign(X[:, 0] * X[:, 1] - X[:, 2] * X[:, 3])
    assert (y == np.array(["balanced", "left", "right"])[heavier.astype(int)]).all()
    with pytest.raises(ValueError, match="1000"):
        load_balance(labels=1000)


@pytest.mark.parametrize("model", [halflit.AutoDR(), halflit.SELF(), halflit.Layout()])
def test_links_of_notebooks_lead_to_the_documentation(model):
    root = Path(__file__).parents[3]
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    page = project["urls"]["Documentation"]
    assert f"{page}#{type(model).__name__.lower()}" in model._repr_html_()
