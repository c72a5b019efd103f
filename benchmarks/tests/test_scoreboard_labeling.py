"""The simulated user: what it is told, what it answers, and what is written."""

import csv
import json

import numpy as np
import pytest

import halflit
from scoreboard import labeling, labeling_report


@pytest.fixture
def blobs():
    """Five clusters, each a class of its own, in eight columns."""
    generator = np.random.default_rng(1)
    y = np.repeat(np.arange(5), [60, 30, 20, 20, 20])
    return labeling.Data("blobs", generator.normal(size=(150, 8)) + 9 * np.eye(8)[y], y)


def test_a_user_labels_what_is_suggested(blobs):
    rows = list(labeling.simulate(blobs, "suggested", 0, (5, 10, 20)))
    assert [(row.labels, row.learning, row.checks) for row in rows] == [
        (5, 5, 0),
        (10, 10, 0),
        (20, 18, 2),
    ]
    assert rows[-1].accuracy == rows[-1].unlabeled == rows[-1].apart == 1 and rows[-1].classes == 5
    # The only mistakes are about a class that has no label.
    assert rows[0].right <= rows[0].checks
    random = list(labeling.simulate(blobs, "random", 0, (5, 10)))
    assert [(row.learning, row.checks, row.apart == row.unlabeled) for row in random] == [
        (5, 0, True),
        (10, 0, True),
    ]


@pytest.mark.parametrize("user", labeling.USERS)
def test_rows_that_test_are_never_labeled_nor_learned_from(blobs, user):
    drawn, tests, order = labeling.draw(150, 0)
    assert (len(drawn), len(tests)) == (120, 30) and sorted([*drawn, *tests]) == list(range(150))
    assert sorted(order) == list(range(120))
    wrong, moved = blobs.y.copy(), blobs.X.copy()
    wrong[tests] = (wrong[tests] + 1) % 5
    # Where they are is not seen by a fit either; the second cluster is far from all of them.
    moved[tests] = blobs.X[blobs.y == 1][0]
    steps = (5, 20)
    honest = list(labeling.simulate(blobs, user, 0, steps))
    mistaken = list(labeling.simulate(blobs._replace(y=wrong), user, 0, steps))
    elsewhere = list(labeling.simulate(blobs._replace(X=moved), user, 0, steps))
    same = [row._replace(accuracy=0) for row in honest]
    assert [row._replace(accuracy=0) for row in mistaken] == same
    assert [row._replace(accuracy=0) for row in elsewhere] == same
    # They are what accuracy is measured on.
    assert honest[1].accuracy == 1 and mistaken[1].accuracy == 0
    assert elsewhere[1].accuracy == np.mean(blobs.y[tests] == 1)


def test_no_choice_depends_on_a_label_that_was_not_given(blobs, monkeypatch):
    asked = []

    def spied(X, y, *others, **more):
        asked.append(y.copy())
        return halflit.suggest(X, y, *others, **more)

    monkeypatch.setattr(labeling, "suggest", spied)
    list(labeling.simulate(blobs, "suggested", 0, (5, 10, 20)))
    assert [int((codes >= 0).sum()) for codes in asked] == [0, 5, 10]
    assert labeling.few_labels(np.array([3, 4, 5]), [1]).tolist() == [-1, 4, -1]


def test_turned_digits_are_twenty_classes():
    data = labeling.load(labeling.TURNED)
    assert data.X.shape == (1797, 64) and len(np.unique(data.y)) == 20
    assert np.bincount(data.y).min() > 60


def test_a_run_is_written_and_not_overwritten(blobs, tmp_path, capsys):
    file = tmp_path / "blobs.npz"
    np.savez(file, X=blobs.X, y=blobs.y)
    folder = tmp_path / "out"
    arguments = [str(file), "--output", str(folder), "--seeds", "2"]
    assert labeling.main(arguments) == 0
    assert "| blobs | 20 |" in capsys.readouterr().out
    with (folder / "rows.csv").open() as source:
        assert len(list(csv.DictReader(source))) == 2 * 2 * 7
    note = json.loads((folder / "run.json").read_text())
    assert note["command"].startswith("python -m scoreboard.labeling ")
    assert note["seeds"] == [0, 1] and "halflit" in note["machine"]["packages"]
    assert (folder / "table.md").exists()
    assert labeling.main(arguments) == 2 and "exists" in capsys.readouterr().err
    assert labeling.main([str(file), "--output", str(tmp_path / "x"), "--seeds", "1"]) == 2
    assert labeling.main(["sklearn:nothing", "--output", str(tmp_path / "x")]) == 2


def test_the_interval_is_that_of_paired_differences():
    def row(user, seed, accuracy):
        unlabeled = 0.9 if user == "suggested" else 0.8
        return labeling.Row("one", user, seed, 5, accuracy, unlabeled, 2, 4, 0.5, 1, 1)

    suggested = [row("suggested", 0, 0.8), row("suggested", 1, 0.9), row("suggested", 2, 0.7)]
    random = [row("random", 2, 0.5), row("random", 0, 0.5), row("random", 1, 0.6)]
    cell = labeling_report.summarize(suggested + random)["one", 5]
    assert cell.difference == pytest.approx(100 * (0.3 + 0.3 + 0.2) / 3)
    # Deviation 5.77 over three draws, t = 4.303 with two degrees of freedom.
    assert cell.half_width == pytest.approx(4.3027 * 5.7735 / np.sqrt(3), rel=1e-3)
    assert cell.unlabeled == pytest.approx((10, 0))
    assert (cell.shown, cell.true) == (100, 50)
    line = labeling_report.markdown({("one", 5): cell}).splitlines()[-1]
    assert line == (
        "| one | 5 | 53.3 | 80.0 | +26.7 ± 14.3 | +10.0 ± 0.0 | 2.0 | 2.0 | 100.0 | 50.0 |"
    )
