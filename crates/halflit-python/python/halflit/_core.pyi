"""The Rust core. Use the estimators of ``halflit`` instead."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from halflit._engines import Worker

__all__ = [
    "BlockNearest",
    "Model",
    "PairPass",
    "PairSums",
    "Statistics",
    "Studio",
    "StudioFollower",
    "__version__",
    "_panic",
    "choices",
    "compare",
    "coordinates",
    "dataset",
    "fit",
    "fit_gathered",
    "folds",
    "good_neighbors",
    "is_marker",
    "kernels",
    "layout",
    "layout_newcomers",
    "learn_texts",
    "learners",
    "needs_pairs",
    "run_command",
    "suggest",
    "text_features",
]

__version__: str

_Cost: TypeAlias = (
    NDArray[np.float64] | tuple[int, NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]
)

class _Csr(Protocol):
    """Compressed sparse rows, as SciPy has them."""

    shape: tuple[int, int]
    indptr: NDArray[np.int32] | NDArray[np.int64]
    indices: NDArray[np.int32] | NDArray[np.int64]
    data: NDArray[np.float64] | NDArray[np.float32]

_Samples: TypeAlias = NDArray[np.float64] | _Csr

def run_command(arguments: list[str]) -> int: ...
def fit(
    samples: _Samples,
    codes: NDArray[np.int64],
    classes: list[str],
    plan: str,
    *,
    check: bool = True,
    threads: int = 0,
    verbose: bool = False,
    feature_names: list[str] | None = None,
    weights: NDArray[np.float64] | None = None,
    distances: NDArray[np.float64] | None = None,
    label_cost: _Cost | None = None,
    unlabel_cost: _Cost | None = None,
    constraint: NDArray[np.float64] | None = None,
    engine: Worker | None = None,
) -> tuple[Model, str]: ...
def fit_gathered(
    statistics: Statistics,
    samples: _Samples,
    codes: NDArray[np.int64],
    classes: list[str],
    plan: str,
    *,
    sums: PairSums | None = None,
    engine: str = "threads",
    check: bool = True,
    threads: int = 0,
    verbose: bool = False,
    feature_names: list[str] | None = None,
) -> tuple[Model, str]: ...
def coordinates(
    samples: NDArray[np.float64],
    plan: str,
    *,
    threads: int = 0,
    verbose: bool = False,
    feature_names: list[str] | None = None,
) -> Model: ...
def suggest(
    samples: _Samples,
    codes: NDArray[np.int64],
    classes: list[str],
    plan: str,
    taken: list[int],
    count: int,
    *,
    threads: int = 0,
    verbose: bool = False,
    feature_names: list[str] | None = None,
) -> str: ...
def layout(
    samples: _Samples,
    codes: NDArray[np.int64],
    classes: list[str],
    choice: str,
    *,
    model: Model | None = None,
    former: NDArray[np.float64] | None = None,
    threads: int = 0,
    verbose: bool = False,
    feature_names: list[str] | None = None,
) -> tuple[NDArray[np.float64], str]: ...
def layout_newcomers(
    samples: _Samples,
    places: NDArray[np.float64],
    new: _Samples,
    *,
    model: Model | None = None,
    label_weight: float = 0.0,
    threads: int = 0,
    verbose: bool = False,
    feature_names: list[str] | None = None,
) -> NDArray[np.float64]: ...
def learn_texts(
    texts: list[str],
    components: int,
    *,
    words: list[str] | None = None,
    vectors: NDArray[np.float32] | None = None,
    threads: int = 0,
    verbose: bool = False,
) -> bytes: ...
def text_features(
    learned: bytes, texts: list[str], *, threads: int = 0, verbose: bool = False
) -> NDArray[np.float64]: ...
def is_marker(text: str) -> bool: ...
def needs_pairs(plan: str) -> bool: ...
def _panic() -> None: ...
def learners() -> list[tuple[str, str, str, str | None, list[str]]]: ...
def kernels() -> list[tuple[str, str | None, str, list[tuple[str, str, str]]]]: ...
def choices() -> dict[str, list[tuple[str, str]]]: ...
def good_neighbors(
    samples: NDArray[np.float64],
    codes: NDArray[np.int64],
    classes: list[str],
    metric: str,
    *,
    threads: int = 0,
    feature_names: list[str] | None = None,
) -> float: ...
def dataset(
    name: str, *, labels: int | None = None, seed: int = 0
) -> tuple[NDArray[np.float64], list[int], list[str]]: ...
def folds(
    codes: NDArray[np.int64], classes: list[str], n_folds: int | None, *, seed: int = 0
) -> list[NDArray[np.int64]]: ...
def compare(
    samples: NDArray[np.float64],
    codes: NDArray[np.int64],
    classes: list[str],
    plans: list[str],
    n_folds: int | None,
    *,
    seed: int = 0,
    threads: int = 0,
    verbose: bool = False,
    feature_names: list[str] | None = None,
) -> str: ...

@final
class Model:
    def transform(
        self, samples: _Samples, *, threads: int = 0, verbose: bool = False
    ) -> NDArray[np.float64]: ...
    def inverse_transform(
        self, points: NDArray[np.float64], *, threads: int = 0
    ) -> NDArray[np.float64]: ...
    def elect(
        self,
        samples: _Samples,
        *,
        votes: int | None = None,
        threads: int = 0,
        verbose: bool = False,
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]: ...
    def transduction(
        self,
        samples: _Samples,
        codes: NDArray[np.int64],
        classes: list[str],
        *,
        votes: int | None = None,
        threads: int = 0,
        verbose: bool = False,
    ) -> NDArray[np.int64]: ...
    @property
    def components(self) -> NDArray[np.float64] | None: ...
    @property
    def mean(self) -> NDArray[np.float64] | None: ...
    @property
    def eigenvalues(self) -> NDArray[np.float64]: ...
    @property
    def classes(self) -> list[str]: ...
    @property
    def feature_names(self) -> list[str] | None: ...
    @property
    def input_columns(self) -> int: ...
    @property
    def dimension(self) -> int: ...
    @property
    def plan(self) -> str: ...
    @property
    def diagnostics(self) -> str: ...
    @property
    def views(self) -> list[tuple[str, float]]: ...
    @property
    def column_scale(self) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None: ...
    @property
    def references(
        self,
    ) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64] | None]: ...
    def to_onnx(
        self,
        *,
        votes: int | None = None,
        single: bool = False,
        classes: list[str] | None = None,
        text: bool = False,
    ) -> bytes: ...
    def with_engine(self, engine: str) -> Model: ...
    def with_layout(self, points: NDArray[np.float64]) -> Model: ...
    def with_training_classes(self, classes: Sequence[int]) -> Model: ...
    @property
    def training_classes(self) -> list[int] | None: ...
    @property
    def layout(self) -> NDArray[np.float64] | None: ...
    def views_parts(self) -> dict[str, Any] | None: ...
    def looks(self, rows: NDArray[np.float64]) -> list[NDArray[np.float64]]: ...
    def elect_points(
        self, points: NDArray[np.float64], *, threads: int = 0
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_bytes(data: bytes) -> Model: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Studio:
    def __new__(
        cls,
        samples: NDArray[np.float64],
        codes: NDArray[np.int64],
        classes: list[str],
        file: Path,
        *,
        text: list[str] | None = None,
        images: list[str] | None = None,
        image_folder: Path | None = None,
        ids: list[str] | None = None,
        unlabeled: str | None = None,
        port: int | None = None,
        seed: int = 0,
        feature_names: list[str] | None = None,
    ) -> Studio: ...
    @property
    def address(self) -> str | None: ...
    def answer(self, method: str, path: str, body: bytes) -> tuple[int, str, bytes]: ...
    def follower(self) -> StudioFollower: ...
    def labels(self) -> tuple[NDArray[np.int64], list[str]]: ...
    def stop(self) -> None: ...

@final
class StudioFollower:
    def wait(self, seconds: float) -> list[tuple[str, str]]: ...

@final
class Statistics:
    def __new__(cls, columns: int) -> Statistics: ...
    def add(
        self,
        samples: NDArray[np.float64],
        codes: NDArray[np.int64],
        classes: list[str],
        *,
        weights: NDArray[np.float64] | None = None,
        threads: int = 0,
        feature_names: list[str] | None = None,
    ) -> Statistics: ...
    def merge(self, other: Statistics) -> Statistics: ...
    def fit(
        self, plan: str, *, threads: int = 0, feature_names: list[str] | None = None
    ) -> Model: ...
    def total(self) -> tuple[float, NDArray[np.float64], NDArray[np.float64]] | None: ...
    @staticmethod
    def from_total(
        weight: float, mean: NDArray[np.float64], scatter: NDArray[np.float64]
    ) -> Statistics: ...
    @property
    def weight(self) -> float: ...
    @property
    def classes(self) -> list[str]: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_bytes(data: bytes) -> Statistics: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class PairPass:
    def __new__(cls, plan: str, statistics: Statistics) -> PairPass: ...
    @property
    def neighbors(self) -> int: ...
    def nearest(
        self,
        rows: _Samples,
        others: _Samples | None = None,
        *,
        first: int = 0,
        other_first: int = 0,
        threads: int = 0,
    ) -> BlockNearest: ...
    def sums(
        self,
        rows: _Samples,
        nearest: BlockNearest | None = None,
        others: _Samples | None = None,
        other_nearest: BlockNearest | None = None,
        *,
        first: int = 0,
        other_first: int = 0,
        threads: int = 0,
    ) -> PairSums: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class BlockNearest:
    def merge(self, other: BlockNearest) -> BlockNearest: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_bytes(data: bytes) -> BlockNearest: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class PairSums:
    @staticmethod
    def from_arrays(
        alphas: NDArray[np.float64],
        base_squares: float,
        squares: NDArray[np.float64],
        degree_sums: NDArray[np.float64],
        degree_scatters: NDArray[np.float64],
        laplacians: NDArray[np.float64],
    ) -> PairSums: ...
    def arrays(
        self,
    ) -> tuple[
        NDArray[np.float64],
        float,
        NDArray[np.float64],
        NDArray[np.float64],
        NDArray[np.float64],
        NDArray[np.float64],
    ]: ...
    def merge(self, other: PairSums) -> PairSums: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_bytes(data: bytes) -> PairSums: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
