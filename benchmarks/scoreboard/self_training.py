"""Self-training: a logistic regression that takes its own sure predictions for labels."""

from __future__ import annotations

from sklearn.linear_model import LogisticRegression
from sklearn.semi_supervised import SelfTrainingClassifier

from scoreboard.settings import HIDDEN
from scoreboard.supervised import Classes, Rows, chosen, fitted, near_one

#: What C is chosen from, the default first.
COSTS = [{"C": value} for value in (1, 0.1, 10, 0.01, 100)]
#: At most this many steps of a fit.
STEPS = 300


def self_training(X: Rows, y: Classes) -> Classes:
    """Self-training of scikit-learn around a logistic regression.

    Cross-validation on the labeled rows chooses C; C = 1 where a class has one label. In at most ten rounds,
    predictions above 0.75 become labels: these are scikit-learn's own settings.
    """
    known, rows = y != HIDDEN, near_one(X)
    search = fitted(chosen(LogisticRegression(max_iter=STEPS), COSTS, y), rows[known], y[known])
    # Without a search, the model has the first setting already.
    base = getattr(search, "best_estimator_", search)
    return fitted(SelfTrainingClassifier(base), rows, y).predict(rows[~known])
