"""Work on a GPU: what the parameter ``device`` hands to the engine in ``halflit.cuda``."""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from halflit import _core, _input, _labels

#: Seconds between two lines about what is underway.
_PAUSE = 2.0


def engine_of(estimator: Any) -> Engine | None:
    """Give the engine that an estimator asks for; None for the threads of the processor."""
    if estimator.device == "cpu":
        return None
    # Says what to install where torch is missing.
    from halflit import cuda

    return Engine(cuda, estimator.device, bool(estimator.verbose))


class Engine:
    """One device and what it does: sums over pairs, nearest rows, maps of many rows.

    Everything else is left to the core, and what the device cannot do is refused.
    """

    def __init__(self, cuda: Any, device: str, verbose: bool) -> None:
        self._cuda = cuda
        self._device = device
        self._verbose = verbose
        self._said = time.monotonic()
        #: What made a result, in words.
        self.name = cuda.name_of(device)

    # ---- fits ----

    def fit(
        self, samples: _input.Samples, labels: _labels.Labels, choice: str, **running: Any
    ) -> tuple[_core.Model, str | None, list[str]]:
        """Fit a linear learner: the pairs of its graph are summed on the device."""
        rows = self._dense(samples)
        unlabeled = np.full(len(rows), -1)
        names = running["feature_names"]
        statistics = _core.Statistics(rows.shape[1]).add(
            rows, unlabeled, [], threads=running["threads"], feature_names=names
        )
        asked = _core.PairPass(choice, statistics)
        sums, engine = None, "threads"
        if asked.needed:
            found = self._cuda.pass_sums(
                asked.to_json(), rows, self._device, progress=self._progress()
            )
            sums, engine = _core.PairSums.from_arrays(*found), self.name
        return _core.fit_gathered(
            statistics,
            rows,
            labels.codes,
            labels.names,
            choice,
            sums=sums,
            engine=engine,
            **running,
        )

    def graph_work(self, samples: _input.Samples) -> Any:
        """Give what the core asks for nearest rows, eigenmaps and label spreading of these rows."""
        rows = self._dense(samples)
        return self._cuda.GraphWork(rows, self._device, progress=self._progress())

    # ---- maps ----

    def transform(self, model: _core.Model, samples: _input.Samples) -> NDArray[np.float64]:
        """Map rows into the subspace."""
        return self._all_axes(model, self._dense(samples))[:, : model.dimension]

    def elect(
        self, model: _core.Model, samples: _input.Samples, votes: int | None
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Give the class number of every row, and the probability of every class."""
        points = self._all_axes(model, self._dense(samples))
        if votes is None:
            return model.elect_points(np.ascontiguousarray(points))
        references, classes = model.references
        if not len(references):
            raise ValueError("the model knows no labeled row to compare with: fit it with labels")
        return self._cuda.nearest_class(
            points,
            references,
            classes,
            self._device,
            class_count=len(model.classes),
            votes=votes,
        )

    def _all_axes(self, model: _core.Model, rows: NDArray[Any]) -> NDArray[np.float64]:
        """Map rows onto all axes, those that are not shown included."""
        if model.components is None:
            return self._by_views(model, rows)
        if model.column_scale is None:
            raise ValueError(f"rows of unit length are not mapped by {self.name}: use device='cpu'")
        shift, factor = model.column_scale
        # ((x − shift) · factor − mean) · componentsᵀ, as one linear map.
        mean = shift + model.mean / factor
        return self._cuda.transform(rows, mean, model.components * factor, self._device)

    def _by_views(self, model: _core.Model, rows: NDArray[Any]) -> NDArray[np.float64]:
        """Map rows as the default does: a linear part, bumps, and a place between near training rows."""
        parts = model.views_parts()
        if parts is None:
            raise ValueError(f"a kernel is not mapped by {self.name}: use device='cpu'")
        if rows.shape[1] != parts["training"].shape[1]:
            expected = parts["training"].shape[1]
            raise ValueError(f"the rows have {rows.shape[1]} columns: give {expected}")
        points = np.tile(-parts["offset"], (len(rows), 1))
        for side in parts["sides"]:
            scaled = (rows - side["shift"]) * side["factor"]
            training = (parts["training"] - side["shift"]) * side["factor"]
            points += self._cuda.transform(scaled, side["mean"], side["components"], self._device)
            if len(side["widths"]):
                points += self._cuda.rbf_product(
                    scaled,
                    training[parts["anchors"]],
                    parts["coefficients"],
                    self._device,
                    factors=1.0 / side["widths"][:, 0],
                    weights=side["widths"][:, 1],
                )
            near, distances = self._cuda.nearest_among(
                scaled, training, parts["nearest"], self._device
            )
            points += _between(side["potential"], near, distances)
        return points

    # ---- rows and words ----

    def _dense(self, samples: _input.Samples) -> NDArray[Any]:
        if sparse.issparse(samples):
            raise ValueError(f"{self.name} takes no sparse rows: use device='cpu'")
        return samples

    def _progress(self) -> Any:
        """Give what says on standard error how far a step is; None where nobody wants to know."""
        if not self._verbose:
            return None

        def say(step: str, done: int, total: int) -> None:
            now = time.monotonic()
            if now - self._said >= _PAUSE:
                self._said = now
                print(f"halflit: {step}, {100 * done // max(total, 1)} %", file=sys.stderr)

        return say


def _between(
    potential: NDArray[np.float64], near: NDArray[np.int64], distances: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Give the mean of near rows' potential by 1/d²; a row that coincides with one is that row."""
    first = distances[:, :1]
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.where(first > 0, (first / distances) ** 2, 0.0)
    shares[first[:, 0] == 0, 0] = 1.0
    shares /= shares.sum(axis=1, keepdims=True)
    return np.einsum("nk,nkd->nd", shares, potential[near])
