"""Build the site into target/docs/html and check its links: `cargo xtask docs`.

The environment is target/docs-venv, with docs/requirements.txt and the wheel of target/wheels. The wheel is
the one that crates/halflit-python/run_tests.py built; where there is none it is built now. Once the
environment is there, nothing needs the network.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
WHEELS = ROOT / "target" / "wheels"
SITE = ROOT / "target" / "docs" / "html"
sys.path[:0] = [str(ROOT / "xtask"), str(ROOT / "crates" / "halflit-python"), str(DOCS / "scripts")]

import anchors  # noqa: E402
from environment import environment, install, same  # noqa: E402


def main() -> None:
    """Do every step; the first that fails ends it."""
    python = environment("docs-venv", DOCS / "requirements.txt")
    install_wheel(python)
    sphinx(python)
    faults = anchors.faults(SITE)
    for fault in faults:
        print(f"error: {fault}")
    if faults:
        sys.exit(f"error: {len(faults)} links lead nowhere")
    print(f"the site is at {SITE / 'index.html'}")


def install_wheel(python: Path) -> None:
    """Install the wheel unless it is the one that is there."""
    if not list(WHEELS.glob("halflit-*.whl")):
        import run_tests

        run_tests.build_wheel(environment("python-venv", run_tests.CRATE / "requirements-test.txt"))
    (wheel,) = WHEELS.glob("halflit-*.whl")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    stamp = ROOT / "target" / "docs-venv" / "wheel-installed.txt"
    if not same(stamp, digest):
        install(python, "--no-deps", "--reinstall", wheel)
        stamp.write_text(digest)


def sphinx(python: Path) -> None:
    """Run Sphinx; a warning is an error."""
    trees = ROOT / "target" / "docs" / "trees"
    how = ["-W", "--keep-going", "-q", "-b", "html", "-d", trees]
    quiet = {"MPLBACKEND": "agg", "PYTHONPYCACHEPREFIX": str(ROOT / "target" / "docs" / "bytecode")}
    command = [python, "-m", "sphinx", *how, DOCS, SITE]
    if subprocess.run(command, env={**os.environ, **quiet}).returncode != 0:
        sys.exit("error: the site was not built")


if __name__ == "__main__":
    main()
