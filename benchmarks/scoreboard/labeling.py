"""A simulated user: labels the rows that are suggested, or random ones, and answers from the hidden truth.

``python -m scoreboard.labeling SOURCE... --output FOLDER`` measures how accurate ``AutoDR`` becomes
on rows that neither user may label, the same for both.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import sklearn.datasets
from numpy.typing import NDArray

from halflit import AutoDR, suggest
from scoreboard import labeling_report
from scoreboard.datasets import PREFIX, existing, included
from scoreboard.settings import few_labels
from suite import machine

#: How many labels the user has given when accuracy is looked at.
STEPS = (5, 10, 15, 20, 30, 40, 60, 80, 100)
#: Every seed draws so many of the rows to label from; accuracy is measured on the others.
SHARE = 0.8
#: Digits of which half are turned by a right angle: ten classes upright, ten lying.
TURNED = "turned-digits"
USERS = ("random", "suggested")


class Data(NamedTuple):
    """Rows and the class of each, numbered from 0."""

    name: str
    X: NDArray[np.float64]
    y: NDArray[np.int64]


class Row(NamedTuple):
    """One user after some labels.

    ``accuracy`` is that on the rows that were not drawn, as new rows, learned from all labels: the same rows
    for all users and steps. ``unlabeled`` is that on the drawn rows without a label, which are other rows for
    another user. ``learning`` is how many labels are not of check rows; ``apart`` is the accuracy on the
    drawn rows without a label, learned from those alone, which predicts ``right`` of the ``checks`` check
    rows right: what a user would be shown. ``classes`` is how many classes have a label.
    """

    dataset: str
    user: str
    seed: int
    labels: int
    accuracy: float
    unlabeled: float
    classes: int
    learning: int
    apart: float
    right: int
    checks: int


def load(source: str) -> Data:
    """Load "sklearn:digits" and the like, "turned-digits", an NPZ file, or a CSV file with the class last."""
    if source == TURNED:
        return _turned_digits()
    if source.startswith(PREFIX):
        return _data(*included(source))
    path = existing(source)
    if path.suffix == ".npz":
        with np.load(path, allow_pickle=False) as arrays:
            return _data(path.stem, arrays["X"], arrays["y"])
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))[1:]
    return _data(path.stem, [line[:-1] for line in lines], [line[-1] for line in lines])


def _data(name: str, X: object, y: object) -> Data:
    codes = np.unique(np.asarray(y), return_inverse=True)[1]
    return Data(name, np.ascontiguousarray(X, dtype=np.float64), codes.astype(np.int64))


def _turned_digits() -> Data:
    X, y = sklearn.datasets.load_digits(return_X_y=True)
    turned = np.random.default_rng(0).random(len(y)) < 0.5
    pictures = X.reshape(-1, 8, 8)
    pictures = np.where(turned[:, None, None], np.rot90(pictures, axes=(1, 2)), pictures)
    return _data(TURNED, pictures.reshape(-1, 64), y + 10 * turned)


def draw(rows: int, seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64], list[int]]:
    """Give the rows that may be labeled, those that test, and an order of the former for the random user."""
    generator = np.random.default_rng((seed, rows))
    drawn, tests = np.split(generator.permutation(rows), [round(SHARE * rows)])
    return drawn, tests, generator.permutation(len(drawn)).tolist()


def simulate(data: Data, user: str, seed: int, steps: Sequence[int] = STEPS) -> Iterator[Row]:
    """Let one user label one draw of the rows; nothing that chooses or learns sees another label."""
    drawn, tests, order = draw(len(data.y), seed)
    X, y = np.ascontiguousarray(data.X[drawn]), data.y[drawn]
    learned: list[int] = []
    checks: list[int] = []
    for labels in (step for step in steps if step <= len(y) // 2):
        count = labels - len(learned) - len(checks)
        if user == "random":
            learned += order[len(learned) : labels]
        else:
            asked = suggest(X, few_labels(y, learned), count, taken=checks, random_state=seed)
            rows, is_check = np.array(asked["row"]), np.array(asked["check"])
            learned += rows[~is_check].tolist()
            checks += rows[is_check].tolist()
        given = learned + checks
        rest = np.setdiff1d(np.arange(len(y)), given)
        own, new = _predicted(X, few_labels(y, given), data.X[tests])
        apart = _predicted(X, few_labels(y, learned), X[:1])[0] if checks else own
        yield Row(
            data.name,
            user,
            seed,
            labels,
            float(np.mean(new == data.y[tests])),
            float(np.mean(own[rest] == y[rest])),
            len(np.unique(y[given])),
            len(learned),
            float(np.mean(apart[rest] == y[rest])),
            int(np.sum(apart[checks] == y[checks])),
            len(checks),
        )


def _predicted(
    X: NDArray[np.float64], codes: NDArray[np.int64], new: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give the classes of the rows that are learned from, labeled or not, and of new rows."""
    present = np.unique(codes[codes >= 0])
    if len(present) == 1:
        return np.full(len(X), present[0]), np.full(len(new), present[0])
    with warnings.catch_warnings():
        # How good few labels are is what is measured here.
        warnings.simplefilter("ignore", UserWarning)
        model = AutoDR(check=False).fit(X, codes)
    return model.transduction_, model.predict(new)


def run(sources: Sequence[str], output: str | Path, seeds: int, command: str = "") -> list[Row]:
    """Simulate all users on all sources, and write rows, table, plot and the record of the run."""
    folder = Path(output)
    if (folder / "rows.csv").exists():
        raise ValueError(f"{folder / 'rows.csv'} exists: choose another folder, or remove it")
    data = [load(source) for source in sources]
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    with (folder / "rows.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Row._fields)
        for one in data:
            for seed in range(seeds):
                for user in USERS:
                    new = list(simulate(one, user, seed))
                    writer.writerows(new)
                    file.flush()
                    rows += new
                print(f"{one.name}: {seed + 1} of {seeds} draws", file=sys.stderr, flush=True)
    note = {"command": command, "seeds": list(range(seeds)), "share": SHARE}
    note["machine"] = machine.described()
    (folder / "run.json").write_text(json.dumps(note, indent=2) + "\n", encoding="utf-8")
    labeling_report.write(folder, rows)
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and give its exit status."""
    parser = argparse.ArgumentParser("python -m scoreboard.labeling", description=__doc__)
    parser.add_argument(
        "sources",
        nargs="+",
        metavar="SOURCE",
        help=f"CSV file with the class last, NPZ file of X and y, {PREFIX}digits or {TURNED}",
    )
    parser.add_argument("--output", required=True, metavar="FOLDER", help="where results go")
    parser.add_argument("--seeds", type=int, default=10, help="draws of the rows; by default 10")
    given = parser.parse_args(arguments)
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        if given.seeds < 2:
            raise ValueError("--seeds must be at least 2: an interval needs two draws")
        command = " ".join(["python -m scoreboard.labeling", *words])
        run(given.sources, given.output, given.seeds, command)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print((Path(given.output) / "table.md").read_text(encoding="utf-8"), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
