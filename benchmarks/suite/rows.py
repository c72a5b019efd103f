"""One row for each measurement, and what is read from them."""

from __future__ import annotations

import csv
import math
from dataclasses import asdict, dataclass, fields
from pathlib import Path


@dataclass
class Row:
    """One measurement. Growth rows have a series instead of a case, and say what varies."""

    case: str
    title: str
    side: str
    ours: bool
    setting: str
    rows: int
    columns: int
    queries: int
    labeled: int
    dtype: str
    seconds: float | None
    repeats: int
    peak_bytes: int | None
    floor_seconds: float | None
    recall: float | None
    accuracy: float | None
    counts: bool
    varies: str
    agreement: float | None
    failure: str


def write(path: Path, rows: list[Row]) -> None:
    """As a table."""
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, [own.name for own in fields(Row)])
        writer.writeheader()
        writer.writerows(asdict(row) for row in rows)


def read(path: Path) -> list[Row]:
    """What was written; nothing where there is no such file."""
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return [
            Row(**{own.name: parsed(own.type, line[own.name]) for own in fields(Row)})
            for line in csv.DictReader(file)
        ]


def parsed(kind: str, text: str) -> object:
    """A cell as the type that its field says."""
    if kind.endswith("| None") and not text:
        return None
    readers = {"int": int, "float": float, "bool": lambda word: word == "True", "str": str}
    return readers[kind.removesuffix(" | None")](text)


def renewed(known: list[Row], new: list[Row], order: list[str]) -> list[Row]:
    """The rows that are known with those of some cases in place of what these had, in the order of the cases."""
    done = {row.case for row in new}
    rows = [row for row in known if row.case not in done] + new
    places = {case: place for place, case in enumerate(order)}
    return sorted(rows, key=lambda row: places.get(row.case, len(places)))


def exponent(sizes: list[float], values: list[float]) -> float | None:
    """The slope of log value over log size, by least squares; nothing where fewer than two values are positive."""
    pairs = [
        (math.log(size), math.log(value))
        for size, value in zip(sizes, values)
        if value and value > 0
    ]
    if len({size for size, _ in pairs}) < 2:
        return None
    x, y = (sum(own) / len(pairs) for own in zip(*pairs))
    spread = sum((size - x) ** 2 for size, _ in pairs)
    return sum((size - x) * (value - y) for size, value in pairs) / spread


def floor(flops: float, moved: float, rates: dict[str, float], dtype: str) -> float:
    """The least seconds in which so many operations and bytes can be done, at the rates of the same run."""
    return max(flops / rates[f"{dtype}, all threads"], moved / (rates["copied bytes"]))


def mark(rows: list[Row], least_recall: float) -> None:
    """Of each side of a case the fastest that finds enough neighbours counts; the least of those that fail, if none does."""
    sides = {(row.case, row.side) for row in rows if not row.varies}
    for case, side in sides:
        own = [
            row
            for row in rows
            if (row.case, row.side) == (case, side) and row.seconds and not row.varies
        ]
        enough = [row for row in own if row.recall is None or row.recall >= least_recall]
        best = min(enough, key=lambda row: row.seconds, default=None)
        best = best or max(own, key=lambda row: row.recall or 0.0, default=None)
        for row in own:
            row.counts = row is best
