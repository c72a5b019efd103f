"""Which rows to label next."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from halflit import _checks, _core, _input, _labels, _progress
from halflit._comparison import frame


def suggest(
    X: Any,
    y: Any = None,
    count: int = 20,
    *,
    taken: ArrayLike | None = None,
    unlabeled: Any = "auto",
    random_state: Any = 0,
    n_jobs: int | None = None,
    verbose: int | bool = 0,
) -> Any:
    """Say which rows to label next, and why.

    The first rows cover the data: each is typical of a cluster without a label. With ten labels or more, and
    two per class, the rows come from clusters without a label, first those in which ``AutoDR`` expects the
    most errors. From the fifteenth answer on, every fifth row is a check row, drawn at random. Do not learn
    from its label: then the share of check rows that a model predicts right is an honest accuracy.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        All rows, labeled or not, in any units.
    y : array-like of shape (n_samples,), default=None
        The labels to learn from, some of them absent. None if there are none yet.
    count : int, default=20
        Number of rows to suggest, at most the number of rows that are left.
    taken : array-like of int, default=None
        Row numbers that you do not want to be asked for again: check rows that you labeled, and rows that you
        skipped.
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``, as in the estimators.
    random_state : int, RandomState or None, default=0
        Draws the check rows, and nothing else; None is 0. Give the same one every time.
    n_jobs : int, default=None
        Number of threads, as in the estimators. Results do not depend on it.
    verbose : int or bool, default=0
        Whether to report progress on standard error, if the call takes long.

    Returns
    -------
    table : pandas.DataFrame or dict of list
        One row for each suggestion, the most useful first: ``row`` (its number in ``X``), ``why`` (in words)
        and ``check`` (whether it is a check row). A DataFrame where pandas is installed.

    See Also
    --------
    AutoDR : Learns from the labels.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from halflit import suggest
    >>> X, y = load_digits(return_X_y=True)
    >>> table = suggest(X, count=20)
    >>> len(set(y[table.row])) > 5
    True
    >>> table.check.tolist().count(True)
    2
    """
    _checks.check_arguments(suggest, locals())
    threads = _input.threads(n_jobs)
    samples, names = _input.named_samples(X)
    labels = _labels.encode(y, unlabeled, rows=samples.shape[0])
    rows = [] if taken is None else _row_numbers(taken, samples.shape[0])
    found = _core.suggest(
        samples,
        labels.codes,
        labels.names,
        _input.to_json({"seed": _input.seed(random_state)}),
        rows,
        count,
        threads=threads,
        verbose=_progress.is_shown(verbose),
        feature_names=names,
    )
    return frame(json.loads(found), (), {})


def _row_numbers(taken: ArrayLike, rows: int) -> list[int]:
    given = np.asarray(taken)
    if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
        raise ValueError("taken must be a list of row numbers, counted from 0")
    wrong = given[(given < 0) | (given >= rows)]
    if len(wrong):
        raise ValueError(f"taken row {wrong[0]} is none of the {rows} rows, which count from 0")
    return given.tolist()
