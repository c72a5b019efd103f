"""
Unlabeled rows correct a misleading sample
==========================================

Six labels lie on a slant and mislead LFDA. The unlabeled rows show two long clusters, and SS-LFDA follows them.
"""

import matplotlib.pyplot as plt
import numpy as np

from halflit import LFDA, SSLFDA

generator = np.random.default_rng(3)
X = generator.normal(size=(200, 2)) * [3, 0.5]
X[100:, 1] += 3
y = np.repeat([0, 1], 100)
few = np.full(200, -1)
for c, side in ((0, -1), (1, 1)):  # labels of one end of each cluster
    rows = np.flatnonzero(y == c)
    few[rows[np.argsort(-side * X[rows, 0])[:3]]] = c

figure, panels = plt.subplots(1, 2, figsize=(10, 3.5), sharey=True)
for panel, learner in zip(panels, (LFDA(1), SSLFDA(1)), strict=True):
    model = learner.set_params(check=False).fit(X, few)
    axis = model.components_[0] / np.linalg.norm(model.components_[0])
    right = (model.transduction_ == y)[few == -1].mean()
    panel.scatter(*X.T, c=y, cmap="coolwarm", s=10)
    panel.scatter(*X[few != -1].T, c=few[few != -1], cmap="coolwarm", s=90, edgecolors="black")
    panel.arrow(*([0, 1.5] - 2 * axis), *(4 * axis), width=0.08, color="black")
    panel.set(title=f"{type(learner).__name__}: {right:.0%} right", aspect="equal")
figure.tight_layout()
