"""Pictures by matplotlib, which is needed for nothing else."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from halflit import _engines, _labels
from halflit._layout import Layout

#: Those of the pictures of the command: Okabe and Ito's, and twelve more.
COLORS = (
    *("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000", "#F0E442"),
    *("#7B3FA0", "#8DB600", "#8B0000", "#00B5B8", "#E0218A", "#7A4A1E", "#1B1F8A", "#F2A6A0"),
    *("#0B4F3A", "#B9A5E8", "#6B6B00", "#9FE2BF"),
)
NO_CLASS = "#8A8A8A"


class Scene(NamedTuple):
    """What is drawn: places, classes (-1 for none), which rows have a label, how sure the others are."""

    places: NDArray[np.float64]
    codes: NDArray[np.intp]
    labeled: NDArray[np.bool_]
    sureness: NDArray[np.float64]
    names: list[str]


def plot(
    model: Any, X: Any = None, y: Any = None, *, axes: bool = True, figsize: Any = None
) -> Any:
    """Draw all rows of a fit.

    Labeled rows are outlined. The others have the colour of their prediction, paler where it is in doubt.
    Needs matplotlib.

    Parameters
    ----------
    model : object
        A fitted estimator with labels, or a fitted ``Layout``.
    X : array-like of shape (n_samples, n_features), default=None
        The rows of the fit; needed where the model was loaded from a file.
    y : array-like of shape (n_samples,), default=None
        Their labels, with ``X``.
    axes : bool, default=True
        Whether a second panel shows the first two axes of the model.
    figsize : tuple of float, default=None
        Width and height in inches.

    Returns
    -------
    figure : matplotlib.figure.Figure
        The picture.

    See Also
    --------
    Layout : A picture without a model.

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> from sklearn.datasets import load_iris
    >>> import halflit
    >>> X, y = load_iris(return_X_y=True)
    >>> y[::2] = -1
    >>> figure = halflit.plot(halflit.AutoDR().fit(X, y))
    >>> len(figure.axes)
    2
    """
    import matplotlib.pyplot as plt

    check_is_fitted(model)
    if isinstance(model, Layout):
        scene, points = _scene_of_layout(model), None
    else:
        scene, points = _scene_of_model(model, X, y)
    two = axes and points is not None and points.shape[1] >= 2
    figure, panels = plt.subplots(
        1, 2 if two else 1, figsize=figsize or ((13, 6) if two else (7.5, 7)), squeeze=False
    )
    if scene.places.shape[1] < 2:
        raise ValueError("a picture needs two dimensions at least")
    _draw(panels[0, 0], scene, named=True)
    panels[0, 0].set_title("all rows; distances between far groups mean little", fontsize=10)
    panels[0, 0].set(xticks=[], yticks=[])
    if two:
        _draw(panels[0, 1], scene._replace(places=points[:, :2]), named=False)
        panels[0, 1].set(xlabel="axis 1", ylabel="axis 2")
        panels[0, 1].set_title("the first two axes", fontsize=10)
    figure.tight_layout()
    return figure


def _scene_of_layout(layout: Layout) -> Scene:
    labels = layout._labels
    sureness = np.ones(len(labels.codes))
    return Scene(layout.embedding_, labels.codes, ~labels.unlabeled, sureness, labels.names)


def _scene_of_model(model: Any, X: Any, y: Any) -> tuple[Scene, NDArray[np.float64]]:
    training = vars(model).get("_rows_of_fit")
    if X is None and training is None:
        raise ValueError("the rows of the fit are not known: give X, and y")
    rows = training.rows if X is None else X
    places = model.layout_
    if len(places) != rows.shape[0]:
        raise ValueError(f"the fit had {len(places)} rows and X has {rows.shape[0]}")
    if X is None:
        labels, probabilities = training.labels, _probabilities(model, rows)
    else:
        labels = _labels.encode(y, model.unlabeled, rows=rows.shape[0])
        probabilities = model.predict_proba(X)
    codes = probabilities.argmax(axis=1)
    known = ~labels.unlabeled
    places_of = {name: code for code, name in enumerate(map(str, model.classes_))}
    codes[known] = [places_of[str(labels.classes[code])] for code in labels.codes[known]]
    names = [str(name) for name in model.classes_]
    sureness = probabilities.max(axis=1)
    points = _points(model, rows) if X is None else model.transform(X)
    return Scene(places, codes, known, sureness, names), points


def _points(model: Any, rows: Any) -> NDArray[np.float64]:
    """Map the rows of the fit, whose columns have no names any more."""
    return _engines.of(model).transform(model._model, rows, **model._running())


def _probabilities(model: Any, rows: Any) -> NDArray[np.float64]:
    found = model._elected(rows)[1]
    return found[:, np.argsort(model._class_order)]


def _draw(panel: Any, scene: Scene, *, named: bool) -> None:
    from matplotlib.colors import to_rgba

    size = float(np.clip(6e4 / max(len(scene.codes), 1), 4, 28))
    color = np.array(
        [to_rgba(COLORS[code % len(COLORS)] if code >= 0 else NO_CLASS) for code in scene.codes]
    )
    color[:, 3] = np.where(scene.labeled, 1.0, 0.15 + 0.55 * scene.sureness)
    x, y = scene.places[:, 0], scene.places[:, 1]
    rest = ~scene.labeled
    panel.scatter(x[rest], y[rest], s=size, c=color[rest], linewidths=0)
    own = scene.labeled
    panel.scatter(x[own], y[own], s=2.5 * size, c=color[own], edgecolors="#222222", linewidths=0.9)
    panel.set_aspect("equal", adjustable="datalim")
    if named:
        for code, name in enumerate(scene.names):
            mine = scene.places[scene.codes == code][:, :2]
            if len(mine):
                panel.text(*_crowd(mine, scene.places), name, ha="center", va="center", bbox=_PAPER)


#: Behind words.
_PAPER = {"facecolor": "white", "alpha": 0.65, "edgecolor": "none", "pad": 1}


def _crowd(mine: NDArray[np.float64], everything: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the middle of the rows around the one that has most of its class near."""
    reach = 0.06 * np.ptp(everything[:, :2], axis=0).max()
    some = mine[:: max(1, len(mine) // 500)]
    near = ((some[:, None] - some[None]) ** 2).sum(axis=2) < reach**2
    return some[near[near.sum(axis=1).argmax()]].mean(axis=0)
