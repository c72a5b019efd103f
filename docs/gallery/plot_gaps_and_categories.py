"""
Gaps and categories
===================

scikit-learn's encoders go before halflit in a pipeline. At the shell, ``--missing median`` does this for you.
"""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_wine
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from halflit import AutoDR

table, y = load_wine(return_X_y=True, as_frame=True)
generator = np.random.default_rng(0)
table = table.mask(generator.random(table.shape) < 0.1)  # one cell in ten is missing
table["cork"] = np.where(generator.random(len(y)) < 0.8, "natural", "screw")
few = np.where(np.arange(len(y)) % 8 == 0, y, -1)

encode = make_column_transformer(
    (OneHotEncoder(), ["cork"]), remainder=SimpleImputer(strategy="median")
)
model = make_pipeline(encode, AutoDR(check=False)).fit(table, few)
guess = model.predict(table)

counts = pd.crosstab(y[few == -1], guess[few == -1])
plt.imshow(counts, cmap="Blues")
for (row, column), count in np.ndenumerate(counts.to_numpy()):
    plt.text(column, row, count, ha="center", va="center")
plt.xlabel("predicted")
plt.ylabel("true")
plt.title(f"{(guess == y)[few == -1].mean():.0%} right with a tenth of the cells missing")
plt.xticks(range(3))
plt.yticks(range(3))
plt.show()
