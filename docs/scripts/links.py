"""Links of documents that lie in the repository, for pages that lie on the site."""

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1]
ROOT = DOCS.parent
REPOSITORY = "https://github.com/halflit/halflit"
#: Documents at the root that are pages of the site too.
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "generated/changelog.md",
    "CONTRIBUTING.md": "generated/contributing.md",
    "ARCHITECTURE.md": "generated/architecture.md",
    "SECURITY.md": "generated/security.md",
}
LINK = re.compile(r"(?P<image>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
CODE = re.compile(r"(^```.*?^```|`[^`\n]*`)", re.DOTALL | re.MULTILINE)


def rewrite(app: object, page: str, source: list[str]) -> None:
    """Rewrite the links of a page before it is read; the event `source-read` of Sphinx."""
    path = DOCS / f"{page}.md"
    if path.exists() and page.split("/")[0] not in ("generated", "auto"):
        source[0] = rewritten(source[0], path.parent, path.parent, page)


def rewritten(text: str, origin: Path, place: Path, page: str) -> str:
    """Give a text whose links, written for a file in `origin`, lead on from a page in `place`."""
    parts = CODE.split(text)
    # Every second part is code.
    parts[::2] = [LINK.sub(lambda m: _link(m, origin, place, page), part) for part in parts[::2]]
    return "".join(parts)


def _link(found: re.Match[str], origin: Path, place: Path, page: str) -> str:
    target, _, anchor = found["target"].partition("#")
    if not target or "://" in target or target.startswith("mailto:"):
        return found[0]
    path = (origin / target).resolve()
    if not path.exists() and not _made_later(path):
        raise FileNotFoundError(f"{page}: the link {found['target']} leads nowhere")
    mark = f"#{anchor}" if anchor else ""
    return f"{found['image']}[{found['text']}]({_target(path, place, bool(found['image']))}{mark})"


def _made_later(path: Path) -> bool:
    return path.is_relative_to(DOCS) and path.relative_to(DOCS).parts[0] in ("generated", "auto")


def _target(path: Path, place: Path, image: bool) -> str:
    inside = path.relative_to(ROOT).as_posix()
    if inside in PAGES:
        return _relative(DOCS / PAGES[inside], place)
    if inside == "docs/gallery":
        return _relative(DOCS / "auto/gallery/index.rst", place)
    if path.suffix == ".py" and path.parent.name in ("gallery", "tutorials"):
        return _relative(DOCS / "auto" / path.parent.name / f"{path.stem}.rst", place)
    if image or (path.is_relative_to(DOCS) and path.suffix in (".md", ".rst")):
        return _relative(path, place)
    kind = "tree" if path.is_dir() else "blob"
    return f"{REPOSITORY}/{kind}/main/{inside}"


def _relative(path: Path, place: Path) -> str:
    ups = 0
    while not path.is_relative_to(place):
        place, ups = place.parent, ups + 1
    return "../" * ups + path.relative_to(place).as_posix()
