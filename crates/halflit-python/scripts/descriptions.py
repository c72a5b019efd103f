"""Descriptions of constructor parameters and attributes, each written once, for docstrings.py."""

from __future__ import annotations

from collections.abc import Iterable

from halflit._names import CHOICES as VALUES
from halflit._names import KERNELS, LEARNERS, Kernel


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _values(parameter: str) -> str:
    """Every value of a parameter, as its type."""
    return f"{{{_quoted(value.name for value in VALUES[parameter])}}}"


def _listed(lines: Iterable[str]) -> str:
    return "\n" + "".join(f"\n- {line}" for line in lines)


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
_RANKS = (
    '"auto": all up to 500 rows. Up to 1,500 rows, and for "precomputed", the leading ones: at most 300,'
    " all but 1 % of the spread, or all coordinates where 300 leave out a quarter. Beyond, as many of at"
    " most 1,000 landmarks, or fewer with more than 25,000 rows",
    '"full": all, with memory for n² numbers and time for n³',
    '"leading:NUMBER": at most so many leading ones, exactly, with memory for n² numbers',
    '"landmarks:NUMBER": those that so many rows span (Nyström); only these rows go into the model',
)

#: By parameter: its type, then what it does.
PARAMETERS = {
    "n_components": (
        'int or "auto"',
        "Number of axes, from 1 to the number of dimensions that the data span. "
        '"auto" takes one fewer than there are classes, but at least two.',
    ),
    "label_cost": (
        "str, dict or matrix",
        'What the labels ask for. One of: "none"; the name of a supervised learner; that name with the '
        'library\'s parameters, such as ``{"dne": {"neighbors_same": 5}}``; a symmetric cost between all '
        f"rows, dense or sparse. The names are {_quoted(_SUPERVISED)}.",
    ),
    "unlabel_cost": (
        "str, dict or matrix",
        'What all rows ask for. One of: "none"; "variance", as in PCA; "near", as in LPP, by ``graph`` and '
        "``metric``; a symmetric cost between all rows, dense or sparse.",
    ),
    "affinity": (
        '{"nearest", "local-scaling"}',
        'Which labeled rows of one class are near. "nearest" takes the ``n_neighbors`` nearest. '
        '"local-scaling" takes all of them, weighed by nearness; the scale of each row is the distance to '
        "its ``n_neighbors``-th nearest row (Sugiyama's, with 7).",
    ),
    "gamma": (
        'float, "auto" or list of float',
        'Weight of the unlabeled rows against the labels, at least 0. "auto" lets the unlabeled rows cost a '
        "share of what the labels gain, and margins decide which share. From a list, cross-validation that "
        'hides labels and keeps rows chooses; "auto" for ``alpha`` then means 1, 2, 4, 8 and 16.',
    ),
    "alpha": (
        'float, "auto" or list of float',
        'How much more the nearest rows count than near ones, at least 1. "auto" chooses by margins among '
        "1, 4, 8 and 16, or among 1, 2, 4, 8 and 16 if the estimator has no ``gamma``. Without any label it "
        "is 8. From a list, cross-validation chooses.",
    ),
    "within_weight": (
        "float",
        "Weight of class widths against distances of class means, at least 0.",
    ),
    "heat": (
        "int or dict",
        "How edges count by nearness. A number is the neighbour that sets the local scale of a row. A dict "
        'is the library\'s own form, such as ``{"heat": 2.5}``, one width for all.',
    ),
    "graph": (
        '"all", int or dict',
        'Which rows are near, whatever their labels. "all" takes every pair, weighed by distance. A number '
        "takes only the pairs of so many nearest neighbours, for many rows. A dict is the library's own "
        'form, such as ``{"pairs": {"nearest": 10}, "weights": {"local-scaling": 7}}``.',
    ),
    "metric": (
        "str",
        f'The distance. "precomputed" goes with ``fit(..., distances=...)``.{_meanings("metric")}',
    ),
    "search": (
        _values("search"),
        "How nearest rows of ``graph`` are found. ``diagnostics_`` says how, and which share was found."
        + _meanings("search"),
    ),
    "views": (
        _values("views"),
        f"Which views of the rows are built. ``views_`` lists how much each one counts.{_meanings('views')}",
    ),
    "weights": (_values("weights"), f"The length of the axes.{_meanings('weights')}"),
    "ridge": (
        "float or name of a rule",
        'What is added to the diagonal of the constraint. "usual", or None: shrinkage by the variances of '
        'the columns, but a given gamma with the paper\'s constraint. "shrunk": always shrinkage, as with '
        'gamma="auto". "published": next to none, or gamma.',
    ),
    "scaling": (
        _values("scaling"),
        'How the rows are scaled first; None means "none". Scaling becomes part of the model, and '
        f"``components_`` and ``mean_`` refer to scaled data.{_meanings('scaling')}",
    ),
    "kernel": (
        f"{{{_quoted(KERNELS)}}}",
        'Makes the learner non-linear. With "precomputed", ``X`` is the kernel matrix.'
        + _listed(f"{names}: {formula}" for names, formula in _KERNEL_NAMES),
    ),
    "kernel_params": (
        "dict",
        'Parameters of the kernel. scikit-learn\'s ``gamma`` works for "rbf", "laplacian", "polynomial" and '
        '"sigmoid". ``negative_eigenvalues`` says what to do if the kernel is not positive semidefinite. '
        "``kernel_rank`` says how many of its coordinates are kept."
        + _listed(_parameters_of(kernel) for kernel in KERNELS.values() if kernel.parameters)
        + "\n\nValues of ``negative_eigenvalues``:"
        + _meanings("negative_eigenvalues")
        + "\n\nValues of ``kernel_rank``:"
        + _listed(_RANKS),
    ),
    "n_votes": ("int", "Number of labeled rows that vote in ``predict`` and ``predict_proba``."),
    "unlabeled": (
        '"auto", None or label',
        'What marks an unlabeled row in ``y``. "auto" means -1, as in scikit-learn. None means no marker, so '
        "that -1 is a class. Any label may be the marker. NaN, None, NA and the texts "
        '"", "?", "NaN", "nan", "NA" and "null" always mean unlabeled.',
    ),
    "random_state": (
        "int, RandomState or None",
        'Draws the folds for "auto"; None is 0. Nothing else is random.',
    ),
    "check": (
        "bool",
        "Hide some labels after the fit, predict them, and warn if that is no better than a simple "
        "baseline. ``check_`` holds the result.",
    ),
    "n_jobs": (
        "int",
        "Number of threads. -1 and None mean one per processor. In a worker of joblib's, None means one "
        "thread. Results do not depend on it.",
    ),
    "device": (
        "str",
        'Where sums over pairs of rows, nearest rows, graphs and large maps are computed. "cpu" uses '
        'threads. "cuda" or "cuda:1" uses a GPU with torch: ``pip install \'halflit[torch]\'``. A '
        "setting that the GPU cannot compute is an error. "
        '``diagnostics_["engine"]`` names the engine that made the fit.',
    ),
    "verbose": (
        "int",
        "With 1, a call that takes longer than two seconds reports its progress on standard error.",
    ),
}

#: Parameters that mean different things in different estimators, by wording.
CHOICES = {
    "n_components": {
        "classes": (
            'int, "auto" or None',
            'Number of axes, from 1 to the number of labeled rows less one. None and "auto" take the number '
            "of classes less one, which ``predict`` always uses.",
        ),
    },
    "n_neighbors": {
        "pair": (
            "int or (int, int)",
            "Number of nearest labeled rows that count as near: of the row's own class, and of other "
            "classes. One number for both, or two.",
        ),
        "single": (
            "int",
            "Number of nearest labeled rows of the row's own class that count as near.",
        ),
    },
    "constraint": {
        "semi": (
            _values("semi_constraint"),
            'What measures the length of an axis. With "paper" results depend on the units of the data. '
            f'"blended" is robust over gamma.{_meanings("semi_constraint")}',
        ),
        "any": (
            f"{_values('constraint')} or matrix",
            "What measures the length of an axis. A matrix is symmetric, columns by columns."
            + _meanings("constraint"),
        ),
    },
}

ATTRIBUTES = {
    "views_": (
        "list of (str, float)",
        "The views that make up the kernel, in words, with the share of each, the largest first. Shares sum "
        "to 1.",
    ),
    "components_": (
        "ndarray of shape (n_components, n_features)",
        "The axes. Linear models only.",
    ),
    "mean_": (
        "ndarray of shape (n_features,)",
        "Subtracted from every row first. Linear models only.",
    ),
    "eigenvalues_": (
        "ndarray of shape (n_components,)",
        "One per axis, ascending: the smaller, the better the axis.",
    ),
    "classes_": ("ndarray of shape (n_classes,)", "The classes, sorted."),
    "transduction_": (
        "ndarray of shape (n_samples,)",
        "The label of every training row, predicted where it had none. Only if some row has a label. It is "
        "computed on first use. Until then the estimator refers to ``X``, which must not change.",
    ),
    "n_unlabeled_": ("int", "Number of rows that counted as unlabeled."),
    "gamma_": ("float", "The value in use, tuned or not."),
    "alpha_": ("float", "The value in use, tuned or not."),
    "cv_results_": (
        "dict",
        "What tuning found: ``params``, ``mean_test_score``, ``standard_error`` and the score of every fold. "
        "``mean_test_margin`` breaks ties in a list. ``total_margin`` adds the margins of unlabeled rows; "
        '"auto" decides by it. Only after tuning.',
    ),
    "check_": (
        "dict or None",
        "The result of the check on held-out labels, or None if nothing was checked. ``accuracy`` has its "
        "95 % ``interval``. ``raw`` is the accuracy of the nearest labeled row in all dimensions. ``chance`` "
        "is the accuracy of always answering the class ``frequent``. ``tested`` is the number of hidden "
        "labels, and ``caution`` the warning, or None.",
    ),
    "column_relevance_": (
        "ndarray of shape (n_features,) or None",
        "The share of each column's variance, by ranks, that lies between the classes found, from 0 to 1. "
        'None with ``views="thin"`` and if no column tells more than chance.',
    ),
    "diagnostics_": (
        "dict",
        "Rank of the data, ridge in use, condition of the constraint and residual of the eigenproblem. Also "
        "whether the last axis kept is tied with the first one left out, and the share of a kernel's spread "
        'that was left out. "neighbors" says how nearest rows were found, if any were searched.',
    ),
    "n_features_in_": ("int", "Number of columns seen during fit."),
    "feature_names_in_": (
        "ndarray of shape (n_features,)",
        "Names of the columns, if they are text.",
    ),
}
