"""
Label, fit, label again
=======================

Two users label digits: one takes the rows that halflit suggests, the other takes random rows. One run, so the curves are rough; the
:doc:`measured gain </accuracy>` comes from many.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits

import halflit

X, y = load_digits(return_X_y=True)
X, y = X[:900], y[:900]
order = np.random.default_rng(1).permutation(len(y))


def accuracy(few):
    guess = halflit.AutoDR(views="thin", check=False).fit(X, few).transduction_
    return (guess == y)[few == -1].mean()


steps, suggested, drawn = [10, 20, 30, 40], [], []
asked, chance = np.full(len(y), -1), np.full(len(y), -1)
for step in steps:
    table = halflit.suggest(X, asked if (asked != -1).any() else None, 10)
    asked[table.row] = y[table.row]
    chance[order[:step]] = y[order[:step]]
    suggested.append(accuracy(asked))
    drawn.append(accuracy(chance))

plt.plot(steps, suggested, "o-", label="suggested rows")
plt.plot(steps, drawn, "s--", label="random rows")
plt.xlabel("labels")
plt.ylabel("accuracy on the other rows")
plt.legend()
plt.show()
