"""Model files and pickles."""

import io
import pickle

import cloudpickle
import joblib
import numpy as np
import pandas as pd
import pytest
import skops.io
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import halflit
from halflit import _core, _registry
from halflit._registry import ESTIMATORS


@pytest.mark.parametrize("learner", ESTIMATORS)
def test_save_and_load(learner, wine, tmp_path):
    X, _, few = wine
    model = ESTIMATORS[learner](2, scaling="standard", weights="unit").fit(X, few)
    model.save(tmp_path / "model.halflit")
    again = halflit.load(tmp_path / "model.halflit")
    assert type(again) is type(model)
    assert again.get_params()["weights"] == "unit"
    np.testing.assert_array_equal(again.transform(X), model.transform(X))
    np.testing.assert_array_equal(again.predict(X), model.predict(X))
    np.testing.assert_array_equal(again.predict_proba(X), model.predict_proba(X))
    np.testing.assert_array_equal(again.classes_, model.classes_)
    # The choices are whole: a second fit gives the same model file.
    assert clone(again).fit(X, few)._model.to_bytes() == model._model.to_bytes()


def test_kernel_names_and_words_survive(wine, tmp_path):
    X, _, few = wine
    frame = pd.DataFrame(X, columns=[f"c{i}" for i in range(13)])
    words = np.array(["a", "b", "c", None], dtype=object)[few]
    model = halflit.SSMFA(3, kernel="poly", scaling="minmax", n_neighbors=(2, 5), gamma=0.25).fit(
        frame, words
    )
    model.save(tmp_path / "model")
    again = halflit.load(tmp_path / "model")
    assert again.feature_names_in_.tolist() == list(frame.columns)
    assert again.classes_.tolist() == ["a", "b", "c"]
    parameters = again.get_params()
    assert parameters["n_neighbors"] == (2, 5) and parameters["gamma"] == 0.25
    assert parameters["kernel"] == "poly"
    np.testing.assert_array_equal(again.transform(frame), model.transform(frame))


def by_joblib(model):
    file = io.BytesIO()
    joblib.dump(model, file)
    file.seek(0)
    return joblib.load(file)


def by_skops(model):
    """Nothing beside our own classes asks to be trusted."""
    data = skops.io.dumps(model)
    untrusted = skops.io.get_untrusted_types(data=data)
    assert all(name.startswith("halflit.") for name in untrusted), untrusted
    return skops.io.loads(data, trusted=untrusted)


WAYS = {
    "pickle": lambda model: pickle.loads(pickle.dumps(model)),
    "joblib": by_joblib,
    "cloudpickle": lambda model: pickle.loads(cloudpickle.dumps(model)),
    "skops": by_skops,
}
KEPT = {
    **{name: estimator(2) for name, estimator in ESTIMATORS.items()},
    "auto": halflit.AutoDR(),
    "found": halflit.SELF(2, gamma="auto", random_state=3),
    "layout": halflit.Layout(),
    "kernel trick": halflit.KernelTrick(LinearDiscriminantAnalysis(), n_coordinates=20),
    "pipeline": make_pipeline(StandardScaler(), halflit.AutoDR()),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", KEPT)
def test_ways_to_keep_a_model(wine, name, way):
    X, _, few = wine
    model = clone(KEPT[name]).fit(X, few)
    again = WAYS[way](model)
    np.testing.assert_array_equal(again.transform(X), model.transform(X))
    if hasattr(model, "predict"):
        np.testing.assert_array_equal(again.predict(X), model.predict(X))
    if hasattr(model, "transduction_"):
        np.testing.assert_array_equal(again.transduction_, model.transduction_)
    assert str(again.get_params()) == str(model.get_params())


@pytest.mark.parametrize("way", WAYS)
def test_what_is_kept_half_way_goes_on(wine, way):
    X, _, few = wine
    model = halflit.FDA(2).partial_fit(X[::2], few[::2])
    both = [own.partial_fit(X[1::2], few[1::2]).transform(X) for own in (WAYS[way](model), model)]
    np.testing.assert_array_equal(*both)


def test_a_pickle_is_not_much_larger_than_the_model_file(wine):
    X, _, few = wine
    model = halflit.SSLFDA(2, gamma=1.0, alpha=8.0).fit(X, few)
    assert len(pickle.dumps(model)) < len(model._model.to_bytes()) + 5000


def test_nothing_is_left_where_writing_fails(wine, tmp_path):
    X, _, few = wine
    model = halflit.SSLFDA(2).fit(X, few)
    target = tmp_path / "directory"
    target.mkdir()
    with pytest.raises(OSError):
        model.save(target)
    assert list(tmp_path.iterdir()) == [target]


def test_broken_files_are_refused(wine, tmp_path):
    X, _, few = wine
    path = tmp_path / "model"
    halflit.SSLFDA(2).fit(X, few).save(path)
    whole = path.read_bytes()
    for broken in (whole[:-1], whole[:40], b"", b"nonsense"):
        path.write_bytes(broken)
        with pytest.raises(ValueError, match="not a whole halflit model"):
            halflit.load(path)
    with pytest.raises(ValueError):
        _core.Model.from_bytes(b"\x00" * 64)


@pytest.mark.parametrize("estimator", [halflit.AutoDR(), halflit.SSLFDA(2), halflit.FDA()])
@pytest.mark.parametrize("names", [["a", "b", "c"], ["9", "10", "-3"], [7, 2, 11]])
def test_a_loaded_model_knows_the_labels_of_its_rows(wine, tmp_path, estimator, names):
    X, _, few = wine
    y = np.array([None if code < 0 else names[code] for code in few], dtype=object)
    model = estimator.fit(X, y)
    path = tmp_path / "m.halflit"
    model.save(path)
    loaded = halflit.load(path)
    told = [str(label) for label in loaded.transduction_]
    assert told == [str(label) for label in model.transduction_]
    # Saved again, it is the same file.
    loaded.save(tmp_path / "again.halflit")
    assert (tmp_path / "again.halflit").read_bytes() == path.read_bytes()


def test_a_model_without_the_labels_of_its_rows_says_so(wine, tmp_path):
    X, _, few = wine
    path = tmp_path / "m.halflit"
    path.write_bytes(halflit.AutoDR().fit(X, few)._model.to_bytes())
    loaded = halflit.load(path)
    assert not hasattr(loaded, "transduction_")
    with pytest.raises(AttributeError, match="use predict"):
        _ = loaded.transduction_


def test_a_learner_that_python_does_not_have_is_named(wine, tmp_path, monkeypatch):
    X, _, few = wine
    path = tmp_path / "m.halflit"
    halflit.FDA(1).fit(X, few).save(path)
    monkeypatch.delitem(_registry.OF_FILES, "fda")
    with pytest.raises(ValueError, match="its learner is 'fda'"):
        halflit.load(path)
