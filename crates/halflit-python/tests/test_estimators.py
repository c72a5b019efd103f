"""What the estimators do beyond scikit-learn's checks."""

import inspect

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import halflit
from halflit._registry import ESTIMATORS

CLASSES = sorted(set(ESTIMATORS.values()), key=lambda estimator: estimator.__name__)


@pytest.mark.parametrize("estimator", CLASSES, ids=lambda c: c.__name__)
def test_fitted_attributes(estimator, wine):
    X, y, few = wine
    model = estimator(2, scaling="standard").fit(X, few)
    assert model.components_.shape == (2, 13)
    assert model.mean_.shape == (13,)
    assert model.eigenvalues_.shape == (2,) and np.all(np.diff(model.eigenvalues_) >= 0)
    assert model.n_features_in_ == 13
    assert model.diagnostics_["rank"] == 13
    assert model.transduction_.shape == y.shape
    assert model.get_feature_names_out()[0].endswith("0")
    points = model.transform(X)
    np.testing.assert_allclose(model.transform(model.inverse_transform(points)), points, atol=1e-6)
    scaled = (X - X.mean(0)) / X.std(0)
    np.testing.assert_allclose((scaled - model.mean_) @ model.components_.T, points, atol=1e-9)


@pytest.mark.parametrize("estimator", [halflit.AutoDR, *CLASSES], ids=lambda c: c.__name__)
def test_documentation_names_every_parameter_and_has_an_example(estimator):
    text = inspect.getdoc(estimator)
    for name in estimator().get_params():
        assert f"\n{name} : " in text
    assert "Attributes\n----------" in text and ">>>" in text


def test_votes(wine):
    X, y, few = wine
    model = halflit.LFDA(2, scaling="standard", n_votes=5).fit(X, few)
    shares = model.predict_proba(X)
    assert set(np.round(shares * 5).astype(int).ravel()) <= set(range(6))
    np.testing.assert_allclose(shares.sum(axis=1), 1)


def one_standard_error(scores, labels):
    best, count = scores.max(), (np.asarray(labels) != -1).sum()
    return np.sqrt(max(best * (1 - best), 0.25 / count) / count)


def test_tuning(wine):
    X, _, few = wine
    model = halflit.SSLFDA(2, gamma="auto", alpha="auto", scaling="standard").fit(X, few)
    results = model.cv_results_
    # Five shares for each of four powers; of those within a standard error of the best, margins decide.
    assert len(results["params"]) == 20 and "split4_test_score" in results
    chosen = results["params"].index({"gamma": model.gamma_, "alpha": model.alpha_})
    scores = results["mean_test_score"]
    assert scores[chosen] >= scores.max() - one_standard_error(scores, few)
    found = {"gamma": model.gamma_, "alpha": model.alpha_, "ridge": "shrunk"}
    same = halflit.SSLFDA(2, scaling="standard", **found).fit(X, few)
    np.testing.assert_array_equal(same.components_, model.components_)
    assert model.gamma == "auto"


def test_tuning_over_lists(wine):
    X, _, few = wine
    lists = {"gamma": [0.01, 1, 100], "alpha": [1, 8]}
    model = halflit.SSLFDA(2, **lists, scaling="standard").fit(X, few)
    results = model.cv_results_
    assert len(results["params"]) == 6
    best = np.argmax(results["mean_test_score"] + 1e-6 * results["mean_test_margin"])
    assert results["params"][best] == {"gamma": model.gamma_, "alpha": model.alpha_}


def test_tuning_one_parameter_over_given_values(wine):
    X, _, few = wine
    model = halflit.SSLFDA(2, gamma=[0.1, 1], alpha=4, scaling="standard").fit(X, few)
    assert [p["gamma"] for p in model.cv_results_["params"]] == [0.1, 1.0]
    assert model.alpha_ == 4 and model.gamma_ in (0.1, 1)
    refit = model.set_params(gamma=0.1).fit(X, few)
    assert refit.gamma_ == 0.1 and not hasattr(refit, "cv_results_")


def test_auto_means_the_same_for_one_parameter(wine):
    X, _, few = wine
    X = (X - X.mean(0)) / X.std(0)
    both = halflit.SSLFDA(2, gamma="auto", alpha="auto").fit(X, few)
    gamma = halflit.SSLFDA(2, gamma="auto", alpha=both.alpha_).fit(X, few)
    assert gamma.alpha_ == both.alpha_ and len(gamma.cv_results_["params"]) == 5
    assert gamma.gamma_ == both.gamma_
    alpha = halflit.SSLFDA(2, gamma=0.1, alpha="auto").fit(X, few)
    assert alpha.gamma_ == 0.1
    assert [p["alpha"] for p in alpha.cv_results_["params"]] == [1, 4, 8, 16]
    powers = halflit.LPP(2, alpha="auto").fit(X, few)
    assert [p["alpha"] for p in powers.cv_results_["params"]] == [1, 2, 4, 8, 16]
    for model in (both, gamma, alpha, powers):
        scores, margins = model.cv_results_["mean_test_score"], model.cv_results_["total_margin"]
        kept = np.where(scores >= scores.max() - one_standard_error(scores, few), margins, -np.inf)
        best = model.cv_results_["params"][np.argmax(kept)]
        assert best == {name: getattr(model, f"{name}_") for name in best}
    assert halflit.LPP(2, alpha="auto").fit(X).alpha_ == 8  # no label to go by


@pytest.mark.parametrize(
    "given",
    [{"gamma": "atuo"}, {"gamma": []}, {"gamma": "auto", "alpha": []}, {"gamma": ["x"]}],
)
def test_other_ways_to_tune_are_refused(wine, given):
    X, _, few = wine
    with pytest.raises(ValueError):
        halflit.SSLFDA(2, **given).fit(X, few)


def test_the_same_bits_for_any_number_of_threads(wine):
    X, _, few = wine
    models = [
        halflit.SSLFDA(2, gamma="auto", n_jobs=jobs).fit(X, few) for jobs in (1, 2, 3, -1, None)
    ]
    for model in models[1:]:
        np.testing.assert_array_equal(model.components_, models[0].components_)


def test_spectral_is_every_learner(wine):
    X, y, few = wine
    ss_lfda = halflit.SSLFDA(2, gamma=0.5, alpha=2.0).fit(X, few)
    mix = halflit.SpectralDR(2, label_cost="lfda", gamma=0.5, alpha=2.0).fit(X, few)
    np.testing.assert_allclose(mix.components_, ss_lfda.components_, rtol=1e-9)
    dne = halflit.SpectralDR(2, label_cost="dne", unlabel_cost="none").fit(X, y)
    np.testing.assert_allclose(dne.components_, halflit.DNE(2).fit(X, y).components_)
    near = halflit.SpectralDR(
        2, label_cost="none", constraint="degree", scaling="standard", graph=10
    )
    lpp = halflit.LPP(2, scaling="standard", graph=10).fit(X)
    np.testing.assert_allclose(near.fit(X).eigenvalues_, lpp.eigenvalues_, rtol=1e-9)


def test_costs_of_the_users_own(wine):
    X, y, _ = wine
    n = len(X)
    everyone = np.full((n, n), -1.0 / n)
    own = {"label_cost": "none", "constraint": "identity", "gamma": 1.0}
    pca = halflit.PCA(2).fit(X)
    dense = halflit.SpectralDR(2, unlabel_cost=everyone, **own).fit(X)
    np.fill_diagonal(everyone, 0)
    edges = halflit.SpectralDR(2, unlabel_cost=sparse.csr_array(everyone), **own).fit(X)
    given = halflit.SpectralDR(2, unlabel_cost="variance", **{**own, "constraint": np.eye(13)}).fit(
        X
    )
    for model in (dense, edges, given):
        np.testing.assert_allclose(model.components_, pca.components_, atol=1e-8)
    with pytest.raises(ValueError, match="not symmetric"):
        halflit.SpectralDR(2, label_cost=np.triu(everyone)).fit(X, y)
    with pytest.raises(ValueError, match="cannot know that labels are hidden"):
        halflit.SpectralDR(2, label_cost=everyone, constraint="identity", gamma="auto").fit(X, y)


@pytest.mark.parametrize("frames", [pd, pl], ids=["pandas", "polars"])
def test_set_output(wine, frames):
    X, _, few = wine
    frame = frames.DataFrame({f"c{i}": X[:, i] for i in range(13)})
    model = halflit.SSLFDA(2, scaling="standard").set_output(transform=frames.__name__)
    mapped = model.fit(frame, few).transform(frame)
    assert isinstance(mapped, frames.DataFrame) and list(mapped.columns) == ["sslfda0", "sslfda1"]


def test_pipelines_and_searches(wine):
    X, y, few = wine
    for estimator in (halflit.AutoDR, *CLASSES):
        pipeline = make_pipeline(StandardScaler(), estimator(2)).fit(X, few)
        assert pipeline.transform(X).shape == (178, 2), estimator
    search = GridSearchCV(
        halflit.LFDA(scaling="standard"), {"n_components": [1, 2], "n_neighbors": [2, 5]}
    )
    assert search.fit(X, y).best_score_ > 0.9
    columns = ColumnTransformer([("ours", halflit.FDA(1), [0, 1, 2]), ("rest", "passthrough", [3])])
    assert columns.fit_transform(X, y).shape == (178, 2)
    assert (
        make_pipeline(halflit.PCA(5, scaling="standard"), Ridge()).fit(X, X[:, 0]).score(X, X[:, 0])
        > 0.5
    )


def test_clone_and_parameters(wine):
    X, _, few = wine
    model = halflit.SSLDE(2, n_neighbors=(2, 4), heat={"heat": 3.0}, graph=12).fit(X, few)
    fresh = clone(model)
    assert not hasattr(fresh, "components_") and fresh.get_params() == model.get_params()


def test_precomputed_kernel(wine):
    X, _, few = wine
    X = (X - X.mean(0)) / X.std(0)
    gram = (X @ X.T + 1) ** 2
    given = halflit.SSLFDA(2, kernel="precomputed").fit(gram, few)
    named = halflit.SSLFDA(2, kernel="poly").fit(X, few)
    np.testing.assert_allclose(given.transform(gram), named.transform(X), rtol=1e-5, atol=1e-8)


def test_refit_forgets_the_former_fit(wine):
    X, y, _ = wine
    model = halflit.PCA(2).fit(X, y)
    model.set_params(kernel="rbf").fit(X)
    assert not hasattr(model, "components_") and not hasattr(model, "transduction_")


def test_self_can_be_addressed_in_a_pipeline(wine):
    X, y, few = wine
    line = make_pipeline(StandardScaler(), halflit.SELF(2))
    assert "selfdr" in line.named_steps
    line.set_params(selfdr__gamma=0.5).fit(X, few)
    search = GridSearchCV(line, {"selfdr__gamma": [0.1, 1.0]}, cv=3).fit(X, y)
    assert search.best_params_["selfdr__gamma"] in (0.1, 1.0)


def test_probabilities_as_logarithms_and_labels_at_once(wine):
    X, _, few = wine
    model = halflit.AutoDR()
    labels = model.fit_predict(X, few)
    np.testing.assert_array_equal(labels, model.transduction_)
    np.testing.assert_allclose(np.exp(model.predict_log_proba(X)), model.predict_proba(X))
    assert np.isneginf(halflit.FDA(1).fit(X, few).predict_log_proba(X)).any()


@pytest.mark.parametrize("name", ["n_votes", "n_components", "graph"])
def test_numbers_beyond_the_core_are_refused_by_name(wine, name):
    X, _, few = wine
    with pytest.raises(ValueError, match=f"{name} = 1000.* out of range"):
        halflit.SSLFDA(**{name: 10**20}).fit(X, few)
