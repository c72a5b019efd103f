"""Data that the tests share."""

import numpy as np
import pytest
from sklearn.datasets import load_wine


@pytest.fixture
def wine():
    """Rows, labels, and labels of which two thirds are hidden."""
    X, y = load_wine(return_X_y=True)
    return X, y, np.where(np.arange(len(y)) % 3 == 0, y, -1)
