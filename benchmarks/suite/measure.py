"""One measurement: a process of its own, its time by its own clock, its peak memory by what the system says of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from suite.case import Side
from suite.data import Data, as_json

#: Rows whose neighbours are compared with the true ones: every so many, in steps that meet all twenty clusters.
SAMPLE = 990
#: Nobody waits longer for one measurement of ours, in seconds; it is what the case is about.
LIMIT = 1800
#: Nor for one of a peer.
PEER_LIMIT = 180
#: A peer that has used so many seconds gets no further setting.
SWEEP = 60
#: No repetition begins after so many seconds.
BUDGET = 10.0


@dataclass
class Measured:
    """What one process did."""

    seconds: float | None = None
    repeats: int = 0
    peak_bytes: int | None = None
    setting: str = ""
    failure: str = ""
    found: dict[str, Any] = field(default_factory=dict)


class Bench:
    """Where data are kept and who runs."""

    def __init__(self, folder: Path, binary: Path, repeat: int) -> None:
        self.folder, self.binary, self.repeat = folder, binary, repeat
        folder.mkdir(parents=True, exist_ok=True)

    def files(self, data: Data) -> dict[str, str]:
        """The files of some data, which are made where they are missing."""
        files = data.files(self.folder)
        if not all(Path(file).exists() for file in files.values()):
            command = [sys.executable, "-m", "suite.data", as_json(data), str(self.folder)]
            subprocess.run(command, check=True)
        return files

    def side(
        self, side: Side, data: Data, least_recall: float, parts: tuple[str, ...]
    ) -> list[Measured]:
        """Every setting of a side, until one finds enough neighbours or time is up; maps see these parts of the data."""
        measured, start = [], time.monotonic()
        for setting in side.sweep:
            own = self.one(side, data, setting, parts)
            measured.append(own)
            enough = own.found.get("recall", 1.0) >= least_recall
            if own.failure or enough or time.monotonic() - start > SWEEP:
                break
        return measured

    def one(
        self, side: Side, data: Data, setting: dict[str, Any], parts: tuple[str, ...]
    ) -> Measured:
        """One setting of a side."""
        files = self.files(data)
        k = side.options.get("k", 10)
        searches = not (side.task in MAPS or side.language == "rust" and side.task != "nearest")
        with tempfile.TemporaryDirectory() as scratch:
            found = f"{scratch}/found.npy"
            order = {"task": side.task, **side.options, **setting}
            if searches:
                order |= {"samples": files["samples"], "k": k, "sample": SAMPLE, "output": found}
            else:
                order["data"] = {part: files[part] for part in parts}
                if data.sparse:
                    order["data"]["sparse"] = data.sparse
                if data.queries:
                    order["queries"] = files["queries"]
            measured = self.run(side.language, order, LIMIT if side.ours else PEER_LIMIT)
            measured.setting = ", ".join(f"{name} {value}" for name, value in setting.items())
            if searches and not measured.failure:
                compare = {"task": "recall", "found": found, "true": self.truth(data, k)}
                measured.found |= self.run("python", compare).found
        return measured

    def truth(self, data: Data, k: int) -> str:
        """The file of the true neighbours."""
        file = self.folder / f"{data.name}-{k}-nearest-of-{SAMPLE}.npy"
        if not file.exists():
            samples = self.files(data)["samples"]
            self.run(
                "python",
                {
                    "task": "truth",
                    "samples": samples,
                    "k": k,
                    "sample": SAMPLE,
                    "output": str(file),
                },
            )
        return str(file)

    def run(self, language: str, order: dict[str, Any], limit: float = LIMIT) -> Measured:
        """Run a worker; a failure is kept as its last line."""
        order = {"repeat": self.repeat, "budget": BUDGET} | order
        worker = (
            [str(self.binary)]
            if language == "rust"
            else [sys.executable, "-W", "ignore", "-m", "suite.worker"]
        )
        process = subprocess.Popen(
            [*worker, json.dumps(order)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        too_long = threading.Timer(limit, process.kill)
        too_long.start()
        # Read beside the worker, or a full pipe would hold it up.
        words: list[bytes] = []
        listener = threading.Thread(target=lambda: words.append(process.stderr.read()))
        listener.start()
        answer = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        was_too_long = too_long.finished.is_set()
        too_long.cancel()
        listener.join()
        if process.returncode != 0:
            if was_too_long:
                return Measured(failure=f"not done within {limit} s")
            last = b"".join(words).decode(errors="replace").strip().splitlines()[-1:]
            return Measured(failure=(last or [f"ended by {process.returncode}"])[0])
        found = json.loads(answer.splitlines()[-1])
        seconds = found.pop("seconds")
        # What wait4 says includes what this process held when it started the worker; kilobytes, but bytes on a Mac.
        peak = found.pop("peak_bytes") or usage.ru_maxrss * (
            1 if sys.platform == "darwin" else 1024
        )
        return Measured(min(seconds), len(seconds), peak, found=found)


#: Tasks of the worker that learn from samples and labels.
MAPS = {
    "halflit",
    "straight",
    "umap",
    "sklearn_pca",
    "sklearn_lda",
    "sklearn_kernel_pca",
    "sparse_graph",
    "product",
    "nearest_after_pca",
}
