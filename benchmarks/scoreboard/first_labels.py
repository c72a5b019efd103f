"""The first hundred labels: rows that the studio asks for beside TypiClust, k-means centres and random rows.

``python -m scoreboard.first_labels NPZ... --program BENCH --output FOLDER`` lets each choose on the same
draws. ``BENCH`` is the built program of ``benchmarks/src``. TypiClust is that of scikit-activeml. Accuracy is
measured on a fifth of the rows, which nobody may label. ``auto`` learns from the labels, for TypiClust also
logistic regression.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import pairwise_distances_argmin
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from scoreboard.labeling import draw, load
from suite import machine

#: How many labels have been given when accuracy is looked at.
STEPS = (10, 20, 40, 60, 100)
USERS = ("studio", "typiclust", "k-means", "random", "typiclust + logistic regression")


class Row(NamedTuple):
    """One user after some labels; of the studio's user also what check rows show and what they estimate."""

    dataset: str
    user: str
    seed: int
    labels: int
    accuracy: float
    classes: int
    checks: int = 0
    right: int = 0
    estimated: float = float("nan")


def typiclust(X: NDArray[np.float64], seed: int) -> list[int]:
    """Rows in the order in which TypiClust asks for them, as many at a time as lie between two steps."""
    from skactiveml.pool import TypiClust  # noqa: PLC0415 - the peer alone needs it

    asked: list[int] = []
    for step in STEPS:
        if step > len(X) // 2:
            break
        y = np.full(len(X), np.nan)
        y[asked] = 0
        asked += TypiClust(random_state=seed).query(X, y, batch_size=step - len(asked)).tolist()
    return asked


def centres(X: NDArray[np.float64], count: int, seed: int) -> list[int]:
    """Rows nearest to as many k-means centres."""
    found = KMeans(count, n_init=3, random_state=seed).fit(X).cluster_centers_
    return list(dict.fromkeys(pairwise_distances_argmin(found, X).tolist()))


def by_regression(
    X: NDArray[np.float64], y: NDArray[np.int64], rows: list[int], tests: int
) -> float:
    """Accuracy of logistic regression on the last rows."""
    if len(np.unique(y[rows])) < 2:
        return float(np.mean(y[-tests:] == y[rows[0]]))
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000))
    return float(model.fit(X[rows], y[rows]).score(X[-tests:], y[-tests:]))


def run_one(program: str, source: str, seed: int, folder: Path) -> list[Row]:
    """Let every user label one draw."""
    data = load(source)
    drawn, tests, order = draw(len(data.y), seed)
    X, y = data.X[np.concatenate([drawn, tests])], data.y[np.concatenate([drawn, tests])]
    own = StandardScaler().fit_transform(X[: len(drawn)])
    np.save(folder / "samples.npy", X)
    np.save(folder / "truth.npy", y)
    asked = typiclust(own, seed)
    rows: list[Row] = []

    def measure(user: str, given: list[int] | None, steps: Sequence[int]) -> None:
        job = {"task": "label", "samples": f"{folder}/samples.npy", "truth": f"{folder}/truth.npy"}
        job |= {"tests": len(tests), "seed": seed, "steps": list(steps), "repeat": 1, "budget": 0.0}
        if given is not None:
            np.save(folder / "order.npy", np.array(given, dtype=np.int64))
            job["order"] = f"{folder}/order.npy"
        done = subprocess.run(
            [program, json.dumps(job)], capture_output=True, text=True, check=True
        )
        for step in json.loads(done.stdout)["steps"]:
            step.pop("doubts")
            rows.append(Row(data.name, user, seed, **step))

    measure("studio", None, STEPS)
    measure("random", order[: STEPS[-1]], STEPS)
    measure("typiclust", asked, STEPS)
    for step in (step for step in STEPS if step <= len(drawn) // 2):
        given = centres(own, step, seed)
        measure("k-means", given, [len(given)])
        rows[-1] = rows[-1]._replace(labels=step)
        accuracy = by_regression(X, y, asked[:step], len(tests))
        classes = len(np.unique(y[asked[:step]]))
        rows.append(Row(data.name, USERS[-1], seed, step, accuracy, classes))
    return rows


def table(rows: Sequence[Row]) -> str:
    """Mean accuracy in percent, by set and number of labels, and over all sets."""
    lines = [
        f"| data | classes | labels | {' | '.join(USERS)} |",
        "|---|---:|---:|" + "---:|" * len(USERS),
    ]
    names = list(dict.fromkeys(row.dataset for row in rows))
    for name in [*names, "mean"]:
        for step in STEPS:
            own = [row for row in rows if row.labels == step and name in (row.dataset, "mean")]
            if not own:
                continue
            means = [
                np.mean([100 * row.accuracy for row in own if row.user == user]) for user in USERS
            ]
            seen = np.mean([row.classes for row in own if row.user == "studio"])
            cells = " | ".join(f"{mean:.1f}" for mean in means)
            lines.append(f"| {name} | {seen:.1f} | {step} | {cells} |")
    checked = [row for row in rows if row.user == "studio" and row.checks]
    right, of = sum(row.right for row in checked), sum(row.checks for row in checked)
    true = 100 * np.average(
        [row.estimated for row in checked], weights=[row.checks for row in checked]
    )
    shown = f"Check rows of all steps: {100 * right / of:.1f} % right"
    lines.append(f"\n{shown}; accuracy on rows without a label: {true:.1f} %.")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser("python -m scoreboard.first_labels", description=__doc__)
    parser.add_argument("sources", nargs="+", metavar="SOURCE")
    parser.add_argument("--program", required=True, help="the built program of benchmarks/src")
    parser.add_argument("--output", required=True, metavar="FOLDER")
    parser.add_argument("--seeds", type=int, default=5)
    given = parser.parse_args(arguments)
    folder = Path(given.output)
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    with (folder / "rows.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Row._fields)
        for seed in range(given.seeds):
            for source in given.sources:
                with tempfile.TemporaryDirectory() as room:
                    new = run_one(given.program, source, seed, Path(room))
                writer.writerows(new)
                file.flush()
                rows += new
                print(f"{source}: draw {seed + 1} of {given.seeds}", file=sys.stderr, flush=True)
    names = [Path(source).stem for source in given.sources]
    note = {"sources": names, "seeds": given.seeds, "machine": machine.described()}
    (folder / "run.json").write_text(json.dumps(note, indent=2) + "\n", encoding="utf-8")
    (folder / "table.md").write_text(table(rows), encoding="utf-8")
    print(table(rows), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
