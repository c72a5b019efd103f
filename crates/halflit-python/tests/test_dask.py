"""Dask collections, by the scheduler in this process."""

import io
import pickle

import numpy as np
import pytest
from sklearn.base import clone

import halflit

da = pytest.importorskip("dask.array", reason="dask is not installed")
dd = pytest.importorskip("dask.dataframe", reason="dask is not installed")
pd = pytest.importorskip("pandas")
on_dask = pytest.importorskip("halflit.dask")
pytestmark = pytest.mark.usefixtures("one_thread")

EXACT = ["PCA", "FDA", "MMC", "DNE", "MFA", "LFDA", "SELF"]
GRAPH = ["LPP", "SSFDA", "SSMMC", "SSDNE", "SSMFA", "SSLFDA"]
SCALED = ["LDE", "SNLE", "SSLDE", "SSSNLE"]


def frame(X, y, **kind):
    table = pd.DataFrame(X, columns=list("abcdef"), index=np.arange(len(X)) * 2)
    label = pd.Series(np.where(y < 0, None, np.array(["x", "yy", "z"])[y]), table.index)
    table["label"] = label.astype(**kind) if kind else label
    return table, dd.from_pandas(table, npartitions=4)


def settings(name):
    known = getattr(halflit, name)().get_params()
    return {own: 1.0 for own in ("gamma", "alpha") if own in known}


def same(model, plain, X, tolerance=1e-9):
    """Same axes, signs too, same predictions."""
    found, wanted = model.transform(X), plain.transform(X)
    scale = np.abs(wanted).max()
    np.testing.assert_allclose(found, wanted, rtol=0, atol=tolerance * scale)
    np.testing.assert_allclose(model.eigenvalues_, plain.eigenvalues_, rtol=1e-7, atol=1e-10)
    assert (model.classes_ == plain.classes_).all()
    assert (model.predict(X) == plain.predict(X)).all()
    assert model.n_unlabeled_ == plain.n_unlabeled_


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("layout", ["equal", "unequal", "empty"])
def test_blocks_give_what_all_rows_give(name, layout, rows, array):
    X, y = rows
    plain = getattr(halflit, name)(2, **settings(name)).fit(X, y)
    model = getattr(on_dask, name)(2, **settings(name)).fit(array(X, layout), y)
    same(model, plain, X)
    assert "dask" in model.diagnostics_["engine"]


@pytest.mark.parametrize("name", GRAPH)
def test_pairs_of_blocks_give_what_all_rows_give(name, rows, array):
    X, y = rows
    plain = getattr(halflit, name)(2, **settings(name)).fit(X, y)
    model = getattr(on_dask, name)(2, pairs="exact", **settings(name))
    same(model.fit(array(X, "empty"), y), plain, X, 1e-7)
    assert "pairs of blocks" in model.diagnostics_["engine"]


@pytest.mark.parametrize("name", SCALED)
def test_edges_of_one_width(name, rows, array):
    X, y = rows
    how = {"heat": {"heat": 2.0}, **settings(name)}
    plain = getattr(halflit, name)(2, **how).fit(X, y)
    same(getattr(on_dask, name)(2, pairs="exact", **how).fit(array(X), y), plain, X, 1e-7)
    with pytest.raises(ValueError, match="heat = 3 asks for the nearest of all rows"):
        getattr(on_dask, name)(2, pairs="exact").fit(array(X), y)


@pytest.mark.parametrize("graph", [5, {"pairs": {"nearest": 4}, "weights": {"heat": 2.0}}])
def test_pairs_of_near_rows_too(graph, rows, array):
    X, y = rows
    plain = halflit.SSLFDA(2, gamma=1.0, alpha=1.0, graph=graph).fit(X, y)
    model = on_dask.SSLFDA(2, gamma=1.0, alpha=1.0, graph=graph, pairs="exact")
    same(model.fit(array(X), y), plain, X, 1e-7)


@pytest.mark.parametrize("name", ["SELF", "SSLFDA"])
def test_the_automatic_choice_is_that_of_all_rows(name, rows, array):
    X, y = rows
    more = {"pairs": "exact"} if name == "SSLFDA" else {}
    plain = getattr(halflit, name)(2).fit(X, y)
    model = getattr(on_dask, name)(2, **more).fit(array(X), y)
    assert model.gamma_ == pytest.approx(plain.gamma_, rel=1e-7)
    same(model, plain, X, 1e-7)


def test_standardised_columns(rows, array):
    X, y = rows
    plain = halflit.LFDA(2, scaling="standard").fit(X, y)
    same(on_dask.LFDA(2, scaling="standard").fit(array(X), y), plain, X)


@pytest.mark.parametrize("name", ["PCA", "FDA", "LFDA", "SELF"])
def test_whole_weights_are_numbers_of_rows(name, rows, array):
    X, y = rows
    weights = np.random.default_rng(1).integers(0, 4, size=300).astype(float)
    weights[:7] = 0  # a whole block
    fixed = settings(name)
    plain = getattr(halflit, name)(2, **fixed).fit(X, y, sample_weight=weights)
    model = getattr(on_dask, name)(2, **fixed).fit(array(X), y, sample_weight=weights)
    np.testing.assert_allclose(
        np.abs(model.components_), np.abs(plain.components_), rtol=0, atol=1e-8
    )


@pytest.mark.parametrize("kind", [{}, {"dtype": "category"}, {"dtype": "string"}])
def test_frames_with_a_column_of_labels(kind, rows):
    X, y = rows
    table, blocks = frame(X, y, **kind)
    plain = halflit.LFDA(2).fit(table.drop(columns="label"), table["label"])
    model = on_dask.LFDA(2).fit(blocks, "label")
    assert list(model.feature_names_in_) == list("abcdef")
    found = model.predict(blocks)
    assert found.divisions == blocks.divisions
    computed = found.compute()
    assert (computed.index == table.index).all()
    assert computed.dtype == found.dtype
    assert (computed == plain.predict(table.drop(columns="label"))).all()
    shares = model.predict_proba(blocks)
    assert list(shares.columns) == ["x", "yy", "z"]
    assert (shares.compute().to_numpy() == plain.predict_proba(table.drop(columns="label"))).all()
    places = model.transform(blocks)
    assert list(places.columns) == list(plain.get_feature_names_out())
    assert (places.compute().dtypes == places.dtypes).all()
    assert model.score(blocks, "label") == plain.score(table.drop(columns="label"), table["label"])


def test_labels_may_come_in_any_form(rows, array):
    X, y = rows
    table, blocks = frame(X, y)
    features, label = blocks.drop(columns="label"), blocks["label"]
    wanted = halflit.FDA(2).fit(X, table["label"])
    unknown = features.to_dask_array()
    assert np.isnan(unknown.shape[0])
    forms = [
        (features, label),
        (features, label.to_frame()),
        (features, table["label"]),
        (features, table["label"].to_numpy()),
        (features, label.to_dask_array()),
        (unknown, label),
        (unknown, table["label"]),
        (array(X), da.from_array(table["label"].to_numpy(dtype=object), chunks=50)),
        (array(X), list(table["label"])),
    ]
    for samples, labels in forms:
        model = on_dask.FDA(2).fit(samples, labels)
        np.testing.assert_allclose(
            np.abs(model.components_), np.abs(wanted.components_), rtol=0, atol=1e-10
        )
        assert model.score(samples, labels) == wanted.score(X, table["label"])


def test_classes_of_some_blocks_only(rows):
    X, _ = rows
    y = np.repeat([0.0, 1.0, np.nan], 100)  # no block has all
    plain = halflit.FDA(1).fit(X, y)
    same(on_dask.FDA(1).fit(da.from_array(X, chunks=(100, 6)), y), plain, X)


def test_nothing_is_computed_before_it_is_asked_for(rows, array):
    X, y = rows
    model = on_dask.FDA(2).fit(array(X), y)

    def never(block):
        raise AssertionError("computed")

    lazy = da.from_array(X, chunks=(100, 6)).map_blocks(never, meta=np.empty((0, 0)))
    assert model.transform(lazy).shape == (300, 2)
    assert model.predict(lazy).dtype == model.classes_.dtype
    assert model.predict_proba(lazy).chunks == ((100,) * 3, (3,))
    with pytest.raises(AssertionError, match="computed"):
        model.predict(lazy).compute()


def test_progress_is_dasks_own(rows, array):
    from dask.diagnostics import ProgressBar

    X, y = rows
    shown = io.StringIO()
    with ProgressBar(out=shown):
        on_dask.FDA(2).fit(array(X), y)
    assert "100%" in shown.getvalue()


def test_points_are_mapped_back(rows, array):
    X, y = rows
    model = on_dask.PCA(6).fit(array(X))
    found = model.inverse_transform(model.transform(array(X)))
    assert found.shape == (300, 6)
    np.testing.assert_allclose(found.compute(), X, rtol=0, atol=1e-9)
    assert not hasattr(on_dask.AutoDR(), "inverse_transform")


def test_precision_is_kept(rows, array):
    X, y = rows
    model = on_dask.PCA(2).fit(array(X.astype(np.float32)), y)
    mapped = model.transform(array(X.astype(np.float32), "empty"))
    assert mapped.dtype == mapped.compute().dtype == np.float32
    assert model.transform(array(X)).compute().dtype == np.float64


def test_a_sample_of_all_rows_is_no_sample(rows, array):
    X, y = rows
    model = on_dask.SSLFDA(2, gamma=1.0, alpha=1.0).fit(array(X), y)
    same(model, halflit.SSLFDA(2, gamma=1.0, alpha=1.0).fit(X, y), X, 1e-7)
    assert set(model.sampling_error_.values()) == {0.0}


def test_rows_in_memory_go_to_the_plain_estimator(rows):
    X, y = rows
    model = on_dask.SSLFDA(2).fit(X, y)
    assert (model.transform(X) == halflit.SSLFDA(2).fit(X, y).transform(X)).all()
    assert len(model.transduction_) == 300
    assert not hasattr(model, "sample_rows_")


@pytest.mark.parametrize("name", [*EXACT, *GRAPH, *SCALED, "SpectralDR", "AutoDR"])
def test_scikit_learn_conventions(name):
    estimator = getattr(on_dask, name)()
    plain = getattr(halflit, name)()
    assert plain.get_params().items() <= estimator.get_params().items()
    assert repr(clone(estimator)) == repr(estimator) == repr(plain)
    assert pickle.loads(pickle.dumps(estimator)).get_params() == estimator.get_params()
    more = set(estimator.get_params()) - set(plain.get_params())
    assert all(f"\n{word} : " in estimator.__doc__ for word in more)


def test_a_regression_is_left_alone(rows, array):
    X, _ = rows
    model = on_dask.PCA(2).fit(array(X), X[:, 0])
    assert len(model.classes_) == 0


# ---- where users of dask-ml's PCA report trouble: its default is randomised; it refuses arrays that are
# wider than long; rows of unknown number give NaN; signs differ from fit to fit.


def test_pca_of_a_square_array_is_exact():
    X = np.random.default_rng(0).random((300, 300))
    model = on_dask.PCA(5).fit(da.from_array(X, chunks=(75, 150)))
    centred = X - X.mean(axis=0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    cosines = np.abs((model.components_ * axes[:5]).sum(axis=1))
    np.testing.assert_allclose(cosines, 1, rtol=0, atol=1e-9)


def test_pca_of_a_wide_array(rows):
    X = np.random.default_rng(0).normal(size=(20, 60))
    plain = halflit.PCA(3).fit(X)
    model = on_dask.PCA(3).fit(da.from_array(X, chunks=(6, 25)))
    np.testing.assert_allclose(model.transform(X), plain.transform(X), rtol=0, atol=1e-9)


def test_pca_of_an_unknown_number_of_rows(rows):
    X, y = rows
    _, blocks = frame(X, y)
    model = on_dask.PCA(3).fit(blocks.drop(columns="label"))
    plain = halflit.PCA(3).fit(X)
    np.testing.assert_allclose(model.eigenvalues_, plain.eigenvalues_, rtol=1e-10)
    np.testing.assert_allclose(model.components_, plain.components_, rtol=0, atol=1e-10)


def test_a_refit_forgets_the_labels_of_former_rows(rows, array):
    X, y = rows
    model = on_dask.SSLFDA(2, **settings("SSLFDA")).fit(X, y)
    assert len(model.transduction_) == len(X)
    model.fit(array(X), y)
    assert not hasattr(model, "transduction_")


def test_a_frame_is_scored_without_what_was_no_feature(rows):
    X, y = rows
    table, ddf = frame(X, y)
    table["w"] = 1.0
    ddf = dd.from_pandas(table, npartitions=3)
    model = on_dask.FDA(1).fit(ddf, "label", sample_weight="w")
    expected = model.score(ddf.drop(columns="w"), "label")
    assert model.score(ddf, "label") == expected
    assert model.score(ddf, ddf["label"]) == expected
    assert model.score(ddf, "label", sample_weight="w") == expected


def test_a_tiny_sample_is_fitted_though_its_halves_cannot_be(rows, array):
    X, _ = rows
    model = on_dask.LPP(1, alpha=1.0, sample_rows=3).fit(array(X))
    assert model.sample_rows_ == 3
    assert np.isnan(model.sampling_error_["angle"])


def test_more_labels_than_a_usual_sample_are_refused(rows, monkeypatch, array):
    X, y = rows
    monkeypatch.setattr("halflit.dask._sample.PAIR_WORK", 38 * 50**2)
    with pytest.raises(ValueError, match="more than the usual sample of 50"):
        on_dask.SSLFDA(2).fit(array(X), np.where(np.arange(300) < 200, y % 3, -1))


def test_labels_that_are_all_missing_are_told_as_such(rows, array):
    X, _ = rows
    with pytest.raises(ValueError, match="no row has one"):
        on_dask.SSLFDA(2).fit(array(X), np.full(len(X), -1))


def test_heavy_weights_are_not_written_out(rows, array):
    X, y = rows
    heavy = np.where(y >= 0, 10**9, 1)
    with pytest.raises(ValueError, match="may be gathered"):
        on_dask.LFDA(2).fit(array(X), y, sample_weight=heavy)


def test_columns_of_text_are_passed_over_and_an_index_stays(rows):
    X, y = rows
    table, _ = frame(X, y)
    plain = on_dask.FDA(2).fit(dd.from_pandas(table, npartitions=4), y="label")
    named = table.assign(id=[f"r{k}" for k in range(len(X))])
    with pytest.warns(
        UserWarning, match=r"columns \['id'\] hold text or dates and are passed over"
    ):
        model = on_dask.FDA(2).fit(dd.from_pandas(named, npartitions=4), y="label")
    np.testing.assert_array_equal(model.components_, plain.components_)
    found = model.predict(dd.from_pandas(named, npartitions=4)).compute()
    assert (found.index == named.index).all()
    by_id = model.predict(dd.from_pandas(named.set_index("id"), npartitions=4)).compute()
    assert set(by_id.index) == set(named["id"])


def test_tasks_have_names_that_can_be_read(rows):
    X, y = rows
    _, blocks = frame(X, y)
    model = on_dask.FDA(2).fit(blocks, y="label")
    names = {str(key) for key in model.predict(blocks).dask}
    assert any("halflit" in name for name in names)
