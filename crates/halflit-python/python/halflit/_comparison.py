"""Which learner suits some data, and whether unlabeled rows promise to help."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from halflit import _core, _input, _labels, _parameters
from halflit._kernel_trick import kernel_coordinates

#: What ``compare`` runs where nothing else is asked for.
LEARNERS = ("auto", "pca", "lpp*", "fda", "lfda", "self", "ss-fda", "ss-dne", "ss-mfa", "ss-lfda")


def good_neighbors(
    X: Any,
    y: Any,
    *,
    metric: str = "euclidean",
    kernel: str | None = None,
    kernel_params: dict[str, Any] | None = None,
    unlabeled: Any = "auto",
    n_jobs: int | None = None,
) -> float:
    """Give the share of labeled rows whose nearest labeled row has the same label.

    Where it is high, near rows tend to be of one class, and unlabeled rows promise to help.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The rows.
    y : array-like of shape (n_samples,)
        Their labels; unlabeled rows are left out.
    metric : str, default="euclidean"
        What near means.
    kernel : str, default=None
        Measure distances in the space of this kernel.
    kernel_params : dict, default=None
        Its parameters.
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``, as in the estimators.
    n_jobs : int, default=None
        Number of threads, None or -1 for one per processor.

    Returns
    -------
    score : float
        Between 0 and 1.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from halflit import good_neighbors
    >>> X, y = load_digits(return_X_y=True)
    >>> round(good_neighbors(X, y), 3)
    0.988
    """
    samples, labels = _input.matrix(X), _labels.encode(y, unlabeled)
    threads = _input.threads(n_jobs)
    if kernel is not None:
        model = kernel_coordinates(samples, kernel, kernel_params, n_jobs=n_jobs)
        samples = model.transform(samples, threads=threads)
    return _core.good_neighbors(samples, labels.codes, labels.names, metric, threads=threads)


def compare(
    X: Any,
    y: Any,
    *,
    learners: Sequence[str] | None = None,
    n_components: int = 2,
    n_splits: int | None = None,
    tune: bool = True,
    scaling: str | None = None,
    kernel: str | None = None,
    kernel_params: dict[str, Any] | None = None,
    unlabeled: Any = "auto",
    random_state: Any = None,
    n_jobs: int | None = None,
) -> Any:
    """Cross-validate several learners on the same folds.

    Folds hide labels and keep rows. For every fold gamma and alpha are chosen anew by the labels that are
    left, just as ``fit`` does with "auto", so that the accuracies are honest. The first rows are those of
    "raw": the nearest labeled row in all dimensions, scaled and in the kernel's space where that is asked
    for, nothing reduced. "auto" takes the rows as they are, whatever ``n_components``, ``scaling`` and
    ``kernel`` say to the others.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        All rows, labeled or not.
    y : array-like of shape (n_samples,)
        Labels, some of them absent.
    learners : sequence of str, default=None
        Names of learners, as the library spells them: "auto" for ``AutoDR``, "pca", "lpp*", "ss-lfda" ...;
        None for a choice of ten, or nine with a kernel matrix, of which "auto" can make nothing.
    n_components : int, default=2
        Number of axes.
    n_splits : int, default=None
        Number of folds; None for leave-one-out up to 20 labeled rows, else 5.
    tune : bool, default=True
        Whether gamma and alpha are "auto"; else they are the library's defaults.
    scaling : str, default=None
        What is done to the columns first, as in the estimators.
    kernel : str, default=None
        Makes all learners non-linear.
    kernel_params : dict, default=None
        Its parameters.
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``, as in the estimators.
    random_state : int, RandomState or None, default=None
        Draws the folds; None is 0.
    n_jobs : int, default=None
        Number of threads, None or -1 for one per processor. Results do not depend on it.

    Returns
    -------
    table : pandas.DataFrame or dict of list
        One row for each learner and fold: ``learner``, ``fold``, ``accuracy``, ``tested`` (the number of
        rows), ``gamma``, ``alpha`` (the values in use; NaN where the learner has none) and ``skipped``
        (why a fold could not be run, or None). A DataFrame where pandas is installed.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from halflit import compare
    >>> X, y = load_wine(return_X_y=True)
    >>> y[::3] = -1
    >>> table = compare(X, y, learners=["pca", "ss-lfda"], scaling="standard")
    >>> table.groupby("learner", sort=False).accuracy.mean().round(2).to_dict()
    {'raw': ..., 'pca': ..., 'ss-lfda': ...}
    """
    samples, labels = _input.matrix(X), _labels.encode(y, unlabeled)
    choice = {
        "learners": _named(learners, kernel),
        "n_components": n_components,
        "space": _parameters.space(scaling, kernel, kernel_params),
        "tune": tune,
    }
    rows = _core.compare(
        samples,
        labels.codes,
        labels.names,
        _input.to_json(choice),
        n_splits,
        seed=_input.seed(random_state),
        threads=_input.threads(n_jobs),
    )
    return _frame(json.loads(rows))


def _named(learners: Sequence[str] | None, kernel: str | None) -> list[str]:
    rows_are_known = kernel != "precomputed"
    if learners is None:
        return [name for name in LEARNERS if name != "auto" or rows_are_known]
    if "auto" in learners and not rows_are_known:
        raise ValueError(
            'auto looks at rows, and of a kernel matrix there are none: leave "auto" out'
        )
    return list(learners)


def _frame(rows: list[dict[str, Any]]) -> Any:
    def number(value: float | None) -> float:
        return np.nan if value is None else value

    columns = {
        "learner": [row["learner"] for row in rows],
        "fold": [row["fold"] for row in rows],
        "accuracy": [number(row["right"]) / row["tested"] for row in rows],
        "tested": [row["tested"] for row in rows],
        "gamma": [number(row["gamma"]) for row in rows],
        "alpha": [number(row["alpha"]) for row in rows],
        "skipped": [row["skipped"] for row in rows],
    }
    if find_spec("pandas") is None:
        return columns
    import pandas

    return pandas.DataFrame(columns)
