"""The sums of the engines, written from their definitions."""

import numpy as np


def rows(n, columns, seed=0):
    """Rows far from the origin, two of them alike, in columns of different scales; the last is narrow."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, columns)) * np.exp(random.normal(size=columns)) + 5.0
    X[3] = X[n // 2]
    X[:, -1] *= 1e-5
    return X


def distances(X, others=None):
    others = X if others is None else others
    return np.sqrt(np.square(X[:, None] - others[None]).sum(2))


def nearest(X, k):
    """Indices and distances of the k nearest other rows, of equally near ones the first."""
    far = distances(X)
    np.fill_diagonal(far, np.inf)
    order = np.argsort(far, axis=1, kind="stable")[:, :k]
    return order, np.take_along_axis(far, order, 1)


def scales(X, k):
    """The k-th distance, or the smallest positive one."""
    far = nearest(X, len(X) - 1)[1]
    positive = np.where(far > 0, far, np.inf)
    return np.where(far[:, k - 1] > 0, far[:, k - 1], positive.min(1))


def heat(X, sigmas):
    """c_ij = exp(−d_ij²/(σ_i σ_j)), 0 on the diagonal."""
    weights = np.exp(-np.square(distances(X)) / np.multiply.outer(sigmas, sigmas))
    np.fill_diagonal(weights, 0.0)
    return weights


def sums(X, weights, alphas):
    """The six values of a matrix of weights."""
    z = X - X.mean(0)
    powers = [np.where(weights > 0, weights, 0.0) ** alpha for alpha in alphas]
    scatters = [(z * power.sum(1)[:, None]).T @ z for power in powers]
    return (
        np.array(alphas),
        np.square(weights).sum(),
        np.array([np.square(power).sum() for power in powers]),
        np.array([power.sum() for power in powers]),
        np.array(scatters),
        np.array([own - z.T @ power @ z for own, power in zip(scatters, powers, strict=True)]),
    )


def assert_close(found, expected, tolerance):
    """Every value, matrices in columns of unit length, so that narrow ones count as wide ones do."""
    assert len(found) == len(expected) == 6
    for place, (own, true) in enumerate(zip(found, expected, strict=True)):
        own, true = np.asarray(own), np.asarray(true)
        assert own.shape == true.shape, place
        size = np.abs(true)
        if true.ndim == 3:
            lengths = np.sqrt(np.diagonal(true, axis1=1, axis2=2))
            size = lengths[:, :, None] * lengths[:, None, :]
        assert (np.abs(own - true) <= tolerance * size).all(), place
