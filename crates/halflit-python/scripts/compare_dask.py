"""PCA of rows in Parquet files beside its peers, on one cluster: `python scripts/compare_dask.py FOLDER`.

Needs dask-ml. Each is given the way in that it asks for: ours a dataframe, dask-ml's an array of known
lengths (counting them is timed apart), scikit-learn's IncrementalPCA one block after the other. The error
is the largest angle between its ten axes and those of the covariance in double precision.
"""

import argparse
import json
import time
from pathlib import Path

import dask
import dask.dataframe as dd
import dask_ml.decomposition
import numpy as np
import pandas as pd
import sklearn.decomposition
from distributed import Client, LocalCluster
from scipy.linalg import subspace_angles

import halflit.dask

AXES = 10


def piece(folder, number, rows, columns):
    """Write one file: variances that fall slowly, in directions of no column."""
    turn = np.linalg.qr(np.random.default_rng(1).normal(size=(columns, columns)))[0]
    draw = np.random.default_rng([2, number])
    values = draw.standard_normal((rows, columns)) * np.linspace(2, 1, columns) @ turn + 5
    table = pd.DataFrame(values, columns=[f"x{j}" for j in range(columns)])
    table.to_parquet(Path(folder) / f"part-{number:04}.parquet")


def exact(table):
    """Give the axes of largest variance, by the covariance of all rows in two passes."""
    mean = table.mean().compute().to_numpy()
    parts = [dask.delayed(lambda own: (own - mean).T @ (own - mean))(own) for own in blocks(table)]
    values, axes = np.linalg.eigh(dask.delayed(sum)(parts).compute())
    return axes[:, ::-1][:, :AXES], values[::-1][:AXES]


def blocks(table):
    """Give the rows of every file, unevaluated."""
    return [dask.delayed(pd.DataFrame.to_numpy)(own) for own in table.to_delayed()]


def incremental(table):
    """Fit scikit-learn's IncrementalPCA, one block after the other."""
    model = sklearn.decomposition.IncrementalPCA(AXES)
    for own in blocks(table):
        model.partial_fit(own.compute())
    return model


def lengths(table):
    """Give the array of known lengths that dask-ml asks for."""
    return table.to_dask_array(lengths=True)


def methods(table):
    """Give what is compared, by name."""
    peer, array = dask_ml.decomposition, {}

    def known():
        array["X"] = lengths(table)

    return {
        "halflit.dask.PCA": lambda: halflit.dask.PCA(AXES).fit(table),
        "dask-ml: lengths of blocks": known,
        "dask-ml PCA, as it comes": lambda: peer.PCA(AXES).fit(array["X"]),
        "dask-ml PCA, four power iterations": lambda: peer.PCA(AXES, iterated_power=4).fit(
            array["X"]
        ),
        "dask-ml PCA, tsqr": lambda: peer.PCA(AXES, svd_solver="tsqr").fit(array["X"]),
        "dask-ml IncrementalPCA": lambda: peer.IncrementalPCA(AXES).fit(array["X"]),
        "scikit-learn IncrementalPCA": lambda: incremental(table),
    }


def processors(client):
    """Give the seconds that workers and this process have computed."""
    return time.process_time() + sum(client.run(time.process_time).values())


def main():
    """Time each, some rounds."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--columns", type=int, default=64)
    parser.add_argument("--files", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", nargs="+", help="words of the names of some")
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    cluster = LocalCluster(
        n_workers=2, threads_per_worker=1, memory_limit="3GB", dashboard_address=None
    )
    with cluster, Client(cluster) as client:
        if not given.folder.exists():
            given.folder.mkdir(parents=True)
            each = given.rows // given.files
            write = dask.delayed(piece)
            made = [write(given.folder, own, each, given.columns) for own in range(given.files)]
            dask.compute(*made)
        table = dd.read_parquet(given.folder)
        axes, _ = exact(table)
        found: dict[str, dict[str, float]] = {}
        for _ in range(given.rounds):
            for name, fit in methods(table).items():
                if given.only and not any(word in name for word in given.only):
                    continue
                row = found.setdefault(name, {"seconds": float("inf"), "processors": float("inf")})
                start, used = time.perf_counter(), processors(client)
                try:
                    model = fit()
                except Exception as error:  # noqa: BLE001
                    row["error"] = f"{type(error).__name__}: {error}".splitlines()[0]
                    continue
                row["seconds"] = min(row["seconds"], time.perf_counter() - start)
                row["processors"] = min(row["processors"], processors(client) - used)
                if model is not None:
                    row["angle"] = float(
                        subspace_angles(np.asarray(model.components_).T, axes).max()
                    )
                print(f"{name:36} {row}", flush=True)
                if given.output:
                    sizes = {"rows": given.rows, "columns": given.columns, "files": given.files}
                    kept = {**sizes, "rounds": given.rounds, "methods": found}
                    given.output.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
