"""
A kernel for classes that no line separates
===========================================

Every method takes a kernel. Two rings, four labels each: linear, and with an RBF kernel.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_circles

from halflit import SSFDA

X, y = make_circles(300, factor=0.4, noise=0.08, random_state=0)
few = np.full(300, -1)
for c in (0, 1):
    few[np.flatnonzero(y == c)[:4]] = c

figure, panels = plt.subplots(1, 3, figsize=(11, 3.4))
panels[0].scatter(*X.T, c=y, cmap="coolwarm", s=10)
panels[0].scatter(*X[few != -1].T, c=few[few != -1], cmap="coolwarm", s=90, edgecolors="black")
panels[0].set_title("the rows; labels outlined")
for panel, kernel in zip(panels[1:], (None, "rbf"), strict=True):
    model = SSFDA(2, kernel=kernel, check=False).fit(X, few)
    right = (model.transduction_ == y)[few == -1].mean()
    panel.scatter(*model.transform(X).T, c=y, cmap="coolwarm", s=10)
    panel.set_title(f"kernel={kernel}: {right:.0%} right")
figure.tight_layout()
