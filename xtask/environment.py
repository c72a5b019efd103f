"""Make a virtual environment under target: `python3 xtask/environment.py NAME REQUIREMENTS`.

It is made anew when the requirements change, and left alone when they are those that it has. uv installs,
because it takes a fraction of pip's time; pip brings uv, into an environment of its own. Needs the network.
"""

import os
import subprocess
import sys
from pathlib import Path

TARGET = Path(__file__).resolve().parents[1] / "target"
BIN = "Scripts" if os.name == "nt" else "bin"
SUFFIX = ".exe" if os.name == "nt" else ""
UV_VERSION = "0.13.7"
UV = TARGET / "uv-venv" / BIN / f"uv{SUFFIX}"


def environment(name: str, requirements: Path) -> Path:
    """Make the environment unless it has what is asked for; its Python."""
    directory = TARGET / name
    python = directory / BIN / f"python{SUFFIX}"
    stamp = directory / "requirements-installed.txt"
    wanted = requirements.read_text()
    if not (python.exists() and same(stamp, wanted)):
        bring_uv()
        run(UV, "venv", "--quiet", "--clear", "--python", sys.executable, directory)
        install(python, "-r", requirements)
        # Last, so that an interrupted installation is repeated.
        stamp.write_text(wanted)
    return python


def install(python: Path, *what: str | Path) -> None:
    """Install something in the environment of this Python."""
    bring_uv()
    run(UV, "pip", "install", "--quiet", "--python", python, *what)


def bring_uv() -> None:
    """Install uv unless it is there in this version."""
    directory = UV.parents[1]
    stamp = directory / "version.txt"
    if not same(stamp, UV_VERSION):
        run(sys.executable, "-m", "venv", "--clear", directory)
        pip = [UV.with_name(f"python{SUFFIX}"), "-m", "pip", "install"]
        run(*pip, "--quiet", "--disable-pip-version-check", f"uv=={UV_VERSION}")
        stamp.write_text(UV_VERSION)


def run(*command: str | Path) -> None:
    """Run a command; the first that fails ends it all."""
    if subprocess.run(command).returncode != 0:
        sys.exit(f"error: this failed: {' '.join(map(str, command))}")


def same(file: Path, text: str) -> bool:
    """Whether a file exists and has this text."""
    return file.exists() and file.read_text() == text


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(environment(sys.argv[1], Path(sys.argv[2])))
