"""Data with a seed: made once, kept as files that both sides read.

As a program it writes what its argument describes: python -m suite.data '{"kind": ..., "rows": ..., ...}' FOLDER
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

CLASSES = 5
CLUSTERS = 10


@dataclass(frozen=True)
class Data:
    """What is to be made. `queries` rows more of the same kind go to a file of their own."""

    kind: str
    rows: int
    columns: int
    labeled: int = 100
    dtype: str = "float64"
    queries: int = 0

    @property
    def name(self) -> str:
        """A name for the files."""
        size = f"{self.rows}x{self.columns}-{self.labeled}-{self.queries}"
        return f"{self.kind}-{size}-{self.dtype}"

    def files(self, folder: Path) -> dict[str, str]:
        """Where its parts are."""
        return {part: str(folder / f"{self.name}-{part}.npy") for part in PARTS}

    @property
    def sparse(self) -> tuple[int, int] | None:
        """Rows and columns where the samples are kept as triples of row, column and value."""
        return (self.rows, self.columns) if self.kind == "topics" else None

    @property
    def bytes(self) -> int:
        """Bytes of the samples."""
        return self.rows * self.columns * int(self.dtype.removeprefix("float")) // 8


PARTS = ("samples", "labels", "truth", "queries")


def clusters(generator, rows, columns):
    """Two clusters a class, as wide in every direction."""
    import numpy as np

    centers = generator.standard_normal((CLUSTERS, columns))
    of_row = np.arange(rows) % CLUSTERS
    values = np.empty((rows, columns))
    for block in blocks(rows):
        shape = (len(of_row[block]), columns)
        values[block] = centers[of_row[block]] + generator.standard_normal(shape)
    return values, of_row % CLASSES


def surface(generator, rows, columns, inner=8):
    """Clusters in eight dimensions, bent into many: what measured data mostly look like."""
    import numpy as np

    flat, of_row = clusters(generator, rows, inner)
    into = generator.standard_normal((inner, columns)) / np.sqrt(inner)
    shift = generator.uniform(-1, 1, columns)
    values = np.empty((rows, columns))
    for block in blocks(rows):
        noise = generator.standard_normal((len(flat[block]), columns))
        values[block] = np.tanh(flat[block] @ into + shift) + 0.02 * noise
    return values, of_row


def wide(generator, rows, columns):
    """Ten directions that matter, and noise in all the others."""
    few, of_row = clusters(generator, rows, 10)
    noise = generator.standard_normal((rows, columns))
    return few @ generator.standard_normal((10, columns)) + noise, of_row


def digits(generator, rows, columns):
    """The handwritten digits that come with scikit-learn, in an order of their own."""
    from sklearn.datasets import load_digits

    values, of_row = load_digits(return_X_y=True)
    order = generator.permutation(len(values))[:rows]
    return values[order, :columns].astype(float), of_row[order]


def topics(generator, rows, columns):
    """Words of texts: a row in a thousand columns, at least thirty, most of them those of its topic. Triples, in order."""
    import numpy as np

    of_row = np.arange(rows) % CLUSTERS
    length, vocabulary = max(columns // 1000, 30), max(columns // 50, 100)
    own = generator.integers(0, columns, (CLUSTERS, vocabulary))
    # Some words of a topic are much more frequent than others.
    drawn = (vocabulary * generator.random((rows, length)) ** 2).astype(np.int64)
    any_word = generator.integers(0, columns, (rows, length))
    of_topic = generator.random((rows, length)) < 0.6
    words = np.where(of_topic, own[of_row[:, None], drawn], any_word)
    keys, counts = np.unique(np.arange(rows)[:, None] * columns + words, return_counts=True)
    row, values = keys // columns, 1.0 + np.log(counts)
    values /= np.sqrt(np.bincount(row, values**2))[row]
    return np.column_stack([row, keys % columns, values]), of_row % CLASSES


KINDS = {"clusters": clusters, "surface": surface, "wide": wide, "digits": digits, "topics": topics}


def blocks(rows, size=65_536):
    """Slices of so many rows, so that no second copy is held."""
    return [slice(start, min(start + size, rows)) for start in range(0, rows, size)]


def make(data: Data, folder: Path) -> None:
    """Write every part. Labels are those of the first rows."""
    import numpy as np

    generator = np.random.default_rng([len(data.kind), data.rows, data.columns])
    total = data.rows + data.queries
    values, truth = KINDS[data.kind](generator, total, data.columns)
    labels = np.where(np.arange(total) < data.labeled, truth, -1)
    files = data.files(folder)
    if data.sparse:
        np.save(files["samples"], values)
        np.save(files["queries"], np.empty((0, 3)))
    else:
        np.save(files["samples"], values[: data.rows].astype(data.dtype))
        np.save(files["queries"], values[data.rows :].astype(data.dtype))
    np.save(files["labels"], labels[: data.rows].astype(np.int64))
    np.save(files["truth"], truth[: data.rows].astype(np.int64))


if __name__ == "__main__":
    make(Data(**json.loads(sys.argv[1])), Path(sys.argv[2]))


def as_json(data: Data) -> str:
    """What the program takes."""
    return json.dumps(asdict(data))
