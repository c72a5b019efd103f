"""Pages of archived runs: when, by which commit, on what machine, and every table and picture."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import links
import tables

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "results"
PAGES = ROOT / "docs" / "generated"
#: Title of a run, its folder, the page that says what it means.
RUNS = (
    ("Scoreboard", "board", "accuracy.md"),
    ("Damaged data and trees", "variants", "accuracy.md#beside-trees-on-damaged-data"),
    ("Rows to label", "suggest", "accuracy.md#which-rows-to-label"),
    ("Raw text", "text", "text.md#how-well"),
    ("Pictures", "layout", "pictures.md#how-well"),
    ("Benchmarks", "benchmarks", "performance.md"),
    ("Studio", "studio", "studio.md#how-large-how-fast"),
    ("GPU", "cuda", "scale.md#on-a-gpu"),
    ("Dask", "dask", "scale.md"),
    ("Paper, its own constraint", "paper-constraint", "reproduction.md"),
    ("Paper, blended constraint", "blended-constraint", "reproduction.md"),
)
#: A row of the table in results/README.md: folder, what it shows, the command that repeats it.
ROW = re.compile(
    r"^\| \[(?P<folder>[\w-]+)\]\([\w-]+\) \| (?P<what>.+?) \| (?P<command>.+) \|$", re.M
)
#: Texts of a run, in the order of its page.
TEXTS = ("variants.md", "table.md", "report.md")
#: Packages that a page names. A run records others too.
SOFTWARE = (
    "python",
    "rustc",
    "halflit",
    "numpy",
    "scipy",
    "scikit-learn",
    "umap-learn",
    "pacmap",
    "openTSNE",
)
SOFTWARE += ("faiss-cpu", "hnswlib", "pynndescent", "torch", "triton", "cuda", "chromium", "node")


def pages() -> dict[str, str]:
    """Give the text of every page by its name, the overview included."""
    told = {row["folder"]: row for row in ROW.finditer((RESULTS / "README.md").read_text())}
    if unknown := set(told) ^ {folder for _, folder, _ in RUNS}:
        raise ValueError(
            f"results/README.md and runs.py do not name the same runs: {sorted(unknown)}"
        )
    found = {f"run-{folder}.md": page(title, told[folder], at) for title, folder, at in RUNS}
    return {"runs.md": overview(told), **found}


def overview(told: dict[str, re.Match[str]]) -> str:
    """Give the list of all runs."""
    lines = ["| run | what was measured | when | at commit | machine |", "|---|---|---|---|---|"]
    for title, folder, _ in RUNS:
        run = record(next(parts(RESULTS / folder)))
        day, at = archived(RESULTS / folder)
        cells = [f"[{title}](run-{folder}.md)", _what(told[folder])]
        days = (when(run) or f"archived {day}").replace("-", "\N{NON-BREAKING HYPHEN}")
        cells += [days, commit(run) or f"archived by {at}", machine(run)]
        lines.append("| " + " | ".join(cells) + " |")
    about = (
        "The repository keeps the files of these runs, with every row that was measured. "
        "The pages are made from those files when the site is built. "
        "Early runs did not record their date or commit. For these, "
        "the table names the commit that archived the run."
    )
    names = "\n".join(f"{title} <run-{folder}>" for title, folder, _ in RUNS)
    return "\n\n".join(
        ["# Archived runs", about, "\n".join(lines), f"```{{toctree}}\n:hidden:\n\n{names}\n```\n"]
    )


def page(title: str, told: re.Match[str], at: str) -> str:
    """Give the page of a run."""
    folder = RESULTS / told["folder"]
    inside = folder.relative_to(ROOT)
    head = [
        f"# {title}: the archived run",
        f"{_what(told)}. [What it means](../{at}).",
        f"Repeat it with {told['command']}. Its files are in "
        f"[{inside}]({links.REPOSITORY}/tree/main/{inside}).",
    ]
    every = list(parts(folder))
    for part in every:
        level = "#" * (2 if len(every) == 1 else 3)
        head += [f"## {part.name}"] if len(every) > 1 else []
        head += [facts(part), *pictures(part), *texts(part, level), *numbers(part, level)]
    return "\n\n".join(head) + "\n"


def parts(folder: Path) -> Iterator[Path]:
    """Give the folders of a run: itself, or each folder in it that records a run."""
    inner = sorted(path.parent for path in folder.glob("*/run.json"))
    yield from inner or [folder]


def record(folder: Path) -> dict[str, object]:
    """Give what a run says of itself."""
    files = (
        [folder / "run.json"] if (folder / "run.json").exists() else sorted(folder.glob("*.json"))
    )
    held = json.loads(files[0].read_text()) if len(files) == 1 else {}
    return held.get("run", held)


def facts(folder: Path) -> str:
    """Give the table that heads a run."""
    run = record(folder)
    rows = {
        "measured": when(run) or "day not recorded",
        "at commit": commit(run) or "not recorded",
        "archived": "{}, commit {}".format(*archived(folder)),
        "machine": machine(run),
        "software": software(run),
        "note": str(run.get("note", "")),
    }
    return tables.pairs({key: value for key, value in rows.items() if value})


def when(run: dict[str, object]) -> str:
    """Give the day of a run, or nothing."""
    return str(run.get("date") or run.get("finished") or "")[:10]


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


def pictures(folder: Path) -> Iterator[str]:
    """Give the pictures of a run, without those that repeat what its report or its table shows."""
    if (folder / "report.md").exists():
        return
    for pattern in ("*.png", "*.svg", "pictures/*.png"):
        for path in sorted(folder.glob(pattern)):
            if path.name != "tasks.png":
                yield f"![{path.stem}](../../{path.relative_to(ROOT).as_posix()})"


def texts(folder: Path, level: str) -> Iterator[str]:
    """Give the texts of a run; their headings begin at a level, and their title is the page's."""
    for path in (folder / name for name in TEXTS):
        if path.exists():
            text = links.rewritten(path.read_text().strip(), folder, PAGES, str(path))
            lines = [line for line in text.splitlines() if not line.startswith("# ")]
            deeper = level.removeprefix("##")
            yield "\n".join(f"{deeper}{line}" if line.startswith("##") else line for line in lines)


def numbers(folder: Path, level: str) -> Iterator[str]:
    """Give the files of numbers that have no text of their own, without what heads the run."""
    for path in sorted(folder.glob("*.json")):
        if path.name != "run.json":
            held = json.loads(path.read_text())
            yield f"{level} {path.name}"
            yield from tables.of(
                {k: v for k, v in held.items() if k not in (*SOFTWARE, "date", "cores")}
            )


def _what(told: re.Match[str]) -> str:
    """Give what a run shows, without the link that the page has anyway."""
    text = re.sub(r" \(\[docs/[^)]*\)\)", "", told["what"])
    return _linked(text[0].upper() + text[1:])


def _linked(text: str) -> str:
    return links.rewritten(text, RESULTS, PAGES, "results/README.md")
