"""The map of the default learner: a linear part, bumps, and a place between near training rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ._device import slices
from ._predict import nearest_among, rbf_product, transform

# Rows that are mapped at once: a matter of memory.
BLOCK = 1 << 15


def views_map(
    X: Any, parts: dict[str, Any], device: str | torch.device = "cuda"
) -> NDArray[np.float64]:
    """Map rows onto all axes, as ``ViewsParts`` of the Rust library says.

    Parameters
    ----------
    X : array of shape (n, d0)
        The rows.
    parts : dict
        What ``Model.views_parts`` gives.
    device : str or torch.device, default="cuda"
        Where to compute.

    Returns
    -------
    ndarray of shape (n, axes)
    """
    training = parts["training"]
    if X.shape[1] != training.shape[1]:
        raise ValueError(f"the rows have {X.shape[1]} columns: give {training.shape[1]}")
    points = np.tile(-parts["offset"], (len(X), 1))
    for side in parts["sides"]:
        known = (training - side["shift"]) * side["factor"]
        anchors = known[parts["anchors"]]
        for rows in slices(len(X), BLOCK):
            own = (X[rows] - side["shift"]) * side["factor"]
            points[rows] += transform(own, side["mean"], side["components"], device)
            if len(side["widths"]):
                widths, weights = side["widths"].T
                points[rows] += rbf_product(
                    own,
                    anchors,
                    parts["coefficients"],
                    device,
                    factors=1.0 / widths,
                    weights=weights,
                )
            near, distances = nearest_among(own, known, parts["nearest"], device)
            points[rows] += _between(side["potential"], near, distances)
    return points


def _between(
    potential: NDArray[np.float64], near: NDArray[np.int64], distances: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Give the mean of near rows' potential by 1/d²; a row that coincides with one is that row."""
    first = distances[:, :1]
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.where(first > 0, (first / distances) ** 2, 0.0)
    shares[first[:, 0] == 0, 0] = 1.0
    shares /= shares.sum(axis=1, keepdims=True)
    return np.einsum("nk,nkd->nd", shares, potential[near])
