"""Ratios and growth as pictures."""

from __future__ import annotations

from pathlib import Path

from suite.rows import Row
from suite.tables import points


def draw(folder: Path, rows: list[Row]) -> list[str]:
    """Write every picture; the names of those that there are."""
    import matplotlib

    matplotlib.use("Agg")
    # The same picture for the same rows.
    matplotlib.rcParams["svg.hashsalt"] = "halflit"
    drawn = [ratios(folder, rows), growth(folder, rows)]
    return [name for name in drawn if name]


def ratios(folder: Path, rows: list[Row]) -> str | None:
    """One dot a peer, its time over ours on a logarithmic axis."""
    from matplotlib import pyplot

    labels, values = [], []
    for case in dict.fromkeys(row.case for row in rows if not row.varies):
        own = [row for row in rows if row.case == case and row.counts and not row.varies]
        ours = min((row.seconds for row in own if row.ours), default=None)
        for row in own:
            if ours and not row.ours:
                labels.append(f"{row.title}, {row.rows:,} × {row.columns:,}: {row.side}")
                values.append(row.seconds / ours)
    if not values:
        return None
    figure, axes = pyplot.subplots(figsize=(9, 1 + 0.28 * len(values)), layout="constrained")
    colors = ["#1b7837" if value >= 1 else "#b2182b" for value in values]
    axes.scatter(values, range(len(values)), c=colors)
    axes.axvline(1.0, color="gray", linewidth=1)
    axes.set(
        xscale="log", yticks=range(len(values)), yticklabels=labels, xlabel="their time / ours"
    )
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.3)
    return saved(figure, folder, "ratios.svg")


def growth(folder: Path, rows: list[Row]) -> str | None:
    """Seconds and bytes over rows and columns, both axes logarithmic."""
    from matplotlib import pyplot

    series = list(dict.fromkeys(row.case for row in rows if row.varies))
    if not series:
        return None
    figure, panels = pyplot.subplots(2, 2, figsize=(9, 6), layout="constrained")
    for across, varies in enumerate(("rows", "columns")):
        for down, (value, words) in enumerate(
            (("seconds", "seconds"), ("peak_bytes", "peak memory in bytes"))
        ):
            axes = panels[down][across]
            for name in series:
                own = points(rows, name, varies)
                axes.plot(
                    [getattr(row, varies) for row in own],
                    [getattr(row, value) for row in own],
                    "o-",
                    label=name,
                )
            axes.set(xscale="log", yscale="log", xlabel=varies, ylabel=words)
            axes.grid(alpha=0.3)
    panels[0][0].legend(fontsize=8)
    return saved(figure, folder, "growth.svg")


def saved(figure, folder: Path, name: str) -> str:
    """Write a picture without a date in it."""
    figure.savefig(folder / name, metadata={"Date": None})
    return name
