"""Rows made a table: means, standard errors, ranks and wins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.stats import rankdata

from scoreboard import variants
from scoreboard.rows import Row

#: Accuracies closer than this are equal: they differ in the last digits of a sum.
EQUAL_DIGITS = 9
ABSENT = "–"


class Cell(NamedTuple):
    """The accuracy of a method in a task; no standard error of one split."""

    mean: float
    standard_error: float | None


class Overall(NamedTuple):
    """A method over all tasks."""

    mean: float
    mean_rank: float
    wins: int
    mean_seconds: float


@dataclass(frozen=True)
class Summary:
    """What the rows come to.

    Attributes
    ----------
    tasks : list of (str, int)
        Datasets and numbers of labels.
    methods : list of str
        In the order in which they were measured.
    cells : dict of (task, method) to Cell
        Only where a method has succeeded on every split of the task.
    overall : dict of str to Overall
        Of methods that have all cells, ranked among each other.
    n_splits : dict of task to int
        How many splits a mean is over.
    """

    tasks: list[tuple[str, int]]
    methods: list[str]
    cells: dict[tuple[tuple[str, int], str], Cell]
    overall: dict[str, Overall]
    n_splits: dict[tuple[str, int], int]


def summarize(rows: Sequence[Row]) -> Summary:
    """Work out means, standard errors, ranks and wins.

    Parameters
    ----------
    rows : sequence of Row
        Measurements, none of them twice.

    Returns
    -------
    summary : Summary
        Accuracies between 0 and 1. Equal means share their mean rank, and each of them is a win.
    """
    methods = list(dict.fromkeys(row.method for row in rows))
    tasks = sorted({row.task for row in rows}, key=lambda task: (task[0].lower(), task[1]))
    splits, accuracies = defaultdict(set), defaultdict(list)
    seconds = defaultdict(list)
    for row in rows:
        splits[row.task].add(row.split)
        seconds[row.method].append(row.seconds)
        if row.accuracy is not None:
            accuracies[row.task, row.method].append(row.accuracy)
    n_splits = {task: len(splits[task]) for task in tasks}
    cells = {
        key: _cell(values) for key, values in accuracies.items() if len(values) == n_splits[key[0]]
    }
    complete = [name for name in methods if all((task, name) in cells for task in tasks)]
    means = np.array([[cells[task, name].mean for name in complete] for task in tasks])
    means = means.round(EQUAL_DIGITS).reshape(len(tasks), len(complete))
    ranks = np.array([rankdata(-line) for line in means]).reshape(means.shape)
    wins = means == means.max(axis=1, keepdims=True, initial=0)
    overall = {
        name: Overall(
            float(means[:, column].mean()),
            float(ranks[:, column].mean()),
            int(wins[:, column].sum()),
            float(np.mean(seconds[name])),
        )
        for column, name in enumerate(complete)
    }
    return Summary(tasks, methods, cells, overall, n_splits)


def best(summary: Summary, task: tuple[str, int]) -> list[str]:
    """Give the methods whose mean is highest in a task."""
    means = {
        name: round(summary.cells[task, name].mean, EQUAL_DIGITS)
        for name in summary.methods
        if (task, name) in summary.cells
    }
    return [name for name, mean in means.items() if mean == max(means.values())]


def markdown(summary: Summary) -> str:
    """Write the table in percent, the best of each line in bold."""
    lines = [["task", "splits", *summary.methods]]
    lines.append(["---", *("---:" for _ in lines[0][1:])])
    for task in summary.tasks:
        winners = best(summary, task)
        texts = {name: _in_percent(summary.cells.get((task, name))) for name in summary.methods}
        name = f"{task[0]}, {task[1]} labels"
        lines.append(_line(name, summary.n_splits[task], texts, winners))
    kinds = (
        ("mean", lambda one: one.mean, "{:.1%}", max),
        ("mean rank", lambda one: one.mean_rank, "{:.2f}", min),
        ("wins", lambda one: one.wins, "{}", max),
        ("mean seconds", lambda one: one.mean_seconds, "{:.2f}", None),
    )
    for title, value, form, choose in kinds:
        values = {name: value(one) for name, one in summary.overall.items()}
        winners = [] if not values or choose is None else _equal(values, choose(values.values()))
        texts = {name: form.format(number).rstrip("%") for name, number in values.items()}
        whole = {name: texts.get(name, ABSENT) for name in summary.methods}
        lines.append(_line(title, "", whole, winners))
    return _joined(lines)


def variants_markdown(rows: Sequence[Row]) -> str:
    """Write the mean accuracy of every method on every variant in percent, the best of each line in bold."""
    names = list(dict.fromkeys(row.method for row in rows))
    lines = [["variant", "tasks", *names], ["---", *("---:" for _ in ["tasks", *names])]]
    for variant in dict.fromkeys(variants.of(row.dataset) for row in rows):
        summary = summarize([row for row in rows if variants.of(row.dataset) == variant])
        means = {name: one.mean for name, one in summary.overall.items()}
        winners = _equal(means, max(means.values())) if means else []
        texts = {name: f"{100 * means[name]:.1f}" if name in means else ABSENT for name in names}
        lines.append(_line(variant, len(summary.tasks), texts, winners))
    return _joined(lines)


def _joined(lines: list[list[str]]) -> str:
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cell(values: list[float]) -> Cell:
    # In one order, whichever was finished first.
    ordered = np.sort(values)
    if len(ordered) == 1:
        return Cell(float(ordered[0]), None)
    return Cell(float(ordered.mean()), float(ordered.std(ddof=1) / np.sqrt(len(ordered))))


def _in_percent(cell: Cell | None) -> str:
    if cell is None:
        return ABSENT
    if cell.standard_error is None:
        return f"{100 * cell.mean:.1f}"
    return f"{100 * cell.mean:.1f} ± {100 * cell.standard_error:.1f}"


def _equal(values: dict[str, float], target: float) -> list[str]:
    return [name for name, value in values.items() if abs(value - target) < 10**-EQUAL_DIGITS]


def _line(title: str, splits: object, texts: dict[str, str], winners: list[str]) -> list[str]:
    bold = [f"**{text}**" if name in winners else text for name, text in texts.items()]
    return [title, str(splits), *bold]
