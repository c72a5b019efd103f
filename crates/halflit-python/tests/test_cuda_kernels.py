"""The Triton kernels: by its interpreter everywhere, on a GPU where there is one."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs torch: pip install 'halflit[torch]'")
pytest.importorskip("triton", reason="needs Triton, which comes with torch on Linux")

from halflit.cuda import nearest, pair_sums  # noqa: E402

needs_gpu = pytest.mark.skipif(
    not torch.cuda.is_available(), reason="needs an NVIDIA GPU, and torch sees none"
)


def test_kernels_agree_with_plain_sums_when_interpreted():
    script = Path(__file__).parent / "interpreted_kernels.py"
    environment = {**os.environ, "TRITON_INTERPRET": "1"}
    done = subprocess.run(
        [sys.executable, script], env=environment, capture_output=True, text=True, timeout=600
    )
    if "only 0-dimensional arrays can be converted" in done.stderr:
        pytest.skip("the interpreter of this Triton does not work with this NumPy")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("fault", ["none", "degrees", "cancellation"])
def test_powers_that_are_far_off_are_summed_in_f64(fault, monkeypatch):
    from halflit.cuda import _pairs, _pairs_triton

    X = np.random.default_rng(0).normal(size=(50, 3))
    X[:, 2] = 0.1  # varies by the rounding of its mean
    arguments = (X, np.ones(50), [1.0, 2.0], X.mean(0), "cpu")
    exact = pair_sums(*arguments)
    exponents = np.square(X[:, None] - X[None]).sum(2)
    degrees = np.stack([np.exp(-alpha * exponents).sum(1) - 1.0 for alpha in (1.0, 2.0)])

    def kernel(*_, **__):
        # Squares are wrong, by which its sums are known; the second power may have a fault.
        found = exact._replace(squares=np.full(2, 7.0), laplacians=exact.laplacians.copy())
        if fault == "degrees":
            degrees[1] *= 1.001
        if fault == "cancellation":
            found.laplacians[1] /= 1000.0
        return found, torch.from_numpy(degrees)

    monkeypatch.setattr(_pairs, "EXACT_ROWS", 10)
    monkeypatch.setattr(_pairs, "has_kernels", lambda device: True)
    monkeypatch.setattr(_pairs_triton, "pair_sums_kernel", kernel)
    found = pair_sums(*arguments)
    assert found.squares[0] == 7.0
    assert found.squares[1] == (7.0 if fault == "none" else exact.squares[1])
    assert np.allclose(found.laplacians, exact.laplacians, rtol=1e-12)


@needs_gpu
@pytest.mark.parametrize("columns", [3, 17, 130, 300])
def test_a_gpu_gives_the_sums_of_f64(columns):
    X = np.random.default_rng(0).normal(size=(9001, columns)) + 3.0
    X[5] = X[6]
    far = nearest(X, 3, "cuda")[1]
    assert np.allclose(far, nearest(X, 3, "cpu")[1], rtol=1e-12, atol=0.0)
    arguments = (X, 1.0 / far[:, 2], [1.0, 2.0, 4.0], X.mean(0))
    ours, theirs = pair_sums(*arguments, "cuda"), pair_sums(*arguments, "cpu")
    for own, true in zip(ours, theirs, strict=True):
        assert np.linalg.norm(own - true) <= 2e-5 * np.linalg.norm(true)


@needs_gpu
def test_a_gpu_gives_the_same_bits_again():
    X = np.random.default_rng(1).normal(size=(20_000, 40))
    arguments = (X, np.full(len(X), 0.2), [1.0], X.mean(0), "cuda")
    first, second = pair_sums(*arguments), pair_sums(*arguments)
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
