"""Label on the map, watch the map answer."""

from __future__ import annotations

import hashlib
import html
import importlib.util
import os
import sys
import webbrowser
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from halflit import _checks, _core, _input, _labels

if TYPE_CHECKING:
    from halflit._widget import StudioWidget


def studio(
    X: Any,
    y: Any = None,
    *,
    text: Iterable[Any] | None = None,
    images: Iterable[Any] | None = None,
    image_folder: str | os.PathLike[str] | None = None,
    ids: Iterable[Any] | None = None,
    labels: str | os.PathLike[str] | None = None,
    where: str = "auto",
    port: int = 0,
    open: bool = True,
    unlabeled: Any = "auto",
    random_state: Any = 0,
) -> Studio | StudioWidget:
    """Open a page on which all rows lie on a map, and label them there.

    In a notebook with ``anywidget`` (``pip install halflit[widget]``) the page is the output of the cell. The
    kernel answers it, so it works on a remote machine too. Anywhere else a server on this machine gives the
    page to your browser. Either runs while you work in Python, until ``stop`` or the end of the process.
    Every label is on disk at once, and the same call continues where you stopped.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        All rows, labeled or not, in any units.
    y : array-like of shape (n_samples,), default=None
        The labels to begin with, some of them absent; None where there are none yet.
    text : sequence of str, default=None
        What is read while labeling, one for each row.
    images : sequence of str or path-like, default=None
        Pictures, one for each row, as data URLs or as files under ``image_folder``.
    image_folder : str or path-like, default=None
        The folder that files may come from; no other file is shown.
    ids : sequence, default=None
        What tells rows apart, in searches and exports.
    labels : str or path-like, default=None
        The file where every action is kept; None for one in the current folder that is named after the data,
        which is then printed. One that holds labels of other data, or that another studio has open, is
        refused. A notebook's own studio of that file ends first, so a cell can be run again.
    where : {"auto", "notebook", "browser"}, default="auto"
        "notebook" shows the page in the cell, "browser" starts a server for it. "auto" chooses the notebook
        where there is a kernel with ``anywidget`` and no ``port`` is given.
    port : int, default=0
        A port of this machine; 0 for the last one of these labels, or any that is free.
    open : bool, default=True
        Whether to open the browser; a notebook shows the page itself.
    unlabeled : "auto", None or label, default="auto"
        What marks an unlabeled row in ``y``, as in the estimators.
    random_state : int, RandomState or None, default=0
        Draws the rows that accuracy is measured on; None is 0. Give the same one every time.

    Returns
    -------
    studio : Studio or StudioWidget
        With ``labels_``, ``file`` and ``stop()``; a server has its ``url`` too. The end of a ``with`` block
        ends it.

    See Also
    --------
    suggest : The rows to label next, without a page.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from sklearn.datasets import load_wine
    >>> import halflit
    >>> X, y = load_wine(return_X_y=True)
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "wine.labels.jsonl"
    >>> with halflit.studio(X, labels=file, open=False) as studio:
    ...     studio.url
    'http://127.0.0.1:...'
    >>> set(studio.labels_)
    {None}
    """
    _checks.check_arguments(studio, locals())
    samples, names = _input.named_samples(X)
    if sparse.issparse(samples):
        what = "the studio shows every number of a row and takes no sparse X"
        raise ValueError(
            f"{what}: write an svmlight file for 'halflit studio', or give X.toarray()"
        )
    samples = np.ascontiguousarray(samples, dtype=np.float64)
    rows = len(samples)
    given = _labels.encode(y, unlabeled, rows=rows)
    file = _beside(samples, given) if labels is None else Path(labels)
    in_cell = _in_cell(where, port)
    if in_cell:
        from halflit import _widget

        _widget.make_room(file)
    core = _core.Studio(
        samples,
        given.codes,
        given.names,
        file.absolute(),
        text=_texts("text", text, rows),
        images=_pictures(images, image_folder, rows),
        image_folder=_folder(image_folder),
        ids=_texts("ids", ids, rows),
        unlabeled=_marker(unlabeled),
        port=None if in_cell else port,
        seed=_input.seed(random_state),
        feature_names=names,
    )
    if labels is None:
        print(f"labels are kept in {file}")
    by_convention = _marker(unlabeled) == "-1"
    if in_cell:
        return _widget.StudioWidget(core, file, given, by_convention=by_convention)
    opened = Studio(core, file, given, by_convention=by_convention)
    if open and not _in_notebook():
        webbrowser.open(opened.url)
    return opened


class Ended:
    """Has an end, which that of a ``with`` block is."""

    def stop(self) -> None:
        """End it."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


class Studio(Ended):
    """A studio that ``halflit.studio`` opened.

    Attributes
    ----------
    url : str
        The address of its page, for this machine alone. Anyone who has it can label.
    file : Path
        Where the labels are kept.
    labels_ : ndarray of shape (n_samples,)
        Classes as ``y`` had them; if others were named since, as text, or as whole numbers where all of them
        are. -1 where a row has no label and classes are numbers, else None: a ``y`` for any estimator. Those
        of rows that accuracy is measured on are among them.
    """

    def __init__(
        self, core: _core.Studio, file: Path, given: _labels.Labels, *, by_convention: bool
    ):
        self._core = core
        self._given = given
        self._by_convention = by_convention
        self.file = file
        self.url = core.address or ""

    @property
    def labels_(self) -> NDArray[Any]:
        """The labels of now, or of the end."""
        return labels_of(self._core, self._given, by_convention=self._by_convention)

    def stop(self) -> None:
        """End it; its port and its file are free then. Nothing is lost."""
        self._core.stop()

    def __repr__(self) -> str:
        return f"<halflit studio at {self.url}, labels in {self.file}>"

    def _repr_html_(self) -> str:
        url = html.escape(self.url)
        frame = f'<iframe src="{url}" style="width: 100%; height: 720px; border: 0"></iframe>'
        return f'{frame}<div><a href="{url}" target="_blank">in a window of its own</a></div>'


def labels_of(core: _core.Studio, given: _labels.Labels, *, by_convention: bool) -> NDArray[Any]:
    """Give labels as ``y`` had them."""
    codes, names = core.labels()
    labeled = codes >= 0
    present, places = np.unique(codes[labeled], return_inverse=True)
    own = dict(zip(given.names, given.classes, strict=True))
    named = [names[code] for code in present]
    if all(name in own for name in named):
        classes = np.array([own[name] for name in named], dtype=given.classes.dtype)
    else:
        classes = _labels.classes_from_names(named)
    # -1 says unlabeled where nobody said what does, and only among numbers.
    numbers = classes.dtype.kind in "iuf" and by_convention
    if numbers and (len(own) or len(present)):
        wide = np.int64 if classes.dtype.kind == "u" else classes.dtype
        labels = np.full(len(codes), _labels.CONVENTION, dtype=wide)
    else:
        labels = np.full(len(codes), None, dtype=object)
    labels[labeled] = classes[places]
    return labels


def _beside(samples: NDArray[np.float64], given: _labels.Labels) -> Path:
    """Give a file of the current folder that the same data finds again, and no other does."""
    digest = hashlib.sha256(samples.tobytes())
    digest.update(repr((samples.shape, given.names)).encode())
    digest.update(given.codes.tobytes())
    rows, columns = samples.shape
    return Path(f"halflit-{rows}x{columns}-{digest.hexdigest()[:8]}.labels.jsonl")


def _texts(name: str, values: Iterable[Any] | None, rows: int) -> list[str] | None:
    """Take one text for each row, empty where it is missing."""
    if values is None:
        return None
    if isinstance(values, str):
        raise ValueError(f"{name} = {values!r} is one text: give one for each row, as a list")
    texts = ["" if _labels.is_missing(value) else str(value) for value in values]
    if len(texts) != rows:
        raise ValueError(f"{name} has {len(texts)} entries for {rows} rows: give one for each row")
    return texts


def _pictures(images: Iterable[Any] | None, folder: Any, rows: int) -> list[str] | None:
    texts = _texts("images", images, rows)
    for row, image in enumerate(texts or ()):
        if folder is None and image and not image.startswith("data:"):
            raise ValueError(
                f"images[{row}] is a file: name the folder that files may come from by image_folder"
            )
    return texts


def _folder(image_folder: str | os.PathLike[str] | None) -> Path | None:
    if image_folder is None:
        return None
    if not Path(image_folder).is_dir():
        raise ValueError(f"image_folder = {os.fspath(image_folder)!r} is no folder: name one")
    return Path(image_folder).absolute()


def _marker(unlabeled: Any) -> str | None:
    """Give the name that no class can have because it marks an unlabeled row."""
    if isinstance(unlabeled, str) and unlabeled == "auto":
        return str(_labels.CONVENTION)
    return None if _labels.is_no_label(unlabeled) else _labels.name_of(unlabeled)


def _in_cell(where: str, port: int) -> bool:
    """Whether the kernel is to answer the page, and not a server."""
    if where == "auto":
        return _in_notebook() and not port and importlib.util.find_spec("anywidget") is not None
    if where == "notebook" and port:
        raise ValueError(f"port = {port} is for a server: leave it out, or give where='browser'")
    if where == "notebook" and importlib.util.find_spec("anywidget") is None:
        raise ImportError("a studio in a notebook needs anywidget: pip install 'halflit[widget]'")
    return where == "notebook"


def _in_notebook() -> bool:
    """Whether what a cell gives is shown, so that no browser is needed."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel")
