"""Measure every method on every split."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed
from threadpoolctl import threadpool_limits

from scoreboard import datasets, methods, peers, record, report, rows
from scoreboard.datasets import Dataset
from scoreboard.methods import Method
from scoreboard.rows import Row
from scoreboard.settings import STANDARDIZE, standardized
from scoreboard.variants import CLEAN


class Measurement(NamedTuple):
    """What is still to be measured."""

    dataset: Dataset
    labels: int
    split: int
    method: Method

    @property
    def key(self) -> tuple[str, int, int, str]:
        """As in the row that comes of it."""
        return self.dataset.name, self.labels, self.split, self.method.name


def run(
    sources: Any,
    output: str | Path | None = None,
    *,
    methods: Sequence[str] | None = None,
    peers: Sequence[str] | None = None,
    own: Sequence[str | Callable[[], Any]] = (),
    splits: int | None = None,
    variants: Sequence[str] = (CLEAN,),
    jobs: int = 1,
    standardize: str = "auto",
    resume: bool = False,
    say: Callable[[str], None] | None = None,
) -> list[Row]:
    """Measure methods on datasets, and write what came out.

    Parameters
    ----------
    sources : str, Path, Dataset or a list of these
        Folders, NPZ files, or names such as "sklearn:digits".
    output : str or Path, default=None
        The folder that rows, table, plots and the record of the run are written to; None for none.
    methods : sequence of str, default=None
        halflit's methods; None for a choice of eight.
    peers : sequence of str, default=None
        Methods of others; None for all that are installed.
    own : sequence of str or callable, default=()
        What makes an estimator of one's own, or "module:name" of it.
    splits : int, default=None
        How many splits of each task, the first ones; None for all.
    variants : sequence of str, default=("clean",)
        What is made of every dataset: of ``scoreboard.variants``. A variant is a dataset of its own, called
        "wine+noise" and the like.
    jobs : int, default=1
        How many measurements run at a time. Outcomes do not depend on it.
    standardize : {"auto", "always", "never"}, default="auto"
        Whether columns are centred and divided by their deviations; "auto" where those differ by more than
        a factor of 10. Methods that see to this themselves are given the rows as they are.
    resume : bool, default=False
        Go on with the rows that ``output`` holds.
    say : callable, default=None
        Is told how it goes; None for standard error.

    Returns
    -------
    rows : list of Row
        One for each task, split and method, in this order.

    Examples
    --------
    >>> from scoreboard import run
    >>> rows = run("sklearn:iris", methods=["ss-lfda"], peers=["raw-1nn"], splits=1, say=len)
    >>> [(row.labels, row.method) for row in rows]
    [(15, 'ss-lfda'), (15, 'raw-1nn'), (60, 'ss-lfda'), (60, 'raw-1nn')]
    """
    say = say or _to_standard_error
    if standardize not in STANDARDIZE:
        raise ValueError(f"standardize = {standardize}: there are {', '.join(STANDARDIZE)}")
    several = sources if isinstance(sources, list | tuple) else [sources]
    data = [
        dataset
        for variant in variants
        for source in several
        for dataset in datasets.load(source, splits, variant)
    ]
    _unlike_names([dataset.name for dataset in data], "datasets")
    contestants = _contestants(methods, peers, own, say)
    _unlike_names([method.name for method in contestants], "methods")

    wanted = list(_measurements(data, contestants))
    file, done = None, []
    if output is not None:
        folder = Path(output)
        file = folder / "rows.csv"
        done = record.start(folder, data, standardize, resume)
    finished = {row.key for row in done if row.accuracy is not None}
    remaining = [one for one in wanted if one.key not in finished]
    found = list(done)
    for count, row in enumerate(_measured(remaining, standardize, jobs), 1):
        if file is not None:
            rows.append(file, row)
        found.append(row)
        say(f"[{count}/{len(remaining)}] {_in_words(row)}")
    by_key = {row.key: row for row in found}
    result = [by_key.pop(one.key) for one in wanted]
    if output is not None:
        # Methods of an earlier run too, on the splits that this one was asked for.
        places = {row.key[:3] for row in result}
        others = sorted(row for row in by_key.values() if row.key[:3] in places)
        report.write(Path(output), result + others)
    return result


def measure(one: Measurement, standardize: str) -> Row:
    """Run one method on one split."""
    data, few = one.dataset, one.dataset.few_labels(one.labels, one.split)
    X = data.X if one.method.own_scaling else standardized(data.X, standardize)
    hidden = data.y[few < 0]
    # One thread whatever the number of jobs: sums in another order would be other numbers.
    with threadpool_limits(1):
        start = time.perf_counter()
        try:
            predicted = np.asarray(one.method.predict(X, few))
            if predicted.shape != hidden.shape:
                raise ValueError(f"{len(hidden)} rows, but {predicted.shape} predictions")
        except Exception as error:  # of a method of whatever kind: the others go on
            return Row(*one.key, None, time.perf_counter() - start, _message(error))
        seconds = time.perf_counter() - start
    return Row(*one.key, float(np.mean(predicted == hidden)), seconds)


def _contestants(
    chosen: Sequence[str] | None,
    others: Sequence[str] | None,
    own: Sequence[str | Callable[[], Any]],
    say: Callable[[str], None],
) -> list[Method]:
    names = methods.DEFAULT if chosen is None else chosen
    found = [methods.halflit_method(name) for name in names]
    for name in peers.PEERS if others is None else others:
        reason = peers.unavailable(name)
        if reason is not None:
            say(f"{name} is left out: {reason}")
            continue
        found.append(methods.peer(name))
    found += [methods.own_method(reference) for reference in own]
    if not found:
        raise ValueError("there is no method to measure")
    return found


def _unlike_names(names: list[str], what: str) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"{what} of the same name: {', '.join(twice)}")


def _measurements(data: Iterable[Dataset], contestants: list[Method]) -> Iterator[Measurement]:
    for dataset in data:
        for labels, table in dataset.splits.items():
            for split in range(len(table)):
                for method in contestants:
                    yield Measurement(dataset, labels, split, method)


def _measured(remaining: list[Measurement], standardize: str, jobs: int) -> Iterator[Row]:
    """Give rows as they are finished."""
    parallel = Parallel(n_jobs=jobs, return_as="generator_unordered", pre_dispatch="2*n_jobs")
    return parallel(delayed(measure)(one, standardize) for one in remaining)


def _message(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _in_words(row: Row) -> str:
    outcome = row.error if row.accuracy is None else f"{100 * row.accuracy:.1f} %"
    where = f"{row.dataset}, {row.labels} labels, split {row.split}"
    return f"{where}, {row.method}: {outcome}, {row.seconds:.1f} s"


def _to_standard_error(words: str) -> None:
    print(words, file=sys.stderr, flush=True)
