"""The Triton kernels by its interpreter, on the CPU.

test_cuda_kernels.py runs this with TRITON_INTERPRET=1.
"""

import sys
from pathlib import Path

import numpy as np
import torch

from halflit.cuda import _nearest_triton
from halflit.cuda._pairs_triton import pair_sums_kernel
from halflit.cuda._tiling import Tiling

sys.path.insert(0, str(Path(__file__).parent))
import plain_sums


def pairs(n, columns, alphas, tiling):
    X = plain_sums.rows(n, columns)
    sigmas = plain_sums.scales(X, 4)
    closest = (plain_sums.nearest(X, 1)[1][:, 0] / sigmas).min() ** 2
    expected = plain_sums.sums(X, plain_sums.heat(X, sigmas), alphas)
    rows, inverse, mean = map(torch.from_numpy, (X, 1.0 / sigmas, X.mean(0)))
    calls = []
    found, degrees = pair_sums_kernel(
        rows,
        inverse,
        alphas,
        mean,
        closest=closest,
        tiling=tiling,
        progress=lambda *call: calls.append(call),
    )
    plain_sums.assert_close(found, expected, 2e-5)
    assert np.allclose(degrees.sum(1), found.degree_sums)
    assert calls[-1][0] == calls[-1][1]


def near(X, k, tiling):
    rows = torch.from_numpy(X)
    found, far, by_f64 = _nearest_triton.nearest_kernels(rows, k, rows.mean(0), tiling=tiling)
    order, expected = plain_sums.nearest(X, k)
    assert (found.numpy() == order).all()
    assert np.allclose(far, expected, rtol=1e-12, atol=0.0)
    return by_f64


def tight(spread, count, size, columns):
    """Clusters, one after another, whose rows lie closer to each other than to the mean."""
    random = np.random.default_rng(0)
    centers = np.repeat(random.normal(size=(count, columns)), size, axis=0)
    lengths = np.linalg.norm(centers, axis=1, keepdims=True)
    return centers + spread * lengths * random.normal(size=centers.shape)


# Tiles so small that there are several of every kind; those of the last take the columns in chunks.
pairs(77, 3, [2.0], Tiling(16, 16, 32, 4, 2))
pairs(70, 17, [1.0, 3.0, 0.5], Tiling(32, 16, 64, 4, 2))
pairs(50, 130, [1.0, 2.0], Tiling(16, 32, 32, 4, 2, chunk=64, output=64))
# So few rows make so few groups that hardly any is left out.
_nearest_triton.SPARE = 1
near(plain_sums.rows(77, 3), 1, Tiling(16, 16, 32, 4, 2))
near(plain_sums.rows(40, 17), 2, Tiling(32, 16, 64, 4, 2))
near(plain_sums.rows(35, 130), 1, Tiling(16, 16, 32, 4, 2, chunk=64, output=64))
# In f32 the rows of a tight cluster change their order; those of a wide one are not measured twice.
assert near(tight(1e-2, 3, 32, 8), 2, Tiling(16, 16, 32, 4, 2)) == 0
for spread in (1e-6, 1e-7, 1e-9):
    near(tight(spread, 3, 32, 8), 2, Tiling(16, 16, 32, 4, 2))
