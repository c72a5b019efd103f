"""What a run says of itself: when it was measured, by which commit, on what machine, with what software."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: Packages that a page names. A run records others too.
SOFTWARE = [
    *("python", "rustc", "halflit", "numpy", "scipy", "scikit-learn", "umap-learn", "pacmap"),
    *("openTSNE", "faiss-cpu", "hnswlib", "pynndescent", "torch", "triton", "cuda"),
    *("chromium", "node"),
]


def when(run: dict[str, object]) -> str:
    """Give the day of a run, or nothing."""
    day = run.get("date") or run.get("finished") or _machine(run).get("date")
    return str(day or "")[:10]


def commit(run: dict[str, object]) -> str:
    """Give the commit that was measured, or nothing, and how many files differed from it."""
    where = {**run, **_machine(run)}
    changed = where.get("changed_files")
    return str(where.get("commit") or "")[:7] + (
        f" and {changed} uncommitted files" if changed else ""
    )


def archived(folder: Path) -> tuple[str, str]:
    """Give the day and the commit that archived a folder."""
    words = ["git", "log", "-1", "--format=%as %h", "--", str(folder)]
    told = subprocess.run(words, cwd=ROOT, capture_output=True, text=True).stdout.split()
    return (told[0], told[1]) if told else ("on an unknown day", "unknown")


def machine(run: dict[str, object]) -> str:
    """Give the machine in words."""
    known = {**run, **_machine(run)}
    if isinstance(run.get("machine"), str):
        return str(run["machine"])
    cores = known.get("cores") or known.get("processors")
    memory = known.get("memory_bytes") or known.get("memory")
    words = [known.get("gpu") or known.get("cpu") or known.get("processor")]
    words += [f"{cores} cores" if cores else None]
    words += [f"{memory / 1e9:.0f} GB" if isinstance(memory, int) else None, system(known)]
    return ", ".join(str(word) for word in words if word) or "not recorded"


def system(known: dict[str, object]) -> str:
    """Give the system and the architecture, without the version of its kernel."""
    found = re.match(r"(\w+)-.*?(x86_64|aarch64|arm64|AMD64)", str(known.get("system", "")))
    return f"{found[1]} {found[2]}" if found else ""


def software(run: dict[str, object]) -> str:
    """Give the versions that matter for a run."""
    known = {**run, **_machine(run)}
    held = {**known, **known.get("packages", {}), **(run.get("versions") or {})}
    named = [(name, str(held[name])) for name in SOFTWARE if held.get(name)]
    return ", ".join(v if v.startswith(name) else f"{name} {v}" for name, v in named)


def _machine(run: dict[str, object]) -> dict:
    held = run.get("machine")
    return held if isinstance(held, dict) else {}
