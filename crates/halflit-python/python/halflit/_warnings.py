"""What a fit warns of, and where it keeps quiet."""

from __future__ import annotations

import sys
import warnings

#: Where scikit-learn fits again and again on parts of the rows: what such a fit is worth is being measured.
_MEASURING = ("sklearn.model_selection._validation", "sklearn.calibration")


class AccuracyWarning(UserWarning):
    """What you should know before you trust a model.

    The model is no more accurate on held-out labels than something simpler, or its labels leave little to
    learn from or to check with, such as one label of a class. ``check=False`` of an estimator skips the
    check. Inside a cross-validation nothing is checked, and nothing is warned of.

    Examples
    --------
    >>> import warnings
    >>> import halflit
    >>> warnings.simplefilter("ignore", halflit.AccuracyWarning)  # silences it
    """


def is_measured() -> bool:
    """Whether a cross-validation is what fits here."""
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_globals.get("__name__") in _MEASURING:
            return True
        frame = frame.f_back
    return False


def warn_of(cautions: list[str]) -> None:
    """Warn the caller of ``fit``, unless a cross-validation is what fits."""
    if is_measured():
        return
    for words in cautions:
        warnings.warn(words, AccuracyWarning, stacklevel=3)
