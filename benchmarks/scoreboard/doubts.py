"""Doubtful labels: which the studio lists where all labels are right, and where one of ten is wrong.

``python -m scoreboard.doubts NPZ... --program BENCH --output FOLDER`` lets the studio's user give a hundred
labels on each draw. ``BENCH`` is the built program of ``benchmarks/src``; it asks the library's own rule.
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

from scoreboard.labeling import draw, load
from suite import machine

LABELS = 100
#: Rows that are drawn of each set, at most: above 2,000 the studio looks at them in fewer ways.
ROWS = 700
#: Accuracy from which on a set counts as one whose classes can be told apart.
TOLD_APART = 0.85


class Row(NamedTuple):
    """One draw: labels to learn from, how many are wrong, how many listed, and how many both."""

    dataset: str
    seed: int
    accuracy: float
    right_labels: int
    right_listed: int
    labels: int
    wrong: int
    listed: int
    found: int


def run_one(program: str, source: str, seed: int, folder: Path) -> Row | None:
    """Let the user label one draw; nothing where there are too few rows for so many labels."""
    data = load(source)
    some = np.random.default_rng(seed).permutation(len(data.y))[:ROWS]
    drawn, tests, _ = draw(len(some), seed)
    if len(drawn) < 2 * LABELS:
        return None
    order = some[np.concatenate([drawn, tests])]
    np.save(folder / "samples.npy", data.X[order])
    np.save(folder / "truth.npy", np.unique(data.y[order], return_inverse=True)[1].astype(np.int64))
    job = {"task": "label", "samples": f"{folder}/samples.npy", "truth": f"{folder}/truth.npy"}
    job |= {"tests": len(tests), "seed": seed, "steps": [LABELS], "repeat": 1, "budget": 0.0}
    done = subprocess.run([program, json.dumps(job)], capture_output=True, text=True, check=True)
    (step,) = json.loads(done.stdout)["steps"]
    right, wrong = step["doubts"]
    counts = [wrong[name] for name in ("labels", "wrong", "listed", "found")]
    return Row(data.name, seed, step["accuracy"], right["labels"], right["listed"], *counts)


def line(name: str, rows: Sequence[Row]) -> str:
    """Right labels that are listed, of 100; wrong ones that are found; how much of the list is wrong."""
    if not rows:
        return f"| {name} | | | | |"
    accuracy = 100 * np.mean([row.accuracy for row in rows])
    right = 100 * sum(row.right_listed for row in rows) / sum(row.right_labels for row in rows)
    found = sum(row.found for row in rows)
    recall = 100 * found / sum(row.wrong for row in rows)
    precision = 100 * found / max(sum(row.listed for row in rows), 1)
    return f"| {name} | {accuracy:.0f} | {right:.1f} | {recall:.0f} | {precision:.0f} |"


def table(rows: Sequence[Row]) -> str:
    """One line a set, those that can be told apart, and all."""
    lines = [
        "| data | accuracy, % | listed of 100 right labels | wrong labels found, % | of the list wrong, % |",
        "|---|---:|---:|---:|---:|",
    ]
    names = dict.fromkeys(row.dataset for row in rows)
    lines += [line(name, [row for row in rows if row.dataset == name]) for name in names]
    told = [row for row in rows if row.accuracy > TOLD_APART]
    lines += [line(f"accuracy above {TOLD_APART:.0%}", told), line("all", rows)]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser("python -m scoreboard.doubts", description=__doc__)
    parser.add_argument("sources", nargs="+", metavar="SOURCE")
    parser.add_argument("--program", required=True, help="the built program of benchmarks/src")
    parser.add_argument("--output", required=True, metavar="FOLDER")
    parser.add_argument("--seeds", type=int, default=3)
    given = parser.parse_args(arguments)
    folder = Path(given.output)
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    for source in given.sources:
        for seed in range(given.seeds):
            with tempfile.TemporaryDirectory() as room:
                row = run_one(given.program, source, seed, Path(room))
            rows += [row] if row else []
        print(source, file=sys.stderr, flush=True)
    with (folder / "rows.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Row._fields)
        writer.writerows(rows)
    names = [Path(source).stem for source in given.sources]
    note = {"sources": names, "seeds": given.seeds, "machine": machine.described()}
    (folder / "run.json").write_text(json.dumps(note, indent=2) + "\n", encoding="utf-8")
    (folder / "table.md").write_text(table(rows), encoding="utf-8")
    print(table(rows), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
