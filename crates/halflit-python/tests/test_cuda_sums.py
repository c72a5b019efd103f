"""The CUDA engine's functions by tensor operations on the CPU, beside plain sums."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs torch: pip install 'halflit[torch]'")

from halflit.cuda import edge_sums, local_scales, nearest, pair_sums, pass_sums  # noqa: E402

sys.path.insert(0, str(Path(__file__).parent))
import plain_sums  # noqa: E402


@pytest.mark.parametrize(("n", "columns"), [(77, 3), (60, 17), (40, 130)])
def test_nearest_rows_and_local_scales(n, columns):
    X = plain_sums.rows(n, columns)
    for k in (1, 5, n + 3):
        if k > 64:
            continue
        indices, distances = nearest(X, k, "cpu")
        order, far = plain_sums.nearest(X, k)
        assert np.array_equal(indices, order[:, : n - 1])
        assert np.allclose(distances, far[:, : n - 1], rtol=1e-12, atol=0.0)
    # Two rows coincide, so that their distance is 0.
    distances = nearest(X, 1, "cpu")[1]
    assert distances.min() == 0.0
    assert np.allclose(local_scales(X, distances, 1, "cpu"), plain_sums.scales(X, 1), rtol=1e-12)


def test_of_equally_near_rows_the_first_are_found():
    # Many rows on few places of a grid.
    X = np.random.default_rng(0).integers(0, 3, size=(90, 2)).astype(float)
    order, far = plain_sums.nearest(X, 4)
    indices, distances = nearest(X, 4, "cpu")
    assert np.array_equal(indices, order)
    assert np.array_equal(distances, far)
    assert np.array_equal(nearest(X, 4, "cpu", ties=False)[1], far)


@pytest.mark.parametrize("alphas", [[1.0], [2.0, 0.5]])
def test_all_pairs(alphas, monkeypatch):
    # Several tiles, the last one smaller.
    monkeypatch.setattr("halflit.cuda._pairs_torch.TILE", 32)
    X = plain_sums.rows(75, 7)
    sigmas = plain_sums.scales(X, 3)
    expected = plain_sums.sums(X, plain_sums.heat(X, sigmas), alphas)
    calls = []
    found = pair_sums(
        X, 1 / sigmas, alphas, X.mean(0), "cpu", progress=lambda *call: calls.append(call)
    )
    plain_sums.assert_close(found, expected, 1e-12)
    assert calls[-1] == (75 * 74 // 2, 75 * 74 // 2)
    plain_sums.assert_close(
        pair_sums(torch.from_numpy(X), 1 / sigmas, alphas, X.mean(0), "cpu"), expected, 1e-12
    )


@pytest.mark.parametrize("weights", [{"local-scaling": 5}, {"heat": 2.5}, "binary"])
def test_edges_of_nearest_rows(weights, monkeypatch):
    monkeypatch.setattr("halflit.cuda._edges.SCRATCH", 1 << 15)
    X = plain_sums.rows(75, 4)
    indices, distances = plain_sums.nearest(X, 5)
    joined = np.zeros((75, 75), dtype=bool)
    np.put_along_axis(joined, indices[:, :3], True, 1)
    joined |= joined.T
    sigmas = plain_sums.scales(X, 5) if "local-scaling" in weights else np.full(75, 2.5)
    dense = joined * (1.0 if weights == "binary" else plain_sums.heat(X, sigmas))
    alphas = [1.0, 3.0]
    found = edge_sums(X, indices, distances, weights, alphas, X.mean(0), "cpu", k=3)
    plain_sums.assert_close(found, plain_sums.sums(X, dense, alphas), 1e-10)


def request(X, **changed):
    asked = {
        "alphas": [1.0, 2.0],
        "neighbors": 3,
        "pairs": "all",
        "weights": {"local-scaling": 3},
        "metric": "euclidean",
        "shift": [1.0] * X.shape[1],
        "factor": [0.5] * X.shape[1],
        "mean": ((X - 1.0) * 0.5).mean(0).tolist(),
    }
    return json.dumps(asked | changed)


def test_a_pass_is_what_was_asked_for():
    X = plain_sums.rows(60, 5)
    seen = (X - 1.0) * 0.5
    expected = plain_sums.heat(seen, plain_sums.scales(seen, 3))
    steps = []
    found = pass_sums(request(X), X, "cpu", progress=lambda *call: steps.append(call))
    plain_sums.assert_close(found, plain_sums.sums(seen, expected, [1.0, 2.0]), 1e-10)
    assert {step for step, _, _ in steps} == {"nearest rows", "pairs of rows"}
    joined = np.zeros((60, 60), dtype=bool)
    np.put_along_axis(joined, plain_sums.nearest(seen, 3)[0], True, 1)
    joined |= joined.T
    found = pass_sums(request(X, pairs={"nearest": 3}), X, "cpu")
    plain_sums.assert_close(found, plain_sums.sums(seen, expected * joined, [1.0, 2.0]), 1e-10)
    found = pass_sums(request(X, weights={"heat": 2.0}, neighbors=0), X, "cpu")
    expected = plain_sums.heat(seen, np.full(60, 2.0))
    plain_sums.assert_close(found, plain_sums.sums(seen, expected, [1.0, 2.0]), 1e-10)


def test_what_the_engine_does_not_know_is_named():
    X = plain_sums.rows(20, 3)
    with pytest.raises(ValueError, match="metric='manhattan' is not known on this device"):
        pass_sums(request(X, metric="manhattan"), X, "cpu")
    with pytest.raises(ValueError, match="weights='cosine' between all pairs"):
        pass_sums(request(X, weights="cosine"), X, "cpu")
    with pytest.raises(ValueError, match="weights='cosine': on this device"):
        # Before any search: so many nearest rows would be refused too.
        pass_sums(request(X, weights="cosine", pairs={"nearest": 65}, neighbors=65), X, "cpu")
    with pytest.raises(ValueError, match="device='tpu' is unknown"):
        pair_sums(X, np.ones(20), [1.0], X.mean(0), "tpu")
    with pytest.raises(ValueError, match=r"alphas\[1\] is -1"):
        pair_sums(X, np.ones(20), [1.0, -1.0], X.mean(0), "cpu")
    with pytest.raises(ValueError, match=r"inverse_scales has shape \(19,\); \(20,\)"):
        pair_sums(X, np.ones(19), [1.0], X.mean(0), "cpu")
    with pytest.raises(ValueError, match="65 nearest rows were asked for"):
        nearest(X, 65, "cpu")
    X[7, 1] = np.nan
    with pytest.raises(ValueError, match="X: row 7, column 1 is nan"):
        nearest(X, 2, "cpu")
    alike = np.ones((9, 2))
    with pytest.raises(ValueError, match="row 0 coincides with every other row"):
        local_scales(alike, np.zeros((9, 2)), 2, "cpu")


def test_without_a_gpu_a_plain_error():
    if torch.cuda.is_available():
        pytest.skip("needs a machine without an NVIDIA GPU")
    with pytest.raises(RuntimeError, match="device='cuda': torch sees no GPU"):
        nearest(np.eye(3), 1, "cuda")


def test_too_little_memory_is_refused_before_rows_move(monkeypatch):
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda device: (10**9, 10**9))
    monkeypatch.setattr(torch.cuda, "memory_reserved", lambda device: 0)
    monkeypatch.setattr(torch.cuda, "memory_allocated", lambda device: 0)
    from halflit.cuda._device import on_device

    with pytest.raises(MemoryError, match=r"X of \(100, 10\) needs .* GB on cuda"):
        on_device(np.ones((100, 10)), torch.device("cuda"), "X", 24)
