"""Raw text as rows of numbers."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.pipeline import make_pipeline

import halflit
from halflit.text import TextFeatures, features

TOPICS = [["ship", "sail", "harbour", "anchor"], ["bread", "oven", "flour", "yeast"]]


def sentence(row: int) -> str:
    words = TOPICS[row % 2]
    return f"The {words[row // 2 % 4]}, the {words[row // 3 % 4]} and a {words[(row // 5 + 1) % 4]}"


TEXTS = [sentence(row) for row in range(120)]


def test_texts_are_classified_in_a_pipeline() -> None:
    labels = [("sea", "bread")[row % 2] if row < 12 else -1 for row in range(120)]
    model = make_pipeline(TextFeatures(), halflit.AutoDR()).fit(TEXTS, labels)
    new = [sentence(row + 200) for row in range(20)]
    right = [("sea", "bread")[row % 2] for row in range(20)]
    assert (model.predict(new) == right).mean() > 0.9


def test_the_order_of_texts_and_threads_change_nothing() -> None:
    one = features(TEXTS, 8, n_jobs=1)
    other = features(TEXTS[::-1], 8, n_jobs=2)
    assert (one == other[::-1]).all()
    assert one.shape == (120, 8)
    assert np.allclose(np.linalg.norm(one, axis=1), 1)


def test_what_was_learned_survives_a_pickle_and_has_names() -> None:
    model = TextFeatures(4).fit(TEXTS)
    again = pickle.loads(pickle.dumps(model))
    assert (again.transform(TEXTS) == model.transform(TEXTS)).all()
    assert list(model.get_feature_names_out()) == [f"textfeatures{k}" for k in range(4)]
    assert clone(model).n_components == 4


def test_vectors_of_words_stand_beside_the_axes() -> None:
    vectors = {word: [1.0 - kind, float(kind)] for kind in range(2) for word in TOPICS[kind]}
    model = TextFeatures(4, vectors=vectors).fit(TEXTS)
    places = model.transform(["a yeast", "an anchor"])
    assert places.shape == (2, 6)
    assert places[0, 5] > 0 > places[1, 5]


def test_what_is_no_text_is_refused_by_its_place() -> None:
    with pytest.raises(TypeError, match="text 1 is 3"):
        features(["a", 3])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="one text"):
        features("a ship")
    with pytest.raises(ValueError, match="holds a word"):
        features(["", None, "?!"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="n_components"):
        features(TEXTS, 0)
    with pytest.raises(ValueError, match="no texts"):
        features([])
    with pytest.raises(ValueError, match="word vectors"):
        TextFeatures(vectors={"ship": [float("nan")]}).fit(TEXTS)
