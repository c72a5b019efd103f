"""Parameters of the wrong kind are refused by name and range, in Python's words."""

import inspect

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics.pairwise import pairwise_kernels

import halflit
from halflit import _checks
from halflit._registry import OF_FILES

NAN = float("nan")


def words(name, value):
    """What a refusal begins with."""
    return f"{name} = {value!r} is out of range: allowed is "


WRONG = [
    ("n_components", 0.95),
    ("n_components", None),
    ("n_components", -1),
    ("n_components", True),
    ("n_components", "mle"),
    ("gamma", NAN),
    ("gamma", None),
    ("gamma", "much"),
    ("gamma", []),
    ("gamma", [1.0, -1.0]),
    ("alpha", 0.5),
    ("alpha", len),
    ("n_neighbors", 2.5),
    ("n_neighbors", (3, 4)),
    ("metric", len),
    ("metric", None),
    ("search", len),
    ("search", None),
    ("affinity", 3),
    ("graph", 2.5),
    ("graph", len),
    ("constraint", 3),
    ("weights", 1),
    ("ridge", NAN),
    ("ridge", -1.0),
    ("scaling", True),
    ("kernel", len),
    ("kernel_params", [1.0]),
    ("n_votes", 1.5),
    ("n_votes", None),
    ("check", None),
    ("check", "no"),
    ("random_state", -1),
    ("random_state", 1.5),
    ("n_jobs", 0),
    ("n_jobs", -2),
    ("n_jobs", 1.5),
    ("verbose", "much"),
    ("verbose", -1),
]


WRONG_IN_COMPARE = [
    ("learners", "pca"),
    ("learners", ["pca", 3]),
    ("learners", 3),
    ("learners", []),
    ("n_components", None),
    ("n_components", 1.5),
    ("n_splits", 1),
    ("n_splits", -1),
    ("n_splits", 2.5),
    ("n_splits", "auto"),
    ("tune", 3),
    ("tune", None),
    ("tune", "auto"),
    ("folds", "all"),
    ("folds", None),
    ("scaling", True),
    ("kernel", len),
    ("kernel_params", [1.0]),
    ("random_state", -1),
    ("random_state", 1.5),
    ("random_state", "now"),
    ("n_jobs", 0),
    ("n_jobs", 1.5),
    ("verbose", "much"),
    ("verbose", None),
]

WRONG_IN_GOOD_NEIGHBORS = [
    ("metric", None),
    ("metric", len),
    ("kernel", 3),
    ("kernel_params", "width"),
    ("n_jobs", -2),
]


#: Parameters that may be anything, or are checked where they are used.
ELSEWHERE = {"unlabeled", "n_jobs", "constraint", "label_cost", "unlabel_cost"}


def in_words(value):
    """Name a case in the same way in every process: no addresses."""
    return getattr(value, "__name__", None) or str(value).split(" at 0x")[0]


@pytest.mark.parametrize("estimator", OF_FILES.values())
def test_every_parameter_is_checked(estimator):
    assert set(inspect.signature(estimator).parameters) - ELSEWHERE <= set(_checks.RULES)


@pytest.mark.parametrize(("name", "value"), WRONG, ids=in_words)
def test_wrong_values_are_refused_by_name(wine, name, value):
    X, _, few = wine
    with pytest.raises(ValueError) as refusal:
        halflit.SSLFDA(**{name: value}).fit(X, few)
    assert str(refusal.value).startswith(words(name, value))


@pytest.mark.parametrize(
    ("estimator", "name", "value"),
    [
        (halflit.AutoDR, "n_components", 0),
        (halflit.AutoDR, "n_components", 1.5),
        (halflit.SSFDA, "gamma", {}),
        (halflit.SSDNE, "n_neighbors", (1, 0)),
        (halflit.SSDNE, "n_neighbors", (1, 2, 3)),
        (halflit.MMC, "within_weight", NAN),
    ],
    ids=in_words,
)
def test_other_estimators_refuse_theirs(wine, estimator, name, value):
    X, y, _ = wine
    with pytest.raises(ValueError) as refusal:
        estimator(**{name: value}).fit(X, y)
    assert str(refusal.value).startswith(words(name, value))


@pytest.mark.parametrize(
    ("function", "name", "value"),
    [(halflit.compare, *wrong) for wrong in WRONG_IN_COMPARE]
    + [(halflit.good_neighbors, *wrong) for wrong in WRONG_IN_GOOD_NEIGHBORS],
    ids=in_words,
)
def test_functions_refuse_theirs_before_any_work(function, name, value):
    with pytest.raises(ValueError) as refusal:
        function("no rows", "no labels", **{name: value})
    assert str(refusal.value).startswith(words(name, value))


@pytest.mark.parametrize("function", [halflit.compare, halflit.good_neighbors])
def test_every_argument_is_checked(function):
    assert set(inspect.signature(function).parameters) - ELSEWHERE <= {"X", "y", *_checks.RULES}


def test_one_name_is_no_list_of_names(wine):
    X, _, few = wine
    with pytest.raises(
        ValueError, match=r"^learners = 'pca' is out of range: allowed is a list of names$"
    ):
        halflit.compare(X, few, learners="pca")
    for several in (("pca",), np.array(["pca"]), pd.Series(["pca"])):
        table = halflit.compare(X, few, learners=several, n_splits=2, tune=np.False_)
        assert table.learner.tolist() == ["raw 1-NN", "pca"]


def test_numbers_of_numpy_are_shown_as_numbers(wine):
    X, _, few = wine
    with pytest.raises(ValueError, match="gamma = -1.0 is out of range"):
        halflit.SSLFDA(gamma=np.float64(-1)).fit(X, few)


def test_votes_are_checked_where_they_are_used(wine):
    X, _, few = wine
    model = halflit.SSLFDA().fit(X, few).set_params(n_votes=2.5)
    with pytest.raises(ValueError, match="n_votes = 2.5 is out of range"):
        model.predict(X)


# ---- kernels ----


def test_parameters_without_a_kernel_are_refused(wine):
    X, _, few = wine
    with pytest.raises(ValueError, match="'width': 3.0} does not go without a kernel"):
        halflit.SSLFDA(kernel_params={"width": 3.0}).fit(X, few)
    with pytest.raises(ValueError, match="'width': 3.0} does not go without a kernel"):
        halflit.good_neighbors(X, few, kernel_params={"width": 3.0})
    halflit.SSLFDA(kernel_params={}).fit(X, few)


NEGATIVE = (
    r'^kernel_params\["negative_eigenvalues"\] = 3 is out of range: '
    'allowed is one of "refuse", "drop"$'
)


@pytest.mark.parametrize(
    ("kernel", "params", "words"),
    [
        ("rbf", {"widht": 3.0}, '\'widht\', and \'rbf\' takes "width", "gamma", "negative_eig'),
        ("linear", {"gamma": 1.0}, '\'linear\' takes "negative_eigenvalues", "kernel_rank" only'),
        ("rbf", {"gamma": 1.0, "width": 1.0}, '"gamma" and "width", which say the same'),
        ("rbf", {"gamma": 0.0}, 'kernel_params\\["gamma"\\] = 0.0 is out of range'),
        ("rbf", {"gamma": "scale"}, "= 'scale' is out of range: allowed is a finite number above"),
        ("rbf", {"width": NAN}, 'kernel_params\\["width"\\] = nan is out of range'),
        ("poly", {"degree": 2.5}, "= 2.5 is out of range: allowed is a whole number"),
        ("rbf", {"negative_eigenvalues": "keep"}, "there is no .* 'keep'"),
        ("rbf", {"negative_eigenvalues": 3}, NEGATIVE),
        ("rbf", {"kernel_rank": 3}, 'kernel_params\\["kernel_rank"\\] = 3 is out of range'),
        ("rbf", {"kernel_rank": "leading"}, "kernel_rank = leading is out of range"),
    ],
    ids=in_words,
)
@pytest.mark.parametrize("trick", [False, True], ids=["kernel", "KernelTrick"])
def test_wrong_parameters_of_a_kernel_are_refused(wine, kernel, params, words, trick):
    X, _, few = wine
    chosen = {"kernel": kernel, "kernel_params": params}
    estimator = halflit.SSLFDA(**chosen)
    if trick:
        estimator = halflit.KernelTrick(halflit.SSLFDA(), **chosen)
    with pytest.raises(ValueError, match=words):
        estimator.fit(X, few)
    for function in (halflit.compare, halflit.good_neighbors):
        with pytest.raises(ValueError, match=words):
            function(X, few, **chosen)


@pytest.mark.parametrize(
    ("kernel", "others"),
    [
        ("rbf", {}),
        ("laplacian", {}),
        ("poly", {"degree": 2, "coef0": 1}),
        ("sigmoid", {"coef0": 1}),
    ],
    ids=in_words,
)
def test_gamma_is_that_of_scikit_learn(wine, kernel, others):
    X = (wine[0] - wine[0].mean(0)) / wine[0].std(0)
    params = {"gamma": 0.05, "negative_eigenvalues": "drop"}
    ours = halflit.PCA(2, kernel=kernel, kernel_params=params).fit_transform(X)
    gram = pairwise_kernels(X, metric=kernel, gamma=0.05, **others)
    given = {"kernel": "precomputed", "kernel_params": {"negative_eigenvalues": "drop"}}
    np.testing.assert_allclose(ours, halflit.PCA(2, **given).fit_transform(gram), atol=1e-9)
