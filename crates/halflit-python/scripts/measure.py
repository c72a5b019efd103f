"""Measure what the binding costs, and whether two Python threads use two cores.

Processor time, not the clock: Rust works in threads of its own, so what the calling thread spends is the
binding, and other programs at work do not count.

    python scripts/measure.py
"""

import threading
import time

import numpy as np

import halflit

ROWS, COLUMNS, LABELED, REPEATS = 2_000, 100, 200, 30


def data():
    """Three clusters in a hundred dimensions, a tenth of the rows labeled."""
    random = np.random.default_rng(0)
    classes = random.integers(0, 3, ROWS)
    X = random.normal(size=(ROWS, COLUMNS)) + 2 * random.normal(size=(3, COLUMNS))[classes]
    return X, np.where(np.arange(ROWS) < LABELED, classes, -1)


def overhead(estimator, X, y):
    """Compare the processor time of the calling thread with that of the threads in Rust."""
    estimator.fit(X, y)
    own, all_threads = time.thread_time(), time.process_time()
    for _ in range(REPEATS):
        estimator.fit(X, y)
    own, all_threads = time.thread_time() - own, time.process_time() - all_threads
    rust = all_threads - own
    shown = f"Python {1e3 * own / REPEATS:.2f} ms, Rust {1e3 * rust / REPEATS:.2f} ms"
    print(f"{estimator!r}: {shown} a fit: overhead {100 * own / rust:.1f} %")


def cores_at_work(n_threads, X, y):
    """Give processor time over clock time while so many Python threads fit, each on one thread in Rust."""

    def fit():
        for _ in range(10):
            halflit.SSLFDA(2, n_jobs=1).fit(X, y)

    workers = [threading.Thread(target=fit) for _ in range(n_threads)]
    clock, used = time.perf_counter(), time.process_time()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return (time.process_time() - used) / (time.perf_counter() - clock)


if __name__ == "__main__":
    X, y = data()
    for estimator in (
        halflit.SSLFDA(2),
        halflit.SSLFDA(2, n_jobs=1),
        halflit.SSLFDA(2, graph=10),
        halflit.LFDA(2),
        halflit.PCA(2),
    ):
        overhead(estimator, X, y)
    for n_threads in (1, 2):
        print(f"{n_threads} Python threads: {cores_at_work(n_threads, X, y):.2f} cores at work")
