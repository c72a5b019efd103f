"""
How the default looks at your rows
==================================

``AutoDR`` mixes many views of the rows. ``views_`` lists them with their shares.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_digits

from halflit import AutoDR

X, y = load_digits(return_X_y=True)
few = y.copy()
few[100:] = -1
views = AutoDR(check=False).fit(X, few).views_[:12]

figure, axes = plt.subplots(figsize=(9, 4))
axes.barh([name for name, _ in views][::-1], [share for _, share in views][::-1])
axes.set(xlabel="share", title="the twelve largest views")
figure.tight_layout()
