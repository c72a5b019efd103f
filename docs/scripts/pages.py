"""Pages that are made when the site is built: documents of the root, the command's help, archived results."""

import os
import re
import subprocess
import sys
from pathlib import Path

import links
import runs

ROOT = Path(__file__).resolve().parents[2]


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
    for name, text in runs.pages().items():
        _keep(folder / name, text)


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
    return {**os.environ, "NO_COLOR": "1", "COLUMNS": "100"}
