"""Which learner suits some data, and whether unlabeled rows promise to help."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from halflit import _checks, _core, _input, _labels, _names, _parameters, _progress
from halflit._kernel_trick import kernel_coordinates


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
    _checks.check_arguments(good_neighbors, locals())
    _parameters.space(None, kernel, kernel_params)  # refuses parameters without a kernel
    threads = _input.threads(n_jobs)
    (samples, names), labels = _input.named_samples(X), _labels.encode(y, unlabeled)
    if kernel is not None:
        named = {"n_jobs": n_jobs, "feature_names": names}
        model = kernel_coordinates(samples, kernel, kernel_params, **named)
        # The columns of the kernel's space have no names.
        samples, names = model.transform(samples, threads=threads), None
    return _core.good_neighbors(
        samples, labels.codes, labels.names, metric, threads=threads, feature_names=names
    )


def compare(
    X: Any,
    y: Any,
    *,
    learners: Sequence[str] | None = None,
    n_components: int | str = "auto",
    n_splits: int | None = None,
    tune: bool = True,
    folds: bool = False,
    scaling: str | None = None,
    kernel: str | None = None,
    kernel_params: dict[str, Any] | None = None,
    unlabeled: Any = "auto",
    random_state: Any = None,
    n_jobs: int | None = None,
    verbose: int | bool = 0,
) -> Any:
    """Cross-validate several learners on the same folds, and say whether the best is better than none.

    Folds hide labels and keep rows. For every fold gamma and alpha are chosen anew by the labels that are
    left, just as ``fit`` does, so that the accuracies are honest. The first row is the baseline, "raw 1-NN":
    the nearest labeled row in all dimensions, without a reduction. ``scaling`` and ``kernel`` apply to it
    too. "auto" ignores ``n_components``, ``scaling`` and ``kernel``.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        All rows, labeled or not.
    y : array-like of shape (n_samples,)
        Labels, some of them absent.
    learners : sequence of str, default=None
        Names of learners, as the library spells them: "auto" for ``AutoDR``, "pca", "lpp*", "ss-lfda" ...;
        None for all. For a kernel matrix "auto" is left out, because it needs the rows.
    n_components : int or "auto", default="auto"
        Number of axes; "auto" for one fewer than there are classes, but at least two.
    n_splits : int, default=None
        Number of folds; None for leave-one-out up to 20 labeled rows, else 5.
    tune : bool, default=True
        Whether gamma and alpha are "auto"; else they are the library's own values, 1 and 8.
    folds : bool, default=False
        Whether to return the folds as well.
    scaling : str, default=None
        How the columns are scaled first, as in the estimators.
    kernel : str, default=None
        Makes all learners non-linear.
    kernel_params : dict, default=None
        Its parameters.
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``, as in the estimators.
    random_state : int, RandomState or None, default=None
        Draws the folds; None is 0.
    n_jobs : int, default=None
        Number of threads, as in the estimators. Results do not depend on it.
    verbose : int or bool, default=0
        Whether to report progress on standard error, if the call takes long.

    Returns
    -------
    table : pandas.DataFrame or dict of list
        One row for each learner: ``learner``, ``accuracy`` on the held-out labels, ``low`` and ``high`` (the
        truth lies between them with 95 % confidence), ``tested`` (how many labels), ``p_better`` and
        ``p_worse`` (the probability that the luckiest of all these learners would be as far ahead of
        "raw 1-NN", or as far behind, by chance) and ``failed`` (why it could not be fitted, or None).
        A DataFrame where pandas is installed; its ``attrs["verdict"]`` says in words whether the reduction
        and the unlabeled rows help.
    folds : pandas.DataFrame or dict of list
        Where asked for, one row for each learner and fold: ``learner``, ``fold``, ``accuracy``, ``tested``,
        ``gamma``, ``alpha`` (the values in use; NaN where the learner has none) and ``skipped`` (why the
        fold could not be fitted, or None; nothing of it is right then).

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from halflit import compare
    >>> X, y = load_wine(return_X_y=True)
    >>> y[::3] = -1
    >>> table = compare(X, y, learners=["pca", "ss-lfda"])
    >>> table[["learner", "accuracy"]].round(2).values.tolist()
    [['raw 1-NN', ...], ['pca', ...], ['ss-lfda', ...]]
    >>> print(table.attrs["verdict"][0])
    The reduction helps: ss-lfda beats raw 1-NN at 99 % confidence.
    """
    _checks.check_arguments(compare, locals())
    threads = _input.threads(n_jobs)
    seed = _input.seed(random_state)
    of_learners = {
        "dimension": _checks.components(n_components),
        "space": _parameters.space(scaling, kernel, kernel_params),
        "search": {"auto": {"gamma": True, "alpha": True}} if tune else "fixed",
        "seed": seed,
    }
    plans = [
        {"method": {"name": name}, **(of_learners if name != "auto" else {})}
        for name in _named(learners, kernel)
    ]
    (samples, names), labels = _input.named_samples(X), _labels.encode(y, unlabeled)
    found = json.loads(
        _core.compare(
            samples,
            labels.codes,
            labels.names,
            list(map(_input.to_json, plans)),
            n_splits,
            seed=seed,
            threads=threads,
            verbose=_progress.is_shown(verbose),
            feature_names=names,
        )
    )
    table = frame(
        found["rows"],
        ("accuracy", "low", "high", "p_better", "p_worse"),
        {"verdict": found["verdict"]},
    )
    if not folds:
        return table
    lines = found["folds"]
    for line in lines:
        line["accuracy"] = line.pop("right") / line["tested"]
    return table, frame(lines, ("accuracy", "gamma", "alpha"), {})


def _named(learners: Sequence[str] | None, kernel: str | None) -> list[str]:
    rows_are_known = kernel != "precomputed"
    if learners is None:
        every = [name for name in _names.LEARNERS if name != "custom"]
        return ["auto", *every] if rows_are_known else every
    names = list(learners)  # a series would look for "auto" in its index
    if "auto" in names and not rows_are_known:
        raise ValueError(
            'auto looks at rows, and of a kernel matrix there are none: leave "auto" out'
        )
    return names


def frame(rows: list[dict[str, Any]], numbers: tuple[str, ...], attributes: dict[str, Any]) -> Any:
    """Make a table of some rows, NaN where a number is absent."""
    names = rows[0] if rows else {}
    columns = {
        name: [np.nan if row[name] is None and name in numbers else row[name] for row in rows]
        for name in names
    }
    if find_spec("pandas") is None:
        return columns
    import pandas

    table = pandas.DataFrame(columns)
    table.attrs.update(attributes)
    return table
