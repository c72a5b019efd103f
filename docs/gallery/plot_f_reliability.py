"""
Are 90 % sure rows right 90 % of the time?
==========================================

Each point groups rows by the probability of their predicted class. On the diagonal, the promise is kept. Eight draws of 30 labels each.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer

from halflit import AutoDR

X, y = load_breast_cancer(return_X_y=True)
generator = np.random.default_rng(0)
sure, right = [], []
for _ in range(8):
    few = np.full(len(y), -1)
    known = generator.permutation(len(y))[:30]
    few[known] = y[known]
    model = AutoDR(check=False).fit(X, few)
    hidden = few == -1
    sure.append(model.predict_proba(X)[hidden].max(axis=1))
    right.append((model.transduction_ == y)[hidden])
sure, right = np.concatenate(sure), np.concatenate(right)

group = np.digitize(sure, [0.6, 0.7, 0.8, 0.9, 0.95, 0.99])
points = [(sure[group == g].mean(), right[group == g].mean()) for g in np.unique(group)]
plt.plot([0.5, 1], [0.5, 1], "k:", label="kept promise")
plt.plot(*np.transpose(points), "o-", label="AutoDR")
plt.xlabel("promised")
plt.ylabel("right")
plt.legend()
plt.show()
