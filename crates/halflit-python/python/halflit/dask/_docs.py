"""Documentation of the estimators: that of the plain ones, and what is different."""

from __future__ import annotations

import inspect
from collections.abc import Iterable

_DIFFERENT = """``fit`` takes dask arrays and dataframes. ``transform``, ``predict`` and ``predict_proba``
of them are computed on request, block by block. {how}
There is no ``transduction_``: call ``predict`` instead."""

_EXACT = """The result is that of all rows, to rounding. One pass sums weights, means and scatters, and
collects the labeled rows. With "auto", margins come from 2,000 rows without a label."""

_SAMPLE = """By default the estimator is fitted to a sample that holds every labeled row."""

_PARAMETERS = {
    "pairs": """{"sample", "exact"}, default="sample"
    The rows to learn from. "sample" draws some, and ``sampling_error_`` estimates the error. "exact" takes
    all rows: n² products per column. It is refused where sums over pairs are not enough.""",
    "sample_rows": """int, default=None
    Number of rows in the sample, labeled ones included. None takes the largest n that dask's configuration
    "halflit.gather-bytes" (1 GiB) allows, with n² (n_features + 32) <= 1e10: 10,206 rows of 64 columns.""",
    "random_state": """int, RandomState or None, default=None
    Draws the sample; None is 0.""",
}

_ATTRIBUTES = """sample_rows_ : int
    Rows of the sample.
sampling_error_ : dict of float
    The distance of the sample from all rows, estimated from fits to two halves of it, each with every
    labeled row. ``scatter`` is the relative error of the sum over the graph. ``angle`` is that of the axes,
    in radians. ``disagreement`` is the share of rows that the two halves classify differently.
"""


def text(plain: type, more: Iterable[str]) -> str:
    """Write the documentation of the estimator that is made from a plain one."""
    own = inspect.cleandoc(plain.__doc__ or "")
    own = own.partition("\n\nSee Also\n")[0].partition("\n\nReferences\n")[0]
    about, _, rest = own.partition("\n\nParameters\n----------\n")
    parameters, _, attributes = rest.partition("\n\nAttributes\n----------\n")
    how = _SAMPLE if more else _EXACT
    lines = [f"{name} : {_PARAMETERS[name]}" for name in more]
    kept = [part for part in _entries(attributes) if not part.startswith("transduction_")]
    return "\n".join(
        [
            about,
            "",
            _DIFFERENT.format(how=how),
            "",
            "Parameters",
            "----------",
            parameters,
            *lines,
            "",
            "Attributes",
            "----------",
            *kept,
            *([_ATTRIBUTES] if more else [""]),
        ]
    )


def _entries(section: str) -> list[str]:
    """Cut a section into what it describes."""
    entries: list[str] = []
    for line in section.strip().splitlines():
        if line.startswith(" ") and entries:
            entries[-1] += f"\n{line}"
        elif line.strip():
            entries.append(line)
    return entries
