"""A device as an engine: sums over pairs, nearest rows, graphs, maps of many rows."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from halflit import _core, _input, _labels

from ._device import name_of
from ._predict import nearest_class, transform
from ._views import views_map
from ._work import Work, dense

#: Seconds between two lines about what is underway.
_PAUSE = 2.0
#: Columns whose matrices are summed and solved in a matter of minutes.
MOST_COLUMNS = 4096


class Device:
    """One device; what it does not know is left to the core where nothing is lost by that, or refused.

    Parameters
    ----------
    device : str or torch.device, default="cuda"
        Which one.
    verbose : bool, default=False
        Whether to say on standard error how far a step is.
    """

    def __init__(self, device: str | torch.device = "cuda", *, verbose: bool = False) -> None:
        self._device = device
        self._verbose = verbose
        self._said = time.monotonic()
        self.name = name_of(device)

    # ---- fits ----

    def check(self, plan: dict[str, Any], columns: int, *, weighed: bool) -> None:
        """Refuse what the device could not sum in reasonable time, or map afterwards."""
        space = plan.get("space", {})
        if space.get("kernel") is not None:
            kernel = space["kernel"]["name"]
            raise ValueError(f"kernel = {kernel!r} is not for {self.name}: use device='cpu'")
        if space.get("scaling") == "unit":
            raise ValueError(f"scaling = 'unit' is not for {self.name}: use device='cpu'")
        sums_pairs = _has_graph(plan)
        if weighed and (sums_pairs or plan["method"]["name"] == "auto"):
            raise ValueError(f"{self.name} takes no weights: leave them out, or use device='cpu'")
        if sums_pairs and columns > MOST_COLUMNS:
            raise ValueError(
                f"X has {columns} columns, and {self.name} sums matrices of columns by columns, at most"
                f" {MOST_COLUMNS}: reduce them by PCA first, or use device='cpu'"
            )

    def worker(self, rows: _input.Samples) -> Work:
        """Give what works on graphs and pairs of these rows."""
        return Work(rows, self._device, self.name, progress=self._progress())

    # ---- maps ----

    def transform(
        self, model: _core.Model, rows: _input.Samples, **how: Any
    ) -> NDArray[np.float64]:
        """Map rows into the subspace."""
        return self._all_axes(model, dense(rows, self.name))[:, : model.dimension]

    def elect(
        self, model: _core.Model, rows: _input.Samples, votes: int | None, **how: Any
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Classify rows by so many votes, or as the model reads them."""
        points = self._all_axes(model, dense(rows, self.name))
        if votes is None:
            return model.elect_points(np.ascontiguousarray(points), threads=how["threads"])
        references, classes, weights = model.references
        if not len(references):
            raise ValueError("the model knows no labeled row to compare with: fit it with labels")
        return nearest_class(
            points,
            references,
            classes,
            self._device,
            class_count=len(model.classes),
            votes=votes,
            weights=weights,
        )

    def transduction(
        self,
        model: _core.Model,
        rows: _input.Samples,
        labels: _labels.Labels,
        votes: int | None,
        **how: Any,
    ) -> NDArray[np.int64]:
        """Give the class number of every row of the fit, predicted where it has no label."""
        codes, names, unlabeled = labels.codes, labels.names, labels.unlabeled
        if votes is None or not unlabeled.any():  # the default keeps what it found of its rows
            return model.transduction(rows, codes, names, votes=votes, **how)
        places = {name: place for place, name in enumerate(model.classes)}
        found = np.array([places[name] for name in names])[codes]
        found[unlabeled] = self.elect(model, rows[unlabeled], votes, **how)[0]
        return found

    def _all_axes(self, model: _core.Model, rows: NDArray[Any]) -> NDArray[np.float64]:
        """Map rows onto all axes, those that are not shown included."""
        if model.components is None:
            parts = model.views_parts()
            if parts is None:
                raise ValueError(f"a kernel is not mapped by {self.name}: use device='cpu'")
            looks = model.looks(np.ascontiguousarray(rows, dtype=np.float64))
            return views_map(looks, parts, self._device)
        if model.column_scale is None:
            raise ValueError(f"rows of unit length are not mapped by {self.name}: use device='cpu'")
        shift, factor = model.column_scale
        # ((x − shift) · factor − mean) · componentsᵀ, as one linear map.
        mean = shift + model.mean / factor
        return transform(rows, mean, model.components * factor, self._device)

    # ---- words ----

    def _progress(self) -> Callable[[str, int, int], None] | None:
        """Give what says on standard error how far a step is; None where nobody wants to know."""
        if not self._verbose:
            return None

        def say(step: str, done: int, total: int) -> None:
            now = time.monotonic()
            if now - self._said >= _PAUSE:
                self._said = now
                print(f"halflit: {step}, {100 * done // max(total, 1)} %", file=sys.stderr)

        return say


def _has_graph(plan: dict[str, Any]) -> bool:
    """Whether a learner asks which of all rows are near."""
    parameters = plan["method"]["parameters"]
    return "graph" in parameters or isinstance(parameters.get("unlabel"), dict)
