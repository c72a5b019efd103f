"""
Unlabeled rows correct a misleading sample
==========================================

The six labels lie at the far ends of their clusters and mislead LFDA, which sees nothing else. The unlabeled rows show two clusters. SS-LFDA with
the blended constraint follows them.
"""

import matplotlib.pyplot as plt
import numpy as np

from halflit import LFDA, SSLFDA

generator = np.random.default_rng(4)
X = generator.normal(size=(200, 2)) * [0.6, 1.5]
X[100:, 0] += 4
y = np.repeat([0, 1], 100)
few = np.full(200, -1)
for c, side in ((0, 1), (1, -1)):  # the top of one cluster, the bottom of the other
    rows = np.flatnonzero(y == c)
    few[rows[np.argsort(-side * X[rows, 1])[:3]]] = c

figure, panels = plt.subplots(1, 2, figsize=(9, 4), sharey=True)
for panel, learner in zip(panels, (LFDA(1), SSLFDA(1, constraint="blended")), strict=True):
    model = learner.set_params(check=False).fit(X, few)
    axis = model.components_[0] / np.linalg.norm(model.components_[0])
    right = (model.transduction_ == y)[few == -1].mean()
    panel.scatter(*X.T, c=y, cmap="coolwarm", s=10)
    panel.scatter(*X[few != -1].T, c=few[few != -1], cmap="coolwarm", s=90, edgecolors="black")
    panel.arrow(*([2, 0] - 2 * axis), *(4 * axis), width=0.06, color="black")
    panel.set(title=f"{type(learner).__name__}: {right:.0%} right; its axis", aspect="equal")
figure.tight_layout()
