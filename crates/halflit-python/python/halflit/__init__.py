"""Semi-supervised dimensionality reduction: a few labels, many unlabeled rows, too many dimensions.

Every estimator is a scikit-learn transformer that also classifies. In ``y``, -1, NaN, None and pandas'
NA mean "unlabeled".

======================================  ===========================================================
``AutoDR``                              the one to begin with: nothing to choose, nothing to scale
``PCA``, ``LPP``                        no labels needed
``FDA``, ``MMC``, ``DNE``, ``MFA``,     look at labeled rows only
``LDE``, ``SNLE``, ``LFDA``
``SELF``, ``SSFDA``, ``SSMMC``,         look at labeled and unlabeled rows
``SSDNE``, ``SSMFA``, ``SSLDE``,
``SSSNLE``, ``SSLFDA``
``SpectralDR``                          any label cost, any unlabel cost, any constraint
``KernelTrick``                         makes any transformer non-linear
``Layout``, ``plot``                    a picture of all rows, with or without labels
======================================  ===========================================================

Examples
--------
>>> from sklearn.datasets import load_wine
>>> from halflit import AutoDR
>>> X, y = load_wine(return_X_y=True)
>>> hidden = y.copy()
>>> hidden[::2] = -1
>>> model = AutoDR().fit(X, hidden)
>>> model.transform(X).shape
(178, 2)
>>> bool((model.transduction_ == y).mean() > 0.9)
True
"""

from halflit._auto import AutoDR
from halflit._comparison import compare, good_neighbors
from halflit._core import __version__
from halflit._files import load
from halflit._kernel_trick import KernelTrick
from halflit._layout import Layout
from halflit._model_selection import (
    SemiSupervisedGridSearchCV,
    SemiSupervisedKFold,
    keep_hidden_rows,
)
from halflit._plot import plot
from halflit._semi_supervised import SELF, SSDNE, SSFDA, SSLDE, SSLFDA, SSMFA, SSMMC, SSSNLE
from halflit._spectral import SpectralDR
from halflit._studio import studio
from halflit._suggestions import suggest
from halflit._supervised import DNE, FDA, LDE, LFDA, MFA, MMC, SNLE
from halflit._unsupervised import LPP, PCA
from halflit._warnings import AccuracyWarning

__all__ = [
    "DNE",
    "FDA",
    "LDE",
    "LFDA",
    "LPP",
    "MFA",
    "MMC",
    "PCA",
    "SELF",
    "SNLE",
    "SSDNE",
    "SSFDA",
    "SSLDE",
    "SSLFDA",
    "SSMFA",
    "SSMMC",
    "SSSNLE",
    "AccuracyWarning",
    "AutoDR",
    "KernelTrick",
    "Layout",
    "SemiSupervisedGridSearchCV",
    "SemiSupervisedKFold",
    "SpectralDR",
    "__version__",
    "compare",
    "good_neighbors",
    "keep_hidden_rows",
    "load",
    "plot",
    "studio",
    "suggest",
]
