"""
Labels that are noise change nothing
====================================

A supervised picture should not show classes that are not there. halflit uses labels only as far as it can predict left-out labels. Here the
labels are drawn by a coin, and the picture stays as it is without labels.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_wine

from halflit import Layout

X, y = load_wine(return_X_y=True)
coin = np.random.default_rng(0).integers(0, 2, len(y))

figure, panels = plt.subplots(1, 3, figsize=(10, 3.2))
for panel, labels, name in zip(panels, (None, coin, y), ("none", "a coin's", "true"), strict=True):
    layout = Layout().fit(X, labels)
    panel.scatter(*layout.embedding_.T, c=y if labels is None else labels, cmap="tab10", s=10)
    panel.set(title=f"{name} labels; weight {layout.label_weight_:.2f}", xticks=[], yticks=[])
figure.tight_layout()
