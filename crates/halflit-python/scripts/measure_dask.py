"""Measure the rates of `halflit.dask.estimate` on one core: `python scripts/measure_dask.py [--output FILE]`.

Processor time where one thread computes, so that other programs at work count little; the clock where
another process is waited for. Each rate is the best of several.
"""

import argparse
import json
import os
import tempfile
import time
from pathlib import Path

import dask.dataframe as dd
import numpy as np
import pandas as pd
from distributed import Client, LocalCluster

from halflit import SELF, AutoDR, _core, _input

ROWS, COLUMNS, LABELED, REPEATS = 100_000, 64, 1000, 5


def best(function, clock=time.process_time):
    """Give the least seconds of some calls."""
    taken = []
    for _ in range(REPEATS):
        start = clock()
        function()
        taken.append(clock() - start)
    return min(taken)


def data(columns):
    """Two classes apart along the first column."""
    draw = np.random.default_rng(0)
    rows = draw.normal(size=(ROWS, columns))
    kind = np.arange(ROWS) % 2
    rows[:, 0] += 4 * kind
    return rows, np.where(np.arange(ROWS) < LABELED, kind, -1)


def reading(rows):
    """Bytes of values a second, from a Parquet file to the rows of a block."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rows.parquet"
        pd.DataFrame(rows, columns=[f"x{j}" for j in range(COLUMNS)]).to_parquet(file)
        table = dd.read_parquet(file)
        return rows.nbytes / best(lambda: _input.block(table.compute(scheduler="synchronous")))


def summing():
    """Seconds for one value, and for one product, of statistics: those of two widths tell them apart."""
    taken = {}
    for columns in (16, 256):
        rows, _ = data(columns)
        codes = np.full(ROWS, -1)
        add = _core.Statistics(columns).add
        taken[columns] = best(lambda: add(rows, codes, [], threads=1)) / (ROWS * columns)  # noqa: B023
    product = (taken[256] - taken[16]) / (256 - 16)
    return max(taken[16] - 16 * product, 0.0), product


def using(rows, y):
    """Values a second mapped; pairs with labeled rows compared; rows classified by the default learner."""
    some = np.r_[0:10_000]
    linear = SELF(3, gamma=1.0, n_jobs=1).fit(rows[some], y[some])
    default = AutoDR(views="thin", n_jobs=1).fit(rows[some], y[some])
    mapped = best(lambda: linear.transform(rows))
    return {
        "map": rows.size / mapped,
        "vote": ROWS * LABELED / (best(lambda: linear.predict(rows)) - mapped),
        "default": 20_000 / best(lambda: default.predict(rows[:20_000])),
    }


def cluster():
    """Seconds for one task, and bytes a second between two workers of this machine."""
    made = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with made, Client(made) as client:
        client.gather(client.map(abs, range(100), pure=False))
        tasks = 2000
        each = best(
            lambda: client.gather(client.map(abs, range(tasks), pure=False)), time.perf_counter
        )
        first, second = client.scheduler_info()["workers"]
        held = client.submit(os.urandom, 50_000_000, workers=first, pure=False)
        held.result()

        def move():
            client.submit(len, held, workers=second, pure=False).result()
            client.replicate(held, n=1, workers=[first])

        return each / tasks, 50_000_000 / best(move, time.perf_counter)


def main():
    """Measure everything."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    rows, y = data(COLUMNS)
    value, product = summing()
    task, network = cluster()
    found = {"read": reading(rows), "value": value, "product": product, **using(rows, y)}
    found |= {"task": task, "network": network}
    text = json.dumps({name: float(f"{own:.3g}") for name, own in found.items()}, indent=1)
    print(text)
    if given.output:
        given.output.write_text(text + "\n")


if __name__ == "__main__":
    main()
