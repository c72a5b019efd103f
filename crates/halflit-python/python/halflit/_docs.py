"""Descriptions of parameters and attributes, each written once."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from typing import TypeVar

from halflit._names import CHOICES as VALUES
from halflit._names import KERNELS, LEARNERS, Kernel


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _values(parameter: str) -> str:
    """Every value of a parameter, as the type of it."""
    return f"{{{{{_quoted(value.name for value in VALUES[parameter])}}}}}"


def _listed(lines: Iterable[str]) -> str:
    return "".join(f"\n    - {line}" for line in lines)


def _meanings(parameter: str) -> str:
    """Every value of a parameter with its meaning, as a list."""
    return _listed(f'"{value.name}": {value.about}' for value in VALUES[parameter])


def _parameters_of(kernel: Kernel) -> str:
    own = (
        f"``{name}``, {range}, by default {default}" for name, range, default in kernel.parameters
    )
    return f'"{kernel.name}": {"; ".join(own)}'


_SUPERVISED = [learner.name for learner in LEARNERS.values() if learner.kind == "supervised"]
_KERNEL_NAMES = [
    (" or ".join(f'"{name}"' for name in k.names), k.formula) for k in KERNELS.values()
]

PARAMETERS = {
    "n_components": """int or "auto", default={default}
    Number of axes, 1 to the number of dimensions that the data span; "auto" for one fewer than there are
    classes, but at least two.""",
    "label_cost": f"""str, dict or matrix, default={{default}}
    What the labels ask for: "none", the name of a supervised learner, that name with the library's
    parameters such as ``{{{{"dne": {{{{"neighbors_same": 5}}}}}}}}``, or a symmetric cost between all rows,
    dense or sparse. The names are {_quoted(_SUPERVISED)}.""",
    "unlabel_cost": """str, dict or matrix, default={default}
    What all rows ask for: "none", "variance" (as in PCA), "near" (as in LPP, by ``graph`` and
    ``metric``), or a symmetric cost between all rows, dense or sparse.""",
    "affinity": """{{"nearest", "local-scaling"}}, default={default}
    Which labeled rows of one class are near: the ``n_neighbors`` nearest, or all of them by how near
    they are, with the scale of each row from its ``n_neighbors``-th nearest (Sugiyama's, with 7).""",
    "gamma": """float, "auto" or list of float, default={default}
    What unlabeled rows weigh against labels, at least 0. With "auto" the unlabeled rows may cost a
    share of what the labels gain, and margins decide which; from a list, cross-validation that hides
    labels and keeps rows chooses, beside which "auto" for ``alpha`` means 1, 2, 4, 8 and 16.""",
    "alpha": """float, "auto" or list of float, default={default}
    How much more the nearest rows count than near ones, at least 1. "auto" chooses by margins, among
    1, 4, 8 and 16, or 1, 2, 4, 8 and 16 where the estimator has no ``gamma``, and is 8 where there is
    no label to go by; from a list, cross-validation chooses.""",
    "within_weight": """float, default={default}
    The weight of class widths against distances of class means, at least 0.""",
    "heat": """int or dict, default={default}
    How edges count by nearness: the neighbour that sets the local scale of a row, or the library's
    own form such as ``{{"heat": 2.5}}``, one width for all.""",
    "graph": """"all", int or dict, default={default}
    Which rows are near whatever their labels: every pair, weighed by distance, or only the pairs of
    so many nearest neighbours, for many rows. A dict is the library's own form, such as
    ``{{"pairs": {{"nearest": 10}}, "weights": {{"local-scaling": 7}}}}``.""",
    "metric": f"""{_values("metric")}, default={{default}}
    What near means; "precomputed" goes with ``fit(..., distances=...)``.
{_meanings("metric")}""",
    "search": f"""{_values("search")}, default={{default}}
    How nearest rows are looked for in ``graph``; ``diagnostics_`` says what was done, and which share of
    them was found.
{_meanings("search")}""",
    "views": f"""{_values("views")}, default={{default}}
    In which ways the rows are looked at; ``views_`` says how much each counts.
{_meanings("views")}""",
    "weights": f"""{_values("weights")}, default={{default}}
    The length of the axes.
{_meanings("weights")}""",
    "ridge": """float or name of a rule, default={default}
    What is added to the constraint's diagonal. "usual", the same as None: shrinkage by the variances
    of the columns, but gamma where that is given with the paper's constraint. "shrunk": shrinkage
    there too, which is what gamma="auto" takes. "published": next to none, or gamma.""",
    "scaling": f"""{_values("scaling")}, default={{default}}
    What is done to the rows first; None is the same as "none". It becomes part of the model, and
    ``components_`` and ``mean_`` are those of scaled data.
{_meanings("scaling")}""",
    "kernel": f"""{{{{{_quoted(KERNELS)}}}}}, default={{default}}
    Makes the learner non-linear; with "precomputed" ``X`` is the kernel matrix.
{_listed(f"{names}: {formula}" for names, formula in _KERNEL_NAMES)}""",
    "kernel_params": f"""dict, default={{default}}
    Parameters of the kernel, or scikit-learn's ``gamma`` for "rbf", "laplacian", "polynomial" and
    "sigmoid", and ``negative_eigenvalues``, what to do where it is not positive semidefinite, and
    ``kernel_rank``, how many of its coordinates are kept.
{_listed(_parameters_of(kernel) for kernel in KERNELS.values() if kernel.parameters)}
{_meanings("negative_eigenvalues")}
    - "auto": all up to 500 rows; up to 1,500 rows, and for "precomputed", the leading ones, at most 300,
      that hold all but 1 % of the spread, or all where these leave out a quarter; beyond, as many of at
      most 1,000 landmarks, or fewer of more than 25,000 rows
    - "full": all, which needs memory for n² numbers and time for n³
    - "leading:NUMBER": at most so many leading ones, exactly, with memory for n² numbers
    - "landmarks:NUMBER": those that so many rows span (Nyström), which alone become part of the model""",
    "n_votes": """int, default={default}
    Labeled rows that vote in ``predict`` and ``predict_proba``.""",
    "unlabeled": """"auto", None or label, default={default}
    What marks an unlabeled row in ``y`` beside NaN, None, NA and the texts "", "?", "NaN", "nan", "NA" and
    "null", which always do, in files too: "auto" for -1, as scikit-learn has it and files have not, None for
    nothing (then -1 is a class), or any label.""",
    "random_state": """int, RandomState or None, default={default}
    Draws the folds for "auto"; None is 0. Nothing else is random.""",
    "check": """bool, default={default}
    Check the fit on held-out labels and warn if it loses; False skips it. ``check_`` has what was found.""",
    "n_jobs": """int, default={default}
    Number of threads, -1 for one per processor and never more; None is the same, but 1 in a worker of
    joblib's. Results do not depend on it.""",
    "device": """str, default={default}
    Where sums over pairs of rows, nearest rows, graphs and maps of many rows are made: "cpu", by threads, or
    "cuda" (or "cuda:1"), by a GPU, with torch: ``pip install 'halflit[torch]'``. What a GPU does not
    know is refused. ``diagnostics_["engine"]`` says what made a fit.""",
    "verbose": """int, default={default}
    With 1 what takes longer than two seconds says on standard error what it is at, and what is left.""",
}

CHOICES = {
    "n_components": {
        "classes": """int, "auto" or None, default={default}
    Number of axes, 1 to the number of labeled rows less one; None or "auto" for the number of classes
    less one, which ``predict`` always uses.""",
    },
    "n_neighbors": {
        "pair": """int or (int, int), default={default}
    Near labeled rows of a row: of its own class and of others; one number for both or two.""",
        "single": """int, default={default}
    Near labeled rows of a row in its own class.""",
    },
    "constraint": {
        "semi": f"""{_values("semi_constraint")}, default={{default}}
    What the length of an axis is measured by. With "paper" results depend on the units of the data;
    "blended" is robust over gamma.
{_meanings("semi_constraint")}""",
        "any": f"""{_values("constraint")} or matrix, default={{default}}
    What the length of an axis is measured by; a matrix is symmetric, of the columns.
{_meanings("constraint")}""",
    },
}

ATTRIBUTES = {
    "views_": """list of (str, float)
    What the kernel is made of, in words, and the share of each, the largest first; shares sum to 1.""",
    "components_": """ndarray of shape (n_components, n_features)
    The axes. Linear models only.""",
    "mean_": """ndarray of shape (n_features,)
    What is subtracted first. Linear models only.""",
    "eigenvalues_": """ndarray of shape (n_components,)
    One per axis, ascending: the smaller, the better the axis.""",
    "classes_": """ndarray of shape (n_classes,)
    The classes, sorted.""",
    "transduction_": """ndarray of shape (n_samples,)
    The label of every training row, predicted where it had none. Only where some row has one. Found
    when it is first asked for; until then the estimator refers to ``X``, which must not be changed.""",
    "n_unlabeled_": """int
    How many rows of ``y`` were taken as unlabeled.""",
    "gamma_": """float
    The value in use, tuned or not.""",
    "alpha_": """float
    The value in use, tuned or not.""",
    "cv_results_": """dict
    What tuning found: ``params``, ``mean_test_score``, ``mean_test_margin`` (which breaks ties in a
    list), ``total_margin`` (with that of unlabeled rows, by which "auto" decides), ``standard_error``
    and the score of every fold. Only after tuning.""",
    "check_": """dict or None
    What a fit finds of labels that it does not see, everything that depends on labels being done again
    without them: ``accuracy``, its ``interval`` of 95 % confidence, ``raw`` (the same by the nearest
    labeled row in all dimensions), ``chance`` (by always answering the class ``frequent``), ``tested``
    (how many labels) and ``caution`` (what is warned of, or None). None where nothing was checked.""",
    "column_relevance_": """ndarray of shape (n_features_in_,) or None
    The share of each column's variance, by ranks, that lies between the classes found, 0 to 1. None with
    ``views="thin"``, for sparse X, and where no column tells more than chance.""",
    "diagnostics_": """dict
    Rank of the data, ridge in use, condition of the constraint, residual of the eigenproblem,
    whether the last axis kept is tied with the first one left out, of a kernel the share of its spread
    that was left out, and under "neighbors" how nearest rows were found, where some were looked for.""",
    "n_features_in_": """int
    Number of columns seen during fit.""",
    "feature_names_in_": """ndarray of shape (n_features_in_,)
    Names of the columns, where they are text.""",
}

_Class = TypeVar("_Class", bound=type)


def documented(attributes: Sequence[str] = (), **choices: str):
    """Insert the sections on parameters and attributes before the rest of a class's documentation.

    ``attributes`` are those of an estimator that has others than most. ``choices`` picks the wording of
    parameters that mean different things in different estimators.
    """

    def decorate(estimator: _Class) -> _Class:
        parameters = inspect.signature(estimator).parameters
        tunable = [f"{name}_" for name in ("gamma", "alpha") if name in parameters]
        hidden = {"views_", "column_relevance_", "gamma_", "alpha_", "cv_results_"} - {
            *tunable,
            *(["cv_results_"] * bool(tunable)),
        }
        shown = attributes or [name for name in ATTRIBUTES if name not in hidden]
        lines = [_describe(name, repr(p.default), choices) for name, p in parameters.items()]
        described = [f"{name} : {ATTRIBUTES[name]}" for name in shown]
        sections = _section("Parameters", lines) + _section("Attributes", described)
        text = inspect.cleandoc(estimator.__doc__ or "")
        summary, mark, rest = text.partition("\n\nSee Also\n")
        estimator.__doc__ = f"{summary}\n\n{sections}{mark.lstrip()}{rest}\n"
        return estimator

    return decorate


def _describe(name: str, default: str, choices: dict[str, str]) -> str:
    text = CHOICES[name][choices[name]] if name in choices else PARAMETERS[name]
    return f"{name} : {text.format(default=default)}"


def _section(title: str, lines: list[str]) -> str:
    return "\n".join([title, "-" * len(title), *lines]) + "\n\n"
