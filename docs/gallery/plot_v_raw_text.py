"""
Raw text with five labels per class
===================================

The descriptions of functions in five Python packages, 25 of them labeled. :class:`halflit.text.TextFeatures` turns
them into numbers, without a download. Large dots have a label, and black rings mark errors.
"""

import importlib
import inspect

import matplotlib.pyplot as plt
import numpy as np

import halflit
from halflit.text import TextFeatures

names = ["numpy", "pandas", "matplotlib.pyplot", "scipy.stats", "sklearn.metrics"]
pairs = set()
for name in names:
    module = importlib.import_module(name)
    for function in (getattr(module, word) for word in dir(module)):
        text = inspect.getdoc(function) if callable(function) else None
        if text and len(text) > 100:
            pairs.add((text.split("Parameters\n")[0][:400], name))
texts, packages = map(np.array, zip(*sorted(pairs), strict=True))

few = np.full(len(texts), None, dtype=object)
for name in names:
    rows = np.random.default_rng(0).permutation(np.flatnonzero(packages == name))[:5]
    few[rows] = name
X = TextFeatures().fit_transform(texts)
model = halflit.AutoDR().fit(X, few)

known, wrong = few != np.array(None), model.transduction_ != packages
colors, places = np.searchsorted(sorted(names), packages), model.layout_
figure, axes = plt.subplots(figsize=(8, 6))
dots = axes.scatter(*places.T, c=colors, cmap="tab10", vmax=9, s=10)
axes.scatter(*places[known].T, c=colors[known], cmap="tab10", vmax=9, s=70, edgecolors="black")
axes.scatter(*places[wrong].T, s=60, facecolors="none", edgecolors="black", linewidths=0.6)
axes.legend(dots.legend_elements()[0], sorted(names), loc="best")
right = 1 - wrong[~known].mean()
axes.set(title=f"{right:.0%} of {(~known).sum():,} texts right", xticks=[], yticks=[])
figure.tight_layout()
