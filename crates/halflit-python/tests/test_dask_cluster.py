"""Dask collections on a real cluster: processes, a limit of memory, a worker that dies."""

import os

import numpy as np
import pytest

import halflit

da = pytest.importorskip("dask.array", reason="dask is not installed")
distributed = pytest.importorskip("distributed", reason="distributed is not installed")
on_dask = pytest.importorskip("halflit.dask")
pytestmark = pytest.mark.filterwarnings("ignore:the model finds")

#: Of a worker, half of which goes to what it has imported.
MEMORY = 500_000_000
ROWS, COLUMNS = 12_500, 64


@pytest.fixture(scope="module")
def client():
    """Three workers, each a process."""
    cluster = distributed.LocalCluster(
        n_workers=3,
        threads_per_worker=1,
        processes=True,
        memory_limit=MEMORY,
        dashboard_address=None,
    )
    with cluster, distributed.Client(cluster) as client:
        yield client


def block(number, once=None):
    """Some rows; the worker that is first asked for them dies."""
    if once is not None and number == 5 and not os.path.exists(once):
        with open(once, "x"):
            pass
        os._exit(1)
    draw = np.random.default_rng(int(number))
    rows = draw.random((ROWS, COLUMNS))
    rows[:, 0] += 2 * (np.arange(ROWS) % 2)
    return rows


def table(blocks, once=None):
    """Rows that are made when they are asked for, and labels of a few."""
    numbers = da.arange(blocks, chunks=1)
    X = numbers.map_blocks(
        lambda own: block(own[0], once),
        new_axis=1,
        chunks=((ROWS,) * blocks, (COLUMNS,)),
        dtype=float,
        meta=np.empty((0, 0)),
    )
    few = np.where(np.arange(ROWS) < 4, np.arange(ROWS) % 2, -1)
    return X, da.tile(da.from_array(few), blocks).rechunk((ROWS,))


def test_more_rows_than_a_worker_can_hold(client):
    X, y = table(96)
    assert X.nbytes > MEMORY
    model = on_dask.SELF(1, gamma=1.0).fit(X, y)
    assert model.diagnostics_["engine"] == "dask: 96 blocks"
    assert abs(model.components_[0, 0]) > 10 * np.abs(model.components_[0, 1:]).max()
    assert 0.4 < float(model.predict(X).mean().compute()) < 0.6


def test_a_worker_that_dies_changes_nothing(client, tmp_path):
    X, y = table(12)
    wanted = on_dask.LFDA(1).fit(X, y)
    model = on_dask.LFDA(1).fit(*table(12, once=str(tmp_path / "died")))
    assert (tmp_path / "died").exists()
    assert (model.components_ == wanted.components_).all()
    held = np.concatenate([block(number) for number in range(12)])
    plain = halflit.LFDA(1).fit(held, np.asarray(y))
    np.testing.assert_allclose(model.components_, plain.components_, rtol=0, atol=1e-10)


def test_a_sample_and_pairs_of_blocks(client):
    draw = np.random.default_rng(0)
    X = draw.normal(size=(900, 8))
    y = np.where(np.arange(900) % 9 == 0, (X[:, 0] > 0).astype(int), -1)
    blocks = da.from_array(X, chunks=(150, 8))
    exact = on_dask.SSLFDA(2, gamma=1.0, pairs="exact").fit(blocks, y)
    plain = halflit.SSLFDA(2, gamma=1.0).fit(X, y)
    np.testing.assert_allclose(exact.components_, plain.components_, rtol=0, atol=1e-7)
    sample = on_dask.SSLFDA(2, gamma=1.0, sample_rows=500).fit(blocks, y)
    assert sample.sample_rows_ == 500
    assert (sample.predict(blocks).compute() == sample.predict(X)).all()
