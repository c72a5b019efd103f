"""Build the wheel, install it in an environment of its own and test it: `python3 run_tests.py`.

Needs Python 3.11 or later, cargo, and on the first run the network. The environment is target/python-venv,
made by xtask/environment.py; the wheel is installed anew when its bytes change. The scoreboard of benchmarks
is tested and linted here too, because its methods are those of the wheel.
CARGO_TARGET_DIR is respected. `--lints` ends after the lints, which need no wheel. Other arguments are handed
on to pytest.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

CRATE = Path(__file__).resolve().parent
ROOT = CRATE.parents[1]
sys.path.append(str(ROOT / "xtask"))
from environment import environment, install, same  # noqa: E402

VENV = ROOT / "target" / "python-venv"
#: Beside the crate.
SCOREBOARD = "benchmarks/scoreboard"
SCOREBOARD_TESTS = sorted(
    str(file.relative_to(ROOT)) for file in ROOT.glob("benchmarks/tests/test_scoreboard*.py")
)
WHEELS = ROOT / "target" / "wheels"
LARGEST_WHEEL = 15_000_000


def main(pytest_arguments: list[str]) -> None:
    """Do every step; the first that fails ends it."""
    print("== environment", flush=True)
    python = environment(VENV.name, CRATE / "requirements-test.txt")
    source = str(CRATE.relative_to(ROOT))
    linted = [source, "xtask", SCOREBOARD, *SCOREBOARD_TESTS]
    run(python, "lints", "-m", "ruff", "check", *linted)
    run(python, "format", "-m", "ruff", "format", "--check", *linted)
    if pytest_arguments == ["--lints"]:
        return
    wheel = build_wheel(python)
    install_wheel(python, wheel)
    # One process for every processor.
    tests = ["-n", "auto", f"{source}/tests", *SCOREBOARD_TESTS, *pytest_arguments]
    run(python, "tests", "-m", "pytest", "-q", *tests)
    examples = ["--doctest-modules", "--pyargs", "halflit", SCOREBOARD]
    run(python, "documentation examples", "-m", "pytest", "-q", *examples)
    # stubtest leaves its cache where it stands.
    run(python, "stubs", "-m", "mypy.stubtest", "halflit._core", directory=VENV)


def run(python: Path, step: str, *arguments: str, directory: Path = ROOT) -> None:
    """Run the environment's Python."""
    print(f"== {step}", flush=True)
    # Caches go where they are ignored.
    caches = {
        "RUFF_CACHE_DIR": f"{VENV}/ruff",
        "MYPY_CACHE_DIR": f"{VENV}/mypy",
        "PYTHONPYCACHEPREFIX": f"{VENV}/bytecode",
        "PYTEST_ADDOPTS": f"-o cache_dir={VENV}/pytest",
    }
    result = subprocess.run([python, *arguments], cwd=directory, env={**os.environ, **caches})
    if result.returncode != 0:
        sys.exit(f"error: {step} failed")


def build_wheel(python: Path) -> Path:
    """Build the wheel by the profile of all other tests: what they have built is not built again."""
    for old in WHEELS.glob("halflit-*.whl"):
        old.unlink()
    how = ["--profile", "dev", "--strip", "--locked", "--quiet"]
    run(python, "wheel", "-m", "maturin", "build", *how, "--out", str(WHEELS))
    (wheel,) = WHEELS.glob("halflit-*.whl")
    size = wheel.stat().st_size
    print(f"{wheel.name}: {size / 1e6:.1f} MB")
    if size > LARGEST_WHEEL:
        sys.exit(f"error: the wheel is larger than {LARGEST_WHEEL / 1e6:.0f} MB")
    return wheel


def install_wheel(python: Path, wheel: Path) -> None:
    """Install the wheel unless it is the one that is there."""
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    stamp = VENV / "wheel-installed.txt"
    if not same(stamp, digest):
        print("== install", flush=True)
        install(python, "--no-deps", "--reinstall", wheel)
        stamp.write_text(digest)


if __name__ == "__main__":
    main(sys.argv[1:])
