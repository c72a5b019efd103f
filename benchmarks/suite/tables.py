"""Rows as Markdown."""

from __future__ import annotations

from suite.rows import Row, exponent


def table(rows: list[Row], least_recall: float) -> str:
    """Every side of every case beside our fastest: a ratio above 1 says that we are faster."""
    lines = [
        "| case | size | who | seconds | their time / ours | peak memory | least possible | beside |",
        "|---|---|---|--:|--:|--:|--:|---|",
    ]
    for case in dict.fromkeys(row.case for row in rows if not row.varies):
        own = [
            row
            for row in rows
            if row.case == case and not row.varies and (row.counts or row.failure)
        ]
        ours = min((row.seconds for row in own if row.ours and row.seconds), default=None)
        for index, row in enumerate(own):
            head = f"{row.title} | {size(row)}" if index == 0 else " | "
            lines.append(f"| {head} | {cells(row, ours, least_recall)} |")
    return "\n".join(lines)


def cells(row: Row, ours: float | None, least_recall: float) -> str:
    """One side."""
    who = f"**{row.side}**" if row.ours else row.side
    who += f" ({row.setting})" if row.setting else ""
    if row.seconds is None:
        return f"{who} | – | – | – | – | failed: {row.failure.replace('|', '/')}"
    ratio = "" if row.ours or not ours else f"{row.seconds / ours:.2f}"
    least = (
        ""
        if row.floor_seconds is None
        else f"{seconds(row.floor_seconds)} ({row.seconds / row.floor_seconds:.1f} ×)"
    )
    return f"{who} | {seconds(row.seconds)} | {ratio} | {memory(row.peak_bytes)} | {least} | {beside(row, least_recall)}"


def beside(row: Row, least_recall: float) -> str:
    """What else was found."""
    words = []
    if row.recall is not None:
        words.append(
            f"recall {row.recall:.3f}"
            + (", too low to compare" if row.recall < least_recall else "")
        )
    if row.accuracy is not None:
        words.append(f"{100 * row.accuracy:.1f} % of unlabeled rows right")
    if row.agreement is not None:
        words.append(f"eigenvalues agree to {row.agreement:.0e}")
    return ", ".join(words)


def size(row: Row) -> str:
    """Rows × columns, and of what."""
    words = f"{row.rows:,} × {row.columns:,}" + (", f32" if row.dtype == "float32" else "")
    words += f", {row.labeled:,} labeled"
    return words + (f", {row.queries:,} asked" if row.queries else "")


def growth(rows: list[Row]) -> str:
    """How time and memory grow, as exponents of rows and columns."""
    lines = [
        "| what | varies | from – to | time grows as | memory grows as |",
        "|---|---|---|---|---|",
    ]
    for series in dict.fromkeys(row.case for row in rows if row.varies):
        for varies, letter in (("rows", "n"), ("columns", "d0")):
            own = [row for row in points(rows, series, varies)]
            if len(own) < 2:
                continue
            at = [getattr(row, varies) for row in own]
            time = power(letter, exponent(at, [row.seconds for row in own]))
            base = next(
                (row.peak_bytes for row in rows if row.case == series and row.varies == "base"), 0
            )
            beyond = power(letter, exponent(at, [row.peak_bytes - base for row in own]))
            lines.append(f"| {series} | {varies} | {min(at):,} – {max(at):,} | {time} | {beyond} |")
    return "\n".join(lines)


def points(rows: list[Row], series: str, varies: str) -> list[Row]:
    """The measurements of a series along one side; the first of the rows is the first of the columns too."""
    own = [row for row in rows if row.case == series and row.seconds]
    if varies == "rows":
        return [row for row in own if row.varies == "rows"]
    first = [row for row in own if row.varies == "rows"][:1]
    return first + [row for row in own if row.varies == "columns"]


def power(letter: str, value: float | None) -> str:
    """Such as n^1.9."""
    return "–" if value is None else f"{letter}^{value:.2f}"


def rates(found: dict[str, float]) -> str:
    """The rates of the machine in words."""
    words = [
        f"{name} {value / 1e9:.0f} GF/s" for name, value in found.items() if name != "copied bytes"
    ]
    return f"Products: {'; '.join(words)}. Memory: {found['copied bytes'] / 1e9:.1f} GB/s read and written."


def seconds(value: float) -> str:
    """To three digits."""
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def memory(value: int | None) -> str:
    """In MB or GB."""
    if value is None:
        return "–"
    return f"{value / 1e6:.0f} MB" if value < 1e9 else f"{value / 1e9:.2f} GB"
