"""What a fit warns of."""

import warnings

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score

import halflit


def noise(seed=0):
    """Rows of noise, the first forty labeled by a coin."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(120, 6)), np.where(np.arange(120) < 40, rng.integers(0, 2, 120), -1)


@pytest.mark.parametrize("model", [halflit.FDA(1), halflit.LFDA(1), halflit.MMC(1)])
def test_a_model_no_better_than_chance_says_so(model):
    said = []
    for seed in range(10):
        with warnings.catch_warnings(record=True) as met:
            warnings.simplefilter("always")
            model.fit(*noise(seed))
        said.append(any("no better than always answering" in str(one.message) for one in met))
    # On noise about every other model is below chance.
    assert sum(said) >= 2


def test_five_gaussians_are_found_or_the_model_warns():
    rng = np.random.default_rng(3)
    y = np.arange(500) % 5
    X = rng.normal(size=(500, 20)) + 2.0 * np.eye(5, 20)[y] * np.sqrt(20)
    few = np.where(np.arange(500) < 50, y, -1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = halflit.SSLFDA().fit(X, few)
    assert model.score(X[50:], y[50:]) > 0.9


@pytest.mark.parametrize("name", ["AutoDR", "SSLFDA", "SELF", "FDA"])
def test_a_good_model_warns_of_nothing(name):
    X, y = load_iris(return_X_y=True)
    few = np.where(np.arange(150) % 5 == 0, y, -1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        getattr(halflit, name)().fit(X, few)


def test_one_label_a_class_is_pointed_out():
    X, y = load_iris(return_X_y=True)
    few = np.full(150, -1)
    few[[0, 60, 120]] = y[[0, 60, 120]]
    for model in [halflit.SSLFDA(), halflit.SSLFDA(gamma=1.0), halflit.SELF(), halflit.LFDA()]:
        with pytest.warns(UserWarning, match="no two labeled rows of one class differ"):
            model.fit(X, few)


def test_lone_labels_are_a_matter_of_accuracy_and_none_of_a_cross_validation():
    X, y = load_iris(return_X_y=True)
    few = np.full(150, -1)
    few[[0, 10, 60, 120]] = y[[0, 10, 60, 120]]
    with pytest.warns(halflit.AccuracyWarning, match="one label") as met:
        halflit.AutoDR().fit(X, few)
    assert all(own.filename == __file__ for own in met)
    with warnings.catch_warnings():
        warnings.simplefilter("error", halflit.AccuracyWarning)
        every = np.arange(150)
        cross_val_score(halflit.AutoDR(), X, few, cv=[(every, every)], error_score="raise")


def test_defaults_are_those_of_the_command():
    for name in ["SELF", "SSFDA", "SSMMC", "SSDNE", "SSMFA", "SSLDE", "SSSNLE", "SSLFDA"]:
        given = getattr(halflit, name)().get_params()
        assert given["gamma"] == "auto" and given.get("alpha", "auto") == "auto", name
        assert given["n_components"] == "auto"


def test_the_number_of_axes_fits_the_classes():
    X, y = load_digits(return_X_y=True)
    few = np.where(np.arange(len(y)) % 10 == 0, y, -1)
    assert halflit.LFDA().fit(X, few).transform(X[:3]).shape == (3, 9)
    assert halflit.PCA().fit(X).transform(X[:3]).shape == (3, 2)
    with pytest.raises(ValueError, match='n_components = None .* "auto"'):
        halflit.LFDA(None).fit(X, few)


def test_a_list_beside_auto_is_a_grid():
    X, y = load_iris(return_X_y=True)
    few = np.where(np.arange(150) % 5 == 0, y, -1)
    model = halflit.SSLFDA(gamma=[0.1, 1.0]).fit(X, few)
    assert len(model.cv_results_["params"]) == 10
    assert {line["alpha"] for line in model.cv_results_["params"]} == {1, 2, 4, 8, 16}


def test_accuracy_has_a_category_of_its_own_that_is_quiet_inside_cross_validation():
    X, y = noise(3)
    labeled = y >= 0
    search = GridSearchCV(halflit.FDA(1), {"n_votes": [1, 3]}, refit=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error", halflit.AccuracyWarning)
        search.fit(X[labeled], y[labeled])
        cross_val_score(halflit.LFDA(1), X[labeled], y[labeled])
    met = []
    for seed in range(10):
        with warnings.catch_warnings(record=True) as one:
            warnings.simplefilter("always")
            halflit.FDA(1).fit(*noise(seed))
        met += [own for own in one if issubclass(own.category, halflit.AccuracyWarning)]
    assert met and all(own.filename == __file__ for own in met)
