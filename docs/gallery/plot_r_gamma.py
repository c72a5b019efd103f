"""
What gamma does
===============

Gamma weighs the unlabeled rows against the labels. With 0 only the labels count. The dashed line is the accuracy with the gamma that halflit
chooses by itself.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_wine

from halflit import SELF

X, y = load_wine(return_X_y=True)
few = np.where(np.arange(len(y)) % 12 == 0, y, -1)
hidden = few == -1


def accuracy(gamma):
    model = SELF(2, gamma=gamma, scaling="standard", check=False).fit(X, few)
    return (model.transduction_ == y)[hidden].mean()


gammas = np.logspace(-3, 3, 13)
plt.semilogx(gammas, [accuracy(gamma) for gamma in gammas], "o-", label="given gamma")
plt.axhline(accuracy("auto"), color="black", linestyle="--", label='gamma="auto"')
plt.xlabel("gamma")
plt.ylabel("accuracy on the hidden rows")
plt.legend()
plt.show()
