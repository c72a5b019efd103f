"""What a run was made with, kept beside its rows."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from halflit.scoreboard import rows
from halflit.scoreboard.datasets import Dataset

PACKAGES = ("halflit", "numpy", "scipy", "scikit-learn", "joblib", "umap-learn")


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
    content = {"standardize": standardize, **made_with(), "datasets": datasets}
    note.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def made_with() -> dict[str, Any]:
    """Name the versions of everything, and the machine."""
    return {
        "versions": {"python": platform.python_version(), **_versions()},
        "machine": {
            "system": platform.platform(),
            "processor": _processor(),
            "processors": os.cpu_count(),
        },
    }


def _versions() -> dict[str, Any]:
    found = {}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    return found


def _processor() -> str:
    # Linux has the name in a file, and platform knows only the kind.
    table = Path("/proc/cpuinfo")
    if table.exists():
        for line in table.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
