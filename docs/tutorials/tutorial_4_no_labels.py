"""
From no label at all
====================

You have rows and no labels. This tutorial goes from a first look to a model with a measured accuracy.
"""

# %%
# A first look
# ------------
#
# A layout needs no labels. It shows groups, if there are any.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits

import halflit

X, truth = load_digits(return_X_y=True)
X, truth = X[:1000], truth[:1000]
layout = halflit.Layout().fit(X)
figure, axes = plt.subplots(figsize=(6, 5))
axes.scatter(*layout.embedding_.T, color="grey", s=6)
axes.set(
    title=f"keeps {layout.faithfulness_['kept']:.0%} of the nearest rows", xticks=[], yticks=[]
)

# %%
# Label in rounds
# ---------------
#
# ``suggest`` names ten rows per round. Here the truth answers in your place. Check rows go into a list of their own.

labels = np.full(len(X), -1)
check = []
for _ in range(4):
    known = labels if (labels != -1).any() else None
    asked = halflit.suggest(X, known, 10, taken=check)
    learn = asked.row[~asked.check]
    labels[learn] = truth[learn]
    check += asked.row[asked.check].tolist()
    print(
        f"{(labels != -1).sum()} labels, {len(set(labels) - {-1})} classes met, {len(check)} check rows"
    )

# %%
# How good is it?
# ---------------
#
# The check rows were drawn at random, and no fit has seen their labels. So the share that is right is an honest estimate. With eight rows, it
# is a rough one.

model = halflit.AutoDR().fit(X, labels)
right = (model.predict(X[check]) == truth[check]).sum()
print(f"{right} of {len(check)} check rows are right")
hidden = labels == -1
print(f"the truth on all other rows: {(model.transduction_ == truth)[hidden].mean():.1%}")

# %%
# The map with labels
# -------------------

halflit.plot(model)

# %%
# The studio does all of this
# ---------------------------
#
# ``halflit.studio(X)`` in Python, or ``halflit studio TABLE`` at the shell, opens a page with this loop: suggestions, map, check rows,
# and an accuracy with its interval.
