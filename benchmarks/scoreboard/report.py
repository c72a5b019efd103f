"""The files that are made of the rows: the table and the plots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scoreboard import tables, variants
from scoreboard.rows import Row

EXPLANATION = """\
Accuracy in percent on the rows whose labels were hidden: mean over splits ± standard error, the best in
bold. No choice has seen a hidden label. Ranks count from 1; equal means share their rank, and each of them
is a win. {absent} stands for a method that failed on a split or was not run on it: it has no part in the
last four lines.
"""
MEANS = """\
Mean accuracy in percent over the tasks of a variant, the best in bold; table.md has every task.
"""


def write(folder: Path, rows: Sequence[Row]) -> None:
    """Write table.md, overall.png and tasks.png, and variants.md where there are variants."""
    # Here, because the processes that measure need no matplotlib.
    from scoreboard import plots

    summary = tables.summarize(rows)
    text = EXPLANATION.format(absent=tables.ABSENT)
    (folder / "table.md").write_text(f"{tables.markdown(summary)}\n{text}", encoding="utf-8")
    if any(variants.of(row.dataset) != variants.CLEAN for row in rows):
        means = tables.variants_markdown(rows)
        (folder / "variants.md").write_text(f"{means}\n{MEANS}", encoding="utf-8")
    plots.overall(summary, folder / "overall.png")
    plots.tasks(summary, folder / "tasks.png")
