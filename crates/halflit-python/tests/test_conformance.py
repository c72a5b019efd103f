"""scikit-learn's own checks, over every estimator."""

import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.utils.estimator_checks import check_classifiers_classes, parametrize_with_checks

import halflit
from halflit._registry import OF_FILES

MINUS_ONE = "-1 means unlabeled, as in scikit-learn's own semi-supervised estimators, which the check exempts"
CLASSES = sorted(set(OF_FILES.values()), key=lambda estimator: estimator.__name__)


TOGETHER = "folds hold a row and its copies out together, so that other parameters may be chosen"


def expected_failures(estimator):
    needs_labels = getattr(estimator, "_needs_labels", False)
    expected = {"check_classifiers_classes": MINUS_ONE} if needs_labels else {}
    parameters = estimator.get_params(deep=False)
    if "auto" in (parameters.get("gamma"), parameters.get("alpha")):
        for kind in ("dense", "sparse"):
            expected[f"check_sample_weight_equivalence_on_{kind}_data"] = TOGETHER
    return expected


@parametrize_with_checks(
    [estimator() for estimator in CLASSES]
    + [
        halflit.SSLFDA(constraint="blended", kernel="rbf"),
        halflit.KernelTrick(halflit.PCA(1)),
        halflit.KernelTrick(LogisticRegression()),
    ],
    expected_failed_checks=expected_failures,
)
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    "estimator", [c for c in CLASSES if c._needs_labels is not False], ids=lambda c: c.__name__
)
def test_minus_one_is_a_class_where_nothing_marks_unlabeled_rows(estimator):
    check_classifiers_classes(estimator.__name__, estimator(unlabeled=None))
