"""The estimator to begin with."""

from __future__ import annotations

import json
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin

from halflit import _checks, _core
from halflit._docs import documented
from halflit._estimator import Estimator

_ATTRIBUTES = (
    "views_",
    "column_relevance_",
    "eigenvalues_",
    "classes_",
    "transduction_",
    "n_unlabeled_",
    "check_",
    "diagnostics_",
    "n_features_in_",
    "feature_names_in_",
)


@documented(
    n_components="classes",
    attributes=_ATTRIBUTES,
)
class AutoDR(ClassifierMixin, Estimator):
    """The estimator to begin with: no parameter to choose, no column to scale.

    All rows together, labeled or not, give dozens of views of what near may mean: linear and principal
    axes, RBF and Laplace kernels, eigenmaps and label spreading on graphs of near rows. Each is taken of the
    columns as they come, of standardised columns, of their ranks, and of categories where a table has some.
    So units, heavy tails, wild values and codes do not matter, and nothing needs to be scaled first. A view
    weighs as much as it predicts labeled rows from the other labeled rows. Fisher's discriminant, shrunk, on
    the weighted mean of all views gives the axes and the classes. A second round adds views of the columns
    that tell these classes apart, which ``column_relevance_`` lists.

    New rows join the graphs of training rows, which the model keeps, as the rows of the fit did. For training
    rows ``transform`` and ``predict`` give what the fit found. The map has no inverse.

    See Also
    --------
    SSLFDA : A linear map whose axes can be read.
    compare : Cross-validates this and other learners.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_digits
    >>> from halflit import AutoDR
    >>> X, y = load_digits(return_X_y=True)
    >>> few = np.full(len(y), -1)
    >>> for digit in range(10):
    ...     rows = np.flatnonzero(y == digit)[:5]
    ...     few[rows] = digit
    >>> model = AutoDR().fit(X, few)
    >>> model.transform(X).shape
    (1797, 9)
    >>> bool((model.transduction_ == y)[few == -1].mean() > 0.9)
    True
    >>> name, share = model.views_[0]
    >>> bool(0 < share < 1)
    True
    """

    _learner = "auto"

    def __init__(
        self,
        n_components: int | str | None = None,
        *,
        views: str = "full",
        unlabeled: Any = "auto",
        check: bool = True,
        n_jobs: int | None = None,
        device: str = "cpu",
        verbose: int = 0,
    ) -> None:
        self._store(locals())

    # Not the mixin's, which would count unlabeled rows as wrong.
    score = Estimator.score

    def fit(self, X: Any, y: Any = None, sample_weight: ArrayLike | None = None) -> Self:
        """Learn the map.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            All rows, labeled or not, in any units.
        y : array-like of shape (n_samples,)
            Labels of two classes at least. -1, NaN, None and NA mean unlabeled: see the parameter
            ``unlabeled``.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts, in whole numbers: a row of weight 2 is that row twice, one of weight 0
            is left out.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        self._warn(self._fit(X, y, sample_weight))
        return self

    def _plan(self) -> dict[str, Any]:
        dimension = None if self.n_components is None else _checks.components(self.n_components)
        method = {"name": self._learner, "parameters": {"breadth": self.views}}
        return {"method": method, "dimension": dimension}

    def _adopt(self, model: _core.Model, classes: NDArray[Any], names: list[str]) -> None:
        super()._adopt(model, classes, names)
        self.views_ = model.views
        relevance = json.loads(model.diagnostics).get("relevance")
        self.column_relevance_ = None if relevance is None else np.asarray(relevance)

    @classmethod
    def _from_model(cls, model: _core.Model) -> Self:
        """Give a fitted estimator with the choice of a model file."""
        method = json.loads(model.plan)["method"]
        estimator = cls(model.dimension, views=method["parameters"]["breadth"])
        estimator._adopt_file(model)
        return estimator
