"""
How many labels?
================

Accuracy on digits without a label, for a growing number of labels. One draw of labels per point, so the curves are rough.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.semi_supervised import LabelSpreading

from halflit import AutoDR

X, y = load_digits(return_X_y=True)
order = np.random.default_rng(0).permutation(len(y))
counts = [20, 40, 80, 160]
found = {"AutoDR": [], "LabelSpreading": [], "logistic regression": []}
for count in counts:
    known = order[:count]
    few = np.full(len(y), -1)
    few[known] = y[known]
    hidden = few == -1
    guesses = (
        AutoDR(check=False).fit(X, few).transduction_,
        LabelSpreading(kernel="knn").fit(X, few).transduction_,
        LogisticRegression(max_iter=200).fit(X[known] / 16, y[known]).predict(X / 16),
    )
    for scores, guess in zip(found.values(), guesses, strict=True):
        scores.append((guess == y)[hidden].mean())

for name, scores in found.items():
    plt.plot(counts, scores, "o-", label=name)
plt.xscale("log")
plt.xticks(counts, counts)
plt.minorticks_off()
plt.xlabel("labels")
plt.ylabel("accuracy on the other rows")
plt.legend()
plt.show()
