"""Estimators that look at labeled and unlabeled rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from halflit import _parameters
from halflit._base import SpectralClassifier

__all__ = ["SELF", "SSDNE", "SSFDA", "SSLDE", "SSLFDA", "SSMFA", "SSMMC", "SSSNLE"]


class SELF(SpectralClassifier):
    """Semi-supervised local Fisher discriminant analysis: LFDA blended with PCA.

    A gamma that is given is also the ridge, which is absolute, so that results depend on the units of
    the data; with gamma="auto" they do not. Sugiyama's beta is gamma / (1 + gamma).

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        Number of axes, from 1 to the number of dimensions that the data span. "auto" takes one fewer
        than there are classes, but at least two.
    gamma : float, "auto" or list of float, default="auto"
        Weight of the unlabeled rows against the labels, at least 0. "auto" lets the unlabeled rows cost
        a share of what the labels gain, and margins decide which share. From a list, cross-validation
        that hides labels and keeps rows chooses; "auto" for ``alpha`` then means 1, 2, 4, 8 and 16.
    n_neighbors : int, default=3
        Number of nearest labeled rows of the row's own class that count as near.
    affinity : {"nearest", "local-scaling"}, default="nearest"
        Which labeled rows of one class are near. "nearest" takes the ``n_neighbors`` nearest.
        "local-scaling" takes all of them, weighed by nearness; the scale of each row is the distance to
        its ``n_neighbors``-th nearest row (Sugiyama's, with 7).
    metric : str, default="euclidean"
        The distance. "precomputed" goes with ``fit(..., distances=...)``.

        - "euclidean": ‖x − y‖
        - "squared-euclidean": ‖x − y‖²
        - "manhattan": the sum of the columns' differences
        - "chebyshev": the largest of the columns' differences
        - "cosine": 1 minus the cosine of the angle
        - "precomputed": looked up in a table of distances
    weights : {"identity", "unit", "sqrt", "unit-sqrt"}, default="identity"
        The length of the axes.

        - "identity": axes as the constraint makes them
        - "unit": every axis of length 1
        - "sqrt": times the root of the eigenvalue's magnitude
        - "unit-sqrt": length 1, times the root of the eigenvalue's magnitude
    ridge : float or name of a rule, default=None
        What is added to the diagonal of the constraint. "usual", or None: shrinkage by the variances of
        the columns, but a given gamma with the paper's constraint. "shrunk": always shrinkage, as with
        gamma="auto". "published": next to none, or gamma.
    scaling : {"none", "standard", "minmax", "unit"}, default=None
        How the rows are scaled first; None means "none". Scaling becomes part of the model, and
        ``components_`` and ``mean_`` refer to scaled data.

        - "none": as it is
        - "standard": every column to mean 0 and standard deviation 1
        - "minmax": every column to the range 0 to 1
        - "unit": every row to length 1
    kernel : {"linear", "polynomial", "rbf", "laplacian", "sigmoid", "cosine", "precomputed"}, default=None
        Makes the learner non-linear. With "precomputed", ``X`` is the kernel matrix.

        - "linear": ⟨x, y⟩
        - "polynomial" or "poly": (scale · ⟨x, y⟩ + coef0)^degree
        - "rbf" or "gaussian": exp(−‖x − y‖²/width²)
        - "laplacian": exp(−Σ|x_j − y_j|/width)
        - "sigmoid": tanh(scale · ⟨x, y⟩ + coef0)
        - "cosine": ⟨x, y⟩/(‖x‖ ‖y‖)
        - "precomputed": the samples are the kernel matrix
    kernel_params : dict, default=None
        Parameters of the kernel. scikit-learn's ``gamma`` works for "rbf", "laplacian", "polynomial"
        and "sigmoid". ``negative_eigenvalues`` says what to do if the kernel is not positive
        semidefinite. ``kernel_rank`` says how many of its coordinates are kept.

        - "polynomial": ``degree``, a whole number of at least 1, by default 2; ``coef0``, a finite
          number of at least 0, by default 1; ``scale``, a finite number above 0, by default 1
        - "rbf": ``width``, a finite number above 0, by default the root of the total variance
        - "laplacian": ``width``, a finite number above 0, by default the sum of the columns' deviations
        - "sigmoid": ``scale``, a finite number above 0, by default 1 over the total variance;
          ``coef0``, a finite number, by default 1

        Values of ``negative_eigenvalues``:

        - "refuse": refuse such a kernel, naming the eigenvalue
        - "drop": drop the negative part, and report it

        Values of ``kernel_rank``:

        - "auto": all up to 500 rows. Up to 1,500 rows, and for "precomputed", the leading ones: at most
          300, all but 1 % of the spread, or all coordinates where 300 leave out a quarter. Beyond, as
          many of at most 1,000 landmarks, or fewer with more than 25,000 rows
        - "full": all, with memory for n² numbers and time for n³
        - "leading:NUMBER": at most so many leading ones, exactly, with memory for n² numbers
        - "landmarks:NUMBER": those that so many rows span (Nyström); only these rows go into the model
    n_votes : int, default=1
        Number of labeled rows that vote in ``predict`` and ``predict_proba``.
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``. "auto" means -1, as in scikit-learn. None means no marker,
        so that -1 is a class. Any label may be the marker. NaN, None, NA and the texts "", "?", "NaN",
        "nan", "NA" and "null" always mean unlabeled.
    random_state : int, RandomState or None, default=None
        Draws the folds for "auto"; None is 0. Nothing else is random.
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
    components_ : ndarray of shape (n_components, n_features)
        The axes. Linear models only.
    mean_ : ndarray of shape (n_features,)
        Subtracted from every row first. Linear models only.
    eigenvalues_ : ndarray of shape (n_components,)
        One per axis, ascending: the smaller, the better the axis.
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    transduction_ : ndarray of shape (n_samples,)
        The label of every training row, predicted where it had none. Only if some row has a label. It
        is computed on first use. Until then the estimator refers to ``X``, which must not change.
    n_unlabeled_ : int
        Number of rows that counted as unlabeled.
    gamma_ : float
        The value in use, tuned or not.
    cv_results_ : dict
        What tuning found: ``params``, ``mean_test_score``, ``standard_error`` and the score of every
        fold. ``mean_test_margin`` breaks ties in a list. ``total_margin`` adds the margins of unlabeled
        rows; "auto" decides by it. Only after tuning.
    check_ : dict or None
        The result of the check on held-out labels, or None if nothing was checked. ``accuracy`` has its
        95 % ``interval``. ``raw`` is the accuracy of the nearest labeled row in all dimensions.
        ``chance`` is the accuracy of always answering the class ``frequent``. ``tested`` is the number
        of hidden labels, and ``caution`` the warning, or None.
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


class SSFDA(SpectralClassifier):
    """Semi-supervised FDA: near rows stay near, labeled or not.

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        Number of axes, from 1 to the number of dimensions that the data span. "auto" takes one fewer
        than there are classes, but at least two.
    gamma : float, "auto" or list of float, default="auto"
        Weight of the unlabeled rows against the labels, at least 0. "auto" lets the unlabeled rows cost
        a share of what the labels gain, and margins decide which share. From a list, cross-validation
        that hides labels and keeps rows chooses; "auto" for ``alpha`` then means 1, 2, 4, 8 and 16.
    alpha : float, "auto" or list of float, default="auto"
        How much more the nearest rows count than near ones, at least 1. "auto" chooses by margins among
        1, 4, 8 and 16, or among 1, 2, 4, 8 and 16 if the estimator has no ``gamma``. Without any label
        it is 8. From a list, cross-validation chooses.
    constraint : {"paper", "blended"}, default="paper"
        What measures the length of an axis. With "paper" results depend on the units of the data.
        "blended" is robust over gamma.

        - "paper": that of the supervised learner, with the ridge γ
        - "blended": that of the supervised learner blended with that of LPP*
    graph : "all", int or dict, default="all"
        Which rows are near, whatever their labels. "all" takes every pair, weighed by distance. A
        number takes only the pairs of so many nearest neighbours, for many rows. A dict is the
        library's own form, such as ``{"pairs": {"nearest": 10}, "weights": {"local-scaling": 7}}``.
    metric : str, default="euclidean"
        The distance. "precomputed" goes with ``fit(..., distances=...)``.

        - "euclidean": ‖x − y‖
        - "squared-euclidean": ‖x − y‖²
        - "manhattan": the sum of the columns' differences
        - "chebyshev": the largest of the columns' differences
        - "cosine": 1 minus the cosine of the angle
        - "precomputed": looked up in a table of distances
    search : {"auto", "exact", "tree", "approximate"}, default="auto"
        How nearest rows of ``graph`` are found. ``diagnostics_`` says how, and which share was found.

        - "auto": tree up to 6 columns, else exact up to 20,000 rows, else approximate
        - "exact": every pair of rows
        - "tree": a k-d tree, which finds the same rows
        - "approximate": cells of near rows, which miss one in twenty at most
    weights : {"identity", "unit", "sqrt", "unit-sqrt"}, default="identity"
        The length of the axes.

        - "identity": axes as the constraint makes them
        - "unit": every axis of length 1
        - "sqrt": times the root of the eigenvalue's magnitude
        - "unit-sqrt": length 1, times the root of the eigenvalue's magnitude
    ridge : float or name of a rule, default=None
        What is added to the diagonal of the constraint. "usual", or None: shrinkage by the variances of
        the columns, but a given gamma with the paper's constraint. "shrunk": always shrinkage, as with
        gamma="auto". "published": next to none, or gamma.
    scaling : {"none", "standard", "minmax", "unit"}, default=None
        How the rows are scaled first; None means "none". Scaling becomes part of the model, and
        ``components_`` and ``mean_`` refer to scaled data.

        - "none": as it is
        - "standard": every column to mean 0 and standard deviation 1
        - "minmax": every column to the range 0 to 1
        - "unit": every row to length 1
    kernel : {"linear", "polynomial", "rbf", "laplacian", "sigmoid", "cosine", "precomputed"}, default=None
        Makes the learner non-linear. With "precomputed", ``X`` is the kernel matrix.

        - "linear": ⟨x, y⟩
        - "polynomial" or "poly": (scale · ⟨x, y⟩ + coef0)^degree
        - "rbf" or "gaussian": exp(−‖x − y‖²/width²)
        - "laplacian": exp(−Σ|x_j − y_j|/width)
        - "sigmoid": tanh(scale · ⟨x, y⟩ + coef0)
        - "cosine": ⟨x, y⟩/(‖x‖ ‖y‖)
        - "precomputed": the samples are the kernel matrix
    kernel_params : dict, default=None
        Parameters of the kernel. scikit-learn's ``gamma`` works for "rbf", "laplacian", "polynomial"
        and "sigmoid". ``negative_eigenvalues`` says what to do if the kernel is not positive
        semidefinite. ``kernel_rank`` says how many of its coordinates are kept.

        - "polynomial": ``degree``, a whole number of at least 1, by default 2; ``coef0``, a finite
          number of at least 0, by default 1; ``scale``, a finite number above 0, by default 1
        - "rbf": ``width``, a finite number above 0, by default the root of the total variance
        - "laplacian": ``width``, a finite number above 0, by default the sum of the columns' deviations
        - "sigmoid": ``scale``, a finite number above 0, by default 1 over the total variance;
          ``coef0``, a finite number, by default 1

        Values of ``negative_eigenvalues``:

        - "refuse": refuse such a kernel, naming the eigenvalue
        - "drop": drop the negative part, and report it

        Values of ``kernel_rank``:

        - "auto": all up to 500 rows. Up to 1,500 rows, and for "precomputed", the leading ones: at most
          300, all but 1 % of the spread, or all coordinates where 300 leave out a quarter. Beyond, as
          many of at most 1,000 landmarks, or fewer with more than 25,000 rows
        - "full": all, with memory for n² numbers and time for n³
        - "leading:NUMBER": at most so many leading ones, exactly, with memory for n² numbers
        - "landmarks:NUMBER": those that so many rows span (Nyström); only these rows go into the model
    n_votes : int, default=1
        Number of labeled rows that vote in ``predict`` and ``predict_proba``.
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``. "auto" means -1, as in scikit-learn. None means no marker,
        so that -1 is a class. Any label may be the marker. NaN, None, NA and the texts "", "?", "NaN",
        "nan", "NA" and "null" always mean unlabeled.
    random_state : int, RandomState or None, default=None
        Draws the folds for "auto"; None is 0. Nothing else is random.
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
    components_ : ndarray of shape (n_components, n_features)
        The axes. Linear models only.
    mean_ : ndarray of shape (n_features,)
        Subtracted from every row first. Linear models only.
    eigenvalues_ : ndarray of shape (n_components,)
        One per axis, ascending: the smaller, the better the axis.
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    transduction_ : ndarray of shape (n_samples,)
        The label of every training row, predicted where it had none. Only if some row has a label. It
        is computed on first use. Until then the estimator refers to ``X``, which must not change.
    n_unlabeled_ : int
        Number of rows that counted as unlabeled.
    gamma_ : float
        The value in use, tuned or not.
    alpha_ : float
        The value in use, tuned or not.
    cv_results_ : dict
        What tuning found: ``params``, ``mean_test_score``, ``standard_error`` and the score of every
        fold. ``mean_test_margin`` breaks ties in a list. ``total_margin`` adds the margins of unlabeled
        rows; "auto" decides by it. Only after tuning.
    check_ : dict or None
        The result of the check on held-out labels, or None if nothing was checked. ``accuracy`` has its
        95 % ``interval``. ``raw`` is the accuracy of the nearest labeled row in all dimensions.
        ``chance`` is the accuracy of always answering the class ``frequent``. ``tested`` is the number
        of hidden labels, and ``caution`` the warning, or None.
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


class SSMMC(SpectralClassifier):
    """Semi-supervised MMC: near rows stay near, labeled or not.

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        Number of axes, from 1 to the number of dimensions that the data span. "auto" takes one fewer
        than there are classes, but at least two.
    gamma : float, "auto" or list of float, default="auto"
        Weight of the unlabeled rows against the labels, at least 0. "auto" lets the unlabeled rows cost
        a share of what the labels gain, and margins decide which share. From a list, cross-validation
        that hides labels and keeps rows chooses; "auto" for ``alpha`` then means 1, 2, 4, 8 and 16.
    alpha : float, "auto" or list of float, default="auto"
        How much more the nearest rows count than near ones, at least 1. "auto" chooses by margins among
        1, 4, 8 and 16, or among 1, 2, 4, 8 and 16 if the estimator has no ``gamma``. Without any label
        it is 8. From a list, cross-validation chooses.
    constraint : {"paper", "blended"}, default="paper"
        What measures the length of an axis. With "paper" results depend on the units of the data.
        "blended" is robust over gamma.

        - "paper": that of the supervised learner, with the ridge γ
        - "blended": that of the supervised learner blended with that of LPP*
    within_weight : float, default=1.0
        Weight of class widths against distances of class means, at least 0.
    graph : "all", int or dict, default="all"
        Which rows are near, whatever their labels. "all" takes every pair, weighed by distance. A
        number takes only the pairs of so many nearest neighbours, for many rows. A dict is the
        library's own form, such as ``{"pairs": {"nearest": 10}, "weights": {"local-scaling": 7}}``.
    metric : str, default="euclidean"
        The distance. "precomputed" goes with ``fit(..., distances=...)``.

        - "euclidean": ‖x − y‖
        - "squared-euclidean": ‖x − y‖²
        - "manhattan": the sum of the columns' differences
        - "chebyshev": the largest of the columns' differences
        - "cosine": 1 minus the cosine of the angle
        - "precomputed": looked up in a table of distances
    search : {"auto", "exact", "tree", "approximate"}, default="auto"
        How nearest rows of ``graph`` are found. ``diagnostics_`` says how, and which share was found.

        - "auto": tree up to 6 columns, else exact up to 20,000 rows, else approximate
        - "exact": every pair of rows
        - "tree": a k-d tree, which finds the same rows
        - "approximate": cells of near rows, which miss one in twenty at most
    weights : {"identity", "unit", "sqrt", "unit-sqrt"}, default="identity"
        The length of the axes.

        - "identity": axes as the constraint makes them
        - "unit": every axis of length 1
        - "sqrt": times the root of the eigenvalue's magnitude
        - "unit-sqrt": length 1, times the root of the eigenvalue's magnitude
    ridge : float or name of a rule, default=None
        What is added to the diagonal of the constraint. "usual", or None: shrinkage by the variances of
        the columns, but a given gamma with the paper's constraint. "shrunk": always shrinkage, as with
        gamma="auto". "published": next to none, or gamma.
    scaling : {"none", "standard", "minmax", "unit"}, default=None
        How the rows are scaled first; None means "none". Scaling becomes part of the model, and
        ``components_`` and ``mean_`` refer to scaled data.

        - "none": as it is
        - "standard": every column to mean 0 and standard deviation 1
        - "minmax": every column to the range 0 to 1
        - "unit": every row to length 1
    kernel : {"linear", "polynomial", "rbf", "laplacian", "sigmoid", "cosine", "precomputed"}, default=None
        Makes the learner non-linear. With "precomputed", ``X`` is the kernel matrix.

        - "linear": ⟨x, y⟩
        - "polynomial" or "poly": (scale · ⟨x, y⟩ + coef0)^degree
        - "rbf" or "gaussian": exp(−‖x − y‖²/width²)
        - "laplacian": exp(−Σ|x_j − y_j|/width)
        - "sigmoid": tanh(scale · ⟨x, y⟩ + coef0)
        - "cosine": ⟨x, y⟩/(‖x‖ ‖y‖)
        - "precomputed": the samples are the kernel matrix
    kernel_params : dict, default=None
        Parameters of the kernel. scikit-learn's ``gamma`` works for "rbf", "laplacian", "polynomial"
        and "sigmoid". ``negative_eigenvalues`` says what to do if the kernel is not positive
        semidefinite. ``kernel_rank`` says how many of its coordinates are kept.

        - "polynomial": ``degree``, a whole number of at least 1, by default 2; ``coef0``, a finite
          number of at least 0, by default 1; ``scale``, a finite number above 0, by default 1
        - "rbf": ``width``, a finite number above 0, by default the root of the total variance
        - "laplacian": ``width``, a finite number above 0, by default the sum of the columns' deviations
        - "sigmoid": ``scale``, a finite number above 0, by default 1 over the total variance;
          ``coef0``, a finite number, by default 1

        Values of ``negative_eigenvalues``:

        - "refuse": refuse such a kernel, naming the eigenvalue
        - "drop": drop the negative part, and report it

        Values of ``kernel_rank``:

        - "auto": all up to 500 rows. Up to 1,500 rows, and for "precomputed", the leading ones: at most
          300, all but 1 % of the spread, or all coordinates where 300 leave out a quarter. Beyond, as
          many of at most 1,000 landmarks, or fewer with more than 25,000 rows
        - "full": all, with memory for n² numbers and time for n³
        - "leading:NUMBER": at most so many leading ones, exactly, with memory for n² numbers
        - "landmarks:NUMBER": those that so many rows span (Nyström); only these rows go into the model
    n_votes : int, default=1
        Number of labeled rows that vote in ``predict`` and ``predict_proba``.
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``. "auto" means -1, as in scikit-learn. None means no marker,
        so that -1 is a class. Any label may be the marker. NaN, None, NA and the texts "", "?", "NaN",
        "nan", "NA" and "null" always mean unlabeled.
    random_state : int, RandomState or None, default=None
        Draws the folds for "auto"; None is 0. Nothing else is random.
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
    components_ : ndarray of shape (n_components, n_features)
        The axes. Linear models only.
    mean_ : ndarray of shape (n_features,)
        Subtracted from every row first. Linear models only.
    eigenvalues_ : ndarray of shape (n_components,)
        One per axis, ascending: the smaller, the better the axis.
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    transduction_ : ndarray of shape (n_samples,)
        The label of every training row, predicted where it had none. Only if some row has a label. It
        is computed on first use. Until then the estimator refers to ``X``, which must not change.
    n_unlabeled_ : int
        Number of rows that counted as unlabeled.
    gamma_ : float
        The value in use, tuned or not.
    alpha_ : float
        The value in use, tuned or not.
    cv_results_ : dict
        What tuning found: ``params``, ``mean_test_score``, ``standard_error`` and the score of every
        fold. ``mean_test_margin`` breaks ties in a list. ``total_margin`` adds the margins of unlabeled
        rows; "auto" decides by it. Only after tuning.
    check_ : dict or None
        The result of the check on held-out labels, or None if nothing was checked. ``accuracy`` has its
        95 % ``interval``. ``raw`` is the accuracy of the nearest labeled row in all dimensions.
        ``chance`` is the accuracy of always answering the class ``frequent``. ``tested`` is the number
        of hidden labels, and ``caution`` the warning, or None.
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


class SSDNE(SpectralClassifier):
    """Semi-supervised DNE: near rows stay near, labeled or not.

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        Number of axes, from 1 to the number of dimensions that the data span. "auto" takes one fewer
        than there are classes, but at least two.
    gamma : float, "auto" or list of float, default="auto"
        Weight of the unlabeled rows against the labels, at least 0. "auto" lets the unlabeled rows cost
        a share of what the labels gain, and margins decide which share. From a list, cross-validation
        that hides labels and keeps rows chooses; "auto" for ``alpha`` then means 1, 2, 4, 8 and 16.
    alpha : float, "auto" or list of float, default="auto"
        How much more the nearest rows count than near ones, at least 1. "auto" chooses by margins among
        1, 4, 8 and 16, or among 1, 2, 4, 8 and 16 if the estimator has no ``gamma``. Without any label
        it is 8. From a list, cross-validation chooses.
    constraint : {"paper", "blended"}, default="paper"
        What measures the length of an axis. With "paper" results depend on the units of the data.
        "blended" is robust over gamma.

        - "paper": that of the supervised learner, with the ridge γ
        - "blended": that of the supervised learner blended with that of LPP*
    n_neighbors : int or (int, int), default=3
        Number of nearest labeled rows that count as near: of the row's own class, and of other classes.
        One number for both, or two.
    graph : "all", int or dict, default="all"
        Which rows are near, whatever their labels. "all" takes every pair, weighed by distance. A
        number takes only the pairs of so many nearest neighbours, for many rows. A dict is the
        library's own form, such as ``{"pairs": {"nearest": 10}, "weights": {"local-scaling": 7}}``.
    metric : str, default="euclidean"
        The distance. "precomputed" goes with ``fit(..., distances=...)``.

        - "euclidean": ‖x − y‖
        - "squared-euclidean": ‖x − y‖²
        - "manhattan": the sum of the columns' differences
        - "chebyshev": the largest of the columns' differences
        - "cosine": 1 minus the cosine of the angle
        - "precomputed": looked up in a table of distances
    search : {"auto", "exact", "tree", "approximate"}, default="auto"
        How nearest rows of ``graph`` are found. ``diagnostics_`` says how, and which share was found.

        - "auto": tree up to 6 columns, else exact up to 20,000 rows, else approximate
        - "exact": every pair of rows
        - "tree": a k-d tree, which finds the same rows
        - "approximate": cells of near rows, which miss one in twenty at most
    weights : {"identity", "unit", "sqrt", "unit-sqrt"}, default="identity"
        The length of the axes.

        - "identity": axes as the constraint makes them
        - "unit": every axis of length 1
        - "sqrt": times the root of the eigenvalue's magnitude
        - "unit-sqrt": length 1, times the root of the eigenvalue's magnitude
    ridge : float or name of a rule, default=None
        What is added to the diagonal of the constraint. "usual", or None: shrinkage by the variances of
        the columns, but a given gamma with the paper's constraint. "shrunk": always shrinkage, as with
        gamma="auto". "published": next to none, or gamma.
    scaling : {"none", "standard", "minmax", "unit"}, default=None
        How the rows are scaled first; None means "none". Scaling becomes part of the model, and
        ``components_`` and ``mean_`` refer to scaled data.

        - "none": as it is
        - "standard": every column to mean 0 and standard deviation 1
        - "minmax": every column to the range 0 to 1
        - "unit": every row to length 1
    kernel : {"linear", "polynomial", "rbf", "laplacian", "sigmoid", "cosine", "precomputed"}, default=None
        Makes the learner non-linear. With "precomputed", ``X`` is the kernel matrix.

        - "linear": ⟨x, y⟩
        - "polynomial" or "poly": (scale · ⟨x, y⟩ + coef0)^degree
        - "rbf" or "gaussian": exp(−‖x − y‖²/width²)
        - "laplacian": exp(−Σ|x_j − y_j|/width)
        - "sigmoid": tanh(scale · ⟨x, y⟩ + coef0)
        - "cosine": ⟨x, y⟩/(‖x‖ ‖y‖)
        - "precomputed": the samples are the kernel matrix
    kernel_params : dict, default=None
        Parameters of the kernel. scikit-learn's ``gamma`` works for "rbf", "laplacian", "polynomial"
        and "sigmoid". ``negative_eigenvalues`` says what to do if the kernel is not positive
        semidefinite. ``kernel_rank`` says how many of its coordinates are kept.

        - "polynomial": ``degree``, a whole number of at least 1, by default 2; ``coef0``, a finite
          number of at least 0, by default 1; ``scale``, a finite number above 0, by default 1
        - "rbf": ``width``, a finite number above 0, by default the root of the total variance
        - "laplacian": ``width``, a finite number above 0, by default the sum of the columns' deviations
        - "sigmoid": ``scale``, a finite number above 0, by default 1 over the total variance;
          ``coef0``, a finite number, by default 1

        Values of ``negative_eigenvalues``:

        - "refuse": refuse such a kernel, naming the eigenvalue
        - "drop": drop the negative part, and report it

        Values of ``kernel_rank``:

        - "auto": all up to 500 rows. Up to 1,500 rows, and for "precomputed", the leading ones: at most
          300, all but 1 % of the spread, or all coordinates where 300 leave out a quarter. Beyond, as
          many of at most 1,000 landmarks, or fewer with more than 25,000 rows
        - "full": all, with memory for n² numbers and time for n³
        - "leading:NUMBER": at most so many leading ones, exactly, with memory for n² numbers
        - "landmarks:NUMBER": those that so many rows span (Nyström); only these rows go into the model
    n_votes : int, default=1
        Number of labeled rows that vote in ``predict`` and ``predict_proba``.
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``. "auto" means -1, as in scikit-learn. None means no marker,
        so that -1 is a class. Any label may be the marker. NaN, None, NA and the texts "", "?", "NaN",
        "nan", "NA" and "null" always mean unlabeled.
    random_state : int, RandomState or None, default=None
        Draws the folds for "auto"; None is 0. Nothing else is random.
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
    components_ : ndarray of shape (n_components, n_features)
        The axes. Linear models only.
    mean_ : ndarray of shape (n_features,)
        Subtracted from every row first. Linear models only.
    eigenvalues_ : ndarray of shape (n_components,)
        One per axis, ascending: the smaller, the better the axis.
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    transduction_ : ndarray of shape (n_samples,)
        The label of every training row, predicted where it had none. Only if some row has a label. It
        is computed on first use. Until then the estimator refers to ``X``, which must not change.
    n_unlabeled_ : int
        Number of rows that counted as unlabeled.
    gamma_ : float
        The value in use, tuned or not.
    alpha_ : float
        The value in use, tuned or not.
    cv_results_ : dict
        What tuning found: ``params``, ``mean_test_score``, ``standard_error`` and the score of every
        fold. ``mean_test_margin`` breaks ties in a list. ``total_margin`` adds the margins of unlabeled
        rows; "auto" decides by it. Only after tuning.
    check_ : dict or None
        The result of the check on held-out labels, or None if nothing was checked. ``accuracy`` has its
        95 % ``interval``. ``raw`` is the accuracy of the nearest labeled row in all dimensions.
        ``chance`` is the accuracy of always answering the class ``frequent``. ``tested`` is the number
        of hidden labels, and ``caution`` the warning, or None.
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


class SSMFA(SpectralClassifier):
    """Semi-supervised MFA: near rows stay near, labeled or not.

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        Number of axes, from 1 to the number of dimensions that the data span. "auto" takes one fewer
        than there are classes, but at least two.
    gamma : float, "auto" or list of float, default="auto"
        Weight of the unlabeled rows against the labels, at least 0. "auto" lets the unlabeled rows cost
        a share of what the labels gain, and margins decide which share. From a list, cross-validation
        that hides labels and keeps rows chooses; "auto" for ``alpha`` then means 1, 2, 4, 8 and 16.
    alpha : float, "auto" or list of float, default="auto"
        How much more the nearest rows count than near ones, at least 1. "auto" chooses by margins among
        1, 4, 8 and 16, or among 1, 2, 4, 8 and 16 if the estimator has no ``gamma``. Without any label
        it is 8. From a list, cross-validation chooses.
    constraint : {"paper", "blended"}, default="paper"
        What measures the length of an axis. With "paper" results depend on the units of the data.
        "blended" is robust over gamma.

        - "paper": that of the supervised learner, with the ridge γ
        - "blended": that of the supervised learner blended with that of LPP*
    n_neighbors : int or (int, int), default=3
        Number of nearest labeled rows that count as near: of the row's own class, and of other classes.
        One number for both, or two.
    graph : "all", int or dict, default="all"
        Which rows are near, whatever their labels. "all" takes every pair, weighed by distance. A
        number takes only the pairs of so many nearest neighbours, for many rows. A dict is the
        library's own form, such as ``{"pairs": {"nearest": 10}, "weights": {"local-scaling": 7}}``.
    metric : str, default="euclidean"
        The distance. "precomputed" goes with ``fit(..., distances=...)``.

        - "euclidean": ‖x − y‖
        - "squared-euclidean": ‖x − y‖²
        - "manhattan": the sum of the columns' differences
        - "chebyshev": the largest of the columns' differences
        - "cosine": 1 minus the cosine of the angle
        - "precomputed": looked up in a table of distances
    search : {"auto", "exact", "tree", "approximate"}, default="auto"
        How nearest rows of ``graph`` are found. ``diagnostics_`` says how, and which share was found.

        - "auto": tree up to 6 columns, else exact up to 20,000 rows, else approximate
        - "exact": every pair of rows
        - "tree": a k-d tree, which finds the same rows
        - "approximate": cells of near rows, which miss one in twenty at most
    weights : {"identity", "unit", "sqrt", "unit-sqrt"}, default="identity"
        The length of the axes.

        - "identity": axes as the constraint makes them
        - "unit": every axis of length 1
        - "sqrt": times the root of the eigenvalue's magnitude
        - "unit-sqrt": length 1, times the root of the eigenvalue's magnitude
    ridge : float or name of a rule, default=None
        What is added to the diagonal of the constraint. "usual", or None: shrinkage by the variances of
        the columns, but a given gamma with the paper's constraint. "shrunk": always shrinkage, as with
        gamma="auto". "published": next to none, or gamma.
    scaling : {"none", "standard", "minmax", "unit"}, default=None
        How the rows are scaled first; None means "none". Scaling becomes part of the model, and
        ``components_`` and ``mean_`` refer to scaled data.

        - "none": as it is
        - "standard": every column to mean 0 and standard deviation 1
        - "minmax": every column to the range 0 to 1
        - "unit": every row to length 1
    kernel : {"linear", "polynomial", "rbf", "laplacian", "sigmoid", "cosine", "precomputed"}, default=None
        Makes the learner non-linear. With "precomputed", ``X`` is the kernel matrix.

        - "linear": ⟨x, y⟩
        - "polynomial" or "poly": (scale · ⟨x, y⟩ + coef0)^degree
        - "rbf" or "gaussian": exp(−‖x − y‖²/width²)
        - "laplacian": exp(−Σ|x_j − y_j|/width)
        - "sigmoid": tanh(scale · ⟨x, y⟩ + coef0)
        - "cosine": ⟨x, y⟩/(‖x‖ ‖y‖)
        - "precomputed": the samples are the kernel matrix
    kernel_params : dict, default=None
        Parameters of the kernel. scikit-learn's ``gamma`` works for "rbf", "laplacian", "polynomial"
        and "sigmoid". ``negative_eigenvalues`` says what to do if the kernel is not positive
        semidefinite. ``kernel_rank`` says how many of its coordinates are kept.

        - "polynomial": ``degree``, a whole number of at least 1, by default 2; ``coef0``, a finite
          number of at least 0, by default 1; ``scale``, a finite number above 0, by default 1
        - "rbf": ``width``, a finite number above 0, by default the root of the total variance
        - "laplacian": ``width``, a finite number above 0, by default the sum of the columns' deviations
        - "sigmoid": ``scale``, a finite number above 0, by default 1 over the total variance;
          ``coef0``, a finite number, by default 1

        Values of ``negative_eigenvalues``:

        - "refuse": refuse such a kernel, naming the eigenvalue
        - "drop": drop the negative part, and report it

        Values of ``kernel_rank``:

        - "auto": all up to 500 rows. Up to 1,500 rows, and for "precomputed", the leading ones: at most
          300, all but 1 % of the spread, or all coordinates where 300 leave out a quarter. Beyond, as
          many of at most 1,000 landmarks, or fewer with more than 25,000 rows
        - "full": all, with memory for n² numbers and time for n³
        - "leading:NUMBER": at most so many leading ones, exactly, with memory for n² numbers
        - "landmarks:NUMBER": those that so many rows span (Nyström); only these rows go into the model
    n_votes : int, default=1
        Number of labeled rows that vote in ``predict`` and ``predict_proba``.
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``. "auto" means -1, as in scikit-learn. None means no marker,
        so that -1 is a class. Any label may be the marker. NaN, None, NA and the texts "", "?", "NaN",
        "nan", "NA" and "null" always mean unlabeled.
    random_state : int, RandomState or None, default=None
        Draws the folds for "auto"; None is 0. Nothing else is random.
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
    components_ : ndarray of shape (n_components, n_features)
        The axes. Linear models only.
    mean_ : ndarray of shape (n_features,)
        Subtracted from every row first. Linear models only.
    eigenvalues_ : ndarray of shape (n_components,)
        One per axis, ascending: the smaller, the better the axis.
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    transduction_ : ndarray of shape (n_samples,)
        The label of every training row, predicted where it had none. Only if some row has a label. It
        is computed on first use. Until then the estimator refers to ``X``, which must not change.
    n_unlabeled_ : int
        Number of rows that counted as unlabeled.
    gamma_ : float
        The value in use, tuned or not.
    alpha_ : float
        The value in use, tuned or not.
    cv_results_ : dict
        What tuning found: ``params``, ``mean_test_score``, ``standard_error`` and the score of every
        fold. ``mean_test_margin`` breaks ties in a list. ``total_margin`` adds the margins of unlabeled
        rows; "auto" decides by it. Only after tuning.
    check_ : dict or None
        The result of the check on held-out labels, or None if nothing was checked. ``accuracy`` has its
        95 % ``interval``. ``raw`` is the accuracy of the nearest labeled row in all dimensions.
        ``chance`` is the accuracy of always answering the class ``frequent``. ``tested`` is the number
        of hidden labels, and ``caution`` the warning, or None.
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


class SSLDE(SpectralClassifier):
    """Semi-supervised LDE: near rows stay near, labeled or not.

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        Number of axes, from 1 to the number of dimensions that the data span. "auto" takes one fewer
        than there are classes, but at least two.
    gamma : float, "auto" or list of float, default="auto"
        Weight of the unlabeled rows against the labels, at least 0. "auto" lets the unlabeled rows cost
        a share of what the labels gain, and margins decide which share. From a list, cross-validation
        that hides labels and keeps rows chooses; "auto" for ``alpha`` then means 1, 2, 4, 8 and 16.
    alpha : float, "auto" or list of float, default="auto"
        How much more the nearest rows count than near ones, at least 1. "auto" chooses by margins among
        1, 4, 8 and 16, or among 1, 2, 4, 8 and 16 if the estimator has no ``gamma``. Without any label
        it is 8. From a list, cross-validation chooses.
    constraint : {"paper", "blended"}, default="paper"
        What measures the length of an axis. With "paper" results depend on the units of the data.
        "blended" is robust over gamma.

        - "paper": that of the supervised learner, with the ridge γ
        - "blended": that of the supervised learner blended with that of LPP*
    n_neighbors : int or (int, int), default=3
        Number of nearest labeled rows that count as near: of the row's own class, and of other classes.
        One number for both, or two.
    heat : int or dict, default=3
        How edges count by nearness. A number is the neighbour that sets the local scale of a row. A
        dict is the library's own form, such as ``{"heat": 2.5}``, one width for all.
    graph : "all", int or dict, default="all"
        Which rows are near, whatever their labels. "all" takes every pair, weighed by distance. A
        number takes only the pairs of so many nearest neighbours, for many rows. A dict is the
        library's own form, such as ``{"pairs": {"nearest": 10}, "weights": {"local-scaling": 7}}``.
    metric : str, default="euclidean"
        The distance. "precomputed" goes with ``fit(..., distances=...)``.

        - "euclidean": ‖x − y‖
        - "squared-euclidean": ‖x − y‖²
        - "manhattan": the sum of the columns' differences
        - "chebyshev": the largest of the columns' differences
        - "cosine": 1 minus the cosine of the angle
        - "precomputed": looked up in a table of distances
    search : {"auto", "exact", "tree", "approximate"}, default="auto"
        How nearest rows of ``graph`` are found. ``diagnostics_`` says how, and which share was found.

        - "auto": tree up to 6 columns, else exact up to 20,000 rows, else approximate
        - "exact": every pair of rows
        - "tree": a k-d tree, which finds the same rows
        - "approximate": cells of near rows, which miss one in twenty at most
    weights : {"identity", "unit", "sqrt", "unit-sqrt"}, default="identity"
        The length of the axes.

        - "identity": axes as the constraint makes them
        - "unit": every axis of length 1
        - "sqrt": times the root of the eigenvalue's magnitude
        - "unit-sqrt": length 1, times the root of the eigenvalue's magnitude
    ridge : float or name of a rule, default=None
        What is added to the diagonal of the constraint. "usual", or None: shrinkage by the variances of
        the columns, but a given gamma with the paper's constraint. "shrunk": always shrinkage, as with
        gamma="auto". "published": next to none, or gamma.
    scaling : {"none", "standard", "minmax", "unit"}, default=None
        How the rows are scaled first; None means "none". Scaling becomes part of the model, and
        ``components_`` and ``mean_`` refer to scaled data.

        - "none": as it is
        - "standard": every column to mean 0 and standard deviation 1
        - "minmax": every column to the range 0 to 1
        - "unit": every row to length 1
    kernel : {"linear", "polynomial", "rbf", "laplacian", "sigmoid", "cosine", "precomputed"}, default=None
        Makes the learner non-linear. With "precomputed", ``X`` is the kernel matrix.

        - "linear": ⟨x, y⟩
        - "polynomial" or "poly": (scale · ⟨x, y⟩ + coef0)^degree
        - "rbf" or "gaussian": exp(−‖x − y‖²/width²)
        - "laplacian": exp(−Σ|x_j − y_j|/width)
        - "sigmoid": tanh(scale · ⟨x, y⟩ + coef0)
        - "cosine": ⟨x, y⟩/(‖x‖ ‖y‖)
        - "precomputed": the samples are the kernel matrix
    kernel_params : dict, default=None
        Parameters of the kernel. scikit-learn's ``gamma`` works for "rbf", "laplacian", "polynomial"
        and "sigmoid". ``negative_eigenvalues`` says what to do if the kernel is not positive
        semidefinite. ``kernel_rank`` says how many of its coordinates are kept.

        - "polynomial": ``degree``, a whole number of at least 1, by default 2; ``coef0``, a finite
          number of at least 0, by default 1; ``scale``, a finite number above 0, by default 1
        - "rbf": ``width``, a finite number above 0, by default the root of the total variance
        - "laplacian": ``width``, a finite number above 0, by default the sum of the columns' deviations
        - "sigmoid": ``scale``, a finite number above 0, by default 1 over the total variance;
          ``coef0``, a finite number, by default 1

        Values of ``negative_eigenvalues``:

        - "refuse": refuse such a kernel, naming the eigenvalue
        - "drop": drop the negative part, and report it

        Values of ``kernel_rank``:

        - "auto": all up to 500 rows. Up to 1,500 rows, and for "precomputed", the leading ones: at most
          300, all but 1 % of the spread, or all coordinates where 300 leave out a quarter. Beyond, as
          many of at most 1,000 landmarks, or fewer with more than 25,000 rows
        - "full": all, with memory for n² numbers and time for n³
        - "leading:NUMBER": at most so many leading ones, exactly, with memory for n² numbers
        - "landmarks:NUMBER": those that so many rows span (Nyström); only these rows go into the model
    n_votes : int, default=1
        Number of labeled rows that vote in ``predict`` and ``predict_proba``.
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``. "auto" means -1, as in scikit-learn. None means no marker,
        so that -1 is a class. Any label may be the marker. NaN, None, NA and the texts "", "?", "NaN",
        "nan", "NA" and "null" always mean unlabeled.
    random_state : int, RandomState or None, default=None
        Draws the folds for "auto"; None is 0. Nothing else is random.
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
    components_ : ndarray of shape (n_components, n_features)
        The axes. Linear models only.
    mean_ : ndarray of shape (n_features,)
        Subtracted from every row first. Linear models only.
    eigenvalues_ : ndarray of shape (n_components,)
        One per axis, ascending: the smaller, the better the axis.
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    transduction_ : ndarray of shape (n_samples,)
        The label of every training row, predicted where it had none. Only if some row has a label. It
        is computed on first use. Until then the estimator refers to ``X``, which must not change.
    n_unlabeled_ : int
        Number of rows that counted as unlabeled.
    gamma_ : float
        The value in use, tuned or not.
    alpha_ : float
        The value in use, tuned or not.
    cv_results_ : dict
        What tuning found: ``params``, ``mean_test_score``, ``standard_error`` and the score of every
        fold. ``mean_test_margin`` breaks ties in a list. ``total_margin`` adds the margins of unlabeled
        rows; "auto" decides by it. Only after tuning.
    check_ : dict or None
        The result of the check on held-out labels, or None if nothing was checked. ``accuracy`` has its
        95 % ``interval``. ``raw`` is the accuracy of the nearest labeled row in all dimensions.
        ``chance`` is the accuracy of always answering the class ``frequent``. ``tested`` is the number
        of hidden labels, and ``caution`` the warning, or None.
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


class SSSNLE(SpectralClassifier):
    """Semi-supervised SNLE: near rows stay near, labeled or not.

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        Number of axes, from 1 to the number of dimensions that the data span. "auto" takes one fewer
        than there are classes, but at least two.
    gamma : float, "auto" or list of float, default="auto"
        Weight of the unlabeled rows against the labels, at least 0. "auto" lets the unlabeled rows cost
        a share of what the labels gain, and margins decide which share. From a list, cross-validation
        that hides labels and keeps rows chooses; "auto" for ``alpha`` then means 1, 2, 4, 8 and 16.
    alpha : float, "auto" or list of float, default="auto"
        How much more the nearest rows count than near ones, at least 1. "auto" chooses by margins among
        1, 4, 8 and 16, or among 1, 2, 4, 8 and 16 if the estimator has no ``gamma``. Without any label
        it is 8. From a list, cross-validation chooses.
    constraint : {"paper", "blended"}, default="paper"
        What measures the length of an axis. With "paper" results depend on the units of the data.
        "blended" is robust over gamma.

        - "paper": that of the supervised learner, with the ridge γ
        - "blended": that of the supervised learner blended with that of LPP*
    n_neighbors : int or (int, int), default=3
        Number of nearest labeled rows that count as near: of the row's own class, and of other classes.
        One number for both, or two.
    heat : int or dict, default=3
        How edges count by nearness. A number is the neighbour that sets the local scale of a row. A
        dict is the library's own form, such as ``{"heat": 2.5}``, one width for all.
    graph : "all", int or dict, default="all"
        Which rows are near, whatever their labels. "all" takes every pair, weighed by distance. A
        number takes only the pairs of so many nearest neighbours, for many rows. A dict is the
        library's own form, such as ``{"pairs": {"nearest": 10}, "weights": {"local-scaling": 7}}``.
    metric : str, default="euclidean"
        The distance. "precomputed" goes with ``fit(..., distances=...)``.

        - "euclidean": ‖x − y‖
        - "squared-euclidean": ‖x − y‖²
        - "manhattan": the sum of the columns' differences
        - "chebyshev": the largest of the columns' differences
        - "cosine": 1 minus the cosine of the angle
        - "precomputed": looked up in a table of distances
    search : {"auto", "exact", "tree", "approximate"}, default="auto"
        How nearest rows of ``graph`` are found. ``diagnostics_`` says how, and which share was found.

        - "auto": tree up to 6 columns, else exact up to 20,000 rows, else approximate
        - "exact": every pair of rows
        - "tree": a k-d tree, which finds the same rows
        - "approximate": cells of near rows, which miss one in twenty at most
    weights : {"identity", "unit", "sqrt", "unit-sqrt"}, default="identity"
        The length of the axes.

        - "identity": axes as the constraint makes them
        - "unit": every axis of length 1
        - "sqrt": times the root of the eigenvalue's magnitude
        - "unit-sqrt": length 1, times the root of the eigenvalue's magnitude
    ridge : float or name of a rule, default=None
        What is added to the diagonal of the constraint. "usual", or None: shrinkage by the variances of
        the columns, but a given gamma with the paper's constraint. "shrunk": always shrinkage, as with
        gamma="auto". "published": next to none, or gamma.
    scaling : {"none", "standard", "minmax", "unit"}, default=None
        How the rows are scaled first; None means "none". Scaling becomes part of the model, and
        ``components_`` and ``mean_`` refer to scaled data.

        - "none": as it is
        - "standard": every column to mean 0 and standard deviation 1
        - "minmax": every column to the range 0 to 1
        - "unit": every row to length 1
    kernel : {"linear", "polynomial", "rbf", "laplacian", "sigmoid", "cosine", "precomputed"}, default=None
        Makes the learner non-linear. With "precomputed", ``X`` is the kernel matrix.

        - "linear": ⟨x, y⟩
        - "polynomial" or "poly": (scale · ⟨x, y⟩ + coef0)^degree
        - "rbf" or "gaussian": exp(−‖x − y‖²/width²)
        - "laplacian": exp(−Σ|x_j − y_j|/width)
        - "sigmoid": tanh(scale · ⟨x, y⟩ + coef0)
        - "cosine": ⟨x, y⟩/(‖x‖ ‖y‖)
        - "precomputed": the samples are the kernel matrix
    kernel_params : dict, default=None
        Parameters of the kernel. scikit-learn's ``gamma`` works for "rbf", "laplacian", "polynomial"
        and "sigmoid". ``negative_eigenvalues`` says what to do if the kernel is not positive
        semidefinite. ``kernel_rank`` says how many of its coordinates are kept.

        - "polynomial": ``degree``, a whole number of at least 1, by default 2; ``coef0``, a finite
          number of at least 0, by default 1; ``scale``, a finite number above 0, by default 1
        - "rbf": ``width``, a finite number above 0, by default the root of the total variance
        - "laplacian": ``width``, a finite number above 0, by default the sum of the columns' deviations
        - "sigmoid": ``scale``, a finite number above 0, by default 1 over the total variance;
          ``coef0``, a finite number, by default 1

        Values of ``negative_eigenvalues``:

        - "refuse": refuse such a kernel, naming the eigenvalue
        - "drop": drop the negative part, and report it

        Values of ``kernel_rank``:

        - "auto": all up to 500 rows. Up to 1,500 rows, and for "precomputed", the leading ones: at most
          300, all but 1 % of the spread, or all coordinates where 300 leave out a quarter. Beyond, as
          many of at most 1,000 landmarks, or fewer with more than 25,000 rows
        - "full": all, with memory for n² numbers and time for n³
        - "leading:NUMBER": at most so many leading ones, exactly, with memory for n² numbers
        - "landmarks:NUMBER": those that so many rows span (Nyström); only these rows go into the model
    n_votes : int, default=1
        Number of labeled rows that vote in ``predict`` and ``predict_proba``.
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``. "auto" means -1, as in scikit-learn. None means no marker,
        so that -1 is a class. Any label may be the marker. NaN, None, NA and the texts "", "?", "NaN",
        "nan", "NA" and "null" always mean unlabeled.
    random_state : int, RandomState or None, default=None
        Draws the folds for "auto"; None is 0. Nothing else is random.
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
    components_ : ndarray of shape (n_components, n_features)
        The axes. Linear models only.
    mean_ : ndarray of shape (n_features,)
        Subtracted from every row first. Linear models only.
    eigenvalues_ : ndarray of shape (n_components,)
        One per axis, ascending: the smaller, the better the axis.
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    transduction_ : ndarray of shape (n_samples,)
        The label of every training row, predicted where it had none. Only if some row has a label. It
        is computed on first use. Until then the estimator refers to ``X``, which must not change.
    n_unlabeled_ : int
        Number of rows that counted as unlabeled.
    gamma_ : float
        The value in use, tuned or not.
    alpha_ : float
        The value in use, tuned or not.
    cv_results_ : dict
        What tuning found: ``params``, ``mean_test_score``, ``standard_error`` and the score of every
        fold. ``mean_test_margin`` breaks ties in a list. ``total_margin`` adds the margins of unlabeled
        rows; "auto" decides by it. Only after tuning.
    check_ : dict or None
        The result of the check on held-out labels, or None if nothing was checked. ``accuracy`` has its
        95 % ``interval``. ``raw`` is the accuracy of the nearest labeled row in all dimensions.
        ``chance`` is the accuracy of always answering the class ``frequent``. ``tested`` is the number
        of hidden labels, and ``caution`` the warning, or None.
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


class SSLFDA(SpectralClassifier):
    """Semi-supervised LFDA: near rows stay near, labeled or not.

    The paper's main learner.

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        Number of axes, from 1 to the number of dimensions that the data span. "auto" takes one fewer
        than there are classes, but at least two.
    gamma : float, "auto" or list of float, default="auto"
        Weight of the unlabeled rows against the labels, at least 0. "auto" lets the unlabeled rows cost
        a share of what the labels gain, and margins decide which share. From a list, cross-validation
        that hides labels and keeps rows chooses; "auto" for ``alpha`` then means 1, 2, 4, 8 and 16.
    alpha : float, "auto" or list of float, default="auto"
        How much more the nearest rows count than near ones, at least 1. "auto" chooses by margins among
        1, 4, 8 and 16, or among 1, 2, 4, 8 and 16 if the estimator has no ``gamma``. Without any label
        it is 8. From a list, cross-validation chooses.
    constraint : {"paper", "blended"}, default="paper"
        What measures the length of an axis. With "paper" results depend on the units of the data.
        "blended" is robust over gamma.

        - "paper": that of the supervised learner, with the ridge γ
        - "blended": that of the supervised learner blended with that of LPP*
    n_neighbors : int, default=3
        Number of nearest labeled rows of the row's own class that count as near.
    affinity : {"nearest", "local-scaling"}, default="nearest"
        Which labeled rows of one class are near. "nearest" takes the ``n_neighbors`` nearest.
        "local-scaling" takes all of them, weighed by nearness; the scale of each row is the distance to
        its ``n_neighbors``-th nearest row (Sugiyama's, with 7).
    graph : "all", int or dict, default="all"
        Which rows are near, whatever their labels. "all" takes every pair, weighed by distance. A
        number takes only the pairs of so many nearest neighbours, for many rows. A dict is the
        library's own form, such as ``{"pairs": {"nearest": 10}, "weights": {"local-scaling": 7}}``.
    metric : str, default="euclidean"
        The distance. "precomputed" goes with ``fit(..., distances=...)``.

        - "euclidean": ‖x − y‖
        - "squared-euclidean": ‖x − y‖²
        - "manhattan": the sum of the columns' differences
        - "chebyshev": the largest of the columns' differences
        - "cosine": 1 minus the cosine of the angle
        - "precomputed": looked up in a table of distances
    search : {"auto", "exact", "tree", "approximate"}, default="auto"
        How nearest rows of ``graph`` are found. ``diagnostics_`` says how, and which share was found.

        - "auto": tree up to 6 columns, else exact up to 20,000 rows, else approximate
        - "exact": every pair of rows
        - "tree": a k-d tree, which finds the same rows
        - "approximate": cells of near rows, which miss one in twenty at most
    weights : {"identity", "unit", "sqrt", "unit-sqrt"}, default="identity"
        The length of the axes.

        - "identity": axes as the constraint makes them
        - "unit": every axis of length 1
        - "sqrt": times the root of the eigenvalue's magnitude
        - "unit-sqrt": length 1, times the root of the eigenvalue's magnitude
    ridge : float or name of a rule, default=None
        What is added to the diagonal of the constraint. "usual", or None: shrinkage by the variances of
        the columns, but a given gamma with the paper's constraint. "shrunk": always shrinkage, as with
        gamma="auto". "published": next to none, or gamma.
    scaling : {"none", "standard", "minmax", "unit"}, default=None
        How the rows are scaled first; None means "none". Scaling becomes part of the model, and
        ``components_`` and ``mean_`` refer to scaled data.

        - "none": as it is
        - "standard": every column to mean 0 and standard deviation 1
        - "minmax": every column to the range 0 to 1
        - "unit": every row to length 1
    kernel : {"linear", "polynomial", "rbf", "laplacian", "sigmoid", "cosine", "precomputed"}, default=None
        Makes the learner non-linear. With "precomputed", ``X`` is the kernel matrix.

        - "linear": ⟨x, y⟩
        - "polynomial" or "poly": (scale · ⟨x, y⟩ + coef0)^degree
        - "rbf" or "gaussian": exp(−‖x − y‖²/width²)
        - "laplacian": exp(−Σ|x_j − y_j|/width)
        - "sigmoid": tanh(scale · ⟨x, y⟩ + coef0)
        - "cosine": ⟨x, y⟩/(‖x‖ ‖y‖)
        - "precomputed": the samples are the kernel matrix
    kernel_params : dict, default=None
        Parameters of the kernel. scikit-learn's ``gamma`` works for "rbf", "laplacian", "polynomial"
        and "sigmoid". ``negative_eigenvalues`` says what to do if the kernel is not positive
        semidefinite. ``kernel_rank`` says how many of its coordinates are kept.

        - "polynomial": ``degree``, a whole number of at least 1, by default 2; ``coef0``, a finite
          number of at least 0, by default 1; ``scale``, a finite number above 0, by default 1
        - "rbf": ``width``, a finite number above 0, by default the root of the total variance
        - "laplacian": ``width``, a finite number above 0, by default the sum of the columns' deviations
        - "sigmoid": ``scale``, a finite number above 0, by default 1 over the total variance;
          ``coef0``, a finite number, by default 1

        Values of ``negative_eigenvalues``:

        - "refuse": refuse such a kernel, naming the eigenvalue
        - "drop": drop the negative part, and report it

        Values of ``kernel_rank``:

        - "auto": all up to 500 rows. Up to 1,500 rows, and for "precomputed", the leading ones: at most
          300, all but 1 % of the spread, or all coordinates where 300 leave out a quarter. Beyond, as
          many of at most 1,000 landmarks, or fewer with more than 25,000 rows
        - "full": all, with memory for n² numbers and time for n³
        - "leading:NUMBER": at most so many leading ones, exactly, with memory for n² numbers
        - "landmarks:NUMBER": those that so many rows span (Nyström); only these rows go into the model
    n_votes : int, default=1
        Number of labeled rows that vote in ``predict`` and ``predict_proba``.
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``. "auto" means -1, as in scikit-learn. None means no marker,
        so that -1 is a class. Any label may be the marker. NaN, None, NA and the texts "", "?", "NaN",
        "nan", "NA" and "null" always mean unlabeled.
    random_state : int, RandomState or None, default=None
        Draws the folds for "auto"; None is 0. Nothing else is random.
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
    components_ : ndarray of shape (n_components, n_features)
        The axes. Linear models only.
    mean_ : ndarray of shape (n_features,)
        Subtracted from every row first. Linear models only.
    eigenvalues_ : ndarray of shape (n_components,)
        One per axis, ascending: the smaller, the better the axis.
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    transduction_ : ndarray of shape (n_samples,)
        The label of every training row, predicted where it had none. Only if some row has a label. It
        is computed on first use. Until then the estimator refers to ``X``, which must not change.
    n_unlabeled_ : int
        Number of rows that counted as unlabeled.
    gamma_ : float
        The value in use, tuned or not.
    alpha_ : float
        The value in use, tuned or not.
    cv_results_ : dict
        What tuning found: ``params``, ``mean_test_score``, ``standard_error`` and the score of every
        fold. ``mean_test_margin`` breaks ties in a list. ``total_margin`` adds the margins of unlabeled
        rows; "auto" decides by it. Only after tuning.
    check_ : dict or None
        The result of the check on held-out labels, or None if nothing was checked. ``accuracy`` has its
        95 % ``interval``. ``raw`` is the accuracy of the nearest labeled row in all dimensions.
        ``chance`` is the accuracy of always answering the class ``frequent``. ``tested`` is the number
        of hidden labels, and ``caution`` the warning, or None.
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
