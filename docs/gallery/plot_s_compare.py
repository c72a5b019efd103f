"""
Compare methods honestly
========================

:func:`halflit.compare` cross-validates methods. In every fold it repeats all choices without the hidden labels. Bars are 95 % intervals.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_wine

import halflit

X, y = load_wine(return_X_y=True)
few = np.where(np.arange(len(y)) % 5 == 0, y, -1)
table = halflit.compare(X, few, learners=["auto", "pca", "fda", "lfda", "self"], scaling="standard")
print(table.attrs["verdict"])

accuracy = table["accuracy"]
below, above = accuracy - table["low"], table["high"] - accuracy
plt.errorbar(accuracy, table["learner"], xerr=[below, above], fmt="o", capsize=4)
plt.xlabel("accuracy on held-out labels")
plt.title("raw: the nearest labeled row in all dimensions")
plt.tight_layout()
plt.show()
