"""Estimators that look at labeled rows only."""

from __future__ import annotations

from typing import Any

from halflit import _parameters
from halflit._base import SpectralClassifier
from halflit._docs import documented
from halflit._incremental import Incremental


@documented()
class FDA(SpectralClassifier, Incremental):
    """Fisher discriminant analysis: class means apart, classes tight.

    Has at most as many useful axes as classes less one. What scikit-learn calls linear
    discriminant analysis.

    See Also
    --------
    SSFDA : Looks at unlabeled rows too.

    References
    ----------
    Fisher, The use of multiple measurements in taxonomic problems, 1936.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from halflit import FDA
    >>> X, y = load_iris(return_X_y=True)
    >>> FDA(2).fit(X[::2], y[::2]).score(X[1::2], y[1::2]) > 0.9
    True
    """

    _learner = "fda"

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
class MMC(SpectralClassifier, Incremental):
    """Maximum margin criterion: class means apart minus class widths.

    Inverts no matrix, so that no ridge is needed.

    See Also
    --------
    SSMMC : Looks at unlabeled rows too.

    References
    ----------
    Li, Jiang and Zhang, Efficient and robust feature extraction by maximum margin criterion,
    2006.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from halflit import MMC
    >>> X, y = load_iris(return_X_y=True)
    >>> MMC(2).fit(X[::2], y[::2]).score(X[1::2], y[1::2]) > 0.9
    True
    """

    _learner = "mmc"
    _fields = (_parameters.WITHIN_WEIGHT,)

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        within_weight: float = 1.0,
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


@documented(n_neighbors="pair")
class DNE(SpectralClassifier):
    """Discriminant neighborhood embedding.

    Near rows of one class together, near rows of different classes apart.

    See Also
    --------
    SSDNE : Looks at unlabeled rows too.

    References
    ----------
    Zhang, Xue, Lu and Guo, Discriminant neighborhood embedding for classification, 2006.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from halflit import DNE
    >>> X, y = load_iris(return_X_y=True)
    >>> DNE(2).fit(X[::2], y[::2]).score(X[1::2], y[1::2]) > 0.9
    True
    """

    _learner = "dne"
    _fields = (_parameters.CLASS_NEIGHBORS,)

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        n_neighbors: int | tuple[int, int] = 3,
        metric: str = "euclidean",
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


@documented(n_neighbors="pair")
class MFA(SpectralClassifier):
    """Marginal Fisher analysis.

    Near rows of different classes apart, relative to near rows of one class.

    See Also
    --------
    SSMFA : Looks at unlabeled rows too.

    References
    ----------
    Yan, Xu, Zhang, Zhang, Yang and Lin, Graph embedding and extensions, 2007.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from halflit import MFA
    >>> X, y = load_iris(return_X_y=True)
    >>> MFA(2).fit(X[::2], y[::2]).score(X[1::2], y[1::2]) > 0.9
    True
    """

    _learner = "mfa"
    _fields = (_parameters.CLASS_NEIGHBORS,)

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        n_neighbors: int | tuple[int, int] = 3,
        metric: str = "euclidean",
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


@documented(n_neighbors="pair")
class LDE(SpectralClassifier):
    """Local discriminant embedding: MFA with edges that count by nearness.

    See Also
    --------
    SSLDE : Looks at unlabeled rows too.

    References
    ----------
    Chen, Chang and Liu, Local discriminant embedding and its variants, 2005.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from halflit import LDE
    >>> X, y = load_iris(return_X_y=True)
    >>> LDE(2).fit(X[::2], y[::2]).score(X[1::2], y[1::2]) > 0.85
    True
    """

    _learner = "lde"
    _fields = (_parameters.CLASS_NEIGHBORS, _parameters.HEAT)

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        n_neighbors: int | tuple[int, int] = 3,
        heat: int | dict[str, Any] = 3,
        metric: str = "euclidean",
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


@documented(n_neighbors="pair")
class SNLE(SpectralClassifier):
    """Supervised nonlinear local embedding: DNE with edges that count by nearness.

    Meant for use with a kernel.

    See Also
    --------
    SSSNLE : Looks at unlabeled rows too.

    References
    ----------
    Cheng et al., Supervised nonlinear local embedding, ICIP 2004.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from halflit import SNLE
    >>> X, y = load_iris(return_X_y=True)
    >>> SNLE(2).fit(X[::2], y[::2]).score(X[1::2], y[1::2]) > 0.9
    True
    """

    _learner = "snle"
    _fields = (_parameters.CLASS_NEIGHBORS, _parameters.HEAT)

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        n_neighbors: int | tuple[int, int] = 3,
        heat: int | dict[str, Any] = 3,
        metric: str = "euclidean",
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


@documented(n_neighbors="single")
class LFDA(SpectralClassifier):
    """Local Fisher discriminant analysis: FDA that lets a class fall into several clusters.

    See Also
    --------
    SSLFDA : Looks at unlabeled rows too.

    References
    ----------
    Sugiyama, Dimensionality reduction of multimodal labeled data by local Fisher discriminant
    analysis, 2007.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from halflit import LFDA
    >>> X, y = load_iris(return_X_y=True)
    >>> LFDA(2).fit(X[::2], y[::2]).score(X[1::2], y[1::2]) > 0.9
    True
    """

    _learner = "lfda"
    _fields = (_parameters.AFFINITY,)

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
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
        check: bool = True,
        n_jobs: int | None = None,
        device: str = "cpu",
        verbose: int = 0,
    ) -> None:
        self._store(locals())
