"""Links of a built site: every file and every anchor that a page names is there."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links of a page, and what can be linked to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.names: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note what an element links to, and what it is called."""
        for key, value in attributes:
            if key in ("id", "name") and value:
                self.names.add(value)
            elif value and (key == "src" or (key == "href" and tag in ("a", "link"))):
                self.links.append(value)


def faults(site: Path) -> list[str]:
    """Say which links lead nowhere."""
    pages = {p.resolve(): Page(p) for p in site.rglob("*.html") if "_static" not in p.parts}
    found = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or (path.name == "404.html"):
                continue
            file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            file = file / "index.html" if file.is_dir() else file
            anchor = unquote(parts.fragment)
            if not file.exists():
                found.append(f"{path.relative_to(site.resolve())}: {link} does not exist")
            elif anchor and file in pages and anchor not in pages[file].names:
                found.append(f"{path.relative_to(site.resolve())}: {link} has no such anchor")
    return sorted(set(found))
