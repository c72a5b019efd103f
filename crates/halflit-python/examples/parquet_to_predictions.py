"""From a folder of Parquet files to predictions in Parquet: `python parquet_to_predictions.py FOLDER`.

A folder that is not there is filled first: rows of four classes, each of two clusters, of which about a
thousand have a label. Then estimators are fitted to all of it and predict all of it, on a cluster of this
machine. What each step took is printed, and with --record written as JSON.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dask
import dask.dataframe as dd
import numpy as np
import pandas as pd
from distributed import Client, LocalCluster

from halflit.dask import SELF, SSLFDA, AutoDR

CLASSES = np.array(["ash", "beech", "elm", "oak"])
ESTIMATORS: dict[str, Callable[[], Any]] = {
    "SELF": lambda: SELF(3),
    "SSLFDA": lambda: SSLFDA(3),
    "AutoDR": lambda: AutoDR(views="thin"),
}


def main() -> None:
    """Do every step."""
    given = arguments()
    cluster = LocalCluster(
        n_workers=given.workers,
        threads_per_worker=1,
        memory_limit=given.memory,
        dashboard_address=":0" if given.dashboard else None,
    )
    steps: list[dict[str, Any]] = []
    with cluster, Client(cluster) as client:
        if given.dashboard:
            print(f"dashboard: {client.dashboard_link}")
        if not given.folder.exists():
            with step(steps, "write", given, client):
                write(given.folder, given.rows, given.columns, given.files, given.labeled)
        for name in given.learners:
            follow(steps, given, client, name)
        report(steps, client, given)


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="of Parquet files with a column `label`")
    parser.add_argument("--rows", type=int, default=20_000, help="of a folder that is to be filled")
    parser.add_argument("--columns", type=int, default=8)
    parser.add_argument("--files", type=int, default=8)
    parser.add_argument("--labeled", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--memory", default="2GB", help="of one worker")
    parser.add_argument("--learners", nargs="+", default=list(ESTIMATORS), choices=ESTIMATORS)
    parser.add_argument("--dashboard", action="store_true", help="show dask's own page of progress")
    parser.add_argument("--record", type=Path, help="a JSON file for what was measured")
    return parser.parse_args()


def follow(
    steps: list[dict[str, Any]], given: argparse.Namespace, client: Client, name: str
) -> None:
    """Fit to the folder, and write predictions beside it."""
    table = dd.read_parquet(given.folder)
    model = ESTIMATORS[name]()
    with step(steps, f"{name}: fit", given, client):
        model.fit(table, "label")
    print(f"  {model.diagnostics_['engine']}")
    if hasattr(model, "sampling_error_"):
        steps[-1]["sampling_error"] = model.sampling_error_
        print(f"  estimated error of the sample: {model.sampling_error_}")
    out = given.folder.with_name(f"{given.folder.name}-{name}")
    with step(steps, f"{name}: predict", given, client):
        predicted = model.predict(table).to_frame()
        predicted.to_parquet(out)
    print(f"  predictions in {out}")


@contextmanager
def step(
    steps: list[dict[str, Any]], name: str, given: argparse.Namespace, client: Client
) -> Iterator[None]:
    """Time something that goes over the whole folder once: by the clock, and the processors' time it took."""
    start, used, own = time.perf_counter(), processors(client), time.process_time()
    yield
    seconds, own = time.perf_counter() - start, time.process_time() - own
    used = processors(client) - used
    size = sum(file.stat().st_size for file in given.folder.glob("*.parquet"))
    found = {"seconds": seconds, "workers_cpu": used, "client_cpu": own, "bytes": size}
    steps.append({"step": name, **found})
    rate = f"{size / seconds / 1e6:8.1f} MB/s"
    print(
        f"{name:16} {seconds:8.1f} s {rate}; processors {used:.1f} s in workers, {own:.1f} s here",
        flush=True,
    )


def processors(client: Client) -> float:
    """Give the seconds that workers have computed."""
    return sum(client.run(time.process_time).values())


def write(folder: Path, rows: int, columns: int, files: int, labeled: int) -> None:
    """Fill a folder, one file a task."""
    folder.mkdir(parents=True)
    ends = np.linspace(0, rows, files + 1).astype(int)
    pieces = zip(range(files), ends[:-1].tolist(), ends[1:].tolist(), strict=True)
    share = min(1.0, labeled / rows)
    dask.compute(*(dask.delayed(piece)(folder, *own, columns, share) for own in pieces))


def piece(folder: Path, number: int, start: int, end: int, columns: int, share: float) -> None:
    """Write one file."""
    draw = np.random.default_rng([7, number])
    rows = end - start
    kind, cluster = draw.integers(4, size=rows), draw.integers(2, size=rows)
    values = draw.standard_normal((rows, columns))
    # A class lies along the first two columns; its two clusters are apart along the third.
    values[:, 0] += 4.0 * (kind % 2)
    values[:, 1] += 4.0 * (kind // 2)
    values[:, 2] += 8.0 * cluster
    table = pd.DataFrame(values, columns=[f"x{column}" for column in range(columns)])
    labels = np.where(draw.random(rows) < share, CLASSES[kind], None)
    table["label"] = pd.Series(labels, dtype="str")
    table.index += start
    table.to_parquet(folder / f"part-{number:04}.parquet")


def report(steps: list[dict[str, Any]], client: Client, given: argparse.Namespace) -> None:
    """Say what memory it took, and keep everything where that is wanted."""
    workers = client.run(peak)
    own = peak()
    print(
        f"peak memory      workers {', '.join(f'{value / 1e6:.0f} MB' for value in workers.values())};"
        f" client {own / 1e6:.0f} MB"
    )
    if given.record:
        kept = {
            "rows": given.rows,
            "columns": given.columns,
            "files": given.files,
            "labeled": given.labeled,
            "workers": given.workers,
            "memory": given.memory,
            "steps": steps,
            "peak_workers": list(workers.values()),
            "peak_client": own,
        }
        given.record.write_text(json.dumps(kept, indent=1) + "\n")


def peak() -> int:
    """Give the most bytes that this process held."""
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main()
