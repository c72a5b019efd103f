"""The KPCA trick around transformers of ours and of others."""

import numpy as np
import pandas as pd
import pytest
from sklearn.decomposition import PCA, KernelPCA
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import pairwise_distances
from sklearn.neighbors import NeighborhoodComponentsAnalysis

import halflit
from halflit._kernel_trick import kernel_coordinates


@pytest.mark.parametrize("kernel", ["rbf", "poly", "laplacian", "cosine"])
def test_around_ours_it_is_the_kernel_parameter(wine, kernel):
    X, _, few = wine
    X = (X - X.mean(0)) / X.std(0)
    # Of coordinates "auto" knows no more that they come from a kernel, and shrinks column by column.
    given = {"gamma": 1.0, "alpha": 8.0}
    inside = halflit.SSLFDA(2, kernel=kernel, **given).fit(X, few)
    outside = halflit.KernelTrick(halflit.SSLFDA(2, **given), kernel=kernel).fit(X, few)
    np.testing.assert_allclose(np.abs(outside.transform(X)), np.abs(inside.transform(X)), atol=1e-6)
    np.testing.assert_array_equal(outside.predict(X), inside.predict(X))
    assert outside.score(X, few) == inside.score(X, few)


def test_around_pca_it_is_kernel_pca(wine):
    X, _, _ = wine
    width = 300.0
    trick = halflit.KernelTrick(PCA(3), kernel_params={"width": width}).fit(X)
    theirs = KernelPCA(3, kernel="rbf", gamma=1 / width**2).fit(X)
    np.testing.assert_allclose(
        np.abs(trick.transform(X[::2])), np.abs(theirs.transform(X[::2])), atol=1e-7
    )


def test_landmarks_come_near_and_say_what_they_leave_out(wine):
    X = (wine[0] - wine[0].mean(0)) / wine[0].std(0)

    def fitted(rank):
        return halflit.PCA(2, kernel="rbf", kernel_params={"kernel_rank": rank}).fit(X)

    full, near = fitted("full"), fitted("landmarks:100")
    assert full.diagnostics_["kernel_left_out"] == 0
    assert 0 < near.diagnostics_["kernel_left_out"] < 0.2
    np.testing.assert_allclose(np.abs(near.transform(X)), np.abs(full.transform(X)), atol=0.05)
    all_rows = fitted("landmarks:178")
    np.testing.assert_allclose(np.abs(all_rows.transform(X)), np.abs(full.transform(X)), atol=1e-7)


def test_distances_between_coordinates_are_those_of_the_kernel(wine):
    X, _, _ = wine
    coordinates = kernel_coordinates(X, "poly", {"scale": 1e-5}).transform(X)
    gram = (1e-5 * X @ X.T + 1) ** 2
    expected = np.sqrt(np.maximum(np.diag(gram)[:, None] + np.diag(gram) - 2 * gram, 0))
    np.testing.assert_allclose(
        pairwise_distances(coordinates), expected, atol=1e-4 * expected.max()
    )


def test_around_others(wine):
    X, y, _ = wine
    X = (X - X.mean(0)) / X.std(0)
    nca = NeighborhoodComponentsAnalysis(2, max_iter=20, random_state=0)
    assert halflit.KernelTrick(nca, n_coordinates=10).fit(X, y).transform(X).shape == (178, 2)
    trick = halflit.KernelTrick(LogisticRegression()).fit(X, y)
    assert trick.score(X, y) > 0.9 and not hasattr(trick, "transform")
    assert trick.predict_proba(X).shape == (178, 3)


def test_output_frames(wine):
    X, _, few = wine
    trick = halflit.KernelTrick(halflit.SSLFDA(2)).set_output(transform="pandas")
    mapped = trick.fit_transform(X, few)
    assert isinstance(mapped, pd.DataFrame) and list(mapped.columns) == ["sslfda0", "sslfda1"]
