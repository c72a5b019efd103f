"""One contract for every engine: wherever rows are summed, the fit is the same."""

import warnings

import numpy as np
import pytest

import halflit
from halflit import _core, _input

#: What the map and the eigenvalues of each engine may differ by, relative to the largest.
TOLERANCES = {"blocks": 1e-10, "torch": 1e-10, "dask": 1e-10, "cuda": 1e-4}
LEARNERS = {
    "PCA": {},
    "FDA": {},
    "MMC": {},
    "LFDA": {},
    "SELF": {"gamma": 0.3},
    "LPP": {"alpha": 2.0},
    "SSLFDA": {"gamma": 1.0, "alpha": 8.0},
    "SSLFDA, chosen": {},
    "SSLFDA, standard": {"gamma": 1.0, "alpha": 8.0, "scaling": "standard"},
    "SSDNE, nearest": {"gamma": 1.0, "alpha": 4.0, "graph": 6},
}


@pytest.fixture(scope="module")
def rows():
    draw = np.random.default_rng(5)
    classes = draw.integers(0, 3, 400)
    X = draw.normal(size=(400, 6)) * [1, 2, 1, 3, 1, 1] + draw.normal(size=(3, 6))[classes] * 3
    return X, np.where(draw.random(400) < 0.1, classes, -1)


def made(name, module=halflit, **more):
    return getattr(module, name.split(",")[0])(2, **LEARNERS[name], **more)


def by_blocks(name, X, y):
    """Blocks that meet in pairs, everything through pickles, merged from the last to the first."""
    import pickle

    estimator = made(name)
    plan = _input.to_json(estimator._plan())
    ends = [0, 3, 150, 151, 400]
    blocks = [np.ascontiguousarray(X[a:b]) for a, b in zip(ends, ends[1:], strict=False)]
    sent = lambda own: pickle.loads(pickle.dumps(own))  # noqa: E731
    statistics = _core.Statistics(X.shape[1])
    for own in reversed(blocks):
        more = _core.Statistics(X.shape[1]).add(own, np.full(len(own), -1), [])
        statistics = statistics.merge(sent(more))
    sums = None
    if _core.needs_pairs(plan):
        asked = sent(_core.PairPass(plan, statistics))
        count = range(len(blocks))
        nearest = []
        for i in count:
            found = [
                asked.nearest(
                    blocks[i],
                    None if i == j else blocks[j],
                    first=ends[i],
                    other_first=ends[j],
                )
                for j in count
            ]
            own = found[0]
            for more in found[1:]:
                own = own.merge(sent(more))
            nearest.append(own)
        for i, j in [(i, j) for i in count for j in count if i <= j][::-1]:
            other = (None, None) if i == j else (blocks[j], nearest[j])
            more = asked.sums(blocks[i], nearest[i], *other, first=ends[i], other_first=ends[j])
            sums = sent(more) if sums is None else sums.merge(more)
    codes, names = y.astype(np.int64), ["0", "1", "2"]
    model, _ = _core.fit_gathered(statistics, X, codes, names, plan, sums=sums)
    assert model.diagnostics and _core.Model.from_bytes(model.to_bytes())
    estimator._adopt(model, np.arange(3), names)
    return _fitted(estimator, X)


def torch_for_cuda(monkeypatch):
    """Every device is torch's own CPU from now on."""
    pytest.importorskip("torch", reason="needs torch: pip install 'halflit[torch]'")
    from halflit import cuda

    own = cuda.Device.__init__
    on_cpu = lambda self, device, **how: own(self, "cpu", **how)  # noqa: E731
    monkeypatch.setattr(cuda.Device, "__init__", on_cpu)


def by_torch(name, X, y, monkeypatch):
    torch_for_cuda(monkeypatch)
    estimator = made(name, device="cuda").fit(X, y)
    assert estimator.diagnostics_["engine"] == ("torch: cpu" if _has_graph(name) else "threads")
    return estimator


def by_cuda(name, X, y, monkeypatch):
    torch = pytest.importorskip("torch", reason="needs torch: pip install 'halflit[torch]'")
    if not torch.cuda.is_available():
        pytest.skip("needs a GPU: torch sees none")
    # By the kernels, which few rows would not need.
    monkeypatch.setattr("halflit.cuda._pairs.EXACT_ROWS", 100)
    return made(name, device="cuda").fit(X, y)


def by_dask(name, X, y):
    pytest.importorskip("dask.array", reason="needs dask: pip install 'halflit[dask]'")
    import dask
    import dask.array as da

    import halflit.dask

    exact = {"pairs": "exact"} if _has_graph(name) else {}
    estimator = made(name, halflit.dask, **exact)
    with dask.config.set(scheduler="synchronous"):
        return estimator.fit(da.from_array(X, chunks=((3, 147, 1, 249), (6,))), y)


def _has_graph(name):
    return name.startswith(("LPP", "SS"))


def _fitted(estimator, X):
    estimator.n_features_in_ = X.shape[1]
    return estimator


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("engine", TOLERANCES)
def test_every_engine_gives_the_same_fit(engine, name, rows, monkeypatch):
    X, y = rows
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plain = made(name).fit(X, y)
        model = {
            "blocks": lambda: by_blocks(name, X, y),
            "torch": lambda: by_torch(name, X, y, monkeypatch),
            "cuda": lambda: by_cuda(name, X, y, monkeypatch),
            "dask": lambda: by_dask(name, X, y),
        }[engine]()
    assert plain.diagnostics_["engine"] == "threads"
    tolerance = TOLERANCES[engine]
    found, expected = model.transform(X), plain.transform(X)
    size = np.abs(expected).max()
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance * size)
    largest = np.abs(plain.eigenvalues_).max()
    np.testing.assert_allclose(
        model.eigenvalues_, plain.eigenvalues_, rtol=0, atol=tolerance * largest
    )
    assert (model.predict(X) == plain.predict(X)).mean() > 0.999
    np.testing.assert_allclose(model.predict_proba(X), plain.predict_proba(X), atol=1e-6)


@pytest.fixture(scope="module")
def groups():
    """So many rows that graphs are not decomposed whole, in groups that no near rows join."""
    draw = np.random.default_rng(6)
    group = draw.integers(0, 3, 450)
    angle = draw.uniform(0, 2 * np.pi, 450)
    ring = np.column_stack([np.cos(angle), np.sin(angle)]) * (1 + draw.integers(0, 2, (450, 1)))
    X = np.column_stack([ring + 0.1 * draw.normal(size=(450, 2)), draw.normal(size=(450, 2))])
    X[:, 0] += 40.0 * group
    return X.astype(np.float32), np.where(
        draw.random(450) < 0.2, (angle > np.pi) + 2 * (group > 1), -1
    )


@pytest.mark.parametrize("given", ["rows", "groups"])
@pytest.mark.parametrize("views", ["full", "thin"])
def test_the_default_by_torch(views, given, request, monkeypatch):
    X, y = request.getfixturevalue(given)
    plain = halflit.AutoDR(views=views).fit(X, y)
    model = _default_by_torch(X, y, views, monkeypatch)
    assert (model.transduction_ == plain.transduction_).all()
    new = X + np.float32(0.01)
    expected = plain.transform(new)
    size = np.abs(expected).max()
    # Which end of an axis is positive may be a matter of rounding.
    signs = np.sign((model.transform(new) * expected).sum(axis=0))
    # Rows of the fit are what the fit found, though their nearest row is themselves.
    for own in (new, X):
        found, expected = model.transform(own) * signs, plain.transform(own)
        # Single precision comes out, one unit of which is 6e-8.
        close = 1e-9 if found.dtype == np.float64 else 1.2e-7
        np.testing.assert_allclose(found, expected, rtol=0, atol=close * size)
    found, expected = model.predict_proba(new), plain.predict_proba(new)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("work", ["nearest", "leading", "functions"])
def test_what_the_work_on_graphs_raises_ends_the_fit_as_it_is(work, groups, monkeypatch):
    pytest.importorskip("torch", reason="needs torch: pip install 'halflit[torch]'")
    from halflit import cuda

    class OutOfCoffeeError(Exception):
        pass

    def fail(*_given, **_more):
        raise OutOfCoffeeError(work)

    monkeypatch.setattr(cuda.Work, work, fail)
    with pytest.raises(OutOfCoffeeError, match=work):
        _default_by_torch(*groups, "full", monkeypatch)


def _default_by_torch(X, y, views, monkeypatch):
    torch_for_cuda(monkeypatch)
    model = halflit.AutoDR(views=views, device="cuda").fit(X, y)
    assert model.diagnostics_["engine"] == "torch: cpu"
    return model


def test_what_a_device_cannot_do_is_refused_by_name(rows, monkeypatch):
    torch_for_cuda(monkeypatch)
    X, y = rows
    made = lambda **how: halflit.SSLFDA(2, gamma=1.0, alpha=1.0, device="cuda", **how)  # noqa: E731
    with pytest.raises(ValueError, match="kernel = 'rbf' is not for torch"):
        made(kernel="rbf").fit(X, y)
    with pytest.raises(ValueError, match="scaling = 'unit' is not for torch"):
        made(scaling="unit").fit(X, y)
    wide = np.random.default_rng(0).normal(size=(5, 5000))
    with pytest.raises(ValueError, match="X has 5000 columns.*PCA first"):
        made().fit(wide, [0, 1, 0, 1, -1])
    with pytest.raises(ValueError, match="scaling minmax cannot be learned from sums"):
        made(scaling="minmax").fit(X, y)
    with pytest.raises(ValueError, match="metric='manhattan' is not known"):
        made(metric="manhattan").fit(X, y)
    with pytest.raises(ValueError, match="takes no weights"):
        made().fit(X, y, sample_weight=np.full(len(X), 2.0))
    with pytest.raises(ValueError, match="takes no weights"):
        halflit.AutoDR(device="cuda").fit(X, y, sample_weight=np.full(len(X), 2.0))
    with pytest.raises(ValueError, match="given distances cannot be learned from sums"):
        made(metric="precomputed").fit(X, y, distances=np.zeros((len(X), len(X))))
    from scipy import sparse

    with pytest.raises(ValueError, match="takes no sparse rows"):
        made().fit(sparse.csr_array(X), y)
    by_kernel = halflit.SSLFDA(2, gamma=1.0, alpha=1.0, kernel="rbf").fit(X, y)
    with pytest.raises(ValueError, match="a kernel is not mapped"):
        by_kernel.set_params(device="cuda").transform(X)
    broken = X.copy()
    broken[7, 2] = np.nan
    with pytest.raises(ValueError, match="row 7.*column 2|column 2.*row 7"):
        made().fit(broken, y)


def test_weights_of_a_fit_vote_on_a_device_too(rows, monkeypatch):
    torch_for_cuda(monkeypatch)
    X, y = rows
    weights = np.random.default_rng(1).integers(1, 6, len(X))
    model = halflit.LFDA(2, n_votes=5).fit(X, y, sample_weight=weights)
    expected = model.predict_proba(X)
    np.testing.assert_allclose(model.set_params(device="cuda").predict_proba(X), expected)


def test_a_learner_without_a_graph_is_fitted_as_without_a_device(rows, monkeypatch):
    torch_for_cuda(monkeypatch)
    X, y = rows
    # A direction that only rows themselves can tell from rounding.
    thin = np.column_stack([X, X[:, 0] + 1e-7 * np.random.default_rng(2).normal(size=len(X))])
    ranks = [
        halflit.PCA(2, device=device).fit(thin).diagnostics_["rank"] for device in ("cpu", "cuda")
    ]
    assert ranks == [7, 7]


def test_without_torch_or_gpu_it_is_said(rows, monkeypatch):
    import sys

    X, y = rows
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in [own for own in sys.modules if own.startswith("halflit.cuda")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(halflit, "cuda", raising=False)
    with pytest.raises(ImportError, match=r"pip install 'halflit\[torch\]'"):
        halflit.SSLFDA(device="cuda").fit(X, y)


def test_without_a_gpu_it_is_said(rows):
    torch = pytest.importorskip("torch", reason="needs torch: pip install 'halflit[torch]'")
    if torch.cuda.is_available():
        pytest.skip("needs a machine without a GPU")
    X, y = rows
    with pytest.raises(RuntimeError, match="torch sees no GPU"):
        halflit.SSLFDA(device="cuda").fit(X, y)


@pytest.mark.parametrize("device", ["gpu", "cuda:", "cuda:x", 0, None])
def test_devices_are_refused_by_name(device, rows):
    X, y = rows
    with pytest.raises(ValueError, match="device = .* is out of range"):
        halflit.SSLFDA(device=device).fit(X, y)
