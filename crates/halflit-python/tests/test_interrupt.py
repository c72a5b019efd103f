"""Ctrl-C ends a fit, a fit that takes long says what it is at, and no panic is ever seen."""

import io
import math
import re
import signal
import subprocess
import sys
import timeit

import numpy as np
import pytest

import halflit
from halflit import _core

#: Many minutes of work on one thread, however many processors there are, unless it is stopped.
LONG = """
import sys
import numpy as np
import halflit
random = np.random.default_rng(0)
X, y = random.normal(size=(60000, 50)), np.full(60000, -1)
y[:40] = np.arange(40) % 2
print("ready", flush=True)
model = halflit.SSLFDA(alpha=list(range(1, 40)), n_jobs=1, verbose=1)
try:
    model.fit(X, y)
except KeyboardInterrupt:
    sys.exit(77)
"""
#: Work on graphs that never ends by itself, in Python.
ENDLESS = """
import sys
import time
import numpy as np
from halflit import _core
class Endless:
    name = "endless"
    def nearest(self, shift, factor, k):
        print("ready", flush=True)
        while True:
            time.sleep(0.01)
try:
    _core.fit(np.eye(9), np.arange(9) % 2, ["a", "b"], "{}", engine=Endless())
except KeyboardInterrupt:
    sys.exit(77)
"""
#: Seconds: far longer than it takes to stop, far shorter than the work, so that a Ctrl-C that is seen only
#: when all is done comes too late.
LIMIT = 20


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send")
def test_ctrl_c_ends_a_fit_that_says_what_it_is_at():
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", LONG], **pipes) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            line = process.stderr.readline()
            process.send_signal(signal.SIGINT)
            _, rest = process.communicate(timeout=LIMIT)
        finally:
            process.kill()
    assert line.startswith("halflit: ") and "\r" not in line
    assert process.returncode == 77, line + rest
    assert "Traceback" not in rest


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send")
def test_ctrl_c_ends_a_fit_whose_graphs_are_worked_on_in_python():
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", ENDLESS], **pipes) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            process.send_signal(signal.SIGINT)
            _, rest = process.communicate(timeout=LIMIT)
        finally:
            process.kill()
    assert (process.returncode, rest) == (77, "")


def test_rows_in_many_blocks_say_how_many_are_done(monkeypatch):
    rows = np.random.default_rng(0).normal(size=(1 << 16, 1))
    model = halflit.PCA(1, kernel="rbf", n_jobs=1).fit(rows[:100])
    fastest = min(timeit.repeat(lambda: model.transform(rows), number=1, repeat=3))
    # Each block takes less than the two seconds of patience, all of them together longer.
    blocks = max(2, math.ceil(5 / fastest))
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    model.set_params(verbose=1).transform(np.tile(rows, (blocks, 1)))
    shown = sys.stderr.getvalue()
    assert re.match(r"halflit: rows mapped, \d+ %", shown), repr(shown)
    # One line in ten seconds, not one for each block.
    assert shown.count("\n") < blocks


def test_a_panic_is_an_internal_error_and_says_nothing_but_its_place(capfd):
    where = r"https://\S+/issues \(.+\.rs:\d+\)"
    with pytest.raises(RuntimeError, match=f"^internal error, please report it at {where}$"):
        _core._panic()
    assert capfd.readouterr() == ("", "")
