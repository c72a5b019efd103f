"""The map of the default learner: a linear part, bumps, and a place in graphs of training rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ._device import slices
from ._predict import laplace_product, nearest_among, rbf_product, transform

# Rows that are mapped at once: a matter of memory.
BLOCK = 1 << 15
# The near row whose distance is the local scale.
SCALE = 7


def views_map(
    looks: list[NDArray[np.float64]], parts: dict[str, Any], device: str | torch.device = "cuda"
) -> NDArray[np.float64]:
    """Map rows onto all axes, as ``ViewsParts`` of the Rust library says.

    Parameters
    ----------
    looks : list of arrays of shape (n, d)
        The rows as every side looks at them, which ``Model.looks`` gives.
    parts : dict
        What ``Model.views_parts`` gives.
    device : str or torch.device, default="cuda"
        Where to compute.

    Returns
    -------
    ndarray of shape (n, axes)
    """
    count = len(looks[0])
    points = np.tile(-parts["offset"], (count, 1))
    for look, side in zip(looks, parts["sides"], strict=True):
        known = side["training"]
        anchors = known[parts["anchors"]]
        for rows in slices(count, BLOCK):
            own = look[rows]
            points[rows] += transform(own, side["mean"], side["components"], device)
            for product, widths in (
                (rbf_product, side["widths"]),
                (laplace_product, side["absolute_widths"]),
            ):
                if len(widths):
                    points[rows] += product(
                        own,
                        anchors,
                        parts["coefficients"],
                        device,
                        factors=1.0 / widths[:, 0],
                        weights=widths[:, 1],
                    )
            if side["graphs"]:
                near, distances = nearest_among(own, known, parts["nearest"], device)
                for graph in side["graphs"]:
                    points[rows] += _joined(graph, side["scales"], near, distances)
    return points


def _joined(
    graph: tuple[int, NDArray[np.float64], NDArray[np.float64]],
    scales: NDArray[np.float64],
    near: NDArray[np.int64],
    distances: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Give the weighted mean potential of the rows that a new row is joined to.

    A row that coincides with a training row is that row.
    """
    neighbors, potential, reaches = graph
    own_scale = distances[:, [min(SCALE, near.shape[1]) - 1]]
    with np.errstate(divide="ignore", invalid="ignore"):
        exponents = distances**2 / (own_scale * scales[near])
    ranks = np.arange(near.shape[1])
    exponents[~((ranks < neighbors) | (distances < reaches[near]))] = np.inf
    shares = np.exp(exponents.min(axis=1, keepdims=True) - exponents)
    coincides = distances[:, 0] == 0
    shares[coincides] = ranks == 0
    shares /= shares.sum(axis=1, keepdims=True)
    return np.einsum("nk,nkd->nd", shares, potential[near])
