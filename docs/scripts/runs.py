"""Pages of archived runs: when, by which commit, on what machine, and every table and picture."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import links
import records
import tables

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "results"
PAGES = ROOT / "docs" / "generated"
#: Titles of pages; other runs are called by their folder.
TITLES = {
    "board": "Scoreboard",
    "confirmation": "Sets that chose nothing",
    "variants": "Damaged data and trees",
    "suggest": "Rows to label",
    "first-labels": "First labels",
    "text": "Raw text",
    "layout": "Pictures",
    "cuda": "GPU",
    "paper-constraint": "Paper, its own constraint",
    "blended-constraint": "Paper, blended constraint",
}
#: A row of the table in results/README.md: folder, what it shows, the page about it, the command.
ROW = re.compile(
    r"^\| \[(?P<folder>[\w-]+)\]\([\w-]+\) \| (?P<what>.+) \(\[[^]]*\]\((?P<page>[^)]+)\)\)"
    r" \| (?P<command>.+) \|$",
    re.MULTILINE,
)
#: Texts of a run, in the order of its page.
TEXTS = ("variants.md", "table.md", "report.md")


def pages() -> dict[str, str]:
    """Give the text of every page by its name, the overview included."""
    told = list(ROW.finditer((RESULTS / "README.md").read_text()))
    folders = {path.name for path in RESULTS.iterdir() if path.is_dir()}
    if missing := folders - {row["folder"] for row in told}:
        raise ValueError(f"the table of results/README.md has no line for {sorted(missing)}")
    return {"runs.md": overview(told), **{f"run-{row['folder']}.md": page(row) for row in told}}


def overview(told: list[re.Match[str]]) -> str:
    """Give the list of all runs."""
    lines = ["| run | what was measured | when | at commit | machine |", "|---|---|---|---|---|"]
    for row in told:
        run = record(next(parts(RESULTS / row["folder"])))
        day, at = records.archived(RESULTS / row["folder"])
        days = (records.when(run) or f"archived {day}").replace("-", "\N{NON-BREAKING HYPHEN}")
        cells = [f"[{title(row)}](run-{row['folder']}.md)", what(row)]
        cells += [days, records.commit(run) or f"archived by {at}", records.machine(run)]
        lines.append("| " + " | ".join(cells) + " |")
    about = (
        "The repository keeps the files of these runs, with every row that was measured. "
        "The pages are made from those files when the site is built. "
        "Early runs did not record their date or commit. For these, "
        "the table names the commit that archived the run."
    )
    names = "\n".join(f"{title(row)} <run-{row['folder']}>" for row in told)
    toctree = f"```{{toctree}}\n:hidden:\n\n{names}\n```\n"
    return "\n\n".join(["# Archived runs", about, "\n".join(lines), toctree])


def page(row: re.Match[str]) -> str:
    """Give the page of a run."""
    folder = RESULTS / row["folder"]
    inside = folder.relative_to(ROOT)
    head = [
        f"# {title(row)}: the archived run",
        f"{what(row)}. {_linked('[What it means](' + row['page'] + ')')}.",
        f"Repeat it with {_linked(row['command'])}. Its files are in "
        f"[{inside}]({links.REPOSITORY}/tree/main/{inside}).",
    ]
    every = list(parts(folder))
    for part in every:
        level = "#" * (2 if len(every) == 1 else 3)
        head += [f"## {part.name}"] if len(every) > 1 else []
        head += [facts(part), *pictures(part), *texts(part, level), *numbers(part, level)]
    return "\n\n".join(head) + "\n"


def title(row: re.Match[str]) -> str:
    """Give the title of a run."""
    return TITLES.get(row["folder"], row["folder"].capitalize())


def what(row: re.Match[str]) -> str:
    """Give what a run measured."""
    return _linked(row["what"][0].upper() + row["what"][1:])


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
        "measured": records.when(run) or "day not recorded",
        "at commit": records.commit(run) or "not recorded",
        "archived": "{}, commit {}".format(*records.archived(folder)),
        "machine": records.machine(run),
        "software": records.software(run),
        "note": str(run.get("note", "")),
    }
    return tables.pairs({key: value for key, value in rows.items() if value})


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
                {k: v for k, v in held.items() if k not in (*records.SOFTWARE, "date", "cores")}
            )


def _linked(text: str) -> str:
    return links.rewritten(text, RESULTS, PAGES, "results/README.md")
