"""What a case is: data, and who runs on them.

A side is something that runs: ours (the Rust library by itself, or the Python package) or a peer. A side with a sweep has one
measurement for each setting; the fastest that reaches the recall of the case counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from suite.data import Data


@dataclass(frozen=True)
class Side:
    """Something that runs a case. `rust` tasks are done by the library, `python` tasks by the worker."""

    name: str
    task: str
    options: dict[str, Any] = field(default_factory=dict)
    language: str = "python"
    sweep: tuple[dict[str, Any], ...] = ({},)

    @property
    def ours(self) -> bool:
        """Whether it is halflit."""
        return self.name.startswith("halflit")


@dataclass(frozen=True)
class Case:
    """Data, who runs on them, and what they need at least."""

    name: str
    title: str
    kind: str
    size: tuple[int, int]
    quick: tuple[int, int]
    sides: tuple[Side, ...]
    labeled: int = 100
    dtype: str = "float64"
    queries: int = 0
    #: Floating-point operations and bytes that no way of doing it can avoid, from rows and columns.
    floor: Callable[[int, int], tuple[float, float]] | None = None
    #: Whether to count the unlabeled rows whose class is found.
    accuracy: bool = False
    #: Only where it is asked for.
    large: bool = False

    def data(self, quick: bool) -> Data:
        """The data at full or at quick size; queries shrink with the rows."""
        rows, columns = self.quick if quick else self.size
        queries = self.queries * rows // self.size[0]
        labeled = min(self.labeled, rows)
        return Data(self.kind, rows, columns, labeled, self.dtype, queries)


@dataclass(frozen=True)
class Growth:
    """One side at several sizes, the others held: how time and memory grow."""

    name: str
    side: Side
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    kind: str = "clusters"

    def sizes(self, quick: bool) -> list[tuple[str, Data]]:
        """What varies, and the data."""
        shrink = 8 if quick else 1
        rows, columns = (tuple(size // shrink for size in own) for own in (self.rows, self.columns))
        by_rows = [("rows", Data(self.kind, n, columns[0])) for n in rows]
        return by_rows + [("columns", Data(self.kind, rows[0], d)) for d in columns[1:]]
