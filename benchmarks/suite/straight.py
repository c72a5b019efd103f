"""SS-LFDA written straight in numpy and scipy: local scaling between all pairs, the paper's constraint."""

import numpy as np
from scipy.linalg import eigh
from scipy.spatial.distance import cdist


def fit(x, y, gamma, alpha, dimension, k=3):
    """Eigenvalues and axes."""
    squared = squared_distances(x)
    np.fill_diagonal(squared, np.inf)
    sigma = np.sqrt(np.partition(squared, k - 1, axis=1)[:, k - 1])
    heat = np.exp(-squared / np.outer(sigma, sigma))
    del squared
    powered = heat**alpha
    powered *= np.linalg.norm(heat) / np.linalg.norm(powered)
    del heat
    powered *= gamma
    labeled = np.flatnonzero(y >= 0)
    between, within = label_costs(x[labeled], y[labeled], k)
    powered[np.ix_(labeled, labeled)] += between
    x = x - x.mean(axis=0)
    objective = scatter(x, powered)
    bound = scatter(x[labeled], within) + gamma * np.eye(x.shape[1], dtype=x.dtype)
    return eigh(objective, bound, subset_by_index=(0, dimension - 1))


def squared_distances(x):
    """By one product, as anybody would who wants it fast."""
    norms = (x * x).sum(axis=1)
    squared = norms[:, None] + norms[None, :] - 2 * (x @ x.T)
    return np.maximum(squared, 0, out=squared)


def scatter(x, cost):
    """Xᵀ (D − C) X."""
    return x.T @ (cost.sum(axis=1)[:, None] * x - cost @ x)


def label_costs(x, y, k):
    """C^bet and C^wit between the labeled rows."""
    near = same_class_graph(x, y, k)
    sizes = np.array([(y == label).sum() for label in y], dtype=float)
    same = y[:, None] == y[None, :]
    between = np.where(same, near * (1 / sizes[:, None] - 1 / len(y)), -1 / len(y))
    within = np.where(same, near / sizes[:, None], 0.0)
    return between, within


def same_class_graph(x, y, k):
    """C^I: 1 between k-nearest rows of one class, either way."""
    graph = np.zeros((len(x), len(x)))
    for label in np.unique(y):
        rows = np.flatnonzero(y == label)
        distances = cdist(x[rows], x[rows])
        np.fill_diagonal(distances, np.inf)
        nearest = np.argsort(distances, axis=1, kind="stable")[:, : min(k, len(rows) - 1)]
        for i, neighbors in zip(rows, rows[nearest]):
            graph[i, neighbors] = graph[neighbors, i] = 1.0
    return graph
