"""
Which columns make up an axis
=============================

A linear method has axes that you can read. With ``scaling="standard"`` the weights of all columns are comparable.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_wine

from halflit import SELF

data = load_wine()
few = np.where(np.arange(len(data.target)) % 8 == 0, data.target, -1)
model = SELF(2, scaling="standard").fit(data.data, few)

figure, panels = plt.subplots(1, 2, figsize=(9, 4), sharey=True)
for number, (panel, axis) in enumerate(zip(panels, model.components_, strict=True), 1):
    panel.barh(data.feature_names, axis, color=np.where(axis > 0, "tab:blue", "tab:orange"))
    panel.set_title(f"axis {number}")
figure.tight_layout()
