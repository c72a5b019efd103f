"""Digits with five labels per class: ours against raw pixels, PCA, LDA, LabelSpreading and UMAP."""

import time

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.semi_supervised import LabelSpreading

import halflit

X, y = load_digits(return_X_y=True)
X, X_test, y, y_test = train_test_split(X, y, test_size=0.3, random_state=0, stratify=y)
few = np.full(len(y), -1)
draw = np.random.RandomState(0)
for digit in range(10):
    few[draw.choice(np.flatnonzero(y == digit), 5, replace=False)] = digit
known = few >= 0


def nearest(train, test):
    """Accuracy of the nearest labeled row on the test rows, and on the unlabeled training rows."""
    classifier = KNeighborsClassifier(1).fit(train[known], few[known])
    return classifier.score(test, y_test), classifier.score(train[~known], y[~known])


def of_transformer(transformer, labels):
    """Fit on the training rows, then the nearest labeled row in what it gives."""
    transformer.fit(*labels)
    return nearest(transformer.transform(X), transformer.transform(X_test))


def of_ours(model):
    """Ours classifies itself."""
    model.fit(X, few)
    return model.score(X_test, y_test), np.mean(model.transduction_[~known] == y[~known])


def spreading():
    """LabelSpreading on a graph of seven neighbours."""
    model = LabelSpreading(kernel="knn", n_neighbors=7, max_iter=200).fit(X, few)
    return model.score(X_test, y_test), np.mean(model.transduction_[~known] == y[~known])


def umap(labels):
    """UMAP, with or without the labels."""
    from umap import UMAP

    return of_transformer(UMAP(n_components=9, random_state=0, n_jobs=1), labels)


auto = {"gamma": "auto", "alpha": "auto"}
methods = {
    "raw pixels": lambda: nearest(X, X_test),
    "PCA": lambda: of_transformer(PCA(9), (X,)),
    "LDA on the labeled rows": lambda: of_transformer(
        LinearDiscriminantAnalysis(), (X[known], few[known])
    ),
    "LabelSpreading, 7 neighbours": spreading,
    "UMAP without labels": lambda: umap((X,)),
    "UMAP with labels": lambda: umap((X, few)),
    "**`AutoDR`**": lambda: of_ours(halflit.AutoDR()),
    "`SELF`, auto": lambda: of_ours(halflit.SELF(9, gamma="auto")),
    "`SSLFDA`, auto": lambda: of_ours(halflit.SSLFDA(9, **auto)),
}

scores = {}
print("| method | test rows | unlabeled training rows | seconds |\n|---|---|---|---|")
for name, run in methods.items():
    start = time.perf_counter()
    scores[name] = run()
    seconds = time.perf_counter() - start
    print(f"| {name} | {scores[name][0]:.3f} | {scores[name][1]:.3f} | {seconds:.1f} |")

figure, axes = plt.subplots(1, 3, figsize=(12, 4))
maps = {
    "PCA": halflit.PCA(2),
    "SSLFDA": halflit.SSLFDA(2, **auto),
    "AutoDR": halflit.AutoDR(2),
}
for axis, (title, model) in zip(axes, maps.items(), strict=True):
    model.fit(X, few)
    points, labeled = model.transform(X_test), model.transform(X[known])
    axis.scatter(*points.T, c=y_test, cmap="tab10", s=6, alpha=0.6)
    axis.scatter(*labeled.T, c=few[known], cmap="tab10", s=40, edgecolor="black")
    axis.set(title=f"{title} ({model.score(X_test, y_test):.2f})", xticks=[], yticks=[])
figure.suptitle("Test rows in two dimensions; circles are the 50 labeled rows")
figure.tight_layout()
figure.savefig("digits.png", dpi=80)
