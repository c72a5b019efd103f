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
#: Columns whose matrices are summed and solved in a matter of minutes.
MOST_COLUMNS = 4096


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

    def check(self, estimator: Any, columns: int) -> None:
        """Refuse what the device could not map afterwards, or what it would sum for ever."""
        if estimator.kernel is not None:
            raise ValueError(
                f"kernel = {estimator.kernel!r} is not for {self.name}: use device='cpu'"
            )
        if estimator.scaling == "unit":
            raise ValueError(f"scaling = 'unit' is not for {self.name}: use device='cpu'")
        if estimator._has_graph and columns > MOST_COLUMNS:
            raise ValueError(
                f"X has {columns} columns, and {self.name} sums matrices of columns by columns, at most"
                f" {MOST_COLUMNS}: reduce them by PCA first, or use device='cpu'"
            )

    def fit(
        self, samples: _input.Samples, labels: _labels.Labels, choice: str, **running: Any
    ) -> tuple[_core.Model, str | None, list[str]]:
        """Fit a linear learner with a graph, whose pairs are summed on the device."""
        rows = self._dense(samples)
        unlabeled = np.full(len(rows), -1)
        names = running["feature_names"]
        statistics = _core.Statistics(rows.shape[1]).add(
            rows, unlabeled, [], threads=running["threads"], feature_names=names
        )
        try:
            asked = _core.PairPass(choice, statistics)
        except ValueError as error:
            raise ValueError(f"{error}; or use device='cpu'") from None
        sums = None
        if asked.needed:  # not for ones on all pairs, which are known without looking
            found = self._cuda.pass_sums(
                asked.to_json(), rows, self._device, progress=self._progress()
            )
            sums = _core.PairSums.from_arrays(*found)
        return _core.fit_gathered(
            statistics,
            rows,
            labels.codes,
            labels.names,
            choice,
            sums=sums,
            engine=self.name,
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
        self, model: _core.Model, samples: _input.Samples, votes: int | None, threads: int
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Give the class number of every row, and the probability of every class."""
        points = self._all_axes(model, self._dense(samples))
        if votes is None:
            return model.elect_points(np.ascontiguousarray(points), threads=threads)
        references, classes, weights = model.references
        if not len(references):
            raise ValueError("the model knows no labeled row to compare with: fit it with labels")
        return self._cuda.nearest_class(
            points,
            references,
            classes,
            self._device,
            class_count=len(model.classes),
            votes=votes,
            weights=weights,
        )

    def _all_axes(self, model: _core.Model, rows: NDArray[Any]) -> NDArray[np.float64]:
        """Map rows onto all axes, those that are not shown included."""
        if model.components is None:
            parts = model.views_parts()
            if parts is None:
                raise ValueError(f"a kernel is not mapped by {self.name}: use device='cpu'")
            return self._cuda.views_map(rows, parts, self._device)
        if model.column_scale is None:
            raise ValueError(f"rows of unit length are not mapped by {self.name}: use device='cpu'")
        shift, factor = model.column_scale
        # ((x − shift) · factor − mean) · componentsᵀ, as one linear map.
        mean = shift + model.mean / factor
        return self._cuda.transform(rows, mean, model.components * factor, self._device)

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
