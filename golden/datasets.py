"""The seeded datasets of the golden files.

Values are rounded before anything uses them, so that the files hold them exactly.
"""

from itertools import product

import numpy as np

DECIMALS = 6


def rounded(values):
    """Round to the decimals that the files hold."""
    return np.round(values, DECIMALS)


def choose_labeled(random, classes, counts):
    """Labels for counts[k] random rows of each class k, None for the others."""
    labels = [None] * len(classes)
    for label, count in enumerate(counts):
        rows = np.flatnonzero(classes == label)
        for row in random.choice(rows, size=count, replace=False):
            labels[row] = label
    return labels


def clusters(random, centres, sizes, spread):
    """Normal clusters and the cluster number of each row, in random order."""
    numbers = np.repeat(np.arange(len(centres)), sizes)
    random.shuffle(numbers)
    return centres[numbers] + random.normal(size=(len(numbers), centres.shape[1])) * spread, numbers


def dataset(random, x, classes, labeled_counts, new):
    """Rows, partly known labels, new rows, and the classes behind the labels."""
    return {
        "x": rounded(x),
        "y": choose_labeled(random, classes, labeled_counts),
        "new": rounded(new),
        "classes": classes.tolist(),
    }


def blobs():
    """Three classes in five dimensions, class 0 in two clusters; all cosines positive."""
    random = np.random.default_rng(1)
    centres = np.array(
        [
            [4.0, 7.0, 5.0, 6.0, 5.0],
            [8.0, 3.0, 5.0, 5.0, 6.0],
            [7.0, 7.0, 6.0, 4.0, 5.0],
            [4.0, 4.0, 4.0, 6.0, 4.0],
        ]
    )
    spread = np.array([1.0, 0.8, 1.2, 0.6, 0.9])
    x, numbers = clusters(random, centres, [10, 10, 20, 20], spread)
    classes = np.array([0, 0, 1, 2])[numbers]
    new, _ = clusters(random, centres, [1, 1, 1, 2], spread)
    return dataset(random, x, classes, [9, 8, 7], new)


def wide():
    """More columns than rows."""
    random = np.random.default_rng(2)
    centres = random.normal(size=(2, 40))
    x, classes = clusters(random, centres, [9, 9], 1.0)
    new, _ = clusters(random, centres, [2, 2], 1.0)
    return dataset(random, x, classes, [5, 5], new)


def deficient():
    """Rank four in six columns: one constant, one the sum of two others."""
    random = np.random.default_rng(3)
    centres = np.array([[0.0, 0.0, 0.0, 0.0], [2.5, -1.0, 1.0, 0.5], [-1.0, 2.0, 0.5, 2.0]])
    x, classes = clusters(random, centres, [17, 17, 16], np.array([1.0, 1.5, 0.7, 1.2]))
    new, _ = clusters(random, centres, [2, 1, 1], 1.0)
    x, new = with_dependent_columns(x), with_dependent_columns(new)
    return dataset(random, x, classes, [7, 7, 6], new)


def with_dependent_columns(x):
    """Add a constant column in the middle and the sum of two columns at the end."""
    x = rounded(x)
    constant = np.full(len(x), 1.5)
    return np.column_stack([x[:, :2], constant, x[:, 2:], x[:, 0] + x[:, 3]])


def integers():
    """Points of {1..5}^4, class by the sign of x1 x2 - x3 x4: full of ties."""
    random = np.random.default_rng(4)
    grid = np.array(list(product(range(1, 6), repeat=4)), dtype=float)
    chosen = grid[random.choice(len(grid), size=84, replace=False)]
    x, new = chosen[:80], chosen[80:]
    classes = np.sign(x[:, 0] * x[:, 1] - x[:, 2] * x[:, 3]).astype(int) + 1
    return dataset(random, x, classes, [13, 4, 13], new)


def lonely():
    """Class 2 has a single labeled row."""
    random = np.random.default_rng(5)
    centres = np.array([[0.0, 0.0, 0.0, 0.0], [2.0, 1.0, -1.0, 0.0], [-1.0, 2.5, 1.0, 1.0]])
    x, classes = clusters(random, centres, [14, 13, 13], np.array([1.0, 0.8, 1.3, 0.9]))
    new, _ = clusters(random, centres, [2, 1, 1], 1.0)
    return dataset(random, x, classes, [6, 6, 1], new)


def duplicates():
    """Four rows occur four or five times, so that their third neighbour is at distance 0."""
    random = np.random.default_rng(6)
    centres = np.array([[0.0, 0.0, 0.0], [1.5, -1.0, 1.0]])
    distinct, distinct_classes = clusters(random, centres, [13, 13], np.array([1.0, 0.7, 1.2]))
    copies = np.repeat(np.arange(26), [5, 5, 4, 4] + [1] * 22)
    random.shuffle(copies)
    new, _ = clusters(random, centres, [2, 2], 1.0)
    return dataset(random, distinct[copies], distinct_classes[copies], [8, 8], new)


def all_datasets():
    """Every dataset by name."""
    partly_labeled = blobs()
    return {
        "blobs": partly_labeled,
        "blobs-labeled": {**partly_labeled, "y": partly_labeled["classes"]},
        "wide": wide(),
        "deficient": deficient(),
        "integers": integers(),
        "lonely": lonely(),
        "duplicates": duplicates(),
    }
