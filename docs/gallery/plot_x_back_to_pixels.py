"""
From axes back to pixels
========================

Linear models have an inverse. Here 64 pixels become ten axes and 64 pixels again.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_digits

from halflit import PCA

X, y = load_digits(return_X_y=True)
model = PCA(10).fit(X)
again = model.inverse_transform(model.transform(X[:8]))

figure, panels = plt.subplots(2, 8, figsize=(9, 2.6))
for column in range(8):
    for row, image in enumerate((X[column], again[column])):
        panels[row, column].imshow(image.reshape(8, 8), cmap="gray_r")
        panels[row, column].axis("off")
figure.suptitle("above: 64 pixels; below: the same from ten axes")
