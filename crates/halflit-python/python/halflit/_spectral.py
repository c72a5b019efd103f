"""Any mix of costs and constraint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse

from halflit import _input, _parameters
from halflit._base import SpectralClassifier
from halflit._docs import documented


def _is_matrix(part: Any) -> bool:
    return not isinstance(part, str | dict)


def _write(estimator: SpectralDR) -> dict[str, Any]:
    """Parts by name; those given as matrices go to the core on their own."""
    parts: dict[str, Any] = {}
    label, unlabel = estimator.label_cost, estimator.unlabel_cost
    if not _is_matrix(label):
        named = isinstance(label, str) and label != "none"
        parts["label"] = {label: {}} if named else label
    if not _is_matrix(unlabel):
        near = _parameters.neighborhood(estimator)
        parts["unlabel"] = {"near": near} if unlabel == "near" else unlabel
    if not _is_matrix(estimator.constraint):
        parts["constraint"] = estimator.constraint
    return parts


def _read(given: Any) -> dict[str, Any]:
    if not isinstance(given, dict):
        return {}
    unlabel, graph = given["unlabel"], {}
    if isinstance(unlabel, dict):
        graph = {"graph": unlabel["near"]}
        unlabel = "near"
    return {
        "label_cost": given["label"],
        "unlabel_cost": unlabel,
        "constraint": given["constraint"],
        **graph,
    }


def _cost(part: Any) -> Any:
    """Give the core a dense matrix, or the edges of a sparse one."""
    if not sparse.issparse(part):
        return _input.matrix(part)
    edges = sparse.coo_array(part)
    ends = edges.row.astype(np.int64), edges.col.astype(np.int64)
    return part.shape[0], *ends, edges.data.astype(np.float64)


@documented(constraint="any")
class SpectralDR(SpectralClassifier):
    """Any label cost with any unlabel cost with any constraint.

    Every other estimator is a special case. Tuning needs a label cost that is named, because a
    matrix cannot know that labels are hidden.

    See Also
    --------
    SSLFDA : The defaults with alpha = 8 and another ridge.

    References
    ----------
    Chatpatanasiri and Kijsirikul, A unified semi-supervised dimensionality reduction framework for
    manifold learning, 2009.

    Examples
    --------
    DNE's label cost with PCA's unlabel cost, which is in no paper:

    >>> from sklearn.datasets import load_iris
    >>> from halflit import SpectralDR
    >>> X, y = load_iris(return_X_y=True)
    >>> y[::3] = -1
    >>> mix = SpectralDR(2, label_cost="dne", unlabel_cost="variance", constraint="identity")
    >>> mix.set_params(gamma=0.01)
    SpectralDR(constraint='identity', gamma=0.01, label_cost='dne', n_components=2,
               unlabel_cost='variance')
    >>> mix.fit(X, y).eigenvalues_.shape
    (2,)
    """

    _learner = "custom"
    _fields = (_parameters.Field(_write, _read), _parameters.BALANCE)

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        label_cost: Any = "lfda",
        unlabel_cost: Any = "near",
        constraint: Any = "label",
        gamma: float | str | Sequence[float] = 1.0,
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

    def _given_parts(self) -> dict[str, Any]:
        parts = {"label_cost": self.label_cost, "unlabel_cost": self.unlabel_cost}
        given = {name: _cost(part) for name, part in parts.items() if _is_matrix(part)}
        if _is_matrix(self.constraint):
            given["constraint"] = _input.matrix(self.constraint)
        return given

    @property
    def _needs_labels(self) -> bool:  # type: ignore[override]
        return not (_is_matrix(self.label_cost) or self.label_cost == "none")
