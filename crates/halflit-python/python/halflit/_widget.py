"""The studio in a cell of a notebook: the kernel answers, so that no port is needed."""

from __future__ import annotations

import contextlib
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from numpy.typing import NDArray

from halflit import _core, _labels
from halflit._studio import Ended, labels_of

#: Views that are told of changes. A page that is closed says so only where its browser lets it.
MOST_VIEWS = 8
#: How long news are waited for before it is asked whether anybody listens.
WAIT = 0.5
#: Requests that are answered side by side: a model may take long, a row does not.
ANSWERED = 4


#: The studios of this process by their files.
_OPEN: weakref.WeakValueDictionary[Path, StudioWidget] = weakref.WeakValueDictionary()


def make_room(file: Path) -> None:
    """End the studio of these labels, if this process has one: a cell that is run again shows it anew."""
    former = _OPEN.pop(file.absolute(), None)
    if former is not None:
        former.stop()


class StudioWidget(Ended, anywidget.AnyWidget):
    """A studio that ``halflit.studio`` shows in a notebook.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        The labels of now, as those of ``Studio``: a ``y`` for any estimator.
    file : Path
        Where the labels are kept. They are there again after a restart of the kernel.
    height : int
        The height of the cell in pixels.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from sklearn.datasets import load_wine
    >>> import halflit
    >>> X, y = load_wine(return_X_y=True)
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "wine.labels.jsonl"
    >>> with halflit.studio(X, labels=file, where="notebook") as studio:
    ...     studio.height = 500
    >>> set(studio.labels_)
    {None}
    """

    _esm = Path(__file__).parent / "_page" / "widget.js"
    height = traitlets.Int(680, min=300).tag(sync=True)

    def __init__(
        self, core: _core.Studio, file: Path, given: _labels.Labels, *, by_convention: bool
    ):
        super().__init__()
        self._core = core
        self._given = given
        self._by_convention = by_convention
        self._answers = ThreadPoolExecutor(ANSWERED, thread_name_prefix="halflit-answer")
        self._views: dict[str, threading.Event] = {}
        self.file = file
        self.on_msg(self._take)
        _OPEN[file.absolute()] = self

    @property
    def labels_(self) -> NDArray[Any]:
        """The labels of now."""
        return labels_of(self._core, self._given, by_convention=self._by_convention)

    def stop(self) -> None:
        """End it; its file is free then. Nothing is lost."""
        for view in list(self._views):
            self._leave(view)
            self.send({"view": view, "event": "lost", "data": "null"})
        self._core.stop()
        self._answers.shutdown(wait=False)

    def close(self) -> None:
        """End it and take it out of the notebook."""
        self.stop()
        super().close()

    def __repr__(self) -> str:
        return f"<halflit studio in this notebook, labels in {self.file}>"

    def _take(self, _widget: Any, content: dict[str, Any], _buffers: list[bytes]) -> None:
        """Take a message of a page: that it is there, that it goes, or a request."""
        view = str(content.get("view", ""))
        if "open" in content:
            (self._follow if content["open"] else self._leave)(view)
            return
        # The kernel is not to wait: what takes long is answered later.
        with contextlib.suppress(RuntimeError):
            self._answers.submit(self._answer, view, content)

    def _answer(self, view: str, content: dict[str, Any]) -> None:
        number, method, path = content.get("id"), content.get("method"), content.get("path")
        body = str(content.get("body") or "").encode()
        status, kind, data = self._core.answer(str(method), str(path), body)
        self.send({"view": view, "id": number, "status": status, "kind": kind}, [data])

    def _follow(self, view: str) -> None:
        """Tell a page of all changes from now on."""
        while len(self._views) >= MOST_VIEWS:
            self._leave(next(iter(self._views)))
        ended = self._views[view] = threading.Event()
        threading.Thread(
            target=_tell, args=(self._core.follower(), view, self.send, ended), daemon=True
        ).start()

    def _leave(self, view: str) -> None:
        ended = self._views.pop(view, None)
        if ended is not None:
            ended.set()


def _tell(
    follower: _core.StudioFollower,
    view: str,
    send: Callable[[dict[str, Any]], None],
    ended: threading.Event,
) -> None:
    while not ended.is_set():
        for event, data in follower.wait(WAIT):
            send({"view": view, "event": event, "data": data})
