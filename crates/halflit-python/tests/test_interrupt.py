"""Ctrl-C ends a fit, a fit that takes long says what it is at, and no panic is ever seen."""

import signal
import subprocess
import sys

import pytest

from halflit import _core

#: Hours of work, unless it is stopped.
LONG = """
import sys
import numpy as np
import halflit
random = np.random.default_rng(0)
X, y = random.normal(size=(60000, 50)), np.full(60000, -1)
y[:40] = np.arange(40) % 2
print("ready", flush=True)
model = halflit.SSLFDA(alpha=list(range(1, 40)), verbose=1)
try:
    model.fit(X, y)
except KeyboardInterrupt:
    sys.exit(77)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send")
def test_ctrl_c_ends_a_fit_that_says_what_it_is_at():
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", LONG], **pipes) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            line = process.stderr.readline()
            process.send_signal(signal.SIGINT)
            # Far longer than it takes, far shorter than the fit would.
            _, rest = process.communicate(timeout=120)
        finally:
            process.kill()
    assert line.startswith("halflit: ") and "\r" not in line
    assert process.returncode == 77, line + rest
    assert "Traceback" not in rest


def test_a_panic_is_an_internal_error_and_says_nothing(capfd):
    with pytest.raises(RuntimeError, match="internal error, please report it .*: as asked at .*"):
        _core._panic()
    assert capfd.readouterr() == ("", "")
