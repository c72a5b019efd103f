"""Any mix of costs and constraint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse

from halflit import _input, _parameters
from halflit._base import SpectralClassifier


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


class SpectralDR(SpectralClassifier):
    """Any label cost with any unlabel cost with any constraint.

    Every other estimator is a special case. Tuning needs a label cost that is named, because a
    matrix cannot know that labels are hidden.

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        Number of axes, from 1 to the number of dimensions that the data span. "auto" takes one fewer
        than there are classes, but at least two.
    label_cost : str, dict or matrix, default="lfda"
        What the labels ask for. One of: "none"; the name of a supervised learner; that name with the
        library's parameters, such as ``{"dne": {"neighbors_same": 5}}``; a symmetric cost between all
        rows, dense or sparse. The names are "fda", "mmc", "dne", "mfa", "lde", "snle", "lfda".
    unlabel_cost : str, dict or matrix, default="near"
        What all rows ask for. One of: "none"; "variance", as in PCA; "near", as in LPP, by ``graph``
        and ``metric``; a symmetric cost between all rows, dense or sparse.
    constraint : {"identity", "label", "degree", "blended"} or matrix, default="label"
        What measures the length of an axis. A matrix is symmetric, columns by columns.

        - "identity": the identity: the length of the axis itself
        - "label": that of the label cost
        - "degree": the degrees of the unlabel cost, as in LPP
        - "blended": that of the label cost plus γ times the degrees
    gamma : float, "auto" or list of float, default=1.0
        Weight of the unlabeled rows against the labels, at least 0. "auto" lets the unlabeled rows cost
        a share of what the labels gain, and margins decide which share. From a list, cross-validation
        that hides labels and keeps rows chooses; "auto" for ``alpha`` then means 1, 2, 4, 8 and 16.
    alpha : float, "auto" or list of float, default=1.0
        How much more the nearest rows count than near ones, at least 1. "auto" chooses by margins among
        1, 4, 8 and 16, or among 1, 2, 4, 8 and 16 if the estimator has no ``gamma``. Without any label
        it is 8. From a list, cross-validation chooses.
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
