"""Progress of long calls, for programs that show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

#: Called with the stage that is underway, how many of its steps are done, and how many there are.
Callback = Callable[[str, int, int], object]

#: The core asks for it.
current: ContextVar[Callback | None] = ContextVar("halflit_progress", default=None)


@contextmanager
def progress(callback: Callback) -> Iterator[None]:
    """Call a function with the progress of every call of halflit's within a ``with`` block.

    It is called about ten times per second, in the thread of the call, with the stage that is underway, how
    many of its steps are done and how many there are. No result depends on who looks on.

    Parameters
    ----------
    callback : callable
        Takes a text and two whole numbers. What it raises ends the call.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from halflit import AutoDR, progress
    >>> X, y = load_wine(return_X_y=True)
    >>> with progress(lambda stage, done, total: None):
    ...     model = AutoDR().fit(X, y)

    With tqdm::

        with tqdm() as bar, progress(lambda stage, done, total: show(bar, stage, done, total)):
            model.fit(X, y)

        def show(bar, stage, done, total):
            bar.desc, bar.n, bar.total = stage, done, total
            bar.refresh()

    With rich::

        with Progress() as shown:
            task = shown.add_task("")
            with progress(
                lambda stage, done, total: shown.update(
                    task, description=stage, completed=done, total=total
                )
            ):
                model.fit(X, y)
    """
    token = current.set(callback)
    try:
        yield
    finally:
        current.reset(token)


def is_shown(verbose: object) -> bool:
    """Whether the core is to show what is underway, on standard error or to a function."""
    return bool(verbose) or current.get() is not None
