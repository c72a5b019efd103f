"""Variants of datasets: what they do to rows and splits, and that they look at no hidden label."""

import numpy as np
import pytest

import scoreboard
from scoreboard import Row, datasets, tables, variants

DAMAGED = [name for name, one in variants.VARIANTS.items() if one.rows is not None]


@pytest.fixture
def iris():
    (found,) = datasets.load("sklearn:iris", splits=2)
    return found


def varied(dataset, variant):
    (found,) = datasets.load(dataset, variant=variant)
    return found


@pytest.mark.parametrize("variant", DAMAGED)
def test_damage_sees_no_label_and_keeps_splits(iris, variant):
    found = varied(iris, variant)
    scrambled = np.random.default_rng(0).permutation(iris.y)
    other = varied(datasets.Dataset("iris", iris.X, scrambled, iris.splits), variant)
    assert found.name == f"iris+{variant}" and variants.of(found.name) == variant
    np.testing.assert_array_equal(found.X, other.X)
    assert found.X.shape != iris.X.shape or (found.X != iris.X).any()
    np.testing.assert_array_equal(found.y, iris.y)
    for labels, table in iris.splits.items():
        np.testing.assert_array_equal(found.splits[labels], table)
    # Two runs measure one and the same damage.
    assert found.fingerprint() == varied(iris, variant).fingerprint() != iris.fingerprint()


def test_noise_is_as_wide_as_the_median_column(iris):
    found = varied(iris, "noise").X
    np.testing.assert_array_equal(found[:, :4], iris.X)
    assert found.shape == (150, 104)
    width = np.median(iris.X.std(axis=0))
    np.testing.assert_allclose(found[:, 4:].std(), width, rtol=0.05)


def test_one_cell_in_a_hundred_is_wild():
    found = variants.wild(np.ones((500, 40)), np.random.default_rng(0))
    assert set(np.unique(found)) == {1, 1000}
    assert np.mean(found == 1000) == pytest.approx(0.01, abs=0.002)


def test_tails_are_heavy_and_keep_the_order(iris):
    found = varied(iris, "tails").X
    np.testing.assert_array_equal(np.argsort(found, axis=0), np.argsort(iris.X, axis=0))
    z = (iris.X - iris.X.mean(axis=0)) / iris.X.std(axis=0)
    np.testing.assert_allclose(found, np.exp(2 * z))
    constant = variants.tails(np.ones((5, 1)), np.random.default_rng(0))
    np.testing.assert_array_equal(constant, np.ones((5, 1)))


def test_two_rows_in_a_hundred_are_far():
    X = np.random.default_rng(1).normal(size=(2000, 5))
    found = variants.far(X, np.random.default_rng(0))
    moved = (found != X).any(axis=1)
    assert moved.mean() == pytest.approx(0.02, abs=0.01)
    assert np.abs(found - X)[moved].mean() > 10


def test_one_label_is_one_of_every_class(iris):
    found = varied(iris, "one-label")
    assert list(found.splits) == [3]
    assert all(sorted(found.y[split]) == [0, 1, 2] for split in found.splits[3])
    assert len({tuple(split) for split in found.splits[3]}) > 1
    np.testing.assert_array_equal(found.X, iris.X)


def test_many_labels_leave_rows_to_be_tested():
    y = np.arange(1797) % 10
    found = variants.many_labels(y)
    assert {labels: table.shape for labels, table in found.items()} == {
        300: (variants.SPLITS, 300),
        1000: (variants.SPLITS, 1000),
    }
    assert all(len(set(split)) == 1000 for split in found[1000])


def test_files_without_splits_have_variants_that_make_them(tmp_path):
    generator = np.random.default_rng(0)
    np.savez(tmp_path / "plain.npz", X=generator.normal(size=(500, 3)), y=np.arange(500) % 2)
    (found,) = datasets.load(tmp_path, variant="many-labels")
    assert list(found.splits) == [300]
    with pytest.raises(ValueError, match="splits_L"):
        datasets.load(tmp_path)


def test_variants_that_cannot_be_made_say_why(iris):
    with pytest.raises(ValueError, match="there are clean, noise"):
        varied(iris, "dust")
    with pytest.raises(ValueError, match="150 rows are too few for the variant many-labels"):
        varied(iris, "many-labels")


def test_a_run_of_variants_writes_their_means(iris, tmp_path):
    given = {"methods": [], "peers": ["raw-1nn"], "splits": 1, "say": len}
    found = scoreboard.run(iris, tmp_path, variants=["clean", "noise", "one-label"], **given)
    assert [row.dataset for row in found] == ["iris"] * 2 + ["iris+noise"] * 2 + ["iris+one-label"]
    lines = (tmp_path / "variants.md").read_text().splitlines()
    assert lines[0] == "| variant | tasks | raw-1nn |"
    assert [line.split(" | ")[:2] for line in lines[2:5]] == [
        ["| clean", "2"],
        ["| noise", "2"],
        ["| one-label", "1"],
    ]


def test_means_of_variants():
    rows = [
        Row("a", 5, 0, "x", 0.8, 1.0),
        Row("b", 5, 0, "x", 0.6, 1.0),
        Row("a", 5, 0, "y", 0.9, 1.0),
        Row("b", 5, 0, "y", None, 1.0),
        Row("a+far", 5, 0, "x", 0.5, 1.0),
        Row("a+far", 5, 0, "y", 0.75, 1.0),
        Row("c+d", 5, 0, "x", 0.1, 1.0),
    ]
    # A plus in the name of a file is no variant, and a method that failed has no mean.
    assert tables.variants_markdown(rows).splitlines()[2:] == [
        "| clean | 3 | **50.0** | – |",
        "| far | 1 | 50.0 | **75.0** |",
    ]
