"""
Units and wild values
=====================

One column is multiplied by 1,000, and one cell in a hundred is a thousand times too large. ``AutoDR`` looks at ranks too, so it keeps most of its
accuracy.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_wine
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from halflit import AutoDR

X, y = load_wine(return_X_y=True)
few = np.where(np.arange(len(y)) % 10 == 0, y, -1)
known, hidden = few != -1, few == -1
units = X * np.where(np.arange(13) == 0, 1000, 1)
wild = np.where(np.random.default_rng(0).random(X.shape) < 0.01, 1000 * X, X)

names, ours, theirs = ["as it is", "other units", "wild values"], [], []
for rows in (X, units, wild):
    ours.append((AutoDR(check=False).fit(rows, few).transduction_ == y)[hidden].mean())
    nearest = make_pipeline(StandardScaler(), KNeighborsClassifier(1)).fit(rows[known], y[known])
    theirs.append(nearest.score(rows[hidden], y[hidden]))

places = np.arange(3)
plt.bar(places - 0.2, ours, 0.4, label="AutoDR")
plt.bar(places + 0.2, theirs, 0.4, label="standardised, 1-NN")
plt.xticks(places, names)
plt.ylabel("accuracy on the hidden rows")
plt.legend(loc="lower left")
plt.show()
