"""
Images: five labels per class
=============================

1,797 small images of digits, five labels for each of ten classes. The pixels are the columns. For real photographs, take the embeddings of any
vision model instead.
"""

# %%
# Data and labels
# ---------------

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits

import halflit

digits = load_digits()
X, y = digits.data, digits.target
few = np.full(len(y), -1)
for digit in range(10):
    few[np.flatnonzero(y == digit)[:5]] = digit
print((few != -1).sum(), "labels for", len(y), "images")

# %%
# Fit
# ---

model = halflit.AutoDR().fit(X, few)
hidden = few == -1
right = model.transduction_ == y
print(f"{right[hidden].mean():.1%} of the other images are right")

# %%
# Ten classes need nine axes, so two axes cannot show them all. ``halflit.plot`` shows a layout of all rows on the left.

halflit.plot(model)

# %%
# Look at the errors
# ------------------
#
# These are wrong predictions of which the model is most sure. Some would puzzle a person too.

sure = model.predict_proba(X).max(axis=1)
wrong = np.flatnonzero(~right)
worst = wrong[np.argsort(-sure[wrong])][:10]
figure, panels = plt.subplots(2, 5, figsize=(8, 4))
for panel, row in zip(panels.flat, worst, strict=False):
    panel.imshow(digits.images[row], cmap="gray_r")
    panel.set_title(f"{y[row]} taken for {model.transduction_[row]}", size=9)
    panel.axis("off")
figure.tight_layout()

# %%
# Which classes are confused
# --------------------------

table = np.zeros((10, 10), int)
np.add.at(table, (y[hidden], model.transduction_[hidden]), 1)
figure, axes = plt.subplots(figsize=(5, 4.5))
axes.imshow(np.where(np.eye(10, dtype=bool), 0, table), cmap="Reds")
for (row, column), count in np.ndenumerate(table):
    if count:
        axes.text(column, row, count, ha="center", va="center", size=8)
axes.set(xlabel="predicted", ylabel="true", xticks=range(10), yticks=range(10))
figure.tight_layout()

# %%
# Next steps
# ----------
#
# A table with pictures works in the studio: ``halflit studio TABLE --image COLUMN`` shows each image while you label it.
