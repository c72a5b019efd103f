"""Models as ONNX graphs, for any runtime of that format: `pip install halflit[onnx]`.

A graph has standard operators alone and computes in double precision what ``transform``, ``predict`` and
``predict_proba`` do. The writer is the Rust library's, so that ``halflit export --onnx`` writes the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike
from sklearn.utils.validation import check_is_fitted

from halflit._estimator import Estimator

if TYPE_CHECKING:
    import onnx

__all__ = ["register", "to_onnx"]


def to_onnx(model: Any, dtype: DTypeLike = np.float64) -> onnx.ModelProto:
    """Give a fitted estimator as an ONNX graph of opset 18.

    The graph takes ``X``, a matrix of the columns of the fit; a model of a table with categories takes one
    input for each column, by its name. It gives ``transformed``, and ``label`` and ``probabilities`` where
    the model has labels. A graph cannot refuse a row: one that has a gap, or infinity, gives no numbers.

    Parameters
    ----------
    model : estimator
        A fitted estimator of halflit. Pipelines are for ``skl2onnx.to_onnx`` after ``register()``.
    dtype : dtype, default=numpy.float64
        The precision of what comes and goes, double or single. Everything between is computed in double.

    Returns
    -------
    graph : onnx.ModelProto
        What ``onnx.save`` writes and ``onnxruntime`` runs.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from halflit import LFDA
    >>> from halflit.onnx import to_onnx
    >>> X, y = load_iris(return_X_y=True)
    >>> graph = to_onnx(LFDA(2).fit(X, y))
    >>> [output.name for output in graph.graph.output]
    ['transformed', 'label', 'probabilities']
    """
    import onnx

    return onnx.load_from_string(graph_bytes(model, dtype))


def graph_bytes(model: Any, dtype: DTypeLike) -> bytes:
    """Give the bytes of a graph; nothing beside halflit itself is needed for that."""
    if not isinstance(model, Estimator):
        raise TypeError(
            f"{type(model).__name__} has no ONNX graph of halflit's: give a fitted estimator such as AutoDR, "
            "or call halflit.onnx.register() and convert a pipeline by skl2onnx.to_onnx"
        )
    check_is_fitted(model)
    precision = np.dtype(dtype)
    if precision not in (np.float64, np.float32):
        raise ValueError(f"dtype={dtype!r}: give numpy.float64 or numpy.float32")
    names = [model._model.classes[place] for place in np.argsort(model._class_order)]
    return model._model.to_onnx(
        votes=model._votes,
        single=precision == np.float32,
        classes=names,
        text=not has_whole_classes(model),
    )


def has_whole_classes(model: Any) -> bool:
    """Whether the classes are whole numbers, which a graph gives as such; it gives all others as text."""
    return all(
        isinstance(label, int) and not isinstance(label, bool) for label in model.classes_.tolist()
    )


def register() -> None:
    """Teach skl2onnx the estimators of halflit, so that pipelines convert.

    At the end of a pipeline an estimator gives labels and probabilities, or its map where it has no labels.
    ``options={AutoDR: {"output": "map"}}`` of ``skl2onnx.to_onnx`` asks for the map, which an estimator
    amid a pipeline needs.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> from skl2onnx import to_onnx
    >>> from halflit import LFDA
    >>> from halflit.onnx import register
    >>> register()
    >>> X, y = load_iris(return_X_y=True)
    >>> graph = to_onnx(make_pipeline(StandardScaler(), LFDA(2)).fit(X, y), X[:1], target_opset=18)
    >>> [output.name for output in graph.graph.output]
    ['label', 'probabilities']
    """
    from halflit.onnx import _pipelines

    _pipelines.register()
