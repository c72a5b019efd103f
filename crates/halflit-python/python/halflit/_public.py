"""All that `import halflit` offers."""

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
