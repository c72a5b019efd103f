"""Two small datasets to try things on, of which any number of labels may be hidden."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halflit import _core

__all__ = ["load_balance", "load_ionosphere"]


def load_ionosphere(
    *, labels: int | None = None, random_state: int = 0
) -> tuple[NDArray[np.float64], NDArray[Any]]:
    """Give radar returns from the ionosphere: 351 rows of 34 numbers.

    They are "good" where they show structure, else "bad".

    UCI Ionosphere, CC BY 4.0: Sigillito, Wing, Hutton and Baker, 1989, doi 10.24432/C5W01B.

    Parameters
    ----------
    labels : int, default=None
        How many labels to keep, drawn at random; the others become None. All labels without it.
    random_state : int, default=0
        Which labels are kept.

    Returns
    -------
    X : ndarray of shape (351, 34)
    y : ndarray of shape (351,)

    Examples
    --------
    >>> from halflit import AutoDR
    >>> from halflit.datasets import load_ionosphere
    >>> X, few = load_ionosphere(labels=20)
    >>> _, y = load_ionosphere()
    >>> bool((AutoDR().fit_predict(X, few) == y).mean() > 0.8)
    True
    """
    return _loaded("ionosphere", labels, random_state)


def load_balance(
    *, labels: int | None = None, random_state: int = 0
) -> tuple[NDArray[np.float64], NDArray[Any]]:
    """Give the balance scale: 625 rows of two weights and two distances, by the side to which it tips.

    Parameters
    ----------
    labels : int, default=None
        How many labels to keep, drawn at random; the others become None. All labels without it.
    random_state : int, default=0
        Which labels are kept.

    Returns
    -------
    X : ndarray of shape (625, 4)
    y : ndarray of shape (625,)

    Examples
    --------
    >>> from halflit.datasets import load_balance
    >>> X, y = load_balance()
    >>> X.shape, sorted(set(y.tolist()))
    ((625, 4), ['balanced', 'left', 'right'])
    """
    return _loaded("balance", labels, random_state)


def _loaded(name: str, labels: int | None, seed: int) -> tuple[NDArray[np.float64], NDArray[Any]]:
    X, codes, names = _core.dataset(name, labels=labels, seed=seed)
    return X, np.array([None if code < 0 else names[code] for code in codes], dtype=object)
