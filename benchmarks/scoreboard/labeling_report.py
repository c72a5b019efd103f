"""What simulated users come to: a table and a plot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import ScalarFormatter
from scipy import stats

if TYPE_CHECKING:
    from scoreboard.labeling import Row

EXPLANATION = """\
Accuracy in percent on the fifth of the rows that was not drawn, which nobody may label: the same rows for
both users and all numbers of labels. They are placed as new rows by `AutoDR`, which learned from the drawn
rows and all labels given so far, check rows included; mean over draws. The difference is that of suggested
and random rows on the same draws, with its 95 % interval (Student's t). Any two draws share about four
fifths of their rows, so the intervals are narrower than those of independent draws would be.

Unlabeled: the same difference, measured on the drawn rows without a label. These are other rows for the other
user: suggested rows are hard ones, and whoever labels them is no longer asked about them. Classes: how many
have a label by then. Shown: the share of check rows that are predicted right by a model that has not learned
from them, which is what a user sees, over all draws together; true: the accuracy of that model on the drawn
rows without a label.
"""


class Cell(NamedTuple):
    """One dataset after some labels; accuracies in percent, ``unlabeled`` a difference and its half width."""

    random: float
    suggested: float
    difference: float
    half_width: float
    unlabeled: tuple[float, float]
    classes: tuple[float, float]
    shown: float | None
    true: float


def summarize(rows: Sequence[Row]) -> dict[tuple[str, int], Cell]:
    """Make one cell for each dataset and number of labels."""
    cells = {}
    for key in dict.fromkeys((row.dataset, row.labels) for row in rows):
        own = [row for row in rows if (row.dataset, row.labels) == key]
        by_user = {
            user: sorted((row for row in own if row.user == user), key=lambda row: row.seed)
            for user in ("random", "suggested")
        }
        random, suggested = (
            100 * np.array([[row.accuracy, row.unlabeled] for row in by_user[user]])
            for user in ("random", "suggested")
        )
        classes = [float(np.mean([row.classes for row in users])) for users in by_user.values()]
        asked = by_user["suggested"]
        checks = sum(row.checks for row in asked)
        difference = suggested - random
        error = difference.std(axis=0, ddof=1) / np.sqrt(len(difference))
        half_widths = stats.t.ppf(0.975, len(difference) - 1) * error
        cells[key] = Cell(
            float(random[:, 0].mean()),
            float(suggested[:, 0].mean()),
            float(difference[:, 0].mean()),
            float(half_widths[0]),
            (float(difference[:, 1].mean()), float(half_widths[1])),
            (classes[0], classes[1]),
            100 * sum(row.right for row in asked) / checks if checks else None,
            100 * float(np.mean([row.apart for row in asked])),
        )
    return cells


def markdown(cells: dict[tuple[str, int], Cell]) -> str:
    """Write the table."""
    heading = (
        "| data | labels | random | suggested | difference | unlabeled | classes, random "
        "| suggested | shown | true |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
    )
    lines = []
    for (dataset, labels), cell in cells.items():
        shown = "–" if cell.shown is None else f"{cell.shown:.1f}"
        lines.append(
            f"| {dataset} | {labels} | {cell.random:.1f} | {cell.suggested:.1f} "
            f"| {cell.difference:+.1f} ± {cell.half_width:.1f} "
            f"| {cell.unlabeled[0]:+.1f} ± {cell.unlabeled[1]:.1f} | {cell.classes[0]:.1f} "
            f"| {cell.classes[1]:.1f} | {shown} | {cell.true:.1f} |\n"
        )
    return heading + "".join(lines)


def write(folder: Path, rows: Sequence[Row]) -> None:
    """Write table.md and accuracy.png."""
    table = markdown(summarize(rows))
    (folder / "table.md").write_text(f"{table}\n{EXPLANATION}", encoding="utf-8")
    plot(rows, folder / "accuracy.png")


def plot(rows: Sequence[Row], file: Path) -> None:
    """Draw accuracy over labels, with the 95 % interval of each mean."""
    names = list(dict.fromkeys(row.dataset for row in rows))
    figure = Figure(figsize=(4.2 * len(names), 3.8), layout="constrained")
    for axes, name in zip(figure.subplots(1, len(names), squeeze=False)[0], names, strict=True):
        for user, color in (("suggested", "#4477aa"), ("random", "#bbbbbb")):
            own = [row for row in rows if (row.dataset, row.user) == (name, user)]
            steps = sorted({row.labels for row in own})
            values = [[100 * row.accuracy for row in own if row.labels == step] for step in steps]
            means = np.array([np.mean(one) for one in values])
            count = len(values[0])
            errors = np.array([np.std(one, ddof=1) for one in values]) / np.sqrt(count)
            wide = stats.t.ppf(0.975, count - 1) * errors
            axes.plot(steps, means, "o-", color=color, label=f"{user} rows", markersize=4)
            axes.fill_between(steps, means - wide, means + wide, color=color, alpha=0.25, lw=0)
        axes.set_xscale("log")
        axes.set_xticks(steps, [str(step) for step in steps])
        axes.minorticks_off()
        axes.yaxis.set_major_formatter(ScalarFormatter())
        axes.set_title(name)
        axes.set_xlabel("labels")
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    figure.axes[0].set_ylabel("accuracy on rows that nobody labels (%)")
    figure.axes[0].legend(frameon=False, loc="lower right")
    figure.savefig(file, dpi=150)
