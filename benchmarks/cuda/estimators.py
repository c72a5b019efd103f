"""Whole fits and predictions of the estimators by threads and by a GPU, side by side.

Needs the installed package, torch and scikit-learn: ``python3 benchmarks/cuda/estimators.py --output DIR``.
"""

import argparse
import json
import os
import time
import warnings
from pathlib import Path

import numpy as np

from halflit import SSLFDA, AutoDR, cuda

warnings.simplefilter("ignore")


def rows(n: int, d0: int, labeled: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Twenty clusters on a curved surface, few labels."""
    draw = np.random.default_rng(n)
    classes = draw.integers(0, 20, n)
    centers = draw.normal(size=(20, 6)) * 2.0
    inner = centers[classes] + draw.normal(size=(n, 6))
    outer = np.tanh(inner @ draw.normal(size=(6, d0)) / 3.0)
    X = (outer + 0.1 * draw.normal(size=(n, d0))).astype(np.float32)
    y = np.full(n, -1)
    y[:labeled] = classes[:labeled]
    return X, y, classes


def seconds(work, *arguments):
    start = time.perf_counter()
    found = work(*arguments)
    return time.perf_counter() - start, found


def measure(name, make, n, d0, *, threads: bool) -> dict:
    X, y, classes = rows(n, d0, 1000 if n > 50_000 else 200)
    new = X[:100_000] + np.float32(0.01)
    make("cuda").fit(X[:2000], y[:2000])  # kernels are compiled
    fit, by_gpu = seconds(make("cuda").fit, X, y)
    predict, found = seconds(by_gpu.predict, new)
    own = {"estimator": name, "n": n, "d0": d0, "fit cuda": fit, "predict cuda": predict}
    own["engine"] = by_gpu.diagnostics_["engine"]
    own["right"] = float((by_gpu.transduction_ == classes).mean())
    if threads:
        own["fit threads"], by_threads = seconds(make("cpu").fit, X, y)
        own["predict threads"], other = seconds(by_threads.predict, new)
        own["same predictions"] = float((found == other).mean())
        one, two = by_threads.transform(new[:1000]), by_gpu.transform(new[:1000])
        own["map differs by"] = float(np.abs(one - two).max() / np.abs(one).max())
    return own


CASES = [
    ("SSLFDA", lambda device: SSLFDA(10, gamma=1.0, alpha=8.0, device=device), 20_000, 128, True),
    ("SSLFDA auto", lambda device: SSLFDA(10, device=device), 20_000, 128, True),
    ("SSLFDA", lambda device: SSLFDA(10, gamma=1.0, alpha=8.0, search="exact", device=device), 100_000, 128, True),
    ("SSLFDA 10-NN", lambda device: SSLFDA(10, gamma=1.0, alpha=8.0, graph=10, device=device), 1_000_000, 128, True),
    ("SSLFDA", lambda device: SSLFDA(10, gamma=1.0, alpha=8.0, device=device), 1_000_000, 128, False),
    ("AutoDR", lambda device: AutoDR(device=device), 20_000, 128, True),
    ("AutoDR thin", lambda device: AutoDR(views="thin", device=device), 100_000, 128, True),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=400.0, help="no case is begun later")
    asked = parser.parse_args()
    start, found = time.perf_counter(), []
    for name, make, n, d0, threads in CASES:
        if time.perf_counter() - start > asked.seconds:
            print(f"{name} {n} x {d0}: left out, too late", flush=True)
            continue
        try:
            own = measure(name, make, n, d0, threads=threads)
        except Exception as error:  # one failure must not lose the rest
            own = {"estimator": name, "n": n, "d0": d0, "error": f"{type(error).__name__}: {error}"}
        print(json.dumps(own), flush=True)
        found.append(own)
        machine = {"gpu": cuda.name_of("cuda"), "processors": os.cpu_count()}
        text = json.dumps({"machine": machine, "rows": found}, indent=1)
        (asked.output / "estimators.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
