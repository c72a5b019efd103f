"""A picture of all rows."""

from __future__ import annotations

import json
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from halflit import _checks, _core, _input, _labels, _progress
from halflit._links import Linked
from halflit._state import PlainState


class Layout(Linked, PlainState, ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """A picture of all rows: near rows stay near, and classes lie apart if they are apart in the data.

    The picture is t-SNE on the nearest rows of standardised columns. Labels are optional. They say which
    near rows belong together, as far as left-out labels can be predicted better than by chance. Random
    labels leave the picture unchanged. The same rows and labels give the same bits on any number of
    threads. Distances between far groups mean little.

    Parameters
    ----------
    n_components : int, default=2
        Dimensions of the picture, 1 to 3.
    n_neighbors : int, default=15
        How many nearest rows every row is drawn to, at least 2: more show larger shapes, fewer smaller ones.
    label_weight : float, default=0.75
        Weight of the classes against the columns, if left-out labels can be predicted. 0 ignores labels.
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``, as in the other estimators.
    n_jobs : int, default=None
        Number of threads, as in the other estimators. Results do not depend on it.
    verbose : int, default=0
        With 1, a call that takes longer than two seconds reports its progress on standard error.

    Attributes
    ----------
    embedding_ : ndarray of shape (n_samples, n_components)
        Where the rows lie.
    faithfulness_ : dict
        ``kept``, the share of the 10 nearest rows that are among the 10 nearest in the picture,
        ``trustworthiness`` of the 10 nearest, and ``rows``, on how many rows both were measured.
    label_weight_ : float
        The weight in use: 0 if there were no labels, or none that can be predicted.
    n_features_in_ : int
        Number of columns seen during fit.
    feature_names_in_ : ndarray of shape (n_features,)
        Their names, if all are text.

    See Also
    --------
    plot : Draws it.
    AutoDR : Has a picture of its rows in ``layout_``.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from halflit import Layout
    >>> X, y = load_digits(return_X_y=True)
    >>> layout = Layout().fit(X)
    >>> layout.embedding_.shape
    (1797, 2)
    >>> layout.faithfulness_["trustworthiness"] > 0.98
    True
    >>> bool((layout.transform(X[:5]) == layout.embedding_[:5]).all())
    True
    """

    def __init__(
        self,
        n_components: int = 2,
        *,
        n_neighbors: int = 15,
        label_weight: float = 0.75,
        unlabeled: Any = "auto",
        n_jobs: int | None = None,
        verbose: int = 0,
    ) -> None:
        self.n_components = n_components
        self.n_neighbors = n_neighbors
        self.label_weight = label_weight
        self.unlabeled = unlabeled
        self.n_jobs = n_jobs
        self.verbose = verbose

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X: Any, y: Any = None) -> Self:
        """Lay the rows out.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            All rows, labeled or not, in any units.
        y : array-like of shape (n_samples,), default=None
            Labels of some rows, if there are any. -1, NaN, None and NA mean unlabeled.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        self._check()
        rows = _input.training_samples(self, X)
        labels = _labels.encode(y, self.unlabeled, rows=rows.shape[0])
        choice = {
            "dimensions": int(self.n_components),
            "neighbors": int(self.n_neighbors),
            "label_weight": float(self.label_weight),
        }
        self._model = self._guide(X, y, labels)
        self.embedding_, told = _core.layout(
            rows,
            labels.codes,
            labels.names,
            json.dumps(choice),
            model=self._model,
            **self._running(),
        )
        self._adopt(json.loads(told), labels)
        self._rows = rows.copy()  # the caller may change its own
        return self

    def _guide(self, X: Any, y: Any, labels: _labels.Labels) -> Any:
        """Give a model of the labels, for new rows too; none where labels say nothing."""
        classes = np.unique(labels.codes[labels.codes >= 0])
        if len(classes) < 2 or self.label_weight == 0:
            return None
        from halflit._auto import AutoDR

        guide = AutoDR(
            unlabeled=self.unlabeled, n_jobs=self.n_jobs, verbose=self.verbose, check=False
        )
        return guide.fit(X, y)._model

    def _adopt(self, told: dict[str, Any], labels: _labels.Labels) -> None:
        self.label_weight_ = told.pop("label_weight")
        self._words = told.pop("words")
        self.faithfulness_ = told
        self._labels = labels

    def fit_transform(self, X: Any, y: Any = None) -> NDArray[np.float64]:
        """Lay the rows out, and give where they lie.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            All rows.
        y : array-like of shape (n_samples,), default=None
            Labels of some rows.

        Returns
        -------
        embedding : ndarray of shape (n_samples, n_components)
            Where the rows lie.
        """
        return self.fit(X, y).embedding_

    def transform(self, X: Any) -> NDArray[np.float64]:
        """Place rows in the middle of their nearest rows; a row of the fit comes to lie on itself.

        Where labels helped to make the picture, they help to place new rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows with the columns of the fit.

        Returns
        -------
        places : ndarray of shape (n_samples, n_components)
            Where they go.
        """
        check_is_fitted(self)
        new = _input.new_samples(self, X)
        return _core.layout_newcomers(
            self._rows,
            self.embedding_,
            new,
            model=self._model,
            label_weight=self.label_weight_,
            **self._running(),
        )

    def _check(self) -> None:
        _checks.check("verbose", self.verbose)
        if not (_checks.is_whole(self.n_components) and 1 <= self.n_components <= 3):
            _checks.refuse("n_components", self.n_components, "1, 2 or 3")
        if not (_checks.is_whole(self.n_neighbors) and self.n_neighbors >= 2):
            _checks.refuse("n_neighbors", self.n_neighbors, "a whole number of at least 2")
        if not (_checks.is_number(self.label_weight) and self.label_weight >= 0):
            _checks.refuse("label_weight", self.label_weight, "a number of at least 0")

    def _running(self) -> dict[str, Any]:
        return {
            "threads": _input.threads(self.n_jobs),
            "verbose": _progress.is_shown(self.verbose),
            "feature_names": _input.feature_names(self),
        }

    @property
    def _n_features_out(self) -> int:
        return self.embedding_.shape[1]
