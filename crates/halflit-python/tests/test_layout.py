"""Pictures of all rows."""

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_digits
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import halflit
from halflit import AutoDR, Layout


@pytest.fixture(scope="module")
def digits():
    X, y = load_digits(return_X_y=True)
    X, y = X[:600], y[:600]
    few = np.full(len(y), -1)
    for digit in range(10):
        few[np.flatnonzero(y == digit)[:5]] = digit
    return X, y, few


def agreement(places, y):
    squares = ((places[:, None] - places[None]) ** 2).sum(axis=2)
    np.fill_diagonal(squares, np.inf)
    return (y[squares.argmin(axis=1)] == y).mean()


def test_near_rows_stay_near_with_and_without_labels(digits):
    X, y, few = digits
    plain, labeled = Layout().fit(X), Layout().fit(X, few)
    assert plain.label_weight_ == 0 and labeled.label_weight_ == 0.75
    assert plain.faithfulness_["trustworthiness"] > 0.95
    assert agreement(plain.embedding_, y) > 0.93 and agreement(labeled.embedding_, y) > 0.93


def test_threads_and_repetition_change_no_bit(digits):
    X, _, few = digits
    one, two = Layout(n_jobs=1).fit(X, few), Layout(n_jobs=2).fit(X, few)
    assert (one.embedding_ == two.embedding_).all()


def test_rows_of_the_picture_lie_on_themselves_and_new_ones_among_their_like(digits):
    X, y, few = digits
    layout = Layout().fit(X[:450], few[:450])
    assert (layout.transform(X[:450]) == layout.embedding_).all()
    placed = layout.transform(X[450:])
    squares = ((placed[:, None] - layout.embedding_[None]) ** 2).sum(axis=2)
    scaled = StandardScaler().fit_transform(X)
    plain = KNeighborsClassifier(1).fit(scaled[:450], y[:450]).score(scaled[450:], y[450:])
    assert (y[squares.argmin(axis=1)] == y[450:]).mean() > plain - 0.06
    again = pickle.loads(pickle.dumps(layout))
    assert (again.transform(X[450:]) == placed).all()


def test_a_model_has_a_picture_of_its_rows_and_keeps_it(digits, tmp_path):
    X, y, few = digits
    model = AutoDR(check=False).fit(X, few)
    places = model.layout_
    assert places.shape == (len(X), 2) and agreement(places, y) > 0.93
    model.save(tmp_path / "digits.halflit")
    loaded = halflit.load(tmp_path / "digits.halflit")
    assert (loaded.layout_ == places).all()
    assert (pickle.loads(pickle.dumps(model)).layout_ == places).all()
    fresh = AutoDR(check=False).fit(X, few)
    with pytest.raises(AttributeError, match="holds none"):
        pickle.loads(pickle.dumps(fresh)).layout_  # noqa: B018


@pytest.mark.parametrize(
    "parameters",
    [{"n_components": 4}, {"n_neighbors": 1}, {"label_weight": -0.5}, {"n_neighbors": True}],
    ids=str,
)
def test_values_out_of_range_are_refused_by_name(digits, parameters):
    with pytest.raises(ValueError, match=next(iter(parameters))):
        Layout(**parameters).fit(digits[0])


def test_it_draws(digits):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    X, _, few = digits
    model = AutoDR(check=False).fit(X, few)
    assert len(halflit.plot(model).axes) == 2
    assert len(halflit.plot(model, X, few, axes=False).axes) == 1
    assert len(halflit.plot(Layout().fit(X)).axes) == 1


@parametrize_with_checks([Layout()])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.mark.filterwarnings("error")
def test_a_fit_to_a_frame_is_drawn_without_a_warning(digits):
    X, _, few = digits
    table = pd.DataFrame(X[:200]).rename(columns=str)
    assert len(halflit.plot(AutoDR(check=False).fit(table, few[:200])).axes) == 2
