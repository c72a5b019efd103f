"""Sums over rows and pairs of rows on a GPU, by torch and Triton.

``Device`` is the engine: what is summed, and what follows from it, is the same everywhere. ``Work`` does what
a fit asks for; the functions are its parts, and the maps of many rows. They take NumPy arrays or tensors, and
with ``device="cpu"`` do the same by plain tensor operations in f64.
"""

try:
    import torch as _torch  # noqa: F401
except ImportError as error:
    raise ImportError("device='cuda' needs torch: pip install 'halflit[torch]'") from error

from ._device import name_of
from ._edges import edge_sums
from ._engine import Device
from ._nearest import local_scales, nearest
from ._pairs import pair_sums
from ._pass import pass_sums
from ._predict import nearest_among, nearest_class, rbf_product, transform
from ._sums import Sums
from ._views import views_map
from ._work import Work

__all__ = [
    "Device",
    "Sums",
    "Work",
    "edge_sums",
    "local_scales",
    "name_of",
    "nearest",
    "nearest_among",
    "nearest_class",
    "pair_sums",
    "pass_sums",
    "rbf_product",
    "transform",
    "views_map",
]
