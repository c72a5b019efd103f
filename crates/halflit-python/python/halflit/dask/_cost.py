"""What a fit and predictions of rows in blocks take: a formula over measured rates."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, log

from dask.utils import format_bytes, format_time

from halflit.dask._blocks import FAN_IN
from halflit.dask._sample import usual_rows

#: Bytes of a value.
VALUE = 8
#: Blocks' worth of memory that a thread needs, reading included: measured with blocks of 51 MB.
BLOCKS_HELD = 12


@dataclass(frozen=True)
class Rates:
    """What one core does in a second. Where the defaults come from is told in docs/scale.md.

    Attributes
    ----------
    read : float
        Bytes of values a second, from Parquet files to the rows of a block.
    value, product : float
        Seconds that statistics take for one value, and for one product of two values of a row.
    map : float
        Values a second that are mapped to a few axes.
    vote : float
        Pairs of a row and a labeled row a second, by which ``predict`` compares on few axes.
    default : float
        Rows a second that ``AutoDR(views="thin")`` classifies by a sample of the usual size.
    overhead : float
        What a worker computes in all for each second of these, measured at a million rows.
    task : float
        Seconds for one task, which the scheduler hands out one by one; assumed.
    network : float
        Bytes a second between two workers; assumed.
    """

    read: float = 2.9e8
    value: float = 9.4e-9
    product: float = 7.4e-11
    map: float = 1.5e8
    vote: float = 8.2e8
    default: float = 1.4e4
    overhead: float = 3.0
    task: float = 1.0e-3
    network: float = 1.0e9


@dataclass(frozen=True)
class Step:
    """A part of the work: its seconds, and the bytes that it reads or moves."""

    name: str
    seconds: float
    bytes: float


@dataclass(frozen=True)
class Estimate:
    """What ``estimate`` found.

    Attributes
    ----------
    steps : list of Step
        One after the other.
    seconds : float
        Of all steps.
    worker_bytes, client_bytes : float
        Memory that a worker and the client need beside what they have imported.
    """

    steps: list[Step]
    worker_bytes: float
    client_bytes: float
    seconds: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "seconds", sum(step.seconds for step in self.steps))

    def __str__(self) -> str:
        lines = [
            f"{step.name:12} {format_time(step.seconds):>12} {format_bytes(int(step.bytes)):>12}"
            for step in self.steps
        ]
        memory = f"{format_bytes(int(self.worker_bytes))} a worker, {format_bytes(int(self.client_bytes))}"
        return "\n".join(
            [
                *lines,
                f"{'together':12} {format_time(self.seconds):>12}",
                f"memory: {memory} the client",
            ]
        )


def estimate(
    rows: int,
    columns: int,
    workers: int,
    *,
    threads: int = 1,
    learner: str = "exact",
    labeled: int = 1000,
    classes: int = 10,
    block_rows: int = 100_000,
    predict: bool = True,
    rates: Rates | None = None,
) -> Estimate:
    """Say what a fit to Parquet files, and predictions of all rows, take.

    Parameters
    ----------
    rows, columns : int
        Of the data.
    workers, threads : int
        How many workers there are, and the threads of each, every one with a core of its own.
    learner : {"exact", "sample", "AutoDR"}, default="exact"
        What is fitted: statistics of all rows, as for PCA, FDA, MMC, LFDA and SELF; a graph learner on a
        sample; or ``AutoDR(views="thin")``. What the client does with a sample is not counted.
    labeled, classes : int
        Labeled rows, and their classes.
    block_rows : int, default=100000
        Rows of a block.
    predict : bool, default=True
        Whether all rows are read again and classified.
    rates : Rates, default=None
        What a core and the network do; None for what was measured.

    Returns
    -------
    estimate : Estimate
        Steps with seconds and bytes; ``print`` shows a table.
    """
    if learner not in ("exact", "sample", "AutoDR"):
        raise ValueError(f'learner = {learner!r} is unknown: give "exact", "sample" or "AutoDR"')
    given = {"rows": rows, "columns": columns, "workers": workers, "threads": threads}
    for name, value in (given | {"block_rows": block_rows}).items():
        if value < 1:
            raise ValueError(f"{name} = {value} is out of range: give at least 1")
    rates = rates or Rates()
    size = VALUE * rows * columns
    # What one core takes is shared by all.
    share = rates.overhead / (workers * threads)
    blocks = ceil(rows / block_rows)
    sample = 0 if learner == "exact" else min(usual_rows(columns), rows)
    kept = VALUE * columns * (labeled + sample)
    sums = VALUE * (classes + 1) * columns * (columns + 1) if learner == "exact" else 0
    # A block hands on what was drawn of it, and its share of the labeled rows.
    result = sums + VALUE * columns * (labeled / blocks + min(sample, block_rows))
    steps = [Step("read", size / rates.read * share, size)]
    if learner == "exact":
        work = rows * (columns * rates.value + columns**2 * rates.product)
        steps.append(Step("statistics", work * share, 0))
    # Neighbours are merged side by side; the last steps of the tree one after the other.
    depth = max(1, ceil(log(max(blocks, 2), FAN_IN)))
    moved = blocks * result / workers + depth * FAN_IN * (sums + kept)
    steps.append(Step("merge", moved / rates.network, blocks * result))
    tasks = blocks + blocks / (FAN_IN - 1)
    if predict:
        steps.append(Step("read again", size / rates.read * share, size))
        if learner == "AutoDR":
            work = rows / rates.default
        else:
            work = rows * (columns / rates.map + labeled / rates.vote)
        steps.append(Step("predict", work * share, VALUE * rows))
        tasks += 2 * blocks
    steps.append(Step("tasks", tasks * rates.task, 0))
    held = BLOCKS_HELD * VALUE * block_rows * columns * threads
    return Estimate(steps, held + FAN_IN * (sums + kept), 2 * kept + sums)
