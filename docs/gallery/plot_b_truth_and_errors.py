"""
Truth and errors
================

Colours are the true digits, which the model did not see. Large outlined points had a label. Black rings mark wrong predictions.

Most errors are small groups in which no row has a label. :func:`halflit.suggest` would have asked for one of them.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_digits

import halflit

X, y = load_digits(return_X_y=True)
few = y.copy()
few[50:] = -1
model = halflit.AutoDR().fit(X, few)

places, wrong = model.layout_, model.transduction_ != y
figure, axes = plt.subplots(figsize=(8, 6))
dots = axes.scatter(*places.T, c=y, cmap="tab10", s=8)
axes.scatter(*places[:50].T, c=y[:50], cmap="tab10", s=70, edgecolors="black")
axes.scatter(*places[wrong].T, s=60, facecolors="none", edgecolors="black", linewidths=0.8)
axes.legend(*dots.legend_elements(), title="digit", loc="center left", bbox_to_anchor=(1, 0.5))
axes.set(title=f"{wrong[50:].mean():.1%} of 1,747 rows are wrong", xticks=[], yticks=[])
figure.tight_layout()
