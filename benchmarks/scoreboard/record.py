"""What a run was made with, kept beside its rows."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from scoreboard import rows
from scoreboard.datasets import Dataset
from suite import machine


def start(folder: Path, data: Iterable[Dataset], standardize: str, resume: bool) -> list[rows.Row]:
    """Make the folder of a run ready, and give the rows that it holds already."""
    file, note = folder / "rows.csv", folder / "run.json"
    datasets = {dataset.name: dataset.fingerprint() for dataset in data}
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _write(note, standardize, datasets)
        rows.create(file)
        return []
    if not resume:
        raise ValueError(f"{file} exists: go on with --resume, or choose another folder")
    former = json.loads(note.read_text(encoding="utf-8"))
    if former["standardize"] != standardize:
        raise ValueError(f"{file} was made with --standardize {former['standardize']}")
    known = former["datasets"]
    changed = [name for name, mark in datasets.items() if known.get(name, mark) != mark]
    if changed:
        raise ValueError(f"{file} was made with other data or splits of {', '.join(changed)}")
    rows.cut_unfinished_line(file)
    _write(note, standardize, known | datasets)
    return rows.read(file)


def _write(note: Path, standardize: str, datasets: dict[str, str]) -> None:
    content = {
        "standardize": standardize,
        "machine": machine.described(),
        "datasets": datasets,
    }
    note.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
