"""
A first map
===========

Fifty of 1,797 handwritten digits have a label. halflit labels the rest.

The left picture is a layout of all rows. Labeled rows are outlined, and the others have the colour of their prediction. The right picture
shows the first two of nine axes.
"""

from sklearn.datasets import load_digits

import halflit

X, y = load_digits(return_X_y=True)
few = y.copy()
few[50:] = -1

model = halflit.AutoDR().fit(X, few)
print(f"{(model.transduction_ == y)[50:].mean():.1%} of the hidden labels are right")
halflit.plot(model)
