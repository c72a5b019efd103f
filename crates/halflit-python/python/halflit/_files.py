"""Model files, the same for Python, Rust and the command line."""

from __future__ import annotations

import json
import os
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

from halflit import _core

if TYPE_CHECKING:
    from halflit._estimator import Estimator


def load(path: str | os.PathLike[str]) -> Estimator:
    """Read a model file that Python, Rust or the command wrote.

    Class names that are all whole numbers come back as integers, others as text. Nothing in the file is
    executed.

    Parameters
    ----------
    path : str or path-like
        A file that ``save``, the Rust library or the command line wrote.

    Returns
    -------
    estimator : object
        A fitted estimator of the class that the file names.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from sklearn.datasets import load_iris
    >>> from halflit import LFDA, load
    >>> X, y = load_iris(return_X_y=True)
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "iris.halflit"
    >>> LFDA(2).fit(X, y).save(path)
    >>> load(path)
    LFDA(n_components=2)
    """
    from halflit._registry import OF_FILES

    model = _core.Model.from_bytes(Path(path).read_bytes())
    learner = json.loads(model.plan)["method"]["name"]
    if learner not in OF_FILES:
        words = f"its learner is {learner!r}, which Python has no estimator for"
        raise ValueError(f"{path}: {words}: use it in Rust")
    return OF_FILES[learner]._from_model(model)


def write(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file at once or not at all."""
    path = Path(path)
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        with open(temporary, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
