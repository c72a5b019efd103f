"""
Make any estimator non-linear
=============================

:class:`halflit.KernelTrick` fits an estimator on the coordinates of kernel PCA. Here it wraps scikit-learn's linear discriminant analysis.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from halflit import KernelTrick

X, y = make_moons(200, noise=0.15, random_state=0)
plain = LinearDiscriminantAnalysis()
bent = KernelTrick(plain, kernel="rbf", kernel_params={"width": 1.0}, n_coordinates=20)

across, up = np.meshgrid(np.linspace(-1.5, 2.5, 120), np.linspace(-1, 1.5, 90))
grid = np.column_stack([across.ravel(), up.ravel()])
figure, panels = plt.subplots(1, 2, figsize=(9, 3.5))
for panel, model, name in zip(panels, (plain, bent), ("LDA", "KernelTrick(LDA)"), strict=True):
    model.fit(X, y)
    panel.contourf(
        across, up, model.predict(grid).reshape(across.shape), alpha=0.3, cmap="coolwarm"
    )
    panel.scatter(*X.T, c=y, cmap="coolwarm", s=12)
    panel.set_title(f"{name}: {model.score(X, y):.0%}")
figure.tight_layout()
