"""Every name of the library's tables is accepted here, and told of."""

import numpy as np
import pytest
from sklearn.metrics import pairwise_distances

import halflit
from halflit._names import CHOICES, KERNELS, LEARNERS
from halflit._registry import ESTIMATORS, OF_FILES

KERNEL_NAMES = [name for kernel in KERNELS.values() for name in kernel.names]
KERNEL_PARAMETERS = [
    (kernel.name, parameter.name) for kernel in KERNELS.values() for parameter in kernel.parameters
]
SUPERVISED = [learner.name for learner in LEARNERS.values() if learner.kind == "supervised"]
SEMI_SUPERVISED = [learner.name for learner in LEARNERS.values() if learner.base]


def names(parameter):
    return [choice.name for choice in CHOICES[parameter]]


def test_every_learner_has_an_estimator():
    assert set(ESTIMATORS) == set(LEARNERS)
    for name, estimator in ESTIMATORS.items():
        public = estimator.__qualname__
        assert public in halflit.__all__ and f"``{public}``" in halflit.__doc__
        if LEARNERS[name].kind != "any":
            assert estimator()._needs_labels == (LEARNERS[name].kind != "unsupervised")


def test_so_has_the_default():
    assert "AutoDR" in halflit.__all__ and "``AutoDR``" in halflit.__doc__
    assert OF_FILES["auto"] is halflit.AutoDR and set(OF_FILES) == {"auto", *ESTIMATORS}


@pytest.mark.parametrize("parameter", ["weights", "scaling"])
def test_weights_and_scalings(wine, parameter):
    X, _, few = wine
    for name in names(parameter):
        halflit.LFDA(2, **{parameter: name}).fit(X, few)
        assert f'- "{name}": ' in halflit.LFDA.__doc__


@pytest.mark.parametrize("search", names("search"))
def test_searches(wine, search):
    X, _, few = wine
    model = halflit.SSFDA(2, graph=5, search=search).fit(X, few)
    assert f'- "{search}": ' in model.__doc__
    found = model.diagnostics_["neighbors"]
    assert found["search"] != "auto" and 0.95 <= found["recall"] <= 1
    exact = halflit.SSFDA(2, graph={"pairs": {"nearest": 5}, "search": "exact"}).fit(X, few)
    if search in ("exact", "tree") or found["search"] == "exact":
        assert (model.eigenvalues_ == exact.eigenvalues_).all()


@pytest.mark.parametrize("metric", names("metric"))
def test_metrics(wine, metric):
    X, _, few = wine
    distances = pairwise_distances(X) if metric == "precomputed" else None
    for model in (halflit.LFDA(2, metric=metric), halflit.SSFDA(2, metric=metric)):
        model.fit(X, few, distances=distances)
        assert f'- "{metric}": ' in model.__doc__
    if metric != "precomputed":
        assert 0 < halflit.good_neighbors(X, few, metric=metric) <= 1


@pytest.mark.parametrize("kernel", KERNEL_NAMES)
def test_kernels(wine, kernel):
    X, _, few = wine
    X = (X - X.mean(0)) / X.std(0)
    rows = X @ X.T if kernel == "precomputed" else X
    model = halflit.LFDA(2, kernel=kernel, kernel_params={"negative_eigenvalues": "drop"})
    assert model.fit(rows, few).transform(rows).shape == (178, 2)
    assert f'"{kernel}"' in model.__doc__


@pytest.mark.parametrize(("kernel", "parameter"), KERNEL_PARAMETERS)
def test_parameters_of_kernels(wine, kernel, parameter):
    X, _, few = wine
    X = (X - X.mean(0)) / X.std(0)
    one, other = 1, 3
    params = {parameter: one, "negative_eigenvalues": "drop"}
    model = halflit.LFDA(2, kernel=kernel, kernel_params=params).fit(X, few)
    assert halflit.LFDA(2, kernel=kernel, kernel_params={**params, parameter: other}).fit(X, few)
    assert f"``{parameter}``" in model.__doc__


@pytest.mark.parametrize("choice", names("negative_eigenvalues"))
def test_what_becomes_of_negative_eigenvalues(wine, choice):
    X, _, few = wine
    params = {"negative_eigenvalues": choice}
    halflit.PCA(2, kernel="rbf", kernel_params=params).fit(X)
    assert f'"{choice}"' in halflit.PCA.__doc__


@pytest.mark.parametrize("constraint", names("constraint"))
def test_constraints(wine, constraint):
    X, _, few = wine
    halflit.SpectralDR(2, constraint=constraint).fit(X, few)
    assert f'- "{constraint}": ' in halflit.SpectralDR.__doc__


@pytest.mark.parametrize("learner", SEMI_SUPERVISED)
def test_constraints_of_semi_supervised_learners(wine, learner):
    X, _, few = wine
    for name in names("semi_constraint"):
        ESTIMATORS[learner](2, constraint=name).fit(X, few)
        assert f'- "{name}": ' in ESTIMATORS[learner].__doc__


@pytest.mark.parametrize("learner", SUPERVISED)
def test_label_costs(wine, learner):
    X, _, few = wine
    mix = halflit.SpectralDR(2, label_cost=learner, gamma=0).fit(X, few)
    assert f'"{learner}"' in mix.__doc__
    plain = ESTIMATORS[learner](2, ridge=1.0).fit(X, few)
    mix.set_params(ridge=1.0).fit(X, few)
    np.testing.assert_allclose(mix.eigenvalues_, plain.eigenvalues_, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"weights": "unti"}, "there is no axis weighting 'unti', did you mean 'unit'"),
        ({"scaling": "robust"}, "there is no scaling 'robust': use one of none, standard"),
        ({"kernel": "polly"}, "there is no kernel 'polly'"),
        (
            {"kernel": "rbf", "kernel_params": {"negative_eigenvalues": "keep"}},
            "use one of refuse, drop",
        ),
        ({"metric": "taxi"}, "taxi"),
    ],
)
def test_other_names_are_refused_with_those_that_are_known(wine, parameters, message):
    X, _, few = wine
    with pytest.raises(ValueError, match=message):
        halflit.LFDA(2, **parameters).fit(X, few)
