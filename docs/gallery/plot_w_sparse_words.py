"""
Sparse word counts
==================

Texts as counts of 2,000 words, made up from four topics. Named learners take SciPy's sparse matrices.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy import sparse

from halflit import SSLFDA

generator = np.random.default_rng(0)
topics = generator.dirichlet(np.full(2000, 0.05), size=4)
y = generator.integers(0, 4, 600)
counts = np.array([generator.multinomial(60, topics[topic]) for topic in y])
X = sparse.csr_array(np.log1p(counts))
few = np.where(np.arange(600) % 15 == 0, y, -1)

model = SSLFDA(3, gamma=1, alpha=8, graph=10, check=False).fit(X, few)
right = (model.transduction_ == y)[few == -1].mean()
plt.scatter(*model.transform(X)[:, :2].T, c=y, cmap="tab10", s=10)
plt.title(
    f"{X.nnz / np.prod(X.shape):.1%} of the cells are filled; {right:.0%} of hidden labels right"
)
plt.show()
