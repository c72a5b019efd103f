"""Estimators by the library's name of their learner."""

from halflit import _semi_supervised, _spectral, _supervised, _unsupervised
from halflit._auto import AutoDR
from halflit._base import SpectralEstimator
from halflit._estimator import Estimator


def _all() -> list[type[SpectralEstimator]]:
    modules = (_unsupervised, _supervised, _semi_supervised, _spectral)
    found = [value for module in modules for value in vars(module).values()]
    return [value for value in found if isinstance(value, type) and hasattr(value, "_learner")]


#: Of every learner in the library's table.
ESTIMATORS = {estimator._learner: estimator for estimator in _all()}
ESTIMATORS["lpp"] = ESTIMATORS["lpp*"]
#: Of every model file: these, and the default, which is no such learner.
OF_FILES: dict[str, type[Estimator]] = {AutoDR._learner: AutoDR, **ESTIMATORS}
