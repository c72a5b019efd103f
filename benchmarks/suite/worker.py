"""Does one task and prints how long it took, in the words of our own worker: python -m suite.worker '{"task": ...}'."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from suite import peers


def main() -> None:
    """Make ready, run some times, say what came out."""
    order = json.loads(sys.argv[1])
    work, look = getattr(peers, order["task"])(order)
    seconds, result = [], None
    while len(seconds) < order["repeat"] and sum(seconds) <= order["budget"]:
        start = time.perf_counter()
        result = work()
        seconds.append(time.perf_counter() - start)
    peak = peak_bytes()
    print(json.dumps({"seconds": seconds, "peak_bytes": peak, **look(result)}))


def peak_bytes() -> int | None:
    """The most that this process held, where the system says so."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    peaks = [line.split()[1] for line in lines if line.startswith("VmHWM:")]
    return 1024 * int(peaks[0]) if peaks else None


if __name__ == "__main__":
    main()
