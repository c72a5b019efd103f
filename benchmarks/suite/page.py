"""The part of docs/performance.md that a run writes: between its markers, and nowhere else."""

from __future__ import annotations

from pathlib import Path

BEGIN = "<!-- written by cargo xtask bench: begin -->"
END = "<!-- written by cargo xtask bench: end -->"


def renew(page: Path, text: str) -> None:
    """Put a text between the markers of a page."""
    before, begin, rest = page.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"error: {page} lacks the markers {BEGIN} and {END}")
    page.write_text(f"{before}{BEGIN}\n\n{text.strip()}\n\n{END}{after}")
