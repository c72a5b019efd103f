"""
Reading the axes
================

``AutoDR`` is accurate, but its axes are not formulas of your columns. Linear methods have axes that you can read. This tutorial shows how.
"""

# %%
# A linear method
# ---------------

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.datasets import load_wine

import halflit

data = load_wine(as_frame=True)
X, truth = data.data, data.target
labels = np.where(np.arange(len(truth)) % 10 == 0, truth, -1)
model = halflit.SELF(2, scaling="standard").fit(X, labels)
print(f"gamma was chosen: {model.gamma_:.3g}")
print(f"{(model.transduction_ == truth)[labels == -1].mean():.1%} of the hidden labels are right")

# %%
# Weights
# -------
#
# With ``scaling="standard"`` all columns have deviation 1, so their weights can be compared.

weights = pd.DataFrame(model.components_.T, index=X.columns, columns=["axis 1", "axis 2"])
weights.abs().sort_values("axis 1", ascending=False).head(5).round(3)

# %%
# A biplot
# --------
#
# Points are wines, and arrows are columns. A wine lies far along an arrow if its value in that column is large.

Z = model.transform(X)
figure, axes = plt.subplots(figsize=(7, 6))
axes.scatter(*Z.T, c=truth, cmap="tab10", s=12)
reach = np.abs(Z).max() / np.abs(weights.to_numpy()).max()
for name in weights.abs().max(axis=1).nlargest(6).index:
    tip = 0.8 * reach * weights.loc[name].to_numpy()
    axes.annotate("", tip, (0, 0), arrowprops={"arrowstyle": "->", "color": "black"})
    axes.annotate(name, 1.05 * tip, ha="center", size=9)
axes.set(xlabel="axis 1", ylabel="axis 2")
figure.tight_layout()

# %%
# Do the axes mean anything?
# --------------------------
#
# Fit again on other labels. If a weight changes its sign, do not tell a story about it.

again = []
for start in range(8):
    other = np.where(np.arange(len(truth)) % 10 == start, truth, -1)
    axis = halflit.SELF(2, scaling="standard", check=False).fit(X, other).components_[0]
    again.append(axis * np.sign(axis @ model.components_[0]))
figure, axes = plt.subplots(figsize=(7, 4))
axes.boxplot(np.array(again), orientation="horizontal", tick_labels=list(X.columns))
axes.axvline(0, color="black", linewidth=0.5)
axes.set_title("weights of axis 1 over eight draws of labels")
figure.tight_layout()
