"""The same fit written straight in numpy and scipy: SS-LFDA with all-pairs local scaling, the paper's constraint.

Reads n, d0, the number of labels and repetitions; prints the best time in seconds, and the eigenvalues as a check.
"""

import json
import sys
import time

import numpy as np
from scipy.linalg import eigh
from scipy.spatial.distance import cdist


def data(n, d0, labels):
    """Two clusters a class, from the same generator as the Rust side."""
    rows = np.fromfile(sys.argv[5], dtype=np.float64).reshape(n, d0)
    y = np.arange(n) % 5
    y[labels:] = -1
    return rows, y


def same_class_graph(x, y, k):
    """C^I: 1 between k-nearest labeled rows of one class, either way."""
    graph = np.zeros((len(x), len(x)))
    for label in np.unique(y[y >= 0]):
        rows = np.flatnonzero(y == label)
        distances = cdist(x[rows], x[rows])
        np.fill_diagonal(distances, np.inf)
        nearest = np.argsort(distances, axis=1, kind="stable")[:, : min(k, len(rows) - 1)]
        for i, neighbors in zip(rows, rows[nearest]):
            graph[i, neighbors] = graph[neighbors, i] = 1.0
    return graph


def laplacian(cost):
    return np.diag(cost.sum(axis=1)) - cost


def fit(x, y, gamma, alpha, d, k=3):
    squared = cdist(x, x, "sqeuclidean")
    np.fill_diagonal(squared, np.inf)
    sigma = np.sqrt(np.partition(squared, k - 1, axis=1)[:, k - 1])
    heat = np.exp(-squared / np.outer(sigma, sigma))
    powered = heat**alpha
    powered *= np.linalg.norm(heat) / np.linalg.norm(powered)
    near = same_class_graph(x, y, k)
    labeled = np.flatnonzero(y >= 0)
    sizes = np.array([(y == label).sum() if label >= 0 else 1 for label in y], dtype=float)
    same = (y[:, None] == y[None, :]) & (y >= 0)[:, None]
    different = (y[:, None] != y[None, :]) & (y >= 0)[:, None] & (y >= 0)[None, :]
    between = np.where(same, near * (1 / sizes[:, None] - 1 / len(labeled)), 0.0)
    between[different] = -1 / len(labeled)
    within = np.where(same, near / sizes[:, None], 0.0)
    x = x - x.mean(axis=0)
    objective = x.T @ laplacian(between + gamma * powered) @ x
    bound = x.T @ laplacian(within) @ x + gamma * np.eye(x.shape[1])
    return eigh(objective, bound, subset_by_index=(0, d - 1))


def main():
    n, d0, labels, repetitions = map(int, sys.argv[1:5])
    x, y = data(n, d0, labels)
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        values, _ = fit(x, y, gamma=1.0, alpha=8.0, d=10)
        times.append(time.perf_counter() - start)
    print(json.dumps({"seconds": min(times), "eigenvalues": values.tolist()}))


main()
