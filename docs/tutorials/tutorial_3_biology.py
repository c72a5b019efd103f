"""
A biology table with gaps
=========================

569 samples of tissue with 30 measurements. Twenty have a diagnosis, and one cell in twenty is missing.
"""

# %%
# A table with gaps
# -----------------

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.impute import SimpleImputer

import halflit

data = load_breast_cancer(as_frame=True)
truth = data.target.map({0: "malignant", 1: "benign"})
generator = np.random.default_rng(1)
table = data.data.mask(generator.random(data.data.shape) < 0.05)
print(int(table.isna().sum().sum()), "cells are missing")

# %%
# At the shell, ``--missing median`` fills gaps. In Python scikit-learn's ``SimpleImputer`` does it.

filled = SimpleImputer(strategy="median").set_output(transform="pandas").fit_transform(table)

# %%
# Twenty diagnoses
# ----------------

known = generator.permutation(len(truth))[:20]
labels = truth.where(truth.index.isin(known))  # NaN means "no label"
model = halflit.AutoDR().fit(filled, labels)
hidden = labels.isna()
accuracy = (model.transduction_ == truth)[hidden].mean()
low, high = model.check_["interval"]
print(f"halflit expects {low:.0%} to {high:.0%}; the truth is {accuracy:.1%}")

# %%
# Which measurements matter
# -------------------------
#
# ``column_relevance_`` is the share of each column's variance between the classes.

if model.column_relevance_ is not None:
    order = np.argsort(model.column_relevance_)[-12:]
    figure, axes = plt.subplots(figsize=(7, 4))
    axes.barh(filled.columns[order], model.column_relevance_[order])
    axes.set_xlabel("share of variance between the classes")
    figure.tight_layout()

# %%
# The doubtful samples
# --------------------
#
# A probability says which samples a person should look at.

sure = model.predict_proba(filled).max(axis=1)
right = (model.transduction_ == truth)[hidden]
figure, axes = plt.subplots(figsize=(7, 3))
for outcome, color in ((True, "tab:blue"), (False, "tab:red")):
    shown = sure[hidden][right == outcome]
    axes.hist(
        shown, bins=np.linspace(0.5, 1, 26), color=color, label="right" if outcome else "wrong"
    )
axes.set(xlabel="probability of the prediction", ylabel="samples", yscale="log")
axes.legend()
figure.tight_layout()

# %%
# Private rows
# ------------
#
# A model of ``AutoDR`` holds every training row. If samples are private, give away a linear model: it holds only points of the subspace.

linear = halflit.SELF(2, scaling="standard").fit(filled, labels)
print(f"{(linear.transduction_ == truth)[hidden].mean():.1%} right with a linear model")
