"""Well-known methods to be measured against: scikit-learn's, and UMAP where it is installed.

Each is a function of all rows and of their labels, -1 where there is none, and gives the classes of the
rows that have none. Choices are made by the labels that are there; no other label is within reach.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np
from scipy.linalg import lu_factor, lu_solve
from scipy.sparse import issparse
from scipy.sparse.csgraph import laplacian
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neighbors import (
    KNeighborsClassifier,
    NearestNeighbors,
    NeighborhoodComponentsAnalysis,
    kneighbors_graph,
)
from sklearn.pipeline import Pipeline
from sklearn.semi_supervised import LabelSpreading
from sklearn.svm import SVC

from scoreboard.self_training import COSTS, STEPS, self_training
from scoreboard.settings import HIDDEN, n_components
from scoreboard.supervised import SEED, Classes, Rows, chosen, near_one, smallest_class, supervised
from scoreboard.trees import extra_trees, gradient_boosting


def raw_1nn(X: Rows, y: Classes) -> Classes:
    """Take the class of the nearest labeled row in all dimensions."""
    return supervised(KNeighborsClassifier(1), X, y)


def logistic(X: Rows, y: Classes) -> Classes:
    """Logistic regression, C by cross-validation; C = 1 where a class has one label."""
    model = chosen(LogisticRegression(max_iter=STEPS), COSTS, y)
    return supervised(model, near_one(X), y)


def svm(X: Rows, y: Classes) -> Classes:
    """RBF-SVM, C and gamma by cross-validation; C = 10, gamma = "scale" where a class has one label."""
    scale = 1 / X.var(axis=0).sum()
    widths, costs = (1, 0.3, 3, 0.1, 10), (10, 1, 100)
    grid = [{"C": cost, "gamma": width * scale} for width in widths for cost in costs]
    return supervised(chosen(SVC(), grid, y), X, y)


def lda(X: Rows, y: Classes) -> Classes:
    """Linear discriminant analysis with a shrunk covariance.

    The shrinkage is Ledoit and Wolf's. Two labels of a class look to it like a line without noise, which it
    does not shrink, and the covariance has no inverse: with less than three it is one half.
    """
    shrinkage = "auto" if smallest_class(y) > 2 else 0.5
    return supervised(LinearDiscriminantAnalysis(solver="eigen", shrinkage=shrinkage), X, y)


def nca(X: Rows, y: Classes) -> Classes:
    """Neighborhood components analysis and 1-NN, the number of axes by cross-validation.

    It starts from the principal axes of all rows. 10 axes where a class has one label.
    """
    counts = [count for count in (10, n_components(X, y), 30) if count < X.shape[1]]
    grid = [{"nca__n_components": count} for count in [*counts, None]]
    # Identity, of rows in their principal axes: with few labels PCA of the labeled rows has too few axes.
    reduction = NeighborhoodComponentsAnalysis(init="identity", random_state=SEED)
    model = Pipeline([("nca", reduction), ("nearest", KNeighborsClassifier(1))])
    return supervised(chosen(model, grid, y), PCA().fit_transform(X), y)


def umap(X: Rows, y: Classes) -> Classes:
    """UMAP with the labels that there are, to at least two axes, then 1-NN."""
    from umap import UMAP

    model = UMAP(n_components=n_components(X, y), random_state=SEED, n_jobs=1)
    return raw_1nn(model.fit_transform(X, y), y)


def label_spreading(X: Rows, y: Classes) -> Classes:
    """Label spreading; graph, width and alpha by leave-one-out on the labeled rows.

    A class with one label is always missed where that is left out, by every setting alike, so that nothing
    else is needed for it.
    """
    best: tuple[tuple[float, float], dict[str, Any]] | None = None
    for graph in _graphs(X):
        step = _step(X, graph)
        for alpha in (0.2, 0.9, 0.99):
            score = _leave_one_out(step, y, alpha)
            if best is None or score > best[0]:
                best = score, {**graph, "alpha": alpha}
    model = LabelSpreading(**best[1], max_iter=3000)
    return model.fit(X, y).transduction_[y == HIDDEN]


#: By the names that they have at the shell.
PEERS: dict[str, Callable[[Rows, Classes], Classes]] = {
    "raw-1nn": raw_1nn,
    "logistic": logistic,
    "svm": svm,
    "lda": lda,
    "label-spreading": label_spreading,
    "nca": nca,
    "extra-trees": extra_trees,
    "hist-gradient-boosting": gradient_boosting,
    "self-training": self_training,
    "umap": umap,
}


def unavailable(name: str) -> str | None:
    """Say why a peer cannot be run here, if so."""
    if name == "umap" and find_spec("umap") is None:
        return "umap-learn is not installed"
    return None


def _graphs(X: Rows) -> list[dict[str, Any]]:
    """Graphs to choose from, as parameters of LabelSpreading."""
    neighbors = min(7, len(X) - 1)
    near = np.median(NearestNeighbors(n_neighbors=neighbors).fit(X).kneighbors()[0][:, -1])
    widths = [{"kernel": "rbf", "gamma": factor / near**2} for factor in (0.5, 1, 2, 4, 8)]
    counts = [count for count in (5, 10, 20) if count < len(X)]
    return widths + [{"kernel": "knn", "n_neighbors": count} for count in counts]


def _step(X: Rows, graph: dict[str, Any]) -> Rows:
    """Make the matrix that LabelSpreading multiplies by, as it does."""
    if graph["kernel"] == "rbf":
        affinity = rbf_kernel(X, gamma=graph["gamma"])
    else:
        affinity = kneighbors_graph(X, graph["n_neighbors"], include_self=True)
    step = -laplacian(affinity, normed=True)
    step = step.toarray() if issparse(step) else step
    np.fill_diagonal(step, 0)
    return step


def _leave_one_out(step: Rows, y: Classes, alpha: float) -> tuple[float, float]:
    """Give accuracy and mean share of the right class where each label in turn is left out.

    What spreads is a sum over labels, so that leaving one out is taking its own part away: all are had
    from one solution of F = alpha S F + Y.
    """
    known = np.flatnonzero(y != HIDDEN)
    sources = np.zeros((len(y), len(known)))
    sources[known, np.arange(len(known))] = 1
    factors = lu_factor(np.eye(len(y)) - alpha * step, check_finite=False)
    parts = lu_solve(factors, sources, check_finite=False)[known]
    np.fill_diagonal(parts, 0)
    classes, codes = np.unique(y[known], return_inverse=True)
    scores = parts @ np.eye(len(classes))[codes]
    shares = scores / np.maximum(scores.sum(axis=1, keepdims=True), np.finfo(float).tiny)
    right = shares.argmax(axis=1) == codes
    return right.mean(), shares[np.arange(len(codes)), codes].mean()
