"""
New rows on an old map
======================

A layout places new rows near their nearest neighbours. A row of the fit lands on itself. Crosses are rows that the picture was not made of.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_digits

from halflit import Layout

X, y = load_digits(return_X_y=True)
layout = Layout().fit(X[:1500])
new = layout.transform(X[1500:])

plt.scatter(*layout.embedding_.T, c=y[:1500], cmap="tab10", s=5, alpha=0.4)
plt.scatter(*new.T, c=y[1500:], cmap="tab10", s=40, marker="x")
plt.axis("off")
plt.title("crosses: 297 new rows, coloured by their true digit")
plt.show()
