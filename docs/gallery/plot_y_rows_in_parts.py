"""
Rows that arrive in parts
=========================

``partial_fit`` of ``FDA`` sums what it needs and keeps no rows. The axes are those of all rows together.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits

from halflit import FDA

X, y = load_digits(return_X_y=True)
whole = FDA(2, check=False).fit(X, y)
parts = FDA(2, check=False)
for rows in np.array_split(np.arange(len(y)), 6):
    parts.partial_fit(X[rows], y[rows], classes=range(10))

figure, panels = plt.subplots(1, 2, figsize=(9, 3.8))
for panel, model, name in zip(
    panels, (whole, parts), ("all rows at once", "six parts"), strict=True
):
    panel.scatter(*model.transform(X).T, c=y, cmap="tab10", s=5)
    panel.set_title(name)
print("largest difference:", np.abs(whole.transform(X) - parts.transform(X)).max())
figure.tight_layout()
