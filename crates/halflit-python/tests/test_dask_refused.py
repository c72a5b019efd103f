"""Dask collections: samples, what is refused and how, the example."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import halflit

dask = pytest.importorskip("dask", reason="dask is not installed")
da = pytest.importorskip("dask.array", reason="dask is not installed")
dd = pytest.importorskip("dask.dataframe", reason="dask is not installed")
pd = pytest.importorskip("pandas")
on_dask = pytest.importorskip("halflit.dask")
pytestmark = pytest.mark.usefixtures("one_thread")


def test_a_sample_holds_every_labeled_row(rows, array):
    X, y = rows
    labeled = int((y != -1).sum())
    model = on_dask.SSLFDA(2, sample_rows=labeled + 60).fit(array(X), y)
    assert model.sample_rows_ == labeled + 60
    assert model.n_unlabeled_ == 300 - labeled
    error = model.sampling_error_
    assert 0 < error["scatter"] < 1
    assert 0 < error["angle"] < np.pi / 2
    assert 0 <= error["disagreement"] < 0.5
    again = on_dask.SSLFDA(2, sample_rows=labeled + 60).fit(array(X), y)
    assert (again.components_ == model.components_).all()
    other = on_dask.SSLFDA(2, sample_rows=labeled + 60, random_state=1).fit(array(X), y)
    assert (other.components_ != model.components_).any()


def test_rows_are_drawn_uniformly():
    X = da.arange(10_000, chunks=((1, 6000, 3999),)).astype(float)[:, None]
    X = da.concatenate([X, -X], axis=1)
    from halflit.dask._blocks import Rows
    from halflit.dask._gather import Wanted, gather

    rows = Rows.of(on_dask.LPP(), X, None, None)
    found = gather(rows, Wanted(False, 2000, 3, 2**30, 1, None))
    numbers = found.drawn.rows[:, 0]
    assert len(set(numbers)) == 2000
    # Of 2,000 rows 400 are expected in each fifth, with a deviation of 18 at most.
    assert (np.abs(np.histogram(numbers, 5, (0, 10_000))[0] - 400) < 90).all()


def test_the_default_learner_takes_a_sample(rows, array):
    X, y = rows
    few = np.where(np.arange(300) % 5 == 0, y, -1)
    model = on_dask.AutoDR(sample_rows=120).fit(array(X), few)
    assert model.sample_rows_ == 120
    assert set(model.sampling_error_) == {"disagreement"}
    assert model.predict(array(X)).compute().shape == (300,)


def test_too_many_labeled_rows(rows, array):
    X, y = rows
    with dask.config.set({"halflit.gather-bytes": "2 kB"}):
        with pytest.warns(UserWarning, match="nearest mean of a class"):
            model = on_dask.FDA(2).fit(array(X), y)
        with pytest.raises(ValueError, match="LFDA compares labeled rows"):
            on_dask.LFDA(2).fit(array(X), y)
        with pytest.raises(ValueError, match="every labeled row"):
            on_dask.SSLFDA(2).fit(array(X), y)
    parts = halflit.FDA(2).partial_fit(X, y)
    np.testing.assert_allclose(model.components_, parts.components_, rtol=0, atol=1e-10)
    assert (model.predict(array(X)).compute() == parts.predict(X)).all()


def test_errors_say_where(rows, array):
    X, y = rows
    holed = X.copy()
    holed[250, 3] = np.nan
    for estimator in (on_dask.FDA(2), on_dask.SSLFDA(2), on_dask.AutoDR()):
        with pytest.raises(ValueError, match="block 2: row 43, column 3 is NaN"):
            estimator.fit(array(holed), y)
    table = pd.DataFrame(holed, columns=list("abcdef")).assign(label=y)
    with pytest.raises(ValueError, match="block 3: row 25, column .*d.* is NaN"):
        on_dask.LFDA(2).fit(dd.from_pandas(table, npartitions=4), "label")
    model = on_dask.FDA(2).fit(array(X), y)
    with pytest.raises(ValueError, match="block 2: row 43, column 3 is NaN"):
        model.predict(array(holed)).compute()
    with pytest.raises(ValueError, match="4 features, but FDA is expecting 6"):
        model.transform(da.ones((5, 4)))


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        (lambda X, y: on_dask.FDA(2).fit(X), "requires y"),
        (lambda X, y: on_dask.FDA(2).fit(X, y[:-1]), "300 rows, and 299"),
        (lambda X, y: on_dask.FDA(2).fit(X, da.from_array(y[:-1])), "300 rows and y 299"),
        (lambda X, y: on_dask.FDA(2).fit(X[:, 0], y), "1 dimensions"),
        (lambda X, y: on_dask.FDA(2).fit(X, "label"), "y = 'label' is one value"),
        (lambda X, y: on_dask.FDA(2).fit(X.to_dask_dataframe(), "lable"), "no column 'lable'"),
        (lambda X, y: on_dask.LFDA(2, kernel="rbf").fit(X, y), "kernel"),
        (lambda X, y: on_dask.LFDA(2, scaling="min-max").fit(X, y), "min-max"),
        (lambda X, y: on_dask.LFDA(2, device="cuda").fit(X, y), "device = 'cuda'"),
        (lambda X, y: on_dask.AutoDR(pairs="exact").fit(X, y), "exact.* is not for AutoDR"),
        (lambda X, y: on_dask.LPP(pairs="some").fit(X), "pairs = 'some'"),
        (lambda X, y: on_dask.LPP(sample_rows=1).fit(X), "sample_rows = 1"),
        (lambda X, y: on_dask.SSLFDA(sample_rows=9).fit(X, y), "leaves no room"),
        (lambda X, y: on_dask.LFDA(2).fit(X, y, sample_weight=0.5), "whole numbers"),
        (lambda X, y: on_dask.LPP(2, pairs="exact").fit(X, y, 2.0), "sample_weight"),
        (lambda X, y: on_dask.PCA(2).fit(X, np.repeat([1, 0.5, 2], [100, 99, 101])), "fractions"),
    ],
)
def test_what_cannot_be_is_refused_by_name(refused, words, rows, array):
    X, y = rows
    with pytest.raises(ValueError, match=words):
        refused(array(X, "equal"), y)


def test_kinds_that_do_not_go_together(rows, array):
    X, y = rows
    with pytest.raises(TypeError, match="y is a dask collection"):
        on_dask.FDA(2).fit(X, da.from_array(y))
    with pytest.raises(TypeError, match="distances"):
        on_dask.LFDA(2).fit(array(X), y, distances=np.eye(300))
    with pytest.raises(TypeError, match="in one call"):
        on_dask.PCA(2).partial_fit(array(X))


def test_the_missing_extra_is_named():
    code = "import sys; sys.modules['dask'] = None; import halflit.dask"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert 'pip install "halflit[dask]"' in done.stderr


def test_the_example_goes_from_parquet_to_parquet(tmp_path):
    pytest.importorskip("distributed")
    file = Path(__file__).parents[1] / "examples" / "parquet_to_predictions.py"
    folder = tmp_path / "rows"
    size = ["--rows", "4000", "--columns", "6", "--files", "3", "--labeled", "100"]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", file, folder, *size, "--learners", "SELF"],
        capture_output=True,
        text=True,
    )
    assert "peak memory" in done.stdout, done.stderr
    found = pd.read_parquet(tmp_path / "rows-SELF")
    assert (found.index == np.arange(4000)).all()
    # The classes are what the example draws first.
    draws = [
        np.random.default_rng([7, own]).integers(4, size=n)
        for own, n in enumerate([1333, 1333, 1334])
    ]
    truth = np.array(["ash", "beech", "elm", "oak"])[np.concatenate(draws)]
    assert (found["class"].to_numpy() == truth).mean() > 0.9
