"""Documentation of the estimators: that of the plain ones, and what is different."""

from __future__ import annotations

import inspect
from collections.abc import Iterable

_DIFFERENT = """Takes dask arrays and dataframes in ``fit``; ``transform``, ``predict`` and ``predict_proba``
of them are computed when asked for, block by block. {how}
There is no ``transduction_``: it is what ``predict`` gives."""

_EXACT = """What is learned is that of all rows, to rounding: one pass sums weights, means and
scatters and takes the labeled rows along. With "auto" margins are those of 2,000 rows without a label."""

_SAMPLE = """By default the fit is to a sample that holds every labeled row."""

_PARAMETERS = {
    "pairs": """{"sample", "exact"}, default="sample"
    From which rows it learns: a sample, whose error ``sampling_error_`` tells, or all, which takes n²
    products for each column and is refused where more than sums over pairs is needed.""",
    "sample_rows": """int, default=None
    Rows of the sample, labeled ones among them. None for as many, n, as dask's configuration
    "halflit.gather-bytes" (1 GiB) allows and n² (n_features + 32) <= 1e10: 10,206 of 64 columns.""",
    "random_state": """int, RandomState or None, default=None
    Draws the sample; None is 0.""",
}

_ATTRIBUTES = """sample_rows_ : int
    Rows of the sample.
sampling_error_ : dict of float
    How far the sample is from all rows, estimated from fits to two halves of it, each with every labeled
    row: ``scatter``, the relative error of what the graph sums up to; ``angle`` of the axes in radians;
    ``disagreement``, the share of rows that the two halves classify differently.
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
