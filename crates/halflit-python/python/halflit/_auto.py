"""The estimator to begin with."""

from __future__ import annotations

import json
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin

from halflit import _checks, _core
from halflit._estimator import Estimator
from halflit._warnings import warn_of


class AutoDR(ClassifierMixin, Estimator):
    """The estimator to begin with: no parameter to choose, no column to scale.

    ``AutoDR`` compares all rows, labeled or not, in dozens of ways, called views: linear and principal
    axes, RBF and Laplace kernels, eigenmaps and label spreading on graphs of near rows. It builds each view
    from the columns as they come, from standardised columns, from their ranks, and from categories if a
    table has some. So units, heavy tails, wild values and codes do not matter, and nothing needs to be
    scaled first.

    A view weighs more if it predicts labeled rows from the other labeled rows. Shrunk Fisher's
    discriminant on the weighted mean of all views gives the axes and the classes. A second round adds
    views of the columns that tell these classes apart; ``column_relevance_`` lists them.

    New rows join the graphs as the rows of the fit did, so the model keeps the training rows. For training
    rows ``transform`` and ``predict`` return the result of the fit. The map has no inverse.

    Parameters
    ----------
    n_components : int, "auto" or None, default=None
        Number of axes, from 1 to the number of labeled rows less one. None and "auto" take the number
        of classes less one, which ``predict`` always uses.
    views : {"full", "thin"}, default="full"
        Which views of the rows are built. ``views_`` lists how much each one counts.

        - "full": every view
        - "thin": principal axes and eigenmaps alone: quick to fit again with one more label, a little
          less accurate
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``. "auto" means -1, as in scikit-learn. None means no marker,
        so that -1 is a class. Any label may be the marker. NaN, None, NA and the texts "", "?", "NaN",
        "nan", "NA" and "null" always mean unlabeled.
    check : bool, default=True
        Hide some labels after the fit, predict them, and warn if that is no better than a simple
        baseline. ``check_`` holds the result.
    n_jobs : int, default=None
        Number of threads. -1 and None mean one per processor. In a worker of joblib's, None means one
        thread. Results do not depend on it.
    device : str, default="cpu"
        Where sums over pairs of rows, nearest rows, graphs and large maps are computed. "cpu" uses
        threads. "cuda" or "cuda:1" uses a GPU with torch: ``pip install 'halflit[torch]'``. A setting
        that the GPU cannot compute is an error. ``diagnostics_["engine"]`` names the engine that made
        the fit.
    verbose : int, default=0
        With 1, a call that takes longer than two seconds reports its progress on standard error.

    Attributes
    ----------
    views_ : list of (str, float)
        The views that make up the kernel, in words, with the share of each, the largest first. Shares
        sum to 1.
    eigenvalues_ : ndarray of shape (n_components,)
        One per axis, ascending: the smaller, the better the axis.
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    transduction_ : ndarray of shape (n_samples,)
        The label of every training row, predicted where it had none. Only if some row has a label. It
        is computed on first use. Until then the estimator refers to ``X``, which must not change.
    n_unlabeled_ : int
        Number of rows that counted as unlabeled.
    check_ : dict or None
        The result of the check on held-out labels, or None if nothing was checked. ``accuracy`` has its
        95 % ``interval``. ``raw`` is the accuracy of the nearest labeled row in all dimensions.
        ``chance`` is the accuracy of always answering the class ``frequent``. ``tested`` is the number
        of hidden labels, and ``caution`` the warning, or None.
    column_relevance_ : ndarray of shape (n_features,) or None
        The share of each column's variance, by ranks, that lies between the classes found, from 0 to 1.
        None with ``views="thin"`` and if no column tells more than chance.
    diagnostics_ : dict
        Rank of the data, ridge in use, condition of the constraint and residual of the eigenproblem.
        Also whether the last axis kept is tied with the first one left out, and the share of a kernel's
        spread that was left out. "neighbors" says how nearest rows were found, if any were searched.
    n_features_in_ : int
        Number of columns seen during fit.
    feature_names_in_ : ndarray of shape (n_features,)
        Names of the columns, if they are text.

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
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            All rows, labeled or not, in any units. Wide sparse ones are condensed and never written out.
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
        warn_of(self._fit(X, y, sample_weight))
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
