"""Measure the rates of `halflit.dask.estimate` on one core: `python scripts/measure_dask.py [--output FILE]`.

Processor time, so that other programs at work count little. Each rate is the best of several. The network,
the scheduler's time for a task and what workers compute besides are not measured here.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path

import dask.dataframe as dd
import numpy as np
import pandas as pd

from halflit import SELF, AutoDR, _core, _input

ROWS, COLUMNS, LABELED, SAMPLE, REPEATS = 100_000, 64, 1000, 10_206, 3


def best(function):
    """Give the least seconds of some calls."""
    taken = []
    for _ in range(REPEATS):
        start = time.process_time()
        function()
        taken.append(time.process_time() - start)
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
    linear = SELF(3, gamma=1.0).fit(rows[:2000], y[:2000]).set_params(n_jobs=1)
    default = AutoDR(views="thin").fit(rows[:SAMPLE], y[:SAMPLE]).set_params(n_jobs=1)
    mapped = best(lambda: linear.transform(rows))
    return {
        "map": rows.size / mapped,
        "vote": ROWS * LABELED / (best(lambda: linear.predict(rows)) - mapped),
        "default": 20_000 / best(lambda: default.predict(rows[:20_000])),
    }


def main():
    """Measure everything."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    rows, y = data(COLUMNS)
    value, product = summing()
    found = {"read": reading(rows), "value": value, "product": product, **using(rows, y)}
    text = json.dumps({name: float(f"{own:.3g}") for name, own in found.items()}, indent=1)
    print(text)
    if given.output:
        given.output.write_text(text + "\n")


if __name__ == "__main__":
    main()
