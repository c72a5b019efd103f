"""Maps of many rows by the CUDA engine's functions, on the CPU."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs torch: pip install 'halflit[torch]'")

from halflit.cuda import nearest_among, nearest_class, rbf_product, transform  # noqa: E402
from halflit.cuda._predict import laplace_product  # noqa: E402


@pytest.fixture
def random(monkeypatch):
    # Several blocks.
    monkeypatch.setattr("halflit.cuda._predict.SCRATCH", 1 << 14)
    return np.random.default_rng(0)


def test_axes(random):
    X, axes, mean = random.normal(size=(301, 9)), random.normal(size=(4, 9)), random.normal(size=9)
    assert np.allclose(transform(X, mean, axes, "cpu"), (X - mean) @ axes.T, rtol=1e-12)
    with pytest.raises(ValueError, match=r"X has shape \(301, 8\); rows of 9 columns"):
        transform(X[:, :8], mean, axes, "cpu")
    X[250, 3] = np.inf
    with pytest.raises(ValueError, match="X: row 250, column 3 is inf"):
        transform(X, mean, axes, "cpu")


def test_kernels_of_several_widths(random):
    X, anchors, sums = (random.normal(size=shape) for shape in ((99, 5), (31, 5), (31, 2)))
    squared = np.square(X[:, None] - anchors[None]).sum(2)
    kernel = 0.7 * np.exp(-0.3 * squared) + 0.2 * np.exp(-2.0 * squared)
    found = rbf_product(X, anchors, sums, "cpu", factors=[0.3, 2.0], weights=[0.7, 0.2])
    assert np.allclose(found, kernel @ sums, rtol=1e-10, atol=1e-12)
    absolute = np.abs(X[:, None] - anchors[None]).sum(2)
    kernel = 0.7 * np.exp(-0.3 * absolute) + 0.2 * np.exp(-2.0 * absolute)
    found = laplace_product(X, anchors, sums, "cpu", factors=[0.3, 2.0], weights=[0.7, 0.2])
    assert np.allclose(found, kernel @ sums, rtol=1e-10, atol=1e-12)
    with pytest.raises(ValueError, match="31 anchors and 30 rows of coefficients"):
        laplace_product(X, anchors, sums[1:], "cpu", factors=[1.0], weights=[1.0])


def test_nearest_of_other_rows(random):
    points, others = random.normal(size=(80, 3)), random.normal(size=(40, 3))
    far = np.sqrt(np.square(points[:, None] - others[None]).sum(2))
    indices, distances = nearest_among(points, others, 6, "cpu")
    assert np.array_equal(indices, np.argsort(far, 1)[:, :6])
    assert np.allclose(distances, np.sort(far, 1)[:, :6], rtol=1e-12)


def elected(classes, votes, at=-1.0, weights=None):
    """The class of one place near the points 0, 1, 2, … on a line."""
    line = np.arange(len(classes), dtype=float)[:, None]
    found, shares = nearest_class(
        [[at]], line, classes, "cpu", class_count=3, votes=votes, weights=weights
    )
    return found[0], shares[0].tolist()


def test_most_votes_win_and_of_equal_ones_the_nearest():
    assert elected([2, 1, 1], 3)[0] == 1
    assert elected([2, 1, 1], 2)[0] == 2
    assert elected([2, 1, 1, 2, 0], 4)[0] == 2
    # More votes than points; equally near points in their order.
    assert elected([2, 1, 1, 1], 9)[1] == [0.0, 0.75, 0.25]
    assert elected([1, 2], 1, at=0.5)[0] == 1


def test_a_point_of_weight_two_votes_as_the_point_twice():
    for votes in range(1, 9):
        for at in (-1.0, 2.25, 9.0):
            line, classes = [0.0, 1.0, 1.0, 2.0, 3.0, 3.0, 3.0], [0, 1, 1, 0, 2, 2, 2]
            twice = nearest_class(
                [[at]], np.array(line)[:, None], classes, "cpu", class_count=3, votes=votes
            )
            ours = elected([0, 1, 0, 2], votes, at, [1.0, 2.0, 1.0, 3.0])
            assert ours[0] == twice[0][0]
            assert np.allclose(ours[1], twice[1][0])


def test_wrong_votes_and_classes_are_named():
    with pytest.raises(ValueError, match="votes=0"):
        elected([0, 1], 0)
    with pytest.raises(ValueError, match="between 0 and class_count - 1 = 2"):
        elected([0, 3], 1)
    with pytest.raises(ValueError, match="2 references and 3 classes"):
        nearest_class([[0.0]], [[0.0], [1.0]], [0, 1, 1], "cpu", class_count=2)
