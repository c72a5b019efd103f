"""What the numbers were measured with."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import distributions
from pathlib import Path


def described() -> dict[str, object]:
    """Day, CPU, cores, memory, system, compiler, commit, and the version of every package."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "cpu": processor(),
        "cores": os.cpu_count(),
        "memory_bytes": memory(),
        "system": platform.platform(),
        "rustc": said("rustc", "--version"),
        "commit": said("git", "rev-parse", "HEAD"),
        "changed_files": len(said("git", "status", "--porcelain").splitlines()),
        "python": platform.python_version(),
        "packages": dict(sorted((own.metadata["Name"], own.version) for own in distributions())),
    }


def memory() -> int | None:
    """The bytes of memory, where the system says so."""
    if not hasattr(os, "sysconf"):
        return None
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def processor() -> str:
    """The name of the CPU."""
    file = Path("/proc/cpuinfo")
    lines = file.read_text().splitlines() if file.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def said(*command: str) -> str:
    """What a program prints, or nothing."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
