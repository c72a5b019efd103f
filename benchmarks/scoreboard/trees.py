"""Peers made of trees. They look at one column at a time, so units and wild cells hardly matter to them."""

from __future__ import annotations

import numpy as np
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier

from scoreboard.settings import HIDDEN
from scoreboard.supervised import SEED, Classes, Rows, supervised

TREES = 300
#: Labels of a leaf: scikit-learn's default, and the share of all labels that it may be at most.
LEAF = 20
LEAF_SHARE = 20


def extra_trees(X: Rows, y: Classes) -> Classes:
    """Extremely randomized trees: 300 of them, all else as scikit-learn has it."""
    return supervised(ExtraTreesClassifier(TREES, random_state=SEED), X, y)


def gradient_boosting(X: Rows, y: Classes) -> Classes:
    """Boosted trees on histograms, as scikit-learn has them but for the smallest leaf.

    A leaf of 20 labels, the default, allows no split at all of 30 labels: it has a twentieth of the labels
    where that is less.
    """
    leaf = int(np.clip(np.sum(y != HIDDEN) // LEAF_SHARE, 1, LEAF))
    return supervised(
        HistGradientBoostingClassifier(min_samples_leaf=leaf, random_state=SEED), X, y
    )
