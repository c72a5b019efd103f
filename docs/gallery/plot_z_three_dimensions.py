"""
A layout in three dimensions
============================

``n_components=3`` makes a layout in space.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_digits

from halflit import Layout

X, y = load_digits(return_X_y=True)
places = Layout(n_components=3).fit_transform(X[:1000])

axes = plt.figure(figsize=(6, 5)).add_subplot(projection="3d")
axes.scatter(*places.T, c=y[:1000], cmap="tab10", s=6)
axes.set_axis_off()
plt.show()
