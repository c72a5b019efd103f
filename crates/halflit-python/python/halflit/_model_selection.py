"""Cross-validation that hides labels and keeps rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from sklearn.utils import _safe_indexing

from halflit import _core, _input, _labels


class SemiSupervisedKFold:
    """Stratified folds over the labeled rows; unlabeled rows are always trained on.

    A splitter gives row numbers and cannot change ``y``. So in plain cross-validation each training set
    holds the labeled rows of the other folds and *all* unlabeled rows, and each test set the labeled rows
    of one fold: the rows that are tested are left out of training. To keep them in, without their
    labels, as transductive learning does, append a copy of them with ``keep_hidden_rows`` and pass its
    ``groups`` along; or use ``SemiSupervisedGridSearchCV``, which does both.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds, 2 to the number of labeled rows.
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``, as in the estimators.
    random_state : int, RandomState or None, default=None
        Draws the folds; None is 0.

    See Also
    --------
    keep_hidden_rows : Makes plain scikit-learn tools train on the tested rows without their labels.
    SemiSupervisedGridSearchCV : Grid search that does so.

    Examples
    --------
    >>> import numpy as np
    >>> from halflit import SemiSupervisedKFold
    >>> y = np.array([0, 0, 1, 1, -1, -1])
    >>> for train, test in SemiSupervisedKFold(2).split(y[:, None], y):
    ...     print(len(train), len(test), y[train].min(), y[test].min())
    4 2 -1 0
    4 2 -1 0
    """

    def __init__(
        self, n_splits: int = 5, *, unlabeled: Any = "auto", random_state: Any = None
    ) -> None:
        self.n_splits = n_splits
        self.unlabeled = unlabeled
        self.random_state = random_state

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Give the number of folds.

        Parameters
        ----------
        X, y, groups : object, default=None
            Not used.

        Returns
        -------
        n_splits : int
            Number of folds.
        """
        return self.n_splits

    def split(
        self, X: Any, y: Any, groups: Any = None
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Share out the rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Not used.
        y : array-like of shape (n_samples,)
            Labels, some of them absent.
        groups : array-like of shape (n_samples,), default=None
            As ``keep_hidden_rows`` gives it: rows of one group are the same row, with and without its
            label.

        Yields
        ------
        train : ndarray
            Rows to train on.
        test : ndarray
            Labeled rows to test on.
        """
        labels = _labels.encode(y, self.unlabeled)
        seed = _input.seed(self.random_state)
        rows = np.arange(len(labels.codes))
        hidden_copies = _hidden_copies(labels, groups)
        for test in _core.folds(labels.codes, labels.names, self.n_splits, seed=seed):
            held_out = np.isin(rows, test)
            if hidden_copies is None:
                yield rows[~held_out], test
            else:
                # The copy without a label stands in for a tested row, and for no other.
                unused = hidden_copies & ~np.isin(groups, np.asarray(groups)[test])
                yield rows[~held_out & ~unused], test

    def __repr__(self) -> str:
        return f"SemiSupervisedKFold(n_splits={self.n_splits})"


def _hidden_copies(labels: _labels.Labels, groups: Any) -> NDArray[np.bool_] | None:
    """Which rows are the copy, without its label, of a labeled row."""
    if groups is None:
        return None
    groups = np.asarray(groups)
    return labels.unlabeled & np.isin(groups, groups[~labels.unlabeled])


def keep_hidden_rows(X: Any, y: Any, *, unlabeled: Any = "auto") -> tuple[Any, Any, NDArray[Any]]:
    """Append a copy without its label of every labeled row.

    With these and ``SemiSupervisedKFold`` any tool of scikit-learn's that passes ``groups`` on trains on
    every row exactly once, and on tested rows without their labels. Do not fit a final model on the
    result: it holds the labeled rows twice.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        All rows.
    y : array-like of shape (n_samples,)
        Labels, some of them absent.
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``, as in the estimators.

    Returns
    -------
    X_all : array of shape (n_samples + n_labeled, n_features)
        The rows, then the copies.
    y_all : ndarray of shape (n_samples + n_labeled,)
        The labels, then markers.
    groups : ndarray of shape (n_samples + n_labeled,)
        The row that each row is or is a copy of.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from sklearn.model_selection import cross_val_score
    >>> from halflit import SSLFDA, SemiSupervisedKFold, keep_hidden_rows
    >>> X, y = load_wine(return_X_y=True)
    >>> y[::2] = -1
    >>> X_all, y_all, groups = keep_hidden_rows(X, y)
    >>> model = SSLFDA(2, scaling="standard")
    >>> cv = SemiSupervisedKFold(5)
    >>> scores = cross_val_score(model, X_all, y_all, groups=groups, cv=cv)
    >>> len(scores), bool(scores.mean() > 0.9)
    (5, True)
    """
    labels = _labels.encode(y, unlabeled)
    labeled = np.flatnonzero(~labels.unlabeled)
    groups = np.concatenate([np.arange(len(labels.codes)), labeled])
    marker = _labels.CONVENTION if isinstance(unlabeled, str) and unlabeled == "auto" else unlabeled
    values = _labels.as_vector(y)
    numbers = values.dtype.kind in "iuf" and isinstance(marker, int | float)
    y_all = values[groups] if numbers else values.astype(object)[groups]
    y_all[len(values) :] = marker if numbers else None
    return _safe_indexing(X, groups), y_all, groups


class SemiSupervisedGridSearchCV(GridSearchCV):
    """Grid search whose folds hide labels and keep rows.

    Parameters and attributes are those of scikit-learn's ``GridSearchCV``, except for ``cv``: the number of
    folds or a ``SemiSupervisedKFold``. Every candidate is trained on every row, the tested ones without
    their labels. ``best_estimator_`` is then trained on the rows and labels as given.

    For gamma and alpha of the estimators of this package ``gamma=[0.1, 1, 10]`` does the same much faster.

    See Also
    --------
    SemiSupervisedKFold : For other tools.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from halflit import SSLFDA, SemiSupervisedGridSearchCV
    >>> X, y = load_wine(return_X_y=True)
    >>> y[::2] = -1
    >>> grid = {"n_components": [1, 2], "scaling": [None, "standard"]}
    >>> search = SemiSupervisedGridSearchCV(SSLFDA(), grid).fit(X, y)
    >>> sorted(search.best_params_)
    ['n_components', 'scaling']
    """

    def fit(self, X: Any, y: Any = None, **params: Any) -> Self:
        """Search.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            All rows.
        y : array-like of shape (n_samples,)
            Labels, some of them absent.
        **params : dict
            Handed on to the estimator.

        Returns
        -------
        self : object
            The search with its results.
        """
        cv = self._splitter()
        X_all, y_all, groups = keep_hidden_rows(X, y, unlabeled=cv.unlabeled)
        search = GridSearchCV(**{**self.get_params(deep=False), "cv": cv, "refit": False})
        # What there is for each row there is for its copy.
        rows = len(_labels.as_vector(y))
        whole = {
            name: _safe_indexing(value, groups) if np.shape(value)[:1] == (rows,) else value
            for name, value in params.items()
        }
        search.fit(X_all, y_all, groups=groups, **whole)
        fitted = {name: value for name, value in vars(search).items() if name.endswith("_")}
        vars(self).update(fitted)
        if self.refit:
            best = clone(self.estimator).set_params(**clone(self.best_params_, safe=False))
            self.best_estimator_ = best.fit(X, y, **params)
            if hasattr(best, "feature_names_in_"):
                self.feature_names_in_ = best.feature_names_in_
        return self

    def _splitter(self) -> SemiSupervisedKFold:
        if isinstance(self.cv, SemiSupervisedKFold):
            return self.cv
        return SemiSupervisedKFold(5 if self.cv is None else self.cv)
