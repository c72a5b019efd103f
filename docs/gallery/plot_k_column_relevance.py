"""
Relevant columns among noise
============================

Thirteen columns of wine and forty columns of noise, 18 labels. ``column_relevance_`` tells them apart.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_wine

from halflit import AutoDR

X, y = load_wine(return_X_y=True)
noise = np.random.default_rng(0).normal(size=(len(y), 40))
few = np.where(np.arange(len(y)) % 10 == 0, y, -1)
model = AutoDR().fit(np.hstack([X, noise]), few)

relevance = model.column_relevance_
plt.bar(range(53), relevance, color=["tab:blue"] * 13 + ["lightgrey"] * 40)
plt.xlabel("column: 13 of wine, then 40 of noise")
plt.ylabel("share of variance between classes")
plt.title(f"{(model.transduction_ == y)[few == -1].mean():.0%} of the hidden labels are right")
plt.show()
