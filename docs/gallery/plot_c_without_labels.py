"""
A picture without labels
========================

:class:`halflit.Layout` needs no labels. It keeps near rows near, and tells you how well.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_digits

from halflit import Layout

X, y = load_digits(return_X_y=True)
layout = Layout().fit(X)
kept, trust = layout.faithfulness_["kept"], layout.faithfulness_["trustworthiness"]

plt.scatter(*layout.embedding_.T, c=y, cmap="tab10", s=6)
plt.title(f"keeps {kept:.0%} of the nearest rows; trustworthiness {trust:.3f}")
plt.axis("off")
plt.show()
