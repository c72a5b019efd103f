"""Build the wheel, install it in an environment of its own and test it: `python3 run_tests.py`.

Needs Python 3.11 or later, cargo, and on the first run the network. The environment is target/python-venv;
it is made anew when requirements-test.txt changes, and the wheel is installed anew when its bytes change.
CARGO_TARGET_DIR is respected. Arguments are handed on to pytest.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

CRATE = Path(__file__).resolve().parent
ROOT = CRATE.parents[1]
VENV = ROOT / "target" / "python-venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
WHEELS = ROOT / "target" / "wheels"
LARGEST_WHEEL = 15_000_000


def main(pytest_arguments: list[str]) -> None:
    """Do every step; the first that fails ends it."""
    make_environment()
    wheel = build_wheel()
    install(wheel)
    source = str(CRATE.relative_to(ROOT))
    run("lints", "-m", "ruff", "check", source)
    run("format", "-m", "ruff", "format", "--check", source)
    # One process for every processor.
    run("tests", "-m", "pytest", "-q", "-n", "auto", f"{source}/tests", *pytest_arguments)
    run("documentation examples", "-m", "pytest", "-q", "--doctest-modules", "--pyargs", "halflit")
    # stubtest leaves its cache where it stands.
    run("stubs", "-m", "mypy.stubtest", "halflit._core", directory=VENV)


def run(step: str, *arguments: str, directory: Path = ROOT) -> None:
    """Run the environment's Python."""
    print(f"== {step}", flush=True)
    # Caches go where they are ignored.
    caches = {
        "RUFF_CACHE_DIR": f"{VENV}/ruff",
        "MYPY_CACHE_DIR": f"{VENV}/mypy",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    pytest = {"PYTEST_ADDOPTS": f"-o cache_dir={VENV}/pytest"}
    environment = {**os.environ, **caches, **pytest, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    result = subprocess.run([PYTHON, *arguments], cwd=directory, env=environment)
    if result.returncode != 0:
        sys.exit(f"error: {step} failed")


def make_environment() -> None:
    """Make the environment unless it has what is asked for."""
    requirements = CRATE / "requirements-test.txt"
    stamp = VENV / "requirements-installed.txt"
    if PYTHON.exists() and same(stamp, requirements.read_text()):
        return
    print("== environment", flush=True)
    subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
    run("packages", "-m", "pip", "install", "-q", "-r", str(requirements))
    # Last, so that an interrupted installation is repeated.
    stamp.write_text(requirements.read_text())


def build_wheel() -> Path:
    """Build the wheel, by the profile of all other tests, so that what they share is not built twice."""
    for old in WHEELS.glob("halflit-*.whl"):
        old.unlink()
    how = ["--profile", "dev", "--strip", "--locked", "--quiet"]
    run("wheel", "-m", "maturin", "build", *how, "--out", str(WHEELS))
    (wheel,) = WHEELS.glob("halflit-*.whl")
    size = wheel.stat().st_size
    print(f"{wheel.name}: {size / 1e6:.1f} MB")
    if size > LARGEST_WHEEL:
        sys.exit(f"error: the wheel is larger than {LARGEST_WHEEL / 1e6:.0f} MB")
    return wheel


def install(wheel: Path) -> None:
    """Install the wheel unless it is the one that is there."""
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    stamp = VENV / "wheel-installed.txt"
    if not same(stamp, digest):
        run("install", "-m", "pip", "install", "-q", "--no-deps", "--force-reinstall", str(wheel))
        stamp.write_text(digest)


def same(file: Path, text: str) -> bool:
    """Whether a file exists and has this text."""
    return file.exists() and file.read_text() == text


if __name__ == "__main__":
    main(sys.argv[1:])
