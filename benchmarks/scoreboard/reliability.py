"""Is 90 % confident 90 % right? `python -m scoreboard.reliability FOLDER --output DIR`."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from halflit import AutoDR
from scoreboard.datasets import Dataset, load

#: Edges between the bins of confidence.
EDGES = (0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98)


class Bin(NamedTuple):
    """Predictions of similar confidence: how many, how confident, how many of them right."""

    rows: int
    confidence: float
    right: float


def measured(data: Iterable[Dataset]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Give the largest probability of every hidden row of every split, and whether it was right."""
    confidence, right = [], []
    for dataset in data:
        for labels, table in dataset.splits.items():
            for split in range(len(table)):
                few = dataset.few_labels(labels, split)
                hidden = np.setdiff1d(np.arange(len(few)), table[split])
                model = AutoDR().fit(dataset.X, few)
                shares = model.predict_proba(dataset.X[hidden])
                found = model.classes_[shares.argmax(axis=1)]
                confidence.append(shares.max(axis=1))
                right.append(found == dataset.y[hidden])
    return np.concatenate(confidence), np.concatenate(right)


def bins(confidence: NDArray[np.float64], right: NDArray[np.bool_]) -> list[Bin]:
    """Sort predictions into bins of confidence; empty ones are left out."""
    of_row = np.digitize(confidence, EDGES)
    own = [of_row == number for number in range(len(EDGES) + 1)]
    return [
        Bin(int(rows.sum()), float(confidence[rows].mean()), float(right[rows].mean()))
        for rows in own
        if rows.any()
    ]


def draw(found: Sequence[Bin], file: Path) -> None:
    """Draw the reliability curve."""
    figure = Figure(figsize=(5, 5), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="grey", linewidth=1)
    sizes = np.array([own.rows for own in found])
    axes.plot([own.confidence for own in found], [own.right for own in found], color="#4477aa")
    axes.scatter(
        [own.confidence for own in found],
        [own.right for own in found],
        s=300 * sizes / sizes.max() + 10,
        color="#4477aa",
    )
    axes.set(xlabel="probability of the predicted class", ylabel="share that was right")
    axes.set(xlim=(0, 1.02), ylim=(0, 1.02), title="Probabilities of auto on hidden rows")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file, dpi=120)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, write reliability.csv and reliability.png, print the table."""
    parser = argparse.ArgumentParser(prog="python -m scoreboard.reliability")
    parser.add_argument("sources", nargs="+", help="folders, NPZ files, or sklearn:digits")
    parser.add_argument("--output", type=Path, required=True, help="folder for what is written")
    parser.add_argument("--splits", type=int, help="so many splits of each task, the first ones")
    options = parser.parse_args(arguments)
    data = [one for source in options.sources for one in load(source, options.splits)]
    confidence, right = measured(data)
    found = bins(confidence, right)
    options.output.mkdir(parents=True, exist_ok=True)
    with (options.output / "reliability.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(Bin._fields)
        writer.writerows(found)
    draw(found, options.output / "reliability.png")
    print("| rows | confidence % | right % |\n|---:|---:|---:|")
    for own in found:
        print(f"| {own.rows} | {100 * own.confidence:.1f} | {100 * own.right:.1f} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
