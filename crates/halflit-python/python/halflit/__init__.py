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
``text``                                raw text as rows of numbers
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

import importlib
from typing import TYPE_CHECKING, Any

from halflit._core import __version__ as __version__

if TYPE_CHECKING:
    from halflit import text as text
    from halflit._public import *  # noqa: F403


# The command is in this package too, and starts forty times sooner without scikit-learn.
def __getattr__(name: str) -> Any:
    """Import everything when something is first asked for."""
    if name == "text":
        return importlib.import_module("halflit.text")
    if name == "__all__" or not name.startswith("_"):
        from halflit import _public

        if name == "__all__" or name in _public.__all__:
            return getattr(_public, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    from halflit import _public

    return sorted({*globals(), *_public.__all__})
