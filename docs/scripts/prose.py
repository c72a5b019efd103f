"""Count the words of every sentence in the documents: `python3 docs/scripts/prose.py [--worst N] [FILE ...]`.

A document fails if its sentences have 16 words or more on average, if one has more than 35, or if it holds a
phrase of `BANNED`. Formulas, code, tables and headings do not count. Doc comments of the Rust and Python
sources fail if they begin with "The same" or "Likewise", or hold a banned phrase. Needs nothing but Python.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ("*.md", "docs/**/*.md", "crates/*/README.md", "crates/halflit-study/experiments/*.md")
DOCUMENTS += ("crates/halflit/data/*.md", "golden/*.md", "studio/*.md", "results/README.md")
SOURCES = (
    "crates/**/*.rs",
    "benchmarks/**/*.rs",
    "xtask/**/*.rs",
    "crates/**/*.py",
    "benchmarks/**/*.py",
)
SOURCES += ("xtask/*.py", "docs/**/*.py")
#: Folders that hold what programs wrote.
WRITTEN = {"target", "node_modules", "_build", "generated", "auto"}
MEAN = 16
LONGEST = 35
BANNED = ("whoever", "what is found of", "who sums is")
#: How no doc comment begins.
OPENINGS = ("The same", "Likewise")

COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
FENCE = re.compile(r"^( *)(```+|~~~+|:::+).*?^\1?\2 *$", re.DOTALL | re.MULTILINE)
MATHS = re.compile(r"\$\$.*?\$\$|\$[^$\n]+\$", re.DOTALL)
CODE = re.compile(r"`+[^`]+`+")
IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
LINK = re.compile(r"\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])")
TAG = re.compile(r"<[^>\n]+>")
#: Headings, tables, rules and targets.
SKIPPED = re.compile(r"[#|]|---|\(.*\)=$")
#: Beginnings of blocks: list items, quotes, numbered points.
ITEM = re.compile(r"^\s*([-*+]|\d+\.|>)\s+")
END = re.compile(r"""(?<=[.!?])[)"”*_]*\s+(?=["“(*_]*(?:[A-Z0-9`Α-Ωα-ω−]|halflit|rayon|faer))""")
WORD = re.compile(r"[^\W_][\w’'.,%-]*")
#: A letter with an operator beside it makes a formula of a sentence's part, which counts as one word.
FORMULA = re.compile(r"\S*[=≤≥<>∈Σ‖√→∘ᵀ×·^|+/]\S*(\s+\S*[=≤≥<>∈Σ‖√→∘ᵀ×·^|+/−]\S*)*")
ABBREVIATIONS = re.compile(r"\b(e\.g|i\.e|vs|cf|eds|al|approx|No)\.", re.IGNORECASE)


def plain(markdown: str) -> str:
    """Take out what is not prose; code and formulas become one word."""
    text = re.sub(r"\A---\n.*?\n---\n", "", markdown, flags=re.DOTALL)
    for pattern in (COMMENT, FENCE):
        text = pattern.sub("\n\n", text)
    text = IMAGE.sub("", text)
    text = CODE.sub("Code", text)
    text = MATHS.sub("formula", text)
    return TAG.sub("", LINK.sub(r"\1", text))


def blocks(markdown: str) -> list[str]:
    """Give the paragraphs and list items."""
    found: list[list[str]] = [[]]
    for line in plain(markdown).splitlines():
        bare = line.strip()
        indented = line.startswith("    ") and not found[-1]
        if not bare or indented or SKIPPED.match(bare):
            found.append([])
        elif ITEM.match(line):
            found.append([ITEM.sub("", line)])
        else:
            found[-1].append(bare)
    return [" ".join(lines) for lines in found if lines]


def sentences(markdown: str) -> list[str]:
    """Give every sentence of a document."""
    every = []
    for block in blocks(markdown):
        text = ABBREVIATIONS.sub(r"\1", block)
        every += [part for part in END.split(text) if words(part)]
    return every


def words(sentence: str) -> int:
    """Count the words of a sentence; a formula is one."""
    return len(WORD.findall(FORMULA.sub(" formula ", sentence)))


def paths(patterns: tuple[str, ...]) -> list[Path]:
    """Give the files that the patterns match, without those that programs wrote."""
    every = {path for pattern in patterns for path in ROOT.glob(pattern)}
    return sorted(p for p in every if not WRITTEN & set(p.relative_to(ROOT).parts))


def faults_of_document(path: Path) -> list[str]:
    """Say what is wrong with a document."""
    text = path.read_text(encoding="utf-8")
    every = sentences(text)
    name = path.relative_to(ROOT)
    mean = sum(map(words, every)) / max(len(every), 1)
    faults = [f"{name}: {mean:.1f} words per sentence, {MEAN} or more"] if mean >= MEAN else []
    long = [sentence for sentence in every if words(sentence) > LONGEST]
    faults += [f"{name}: {words(sentence)} words: {sentence}" for sentence in long]
    return faults + [f"{name}: holds “{b}”" for b in BANNED if b in plain(text).lower()]


def comments(path: Path) -> list[tuple[int, str]]:
    """Give the first line of every doc comment with its number."""
    marks = ('"""',) if path.suffix == ".py" else ("///", "//!")
    found, inside = [], False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        bare = line.strip()
        mark = next((mark for mark in marks if bare.startswith(mark)), None)
        if mark and not (inside and path.suffix == ".rs"):
            found.append((number, bare.removeprefix(mark).strip()))
        inside = mark is not None
    return found


def faults_of_source(path: Path) -> list[str]:
    """Say which doc comments begin as none should, and which lines hold what none should."""
    name = path.relative_to(ROOT)
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    held = [
        f"{name}:{number}: holds “{phrase}”"
        for number, line in lines
        for phrase in BANNED[:1]
        if re.search(rf"(//|#|\"\"\"|^[^\"(]*$).*\b{phrase}\b", line, re.IGNORECASE)
    ]
    return held + [
        f"{name}:{number}: begins with “{opening}”"
        for number, first in comments(path)
        for opening in OPENINGS
        if first.startswith(opening)
    ]


def main(arguments: list[str]) -> None:
    """Check the files that are named, or all."""
    worst = int(arguments[arguments.index("--worst") + 1]) if "--worst" in arguments else 0
    named = [Path(word).resolve() for word in arguments if word.endswith((".md", ".rs", ".py"))]
    documents = [p for p in named if p.suffix == ".md"] if named else paths(DOCUMENTS)
    sources = [p for p in named if p.suffix != ".md"] if named else paths(SOURCES)
    own = Path(__file__).resolve()
    faults = [fault for path in documents for fault in faults_of_document(path)]
    faults += [fault for path in sources if path != own for fault in faults_of_source(path)]
    every = [s for path in documents for s in sentences(path.read_text(encoding="utf-8"))]
    for sentence in sorted(every, key=words, reverse=True)[:worst]:
        print(f"{words(sentence)}: {sentence}")
    print("\n".join(faults))
    if every:
        mean = sum(map(words, every)) / len(every)
        print(f"{len(documents)} documents, {len(every)} sentences, {mean:.1f} words on average")
    if faults:
        sys.exit(f"error: {len(faults)} faults of prose")


if __name__ == "__main__":
    main(sys.argv[1:])
