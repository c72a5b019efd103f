"""Wine with five labels per class: which learner, how good, what it looks at, and on to a file."""

import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_wine

import halflit

X, y = load_wine(return_X_y=True, as_frame=True)
names = np.array(["cultivar A", "cultivar B", "cultivar C"], dtype=object)[y]
labels = np.full(len(y), None, dtype=object)
draw = np.random.RandomState(0)
for name in np.unique(names):
    rows = draw.choice(np.flatnonzero(names == name), 5, replace=False)
    labels[rows] = name
known = labels != None  # noqa: E711

print(f"good neighbors: {halflit.good_neighbors(X, names):.3f} as measured, ", end="")
print(
    f"{halflit.good_neighbors((X - X.mean()) / X.std(), names):.3f} with columns of unit deviation\n"
)

shown = ["auto", "pca", "lpp*", "fda", "lfda", "self", "ss-fda", "ss-dne", "ss-mfa", "ss-lfda"]
table = halflit.compare(X, labels, learners=shown, n_components=2, scaling="standard")
summary = table.set_index("learner").accuracy
print("| learner | cross-validated on the 15 labels | on the 163 hidden labels |\n|---|---|---|")
classes = {"pca": halflit.PCA, "lpp*": halflit.LPP, "fda": halflit.FDA,
           "lfda": halflit.LFDA, "self": halflit.SELF, "ss-fda": halflit.SSFDA, "ss-dne": halflit.SSDNE,
           "ss-mfa": halflit.SSMFA, "ss-lfda": halflit.SSLFDA}  # fmt: skip
models = {}
for learner, accuracy in summary.items():
    if learner == "raw 1-NN":
        model = halflit.PCA(13, scaling="standard")
    elif learner == "auto":
        model = halflit.AutoDR(2)
    else:
        model = classes[learner](2, scaling="standard")
        if "alpha" in model.get_params():
            model.set_params(alpha="auto")
    models[learner] = model.fit(X, labels)
    hidden = np.mean(model.transduction_[~known] == names[~known])
    print(f"| {learner} | {accuracy:.3f} | {hidden:.3f} |")

model = models["ss-lfda"]
loadings = np.abs(model.components_[0])
strongest = model.feature_names_in_[np.argsort(-loadings)[:3]]
print(f"\nThe first axis of `SSLFDA` looks most at {', '.join(strongest)}.")

path = Path(tempfile.mkdtemp()) / "wine.halflit"
model.save(path)
again = halflit.load(path)
same = (again.predict(X) == model.predict(X)).all()
print(
    f"The model file has {path.stat().st_size:,} bytes, and predictions after loading are ", end=""
)
print("the same." if same else "not the same.")

figure, axes = plt.subplots(1, 3, figsize=(12, 4))
for axis, learner in zip(axes, ("pca", "fda", "ss-lfda"), strict=True):
    points = models[learner].transform(X)
    for name, color in zip(np.unique(names), ("tab:red", "tab:blue", "tab:green"), strict=True):
        axis.scatter(*points[names == name].T, color=color, s=10, alpha=0.5, label=name)
        axis.scatter(*points[(names == name) & known].T, color=color, s=60, edgecolor="black")
    axis.set(title=learner, xticks=[], yticks=[])
axes[0].legend()
figure.suptitle("Wine in two dimensions; circles are the 15 labeled rows")
figure.tight_layout()
figure.savefig("wine.png", dpi=80)
