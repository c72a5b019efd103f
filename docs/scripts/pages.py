"""Pages that are made when the site is built: documents of the root, the command's help, archived results."""

import json
import re
import subprocess
import sys
from pathlib import Path

import links

ROOT = Path(__file__).resolve().parents[2]
#: Name of a run, its folder, what it shows, the command that repeats it.
RUNS = (
    ("Scoreboard", "board", "accuracy.md", "python -m scoreboard"),
    (
        "Rows to label",
        "suggest",
        "accuracy.md#which-rows-to-label",
        "python -m scoreboard.labeling",
    ),
    ("Pictures", "layout", "pictures.md", "python -m scoreboard.pictures"),
    ("Benchmarks", "benchmarks", "performance.md", "cargo xtask bench"),
    ("GPU", "cuda", "scale.md#on-a-gpu", "python3 benchmarks/cuda/measure.py"),
)


def version() -> str:
    """Give the version of the workspace."""
    found = re.search(r'^version = "([^"]+)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    return found[1] if found else "unknown"


def write(docs: Path) -> None:
    """Write every page into the folder `generated`."""
    folder = docs / "generated"
    folder.mkdir(exist_ok=True)
    for name, page in links.PAGES.items():
        if page.startswith("generated/"):
            text = links.rewritten((ROOT / name).read_text(), ROOT, folder, name)
            _keep(docs / page, text)
    _keep(folder / "commands.md", commands())
    for title, run, told, command in RUNS:
        _keep(folder / f"run-{run}.md", results(title, ROOT / "results" / run, told, command))


def _keep(path: Path, text: str) -> None:
    """Write a file unless it holds this text: Sphinx reads again what is newer."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


# The command


def commands() -> str:
    """Give the help of every command, as the program prints it."""
    overview = _help()
    names = re.findall(r"^  ([a-z]+) {2,}", overview.split("Options:")[0], re.MULTILINE)
    parts = [
        "# Command line reference",
        "This page holds the text of `halflit --help` and `halflit COMMAND --help`. "
        "[The guide](../command-line.md) explains it with examples.",
        f"## halflit\n\n```text\n{overview}\n```",
    ]
    for name in names:
        if name != "help":
            parts.append(f"## halflit {name}\n\n```text\n{_help(name)}\n```")
    return "\n\n".join(parts) + "\n"


def _help(*words: str) -> str:
    command = [sys.executable, "-m", "halflit", *words, "--help"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, env=_plain())
    return shown.stdout.rstrip()


def _plain() -> dict[str, str]:
    import os

    return {**os.environ, "NO_COLOR": "1", "COLUMNS": "100"}


# Archived runs


def results(title: str, folder: Path, told: str, command: str) -> str:
    """Give the page of an archived run: when, on what machine, by which commit, and its table."""
    run = json.loads((folder / "run.json").read_text())
    inside = folder.relative_to(ROOT)
    archived = _git("log", "-1", "--format=%as, commit %h", "--", str(inside))
    facts = [
        f"| archived | {archived} |",
        f"| machine | {_words(run.get('machine'))} |",
        f"| versions | {_words(run.get('versions'))} |" if run.get("versions") else "",
        f"| measured at commit | {run['commit']} |" if run.get("commit") else "",
        f"| note | {run['note']} |" if run.get("note") else "",
        f"| repeat it with | `{command}` |",
        f"| files | [{inside}]({links.REPOSITORY}/tree/main/{inside}) |",
    ]
    table = links.rewritten(
        (folder / "table.md").read_text(), folder, ROOT / "docs/generated", title
    )
    head = "\n".join(["| | |", "|---|---|", *filter(None, facts)])
    return (
        f"# {title}: the archived run\n\nThis page is made from the files of the run. "
        f"[What it means](../{told}).\n\n{head}\n\n## Table\n\n{_flat(table)}\n"
    )


def _flat(table: str) -> str:
    """Headings of a table's file go one level down; its title is that of the page."""
    lines = table.strip().splitlines()
    return "\n".join(f"#{line}" if line.startswith("#") else line for line in lines)


def _words(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_words(part)}" for key, part in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_words, value))
    return str(value)


def _git(*words: str) -> str:
    told = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return told.stdout.strip() or "unknown"
