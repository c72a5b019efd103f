"""Twenty thousand features, three hundred rows, thirty labels: nothing of size 20,000 x 20,000 is built."""

import resource
import time

import matplotlib.pyplot as plt
import numpy as np
from sklearn.neighbors import KNeighborsClassifier

import halflit

ROWS, FEATURES, INFORMATIVE, CLASSES = 300, 20_000, 100, 3
random = np.random.default_rng(0)
y = np.arange(ROWS) % CLASSES
centres = np.zeros((CLASSES, FEATURES))
centres[:, :INFORMATIVE] = random.normal(scale=0.8, size=(CLASSES, INFORMATIVE))
X = centres[y] + random.normal(size=(ROWS, FEATURES))
few = np.where(np.arange(ROWS) < 10 * CLASSES, y, -1)
known = few >= 0

print(f"good neighbors: {halflit.good_neighbors(X, y):.3f}, where {1 / CLASSES:.3f} is chance\n")
raw = KNeighborsClassifier(1).fit(X[known], few[known]).score(X[~known], y[~known])
print(
    "| method | unlabeled rows | informative among the 100 largest loadings | seconds |\n|---|---|---|---|"
)
print(f"| raw | {raw:.3f} | | |")
models = {
    "`AutoDR()`": halflit.AutoDR(),
    "`PCA(2)`": halflit.PCA(2),
    "`FDA(2)`": halflit.FDA(2),
    "`LFDA(2)`": halflit.LFDA(2),
    "`SELF(2)`, auto": halflit.SELF(2, gamma="auto"),
    "`SSLFDA(2)`, auto": halflit.SSLFDA(2, gamma="auto", alpha="auto"),
    "`SSDNE(2)`, auto": halflit.SSDNE(2, gamma="auto", alpha="auto"),
}
for name, model in models.items():
    start = time.perf_counter()
    model.fit(X, few)
    seconds = time.perf_counter() - start
    accuracy = np.mean(model.transduction_[~known] == y[~known])
    informative = ""
    if hasattr(model, "components_"):
        largest = np.argsort(-np.linalg.norm(model.components_, axis=0))[:100]
        informative = np.sum(largest < INFORMATIVE)
    print(f"| {name} | {accuracy:.3f} | {informative} | {seconds:.1f} |")

peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(
    f"\nThe data have {X.nbytes / 2**20:.0f} MiB, and the whole process never had more than {peak:.0f} MiB;"
)
print(f"one matrix of {FEATURES:,} × {FEATURES:,} would have {8 * FEATURES**2 / 2**20:,.0f} MiB.")

figure, axes = plt.subplots(1, 3, figsize=(12, 4))
for axis, name in zip(axes, ("`AutoDR()`", "`PCA(2)`", "`FDA(2)`"), strict=True):
    points = models[name].transform(X)
    axis.scatter(*points[~known].T, c=y[~known], cmap="brg", s=10, alpha=0.6)
    axis.scatter(*points[known].T, c=few[known], cmap="brg", s=50, edgecolor="black")
    axis.set(title=name.replace("`", ""), xticks=[], yticks=[])
figure.suptitle("300 rows of 20,000 features in two dimensions; circles are the 30 labeled rows")
figure.tight_layout()
figure.savefig("wide.png", dpi=80)
