"""The estimators for dask arrays and dataframes: rows that lie in blocks, on one machine or many.

``pip install "halflit[dask]"``. The names are those of ``halflit``, and so are their parameters. ``fit``
computes, by the scheduler in use; ``transform``, ``predict`` and ``predict_proba`` give collections that are
not yet computed. See docs/scale.md.

======================================  ===========================================================
``PCA``, ``FDA``, ``MMC``, ``DNE``,     exact: one pass, of which statistics and labeled rows
``MFA``, ``LFDA``, ``SELF``             are gathered
``LPP``, ``SSFDA``, ``SSMMC``,          on a sample with every labeled row, or exact by pairs of
``SSDNE``, ``SSMFA``, ``SSLDE``,        blocks with ``pairs="exact"``
``SSSNLE``, ``SSLFDA``,
``SpectralDR``, ``LDE``, ``SNLE``
``AutoDR``                              on a sample with every labeled row
======================================  ===========================================================

Examples
--------
>>> import dask.array as da
>>> import numpy as np
>>> from halflit.dask import FDA
>>> X = da.random.default_rng(0).normal(size=(1000, 5), chunks=(300, 5))
>>> y = (X[:, 0] > 0).astype(int)
>>> model = FDA(1).fit(X, y)
>>> model.predict(X)
dask.array<halflit-predict, shape=(1000,), dtype=int64, chunksize=(300,), chunktype=numpy.ndarray>
>>> bool(model.score(X, y) > 0.9)
True
"""

try:
    import dask.array  # noqa: F401
    import dask.dataframe  # noqa: F401
except ImportError as error:
    raise ImportError(f'halflit.dask needs dask: pip install "halflit[dask]" ({error})') from error

from halflit.dask._estimators import ESTIMATORS as _ESTIMATORS

DNE = _ESTIMATORS["DNE"]
FDA = _ESTIMATORS["FDA"]
LDE = _ESTIMATORS["LDE"]
LFDA = _ESTIMATORS["LFDA"]
LPP = _ESTIMATORS["LPP"]
MFA = _ESTIMATORS["MFA"]
MMC = _ESTIMATORS["MMC"]
PCA = _ESTIMATORS["PCA"]
SELF = _ESTIMATORS["SELF"]
SNLE = _ESTIMATORS["SNLE"]
SSDNE = _ESTIMATORS["SSDNE"]
SSFDA = _ESTIMATORS["SSFDA"]
SSLDE = _ESTIMATORS["SSLDE"]
SSLFDA = _ESTIMATORS["SSLFDA"]
SSMFA = _ESTIMATORS["SSMFA"]
SSMMC = _ESTIMATORS["SSMMC"]
SSSNLE = _ESTIMATORS["SSSNLE"]
AutoDR = _ESTIMATORS["AutoDR"]
SpectralDR = _ESTIMATORS["SpectralDR"]

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
    "AutoDR",
    "SpectralDR",
]
