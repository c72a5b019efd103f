"""Estimators that look at labeled and unlabeled rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from halflit import _parameters
from halflit._base import SpectralClassifier
from halflit._docs import documented


@documented(n_neighbors="single")
class SELF(SpectralClassifier):
    """Semi-supervised local Fisher discriminant analysis: LFDA blended with PCA.

    A gamma that is given is also the ridge, which is absolute, so that results depend on the units of
    the data; with gamma="auto" they do not. Sugiyama's beta is gamma / (1 + gamma).

    See Also
    --------
    SSLFDA : Blends LFDA with LPP instead.

    References
    ----------
    Sugiyama, Idé, Nakajima and Sese, Semi-supervised local Fisher discriminant analysis for
    dimensionality reduction, 2008.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_iris
    >>> from halflit import SELF
    >>> X, y = load_iris(return_X_y=True)
    >>> few = np.full(150, -1)
    >>> few[::10] = y[::10]
    >>> model = SELF(2, gamma=0.1).fit(X, few)
    >>> model.n_unlabeled_
    135
    >>> bool((model.transduction_ == y).mean() > 0.8)
    True
    """

    _learner = "self"
    _fields = (_parameters.AFFINITY, _parameters.BALANCE)

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        gamma: float | str | Sequence[float] = "auto",
        n_neighbors: int = 3,
        affinity: str = "nearest",
        metric: str = "euclidean",
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


# make_pipeline names a step after its class in lower case, and scikit-learn cannot hold one named "self".
SELF.__name__ = "SELFDR"
# skops looks for a class by this name.
SELFDR = SELF


@documented(constraint="semi")
class SSFDA(SpectralClassifier):
    """Semi-supervised FDA: near rows stay near, labeled or not.

    See Also
    --------
    FDA : The supervised form.
    LPP : The limit of large gamma with the blended constraint.

    References
    ----------
    Chatpatanasiri and Kijsirikul, A unified semi-supervised dimensionality reduction framework
    for manifold learning, 2009.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_iris
    >>> from halflit import SSFDA
    >>> X, y = load_iris(return_X_y=True)
    >>> few = np.full(150, -1)
    >>> few[::10] = y[::10]
    >>> model = SSFDA(2, constraint="blended").fit(X, few)
    >>> model.n_unlabeled_
    135
    >>> bool((model.transduction_ == y).mean() > 0.8)
    True
    """

    _learner = "ss-fda"
    _fields = (_parameters.GRAPH_WITH_METRIC, _parameters.BALANCE, _parameters.CONSTRAINT)

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        gamma: float | str | Sequence[float] = "auto",
        alpha: float | str | Sequence[float] = "auto",
        constraint: str = "paper",
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


@documented(constraint="semi")
class SSMMC(SpectralClassifier):
    """Semi-supervised MMC: near rows stay near, labeled or not.

    See Also
    --------
    MMC : The supervised form.
    LPP : The limit of large gamma with the blended constraint.

    References
    ----------
    Chatpatanasiri and Kijsirikul, A unified semi-supervised dimensionality reduction framework
    for manifold learning, 2009.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_iris
    >>> from halflit import SSMMC
    >>> X, y = load_iris(return_X_y=True)
    >>> few = np.full(150, -1)
    >>> few[::10] = y[::10]
    >>> model = SSMMC(2, constraint="blended").fit(X, few)
    >>> model.n_unlabeled_
    135
    >>> bool((model.transduction_ == y).mean() > 0.8)
    True
    """

    _learner = "ss-mmc"
    _fields = (
        _parameters.WITHIN_WEIGHT,
        _parameters.GRAPH_WITH_METRIC,
        _parameters.BALANCE,
        _parameters.CONSTRAINT,
    )

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        gamma: float | str | Sequence[float] = "auto",
        alpha: float | str | Sequence[float] = "auto",
        constraint: str = "paper",
        within_weight: float = 1.0,
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


@documented(constraint="semi", n_neighbors="pair")
class SSDNE(SpectralClassifier):
    """Semi-supervised DNE: near rows stay near, labeled or not.

    See Also
    --------
    DNE : The supervised form.
    LPP : The limit of large gamma with the blended constraint.

    References
    ----------
    Chatpatanasiri and Kijsirikul, A unified semi-supervised dimensionality reduction framework
    for manifold learning, 2009.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_iris
    >>> from halflit import SSDNE
    >>> X, y = load_iris(return_X_y=True)
    >>> few = np.full(150, -1)
    >>> few[::10] = y[::10]
    >>> model = SSDNE(2, constraint="blended").fit(X, few)
    >>> model.n_unlabeled_
    135
    >>> bool((model.transduction_ == y).mean() > 0.8)
    True
    """

    _learner = "ss-dne"
    _fields = (
        _parameters.CLASS_NEIGHBORS,
        _parameters.GRAPH,
        _parameters.BALANCE,
        _parameters.CONSTRAINT,
    )

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        gamma: float | str | Sequence[float] = "auto",
        alpha: float | str | Sequence[float] = "auto",
        constraint: str = "paper",
        n_neighbors: int | tuple[int, int] = 3,
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


@documented(constraint="semi", n_neighbors="pair")
class SSMFA(SpectralClassifier):
    """Semi-supervised MFA: near rows stay near, labeled or not.

    See Also
    --------
    MFA : The supervised form.
    LPP : The limit of large gamma with the blended constraint.

    References
    ----------
    Chatpatanasiri and Kijsirikul, A unified semi-supervised dimensionality reduction framework
    for manifold learning, 2009.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_iris
    >>> from halflit import SSMFA
    >>> X, y = load_iris(return_X_y=True)
    >>> few = np.full(150, -1)
    >>> few[::10] = y[::10]
    >>> model = SSMFA(2, gamma="auto", alpha="auto").fit(X, few)
    >>> model.n_unlabeled_
    135
    >>> bool((model.transduction_ == y).mean() > 0.8)
    True
    """

    _learner = "ss-mfa"
    _fields = (
        _parameters.CLASS_NEIGHBORS,
        _parameters.GRAPH,
        _parameters.BALANCE,
        _parameters.CONSTRAINT,
    )

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        gamma: float | str | Sequence[float] = "auto",
        alpha: float | str | Sequence[float] = "auto",
        constraint: str = "paper",
        n_neighbors: int | tuple[int, int] = 3,
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


@documented(constraint="semi", n_neighbors="pair")
class SSLDE(SpectralClassifier):
    """Semi-supervised LDE: near rows stay near, labeled or not.

    See Also
    --------
    LDE : The supervised form.
    LPP : The limit of large gamma with the blended constraint.

    References
    ----------
    Chatpatanasiri and Kijsirikul, A unified semi-supervised dimensionality reduction framework
    for manifold learning, 2009.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_iris
    >>> from halflit import SSLDE
    >>> X, y = load_iris(return_X_y=True)
    >>> few = np.full(150, -1)
    >>> few[::10] = y[::10]
    >>> model = SSLDE(2, constraint="blended").fit(X, few)
    >>> model.n_unlabeled_
    135
    >>> bool((model.transduction_ == y).mean() > 0.8)
    True
    """

    _learner = "ss-lde"
    _fields = (
        _parameters.CLASS_NEIGHBORS,
        _parameters.HEAT,
        _parameters.GRAPH,
        _parameters.BALANCE,
        _parameters.CONSTRAINT,
    )

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        gamma: float | str | Sequence[float] = "auto",
        alpha: float | str | Sequence[float] = "auto",
        constraint: str = "paper",
        n_neighbors: int | tuple[int, int] = 3,
        heat: int | dict[str, Any] = 3,
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


@documented(constraint="semi", n_neighbors="pair")
class SSSNLE(SpectralClassifier):
    """Semi-supervised SNLE: near rows stay near, labeled or not.

    See Also
    --------
    SNLE : The supervised form.
    LPP : The limit of large gamma with the blended constraint.

    References
    ----------
    Chatpatanasiri and Kijsirikul, A unified semi-supervised dimensionality reduction framework
    for manifold learning, 2009.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_iris
    >>> from halflit import SSSNLE
    >>> X, y = load_iris(return_X_y=True)
    >>> few = np.full(150, -1)
    >>> few[::10] = y[::10]
    >>> model = SSSNLE(2, constraint="blended").fit(X, few)
    >>> model.n_unlabeled_
    135
    >>> bool((model.transduction_ == y).mean() > 0.8)
    True
    """

    _learner = "ss-snle"
    _fields = (
        _parameters.CLASS_NEIGHBORS,
        _parameters.HEAT,
        _parameters.GRAPH,
        _parameters.BALANCE,
        _parameters.CONSTRAINT,
    )

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        gamma: float | str | Sequence[float] = "auto",
        alpha: float | str | Sequence[float] = "auto",
        constraint: str = "paper",
        n_neighbors: int | tuple[int, int] = 3,
        heat: int | dict[str, Any] = 3,
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


@documented(constraint="semi", n_neighbors="single")
class SSLFDA(SpectralClassifier):
    """Semi-supervised LFDA: near rows stay near, labeled or not.

    The paper's main learner.

    See Also
    --------
    LFDA : The supervised form.
    LPP : The limit of large gamma with the blended constraint.

    References
    ----------
    Chatpatanasiri and Kijsirikul, A unified semi-supervised dimensionality reduction framework
    for manifold learning, 2009.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_iris
    >>> from halflit import SSLFDA
    >>> X, y = load_iris(return_X_y=True)
    >>> few = np.full(150, -1)
    >>> few[::10] = y[::10]
    >>> model = SSLFDA(2, constraint="blended").fit(X, few)
    >>> model.n_unlabeled_
    135
    >>> bool((model.transduction_ == y).mean() > 0.8)
    True
    """

    _learner = "ss-lfda"
    _fields = (_parameters.AFFINITY, _parameters.GRAPH, _parameters.BALANCE, _parameters.CONSTRAINT)

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        gamma: float | str | Sequence[float] = "auto",
        alpha: float | str | Sequence[float] = "auto",
        constraint: str = "paper",
        n_neighbors: int = 3,
        affinity: str = "nearest",
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
