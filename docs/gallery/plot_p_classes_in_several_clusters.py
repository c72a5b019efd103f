"""
A class in several clusters
===========================

Class 0 has two clusters, with class 1 between them. FDA wants all rows of a class together and turns to the wrong axis. LFDA keeps only near
rows together.
"""

import matplotlib.pyplot as plt
import numpy as np

from halflit import FDA, LFDA

generator = np.random.default_rng(0)
centers = np.repeat([[-4, 0], [4, 0], [0, 0]], 60, axis=0)
X = centers + generator.normal(size=(180, 2)) * [0.6, 2.5]
y = np.repeat([0, 0, 1], 60)

figure, panels = plt.subplots(1, 2, figsize=(9, 4), sharey=True)
for panel, learner in zip(panels, (FDA(1), LFDA(1)), strict=True):
    model = learner.fit(X, y)
    axis = model.components_[0] / np.linalg.norm(model.components_[0])
    panel.scatter(*X.T, c=y, cmap="coolwarm", s=12)
    panel.arrow(*(-4 * axis), *(8 * axis), width=0.08, color="black")
    panel.set(title=f"{type(learner).__name__}: its axis", aspect="equal")
figure.tight_layout()
