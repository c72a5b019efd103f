"""Estimators that need no labels, and classify where there are some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.utils import ClassifierTags

from halflit import _parameters
from halflit._base import SpectralEstimator
from halflit._docs import documented
from halflit._incremental import Incremental


class Unsupervised(SpectralEstimator):
    """Labels are only used to classify by, and a y that holds no classes is left alone."""

    _needs_labels = False

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags = ClassifierTags()  # though no classifier, there is predict_proba
        return tags


@documented()
class PCA(Incremental, Unsupervised):
    """Principal component analysis: the axes of largest variance.

    Adds to scikit-learn's own: kernels, scaling and model files and, with labels, a classifier.

    See Also
    --------
    LPP : Keeps near rows near instead.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from halflit import PCA
    >>> X, _ = load_iris(return_X_y=True)
    >>> PCA(2).fit_transform(X).shape
    (150, 2)
    """

    _learner = "pca"

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        weights: str = "identity",
        ridge: float | str | None = None,
        scaling: str | None = None,
        kernel: str | None = None,
        kernel_params: dict[str, Any] | None = None,
        n_votes: int = 1,
        unlabeled: Any = "auto",
        check: bool = True,
        n_jobs: int | None = None,
        device: str = "cpu",
        verbose: int = 0,
    ) -> None:
        self._store(locals())


@documented()
class LPP(Unsupervised):
    """Locality preserving projections: near rows stay near.

    With ``alpha`` above 1 it is LPP*, in which the nearest rows count most.

    See Also
    --------
    SSLFDA : Looks at labels too.

    References
    ----------
    He and Niyogi, Locality preserving projections, 2003. Chatpatanasiri and Kijsirikul, A unified
    semi-supervised dimensionality reduction framework for manifold learning, 2009 (LPP*).

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from halflit import LPP
    >>> X, _ = load_digits(return_X_y=True)
    >>> LPP(2, alpha=8).fit(X[:200]).eigenvalues_.round(3)
    array([0.009, 0.011])
    """

    _learner = "lpp*"
    _fields = (_parameters.BALANCE, _parameters.GRAPH_WITH_METRIC)

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        alpha: float | str | Sequence[float] = 1.0,
        graph: str | int | dict[str, Any] = "all",
        metric: str = "euclidean",
        search: str = "auto",
        weights: str = "identity",
        ridge: float | str | None = None,
        scaling: str | None = None,
        kernel: str | None = None,
        kernel_params: dict[str, Any] | None = None,
        n_votes: int = 1,
        unlabeled: Any = "auto",
        random_state: int | np.random.RandomState | None = None,
        check: bool = True,
        n_jobs: int | None = None,
        device: str = "cpu",
        verbose: int = 0,
    ) -> None:
        self._store(locals())
