"""Pictures of a summary."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from scoreboard.tables import Summary, best

#: Percentage points below the best at which a cell is as pale as can be.
PALE = 20


def overall(summary: Summary, file: Path) -> None:
    """Draw mean accuracy and mean rank of every method, the best on top."""
    names = sorted(summary.overall, key=lambda name: summary.overall[name].mean)
    figure = Figure(figsize=(9, 1.2 + 0.3 * len(names)), layout="constrained")
    both = figure.subplots(1, 2, sharey=True)
    means = [100 * summary.overall[name].mean for name in names]
    ranks = [summary.overall[name].mean_rank for name in names]
    titles = ("mean accuracy (%)", "mean rank (lower is better)")
    for axes, values, title in zip(both, (means, ranks), titles, strict=True):
        axes.plot(values, names, "o", color="#4477aa")
        for value, name in zip(values, names, strict=True):
            axes.annotate(f"  {value:.1f}", (value, name), va="center", fontsize=8)
        axes.set_xlabel(title)
        axes.margins(x=0.15)
        axes.grid(axis="y", alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    figure.suptitle(f"{len(summary.tasks)} tasks")
    figure.savefig(file, dpi=150)


def tasks(summary: Summary, file: Path) -> None:
    """Draw all means as a table, darker the nearer they are to the best of their task."""
    behind = np.full((len(summary.tasks), len(summary.methods)), np.nan)
    size = (2.5 + 0.75 * len(summary.methods), 1.8 + 0.3 * len(summary.tasks))
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.subplots()
    for line, task in enumerate(summary.tasks):
        winners = best(summary, task)
        for column, name in enumerate(summary.methods):
            cell = summary.cells.get((task, name))
            if cell is None:
                continue
            behind[line, column] = 100 * (summary.cells[task, winners[0]].mean - cell.mean)
            axes.text(
                column,
                line,
                f"{100 * cell.mean:.1f}",
                ha="center",
                va="center",
                fontsize=8,
                fontweight="bold" if name in winners else "normal",
                color="white" if behind[line, column] < PALE / 4 else "black",
            )
    picture = axes.imshow(behind, cmap="Blues_r", vmin=0, vmax=PALE, aspect="auto")
    axes.set_xticks(range(len(summary.methods)), summary.methods, rotation=45, ha="right")
    axes.set_yticks(
        range(len(summary.tasks)), [f"{name}, {labels} labels" for name, labels in summary.tasks]
    )
    figure.colorbar(picture, label="points below the best")
    figure.savefig(file, dpi=150)
