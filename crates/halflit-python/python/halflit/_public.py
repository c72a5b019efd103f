"""All that `import halflit` offers."""

from halflit import _semi_supervised, _supervised
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
from halflit._progress import progress
from halflit._semi_supervised import *  # noqa: F403
from halflit._spectral import SpectralDR
from halflit._studio import studio
from halflit._suggestions import suggest
from halflit._supervised import *  # noqa: F403
from halflit._unsupervised import LPP, PCA
from halflit._warnings import AccuracyWarning

__all__ = [
    "LPP",
    "PCA",
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
    "progress",
    "studio",
    "suggest",
]
__all__ += _supervised.__all__
__all__ += _semi_supervised.__all__
