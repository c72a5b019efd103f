"""Raw text as rows of numbers: hashed n-grams of words and letters, TF-IDF, the leading axes.

Examples
--------
>>> from halflit import AutoDR
>>> from halflit.text import TextFeatures
>>> from sklearn.pipeline import make_pipeline
>>> texts = ["my card is lost", "a new card, please", "is my card blocked?", "my card was declined",
...          "what does a loan cost?", "raise my loan", "pay my loan back", "the loan is too high"]
>>> labels = ["card", "card", -1, -1, "loan", "loan", -1, -1]
>>> model = make_pipeline(TextFeatures(), AutoDR()).fit(texts, labels)
>>> [str(label) for label in model.predict(["where is my card?", "a higher loan"])]
['card', 'loan']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from halflit import _checks, _core, _input

__all__ = ["TextFeatures", "features"]


class TextFeatures(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Texts as rows of numbers, learned without labels.

    Words, pairs of words and runs of three to five letters are hashed and weighed by TF-IDF. A randomised
    singular value decomposition finds the leading axes. Every text has length 1. The same texts give the same
    bits, whatever their order and the number of threads.

    Parameters
    ----------
    n_components : int, default=128
        Number of features, at most.
    vectors : mapping from words to vectors, default=None
        Vectors of words that were learned elsewhere. The mean vector of a text follows its features.
        The transformer keeps the vectors of the words that it has met.
    n_jobs : int, default=None
        Number of threads, as in the other estimators. Results do not depend on it.
    verbose : int, default=0
        With 1, a call that takes longer than two seconds reports its progress on standard error.

    Attributes
    ----------
    learned_ : bytes
        What was learned, in the safetensors format.

    See Also
    --------
    halflit.AutoDR : Learns from the features and a few labels.

    Examples
    --------
    >>> from halflit.text import TextFeatures
    >>> TextFeatures(2).fit_transform(["a ship", "a sail", "the ship"]).shape
    (3, 2)
    """

    def __init__(
        self,
        n_components: int = 128,
        *,
        vectors: Mapping[str, Any] | None = None,
        n_jobs: int | None = None,
        verbose: int = 0,
    ) -> None:
        self.n_components = n_components
        self.vectors = vectors
        self.n_jobs = n_jobs
        self.verbose = verbose

    def fit(self, X: Iterable[str], y: Any = None) -> Self:
        """Learn which words count and the axes of the texts.

        Parameters
        ----------
        X : iterable of str of length n_samples
            Texts, labeled or not. None is an empty text.
        y : None
            Not looked at.

        Returns
        -------
        self : object
            The fitted transformer.
        """
        if not _checks.is_whole(self.n_components) or self.n_components < 1:
            _checks.refuse("n_components", self.n_components, "a whole number of at least 1")
        self._learn(_texts(X))
        return self

    def _learn(self, texts: list[str]) -> None:
        table: dict[str, Any] = {}
        if self.vectors is not None:
            table["words"] = list(self.vectors)
            table["vectors"] = np.asarray([self.vectors[word] for word in self.vectors], np.float32)
        count = int(self.n_components)
        self.learned_ = _core.learn_texts(texts, count, **table, **self._running())
        self._n_features_out = _core.text_features(self.learned_, [""]).shape[1]

    def fit_transform(self, X: Iterable[str], y: Any = None, **more: Any) -> NDArray[np.float64]:
        """Learn from texts, and give their features.

        Parameters
        ----------
        X : iterable of str of length n_samples
            Texts.
        y : None
            Not looked at.
        **more : dict
            Not looked at.

        Returns
        -------
        features : ndarray of shape (n_samples, n_features_out)
            One row per text.
        """
        texts = _texts(X)
        return self.fit(texts).transform(texts)

    def transform(self, X: Iterable[str]) -> NDArray[np.float64]:
        """Give the features of texts.

        Parameters
        ----------
        X : iterable of str of length n_samples
            Texts.

        Returns
        -------
        features : ndarray of shape (n_samples, n_features_out)
            One row per text; zeros for one of which no word is known.
        """
        check_is_fitted(self)
        return _core.text_features(self.learned_, _texts(X), **self._running())

    def _running(self) -> dict[str, Any]:
        return {"threads": _input.threads(self.n_jobs), "verbose": bool(self.verbose)}

    def __sklearn_tags__(self) -> Any:
        """Say that texts go in.

        Returns
        -------
        tags : sklearn.utils.Tags
            What scikit-learn knows of it.
        """
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags


def features(texts: Iterable[str], n_components: int = 128, **options: Any) -> NDArray[np.float64]:
    """Give the features of texts.

    Parameters
    ----------
    texts : iterable of str of length n_samples
        Texts.
    n_components : int, default=128
        Number of features, at most.
    **options : dict
        As of `TextFeatures`.

    Returns
    -------
    features : ndarray of shape (n_samples, n_features_out)
        One row per text.

    Examples
    --------
    >>> import halflit
    >>> halflit.text.features(["a ship", "a sail", "the ship"], 2).shape
    (3, 2)
    """
    return TextFeatures(n_components, **options).fit_transform(texts)


def _texts(given: Iterable[str]) -> list[str]:
    """Texts as a list, or a refusal that names the first that is none."""
    if isinstance(given, str):
        raise TypeError("texts are one text: give a list of texts")
    values = np.asarray(given, dtype=object) if hasattr(given, "__array__") else given
    texts = list(values.ravel() if isinstance(values, np.ndarray) else values)
    for row, text in enumerate(texts):
        if text is None or (isinstance(text, float) and np.isnan(text)):
            texts[row] = ""
        elif not isinstance(text, str):
            raise TypeError(
                f"text {row} is {text!r}, which is no text: give texts, None where there is none"
            )
    if not texts:
        raise ValueError("there are no texts: give at least one")
    return [str(text) for text in texts]
