"""Measurements, and the file that they are appended to."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple


class Row(NamedTuple):
    """One method on one split; accuracy is None where the method failed, and ``error`` says why."""

    dataset: str
    labels: int
    split: int
    method: str
    accuracy: float | None
    seconds: float
    error: str = ""

    @property
    def task(self) -> tuple[str, int]:
        """The dataset and its number of labels."""
        return self.dataset, self.labels

    @property
    def key(self) -> tuple[str, int, int, str]:
        """What was measured, without how it came out."""
        return self[:4]


def create(file: Path) -> None:
    """Start a file with its header."""
    file.write_text(_line(Row._fields), encoding="utf-8")


def append(file: Path, row: Row) -> None:
    """Add one row; each is on disk before the next is measured."""
    accuracy = "" if row.accuracy is None else repr(row.accuracy)
    line = _line([*row.key, accuracy, f"{row.seconds:.3f}", row.error])
    with file.open("a", encoding="utf-8", newline="") as out:
        out.write(line)


def read(file: Path) -> list[Row]:
    """Read all rows; of a measurement that was repeated, the last."""
    with file.open(encoding="utf-8", newline="") as source:
        rows = [_row(entry) for entry in csv.DictReader(source)]
    return list({row.key: row for row in rows}.values())


def cut_unfinished_line(file: Path) -> None:
    """Take away what a writer that was killed left of a line."""
    content = file.read_bytes()
    file.write_bytes(content[: content.rfind(b"\n") + 1])


def _row(entry: dict[str, str]) -> Row:
    return Row(
        entry["dataset"],
        int(entry["labels"]),
        int(entry["split"]),
        entry["method"],
        float(entry["accuracy"]) if entry["accuracy"] else None,
        float(entry["seconds"]),
        entry["error"],
    )


def _line(values: Iterable[object]) -> str:
    text = io.StringIO()
    # One row is one line, whatever an error message holds.
    csv.writer(text, lineterminator="\n").writerow([" ".join(str(v).split()) for v in values])
    return text.getvalue()
