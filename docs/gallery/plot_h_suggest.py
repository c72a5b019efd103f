"""
Which rows to label first
=========================

:func:`halflit.suggest` names typical rows of different clusters. Squares are check rows: drawn at random, to measure accuracy honestly.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_digits

import halflit

X, y = load_digits(return_X_y=True)
table = halflit.suggest(X, count=20)
check = table.check.to_numpy()
rows = table.row.to_numpy()

places = halflit.Layout().fit_transform(X)
plt.scatter(*places.T, color="lightgrey", s=5)
plt.scatter(*places[rows[~check]].T, c=y[rows[~check]], cmap="tab10", vmin=0, vmax=9, s=90)
plt.scatter(*places[rows[check]].T, c="white", marker="s", edgecolors="black", s=60)
for row in rows[~check]:
    plt.annotate(y[row], places[row], ha="center", va="center", color="white", size=8)
plt.title(f"{len(set(y[rows[~check]]))} of 10 digits met with {(~check).sum()} labels")
plt.axis("off")
plt.show()
