"""The interpreter is let go, and processes may fork. A test never asserts a time: see scripts/measure.py."""

import multiprocessing
import sys
import threading

import joblib
import numpy as np
import pytest

import halflit
from halflit import _input


def fit_elsewhere(queue, X, y):
    queue.put(halflit.SSLFDA(2).fit(X, y).components_)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot fork")
@pytest.mark.filterwarnings("ignore:This process")
def test_a_forked_process_can_fit(wine):
    X, _, few = wine
    here = halflit.SSLFDA(2).fit(X, few).components_
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=fit_elsewhere, args=(queue, X, few))
    process.start()
    np.testing.assert_array_equal(queue.get(timeout=60), here)
    process.join(60)


def test_other_threads_run_during_a_fit():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(1500, 60)), random.integers(0, 3, 1500)
    done, ticks = threading.Event(), []

    def fit():
        halflit.SSLFDA(2, n_jobs=1).fit(X, y)
        done.set()

    worker = threading.Thread(target=fit)
    worker.start()
    while not done.wait(0.001):
        ticks.append(1)
    worker.join()
    assert len(ticks) > 3


def test_threads_give_the_same_bits(wine):
    X, _, few = wine
    results = [None] * 4

    def fit(slot):
        results[slot] = halflit.SSLFDA(2, gamma="auto").fit(X, few).components_

    workers = [threading.Thread(target=fit, args=(slot,)) for slot in range(4)]
    [worker.start() for worker in workers]
    [worker.join() for worker in workers]
    for result in results[1:]:
        np.testing.assert_array_equal(result, results[0])


@pytest.mark.parametrize("backend", ["loky", "threading", "multiprocessing"])
def test_a_worker_of_joblibs_has_one_thread(backend):
    assert _input.threads(None) == 0
    parallel = joblib.Parallel(n_jobs=2, backend=backend)
    assert parallel(joblib.delayed(_input.threads)(jobs) for jobs in (None, -1)) == [1, 0]


def test_no_more_threads_than_processors():
    assert _input.threads(10**9) == joblib.cpu_count()
    assert _input.threads(np.int64(1)) == 1 and _input.threads(-1) == 0
