"""The golden files of the Rust library, through Python; and scikit-learn where it has the same."""

import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris, load_wine
from sklearn.decomposition import PCA, KernelPCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

import halflit
from halflit._registry import ESTIMATORS

GOLDEN = Path(__file__).parents[2] / "halflit-tests" / "tests" / "golden"


def golden(name):
    return json.loads((GOLDEN / f"{name}.json").read_text())


def angle(first, second):
    """The sine of the largest angle between two subspaces given by their rows."""
    first, second = (np.linalg.qr(np.asarray(rows).T)[0] for rows in (first, second))
    return np.linalg.norm(second - first @ (first.T @ second), 2)


DATA = golden("data")
CASES = {
    name: golden(name.replace("*", "-star"))["cases"] for name in ESTIMATORS if name != "custom"
}


def from_library(case):
    """An estimator with the parameters that the library would read."""
    cls = ESTIMATORS[case["learner"]]
    given = {**default_parameters(case["learner"]), **case["parameters"]}
    choices = {}
    for field in cls._fields:
        choices |= field.read(given)
    kernel = kernel_of(case)
    common = {"weights": case["weights"], "ridge": case["ridge"]}
    return cls(case["dimension"], **choices, **common, **kernel)


def kernel_of(case):
    """The kernel of a case, as a constructor takes it."""
    if case["kernel"] is None:
        return {}
    ((name, params),) = case["kernel"].items()
    return {"kernel": name, "kernel_params": params or None}


def default_parameters(learner):
    graph = {"weights": {"local-scaling": 3}, "pairs": "all", "metric": "euclidean"}
    defaults = {
        "neighbors_same": 3,
        "neighbors_other": 3,
        "affinity": {"nearest": 3},
        "heat": {"local-scaling": 3},
        "metric": "euclidean",
        "graph": graph,
    }
    if learner == "mmc":
        defaults["within_weight"] = 1.0
    return defaults


@pytest.mark.parametrize("learner", CASES)
def test_golden(learner):
    for case in CASES[learner]:
        data, expected = DATA[case["data"]], case["expected"]
        model = from_library(case).fit(data["x"], data["y"])
        assert model.diagnostics_["rank"] == expected["rank"], case["name"]
        eigenvalues = np.array(expected["eigenvalues"])
        np.testing.assert_allclose(
            model.eigenvalues_, eigenvalues, rtol=0, atol=1e-7 * np.abs(eigenvalues).max()
        )
        for rows, key in ((data["x"], "embedding"), (data["new"], "new_embedding")):
            theirs = np.array(expected[key])
            ours = model.transform(rows)[: len(theirs)]
            scale = np.linalg.norm(theirs, axis=0)
            flip = np.sign((ours * theirs).sum(axis=0))
            assert (np.linalg.norm(flip * ours - theirs, axis=0) <= 1e-6 * scale + 1e-9).all(), (
                case["name"]
            )
        if case["kernel"] is None:
            np.testing.assert_allclose(
                model.components_,
                expected["components"],
                rtol=1e-5,
                atol=1e-6 * np.abs(model.components_).max(),
            )


@pytest.mark.parametrize("load", [load_iris, load_wine, load_digits])
def test_pca_is_scikit_learns(load):
    X, _ = load(return_X_y=True)
    ours, theirs = halflit.PCA(2).fit(X), PCA(2).fit(X)
    assert angle(ours.components_, theirs.components_) < 1e-7
    np.testing.assert_allclose(-ours.eigenvalues_ / (len(X) - 1), theirs.explained_variance_)
    np.testing.assert_allclose(
        np.abs(ours.transform(X)), np.abs(theirs.transform(X)), atol=1e-8 * X.std() * 1e3
    )
    np.testing.assert_allclose(
        ours.inverse_transform(ours.transform(X)), theirs.inverse_transform(theirs.transform(X))
    )


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_fda_is_scikit_learns_lda(load):
    X, y = load(return_X_y=True)
    ours = halflit.FDA(2, ridge=0.0).fit(X, y)
    theirs = LinearDiscriminantAnalysis(solver="eigen").fit(X, y)
    assert angle(ours.components_, theirs.scalings_[:, :2].T) < 1e-6


@pytest.mark.parametrize(
    ("kernel", "ours", "theirs"),
    [
        ("rbf", {"width": 4.0}, {"gamma": 1 / 16}),
        (
            "poly",
            {"degree": 3, "coef0": 1.0, "scale": 0.5},
            {"degree": 3, "coef0": 1.0, "gamma": 0.5},
        ),
        ("cosine", {}, {}),
        ("linear", {}, {}),
    ],
)
def test_kernel_pca_is_scikit_learns(kernel, ours, theirs):
    X, _ = load_iris(return_X_y=True)
    model = halflit.PCA(3, kernel=kernel, kernel_params=ours).fit(X)
    reference = KernelPCA(3, kernel=kernel, **theirs).fit(X)
    np.testing.assert_allclose(
        np.abs(model.transform(X)), np.abs(reference.transform(X)), atol=1e-6
    )
    np.testing.assert_allclose(-model.eigenvalues_, reference.eigenvalues_, rtol=1e-9)


@pytest.mark.parametrize("case", golden("good-neighbors")["cases"], ids=lambda case: case["data"])
def test_good_neighbors(case):
    score = halflit.good_neighbors(DATA[case["data"]]["x"], case["labels"], **kernel_of(case))
    labeled = sum(label is not None for label in case["labels"])
    assert score == case["correct"] / labeled
