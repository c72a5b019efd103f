"""Estimators that look at labeled rows only."""

from __future__ import annotations

from typing import Any

from halflit import _parameters
from halflit._base import SpectralClassifier
from halflit._incremental import Incremental

__all__ = ["DNE", "FDA", "LDE", "LFDA", "MFA", "MMC", "SNLE"]


class FDA(SpectralClassifier, Incremental):
    """Fisher discriminant analysis: class means apart, classes tight.

    Has at most as many useful axes as classes less one. What scikit-learn calls linear
    discriminant analysis.

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        Number of axes, from 1 to the number of dimensions that the data span. "auto" takes one fewer
        than there are classes, but at least two.
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


class MMC(SpectralClassifier, Incremental):
    """Maximum margin criterion: class means apart minus class widths.

    Inverts no matrix, so that no ridge is needed.

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        Number of axes, from 1 to the number of dimensions that the data span. "auto" takes one fewer
        than there are classes, but at least two.
    within_weight : float, default=1.0
        Weight of class widths against distances of class means, at least 0.
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


class DNE(SpectralClassifier):
    """Discriminant neighborhood embedding.

    Near rows of one class together, near rows of different classes apart.

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        Number of axes, from 1 to the number of dimensions that the data span. "auto" takes one fewer
        than there are classes, but at least two.
    n_neighbors : int or (int, int), default=3
        Number of nearest labeled rows that count as near: of the row's own class, and of other classes.
        One number for both, or two.
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


class MFA(SpectralClassifier):
    """Marginal Fisher analysis.

    Near rows of different classes apart, relative to near rows of one class.

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        Number of axes, from 1 to the number of dimensions that the data span. "auto" takes one fewer
        than there are classes, but at least two.
    n_neighbors : int or (int, int), default=3
        Number of nearest labeled rows that count as near: of the row's own class, and of other classes.
        One number for both, or two.
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


class LDE(SpectralClassifier):
    """Local discriminant embedding: MFA with edges that count by nearness.

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        Number of axes, from 1 to the number of dimensions that the data span. "auto" takes one fewer
        than there are classes, but at least two.
    n_neighbors : int or (int, int), default=3
        Number of nearest labeled rows that count as near: of the row's own class, and of other classes.
        One number for both, or two.
    heat : int or dict, default=3
        How edges count by nearness. A number is the neighbour that sets the local scale of a row. A
        dict is the library's own form, such as ``{"heat": 2.5}``, one width for all.
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


class SNLE(SpectralClassifier):
    """Supervised nonlinear local embedding: DNE with edges that count by nearness.

    Meant for use with a kernel.

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        Number of axes, from 1 to the number of dimensions that the data span. "auto" takes one fewer
        than there are classes, but at least two.
    n_neighbors : int or (int, int), default=3
        Number of nearest labeled rows that count as near: of the row's own class, and of other classes.
        One number for both, or two.
    heat : int or dict, default=3
        How edges count by nearness. A number is the neighbour that sets the local scale of a row. A
        dict is the library's own form, such as ``{"heat": 2.5}``, one width for all.
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


class LFDA(SpectralClassifier):
    """Local Fisher discriminant analysis: FDA that lets a class fall into several clusters.

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        Number of axes, from 1 to the number of dimensions that the data span. "auto" takes one fewer
        than there are classes, but at least two.
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
