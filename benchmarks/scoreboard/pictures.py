"""Pictures beside pictures: how well a layout shows classes and near rows, and how long it takes.

``python -m scoreboard.pictures SOURCE... --output FOLDER`` draws every set with five labels per class by
every method that is installed: the first two axes of ``AutoDR``, ``Layout`` with and without the labels,
UMAP with and without them, PaCMAP and openTSNE. ``--draw FOLDER`` keeps the pictures of the first seed.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray
from scipy.stats import spearmanr
from sklearn.manifold import trustworthiness
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors
from sklearn.preprocessing import StandardScaler

from halflit import AutoDR, Layout
from scoreboard.labeling import load
from suite import machine

#: Labeled rows of every class.
LABELS = 5
#: Pairs of rows over which far distances are compared.
PAIRS = 20_000


class Row(NamedTuple):
    """One picture.

    ``nearest`` is the accuracy of the nearest labeled row in the picture, ``truth`` that of the ten nearest
    rows if all labels were known, ``trust`` the trustworthiness of the ten nearest, ``ranks`` the rank
    correlation of distances between random rows, ``seconds`` the time on the clock and ``processor`` that
    of all threads.
    """

    dataset: str
    method: str
    seed: int
    nearest: float
    truth: float
    trust: float
    ranks: float
    seconds: float
    processor: float


class Task(NamedTuple):
    """Rows as they come and standardised, and labels of which -1 is none."""

    X: NDArray[np.float64]
    scaled: NDArray[np.float64]
    few: NDArray[np.int64]
    seed: int


def axes(task: Task) -> NDArray[np.float64]:
    """Draw the first two axes of the default."""
    return AutoDR(check=False).fit(task.X, task.few).transform(task.X)[:, :2]


def layout(task: Task) -> NDArray[np.float64]:
    """Draw all rows by themselves and by the labels."""
    return Layout().fit_transform(task.X, task.few)


def layout_without(task: Task) -> NDArray[np.float64]:
    """Draw all rows by themselves."""
    return Layout().fit_transform(task.X)


def umap_with(task: Task) -> NDArray[np.float64]:
    """Draw by UMAP, which knows the labels."""
    import umap

    return umap.UMAP(random_state=task.seed).fit_transform(task.scaled, task.few)


def umap_without(task: Task) -> NDArray[np.float64]:
    """Draw by UMAP."""
    import umap

    return umap.UMAP(random_state=task.seed).fit_transform(task.scaled)


def pacmap(task: Task) -> NDArray[np.float64]:
    """Draw by PaCMAP."""
    import pacmap

    return pacmap.PaCMAP(random_state=task.seed).fit_transform(task.scaled)


def open_tsne(task: Task) -> NDArray[np.float64]:
    """Draw by openTSNE."""
    import openTSNE

    return np.asarray(openTSNE.TSNE(n_jobs=-1, random_state=task.seed).fit(task.scaled))


METHODS: dict[str, Callable[[Task], NDArray[np.float64]]] = {
    "axes": axes,
    "layout": layout,
    "layout-unlabeled": layout_without,
    "umap": umap_without,
    "umap-labeled": umap_with,
    "pacmap": pacmap,
    "opentsne": open_tsne,
}


def few_of(y: NDArray[np.int64], seed: int) -> NDArray[np.int64]:
    """Keep the labels of some rows of every class."""
    draw, few = np.random.RandomState(seed), np.full(len(y), -1)
    for name in np.unique(y):
        rows = draw.permutation(np.flatnonzero(y == name))[:LABELS]
        few[rows] = name
    return few


def judged(task: Task, y: NDArray[np.int64], places: NDArray[np.float64]) -> tuple[float, ...]:
    """Measure a picture by the truth and by the rows."""
    known = task.few >= 0
    voter = KNeighborsClassifier(1).fit(places[known], y[known])
    near = NearestNeighbors(n_neighbors=11).fit(places).kneighbors(places, return_distance=False)
    votes = np.array([np.bincount(y[rows]).argmax() for rows in near[:, 1:]])
    draw = np.random.RandomState(0)
    first, second = draw.randint(len(y), size=(2, PAIRS))
    far = np.linalg.norm(task.scaled[first] - task.scaled[second], axis=1)
    shown = np.linalg.norm(places[first] - places[second], axis=1)
    return (
        float(voter.score(places[~known], y[~known])),
        float((votes == y).mean()),
        float(trustworthiness(task.scaled, places, n_neighbors=10)),
        float(spearmanr(far, shown).statistic),
    )


def drawn(name: str, y: NDArray[np.int64], panels: dict[str, NDArray[np.float64]]) -> Figure:
    """Draw all methods side by side, rows coloured by their true class."""
    figure = Figure(figsize=(2.6 * len(panels), 2.9), layout="constrained")
    for at, (method, places) in enumerate(panels.items()):
        panel = figure.add_subplot(1, len(panels), at + 1)
        # Two classes have one axis.
        flat = places if places.shape[1] > 1 else np.column_stack([places, np.zeros(len(places))])
        panel.scatter(*flat.T, c=y, cmap="tab20", s=3, linewidths=0)
        panel.set(title=method, xticks=[], yticks=[])
    figure.suptitle(f"{name}: colours are the true classes, five labels per class were known")
    return figure


def measure(
    sources: Sequence[str], methods: Sequence[str], seeds: int, folder: Path | None = None
) -> list[Row]:
    """Draw and judge everything; a line on standard error for each picture."""
    rows = []
    for source in sources:
        panels: dict[str, NDArray[np.float64]] = {}
        data = load(source)
        scaled = StandardScaler().fit_transform(data.X)
        for seed in range(seeds):
            task = Task(data.X, scaled, few_of(data.y, seed), seed)
            for method in methods:
                wall, own = time.perf_counter(), time.process_time()
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    places = METHODS[method](task)
                took = time.perf_counter() - wall, time.process_time() - own
                panels.setdefault(method, places)
                rows.append(Row(data.name, method, seed, *judged(task, data.y, places), *took))
                print(*rows[-1], file=sys.stderr, flush=True)
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            drawn(data.name, data.y, panels).savefig(folder / f"{data.name}.png", dpi=90)
    return rows


def table(rows: Sequence[Row]) -> str:
    """Write means over seeds, and over sets at the end, as Markdown."""
    names = list(dict.fromkeys(row.dataset for row in rows))
    lines = [
        "| set | method | 1-NN | 10-NN of truth | trustworthiness | far ranks | seconds | processor |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name in [*names, "mean"]:
        for method in dict.fromkeys(row.method for row in rows):
            own = [r[3:] for r in rows if r.method == method and name in (r.dataset, "mean")]
            means = np.mean(own, axis=0)
            cells = [f"{value:.3f}" for value in means[:4]] + [
                f"{value:.2f}" for value in means[4:]
            ]
            lines.append(f"| {name} | {method} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what the command line asks for, and write it down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", nargs="+", help="NPZ files, folders of them, or sklearn:digits")
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=list(METHODS))
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--draw", type=Path, help="a folder for the pictures of the first seed")
    given = parser.parse_args(arguments)
    sources = [own for source in given.sources for own in _files(source)]
    rows = measure(sources, given.methods, given.seeds, given.draw)
    given.output.mkdir(parents=True, exist_ok=True)
    with (given.output / "rows.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(Row._fields)
        writer.writerows(rows)
    (given.output / "table.md").write_text(table(rows), encoding="utf-8")
    told = {"machine": machine.described(), "methods": given.methods, "seeds": given.seeds}
    (given.output / "run.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _files(source: str) -> list[str]:
    folder = Path(source)
    return [str(path) for path in sorted(folder.glob("*.npz"))] if folder.is_dir() else [source]


if __name__ == "__main__":
    main()
