"""Compare LFDA with pyDML's LLDA, which needs an old Python and numpy of its own.

python3.7 -m venv old && old/bin/pip install "numpy<1.22" scipy "scikit-learn<1.1" cython cvxpy==1.1.24
old/bin/pip install --no-build-isolation pyDML
python scripts/compare_pydml.py old/bin/python
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from sklearn.datasets import load_breast_cancer, load_iris, load_wine

import halflit

THEIRS = """
import sys, numpy as np
from dml import LLDA
data = np.load(sys.argv[1])
model = LLDA(n_components=2, affinity="local-scaling", n_neighbors=7, tol=0.0).fit(data["X"], data["y"])
np.save(sys.argv[2], model.transformer().real)
"""


def theirs(python: str, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Fit pyDML's in the other interpreter."""
    with tempfile.TemporaryDirectory() as directory:
        given, axes = Path(directory) / "data.npz", Path(directory) / "axes.npy"
        np.savez(given, X=X, y=y)
        subprocess.run([python, "-W", "ignore", "-c", THEIRS, given, axes], check=True)
        return np.load(axes)


def degrees(first: np.ndarray, second: np.ndarray) -> float:
    """Give the largest angle between two subspaces."""
    first, second = np.linalg.qr(first.T)[0], np.linalg.qr(second.T)[0]
    sine = np.linalg.norm(second - first @ (first.T @ second), 2)
    return float(np.degrees(np.arcsin(min(sine, 1.0))))


if __name__ == "__main__":
    for load in (load_iris, load_wine, load_breast_cancer):
        X, y = load(return_X_y=True)
        X = (X - X.mean(axis=0)) / X.std(axis=0)
        ours = halflit.LFDA(2, affinity="local-scaling", n_neighbors=7, ridge=0.0).fit(X, y)
        angle = degrees(ours.components_, theirs(sys.argv[1], X, y))
        print(f"{load.__name__[5:]}: {angle:.2e} degrees")
