"""The interpreter is let go, and processes may fork. A test never asserts a time: see scripts/measure.py."""

import multiprocessing
import sys
import sysconfig
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


def test_one_model_serves_threads_that_fit_and_predict(wine):
    X, _, few = wine
    shared = halflit.AutoDR(2).fit(X, few)
    expected = shared.predict_proba(X), shared.transform(X)
    start, found = threading.Barrier(4), [None] * 4

    def work(slot):
        start.wait()
        for _ in range(3):
            own = shared if slot % 2 else halflit.AutoDR(2).fit(X, few)
            found[slot] = own.predict_proba(X), own.transform(X)

    workers = [threading.Thread(target=work, args=(slot,)) for slot in range(4)]
    [worker.start() for worker in workers]
    [worker.join() for worker in workers]
    for probabilities, points in found:
        np.testing.assert_array_equal(probabilities, expected[0])
        np.testing.assert_array_equal(points, expected[1])


@pytest.mark.skipif(sysconfig.get_config_var("Py_GIL_DISABLED") != 1, reason="has a lock")
def test_the_lock_stays_off_without_one():
    assert not sys._is_gil_enabled()


@pytest.mark.parametrize("backend", ["loky", "threading", "multiprocessing"])
def test_a_worker_of_joblibs_has_one_thread(backend):
    assert _input.threads(None) == 0
    parallel = joblib.Parallel(n_jobs=2, backend=backend)
    assert parallel(joblib.delayed(_input.threads)(jobs) for jobs in (None, -1)) == [1, 0]


def test_no_more_threads_than_processors():
    assert _input.threads(10**9) == joblib.cpu_count()
    assert _input.threads(np.int64(1)) == 1 and _input.threads(-1) == 0
