"""
Leave doubtful rows to people
=============================

If you accept only predictions above some probability, fewer rows are answered, and more of the answers are right.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits

from halflit import AutoDR

X, y = load_digits(return_X_y=True)
few = y.copy()
few[50:] = -1
model = AutoDR(check=False).fit(X, few)
sure = model.predict_proba(X)[50:].max(axis=1)
right = (model.transduction_ == y)[50:]

order = np.argsort(-sure)
answered = np.arange(1, len(order) + 1) / len(order)
accuracy = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
plt.plot(answered[50:], accuracy[50:])
plt.xlabel("share of rows that the model answers, surest first")
plt.ylabel("accuracy on these rows")
plt.show()
