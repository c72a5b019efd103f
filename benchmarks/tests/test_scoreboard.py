"""The scoreboard: what is run, that nothing looks at hidden labels, and what is written."""

import json
import re

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

import scoreboard
from scoreboard import __main__, datasets, methods, peers, rows, runner, settings

QUICK = {"methods": ["ss-lfda", "pca"], "peers": ["raw-1nn", "lda"], "splits": 2, "say": len}


class NearestLabeled:
    """A method of one's own."""

    def fit(self, X, y):
        self.model = KNeighborsClassifier(1).fit(X[y >= 0], y[y >= 0])
        return self

    def predict(self, X):
        return self.model.predict(X)


class Failing:
    def fit(self, X, y):
        raise RuntimeError("two\nlines, and a comma")


@pytest.fixture
def blobs():
    """Three classes in six columns; a class of the first split has one label, those of the second two."""
    generator = np.random.default_rng(0)
    y = np.repeat([0, 1, 2], 20)
    X = generator.normal(size=(60, 6)) + 2 * np.eye(6)[y]
    splits = {
        6: np.array([[0, 1, 2, 20, 21, 40], [3, 4, 23, 24, 43, 44]]),
        12: np.array([[*range(r, r + 4), *range(20, 24), *range(40, 44)] for r in (0, 5)]),
    }
    return datasets.checked("blobs", X, y, splits)


@pytest.fixture
def folder(blobs, tmp_path):
    path = tmp_path / "data"
    path.mkdir()
    splits = {f"splits_{labels}": table for labels, table in blobs.splits.items()}
    words = np.array(["b", "a", "c"])[blobs.y]
    np.savez(path / "blobs.npz", X=blobs.X.astype(np.float32), y=words, **splits)
    return path


def outcomes(found):
    return sorted((*row.key, row.accuracy, row.error) for row in found)


# ---- hidden labels ----


def everything():
    yield from (methods.halflit_method(name) for name in ["auto", *methods.names()])
    yield from (methods.peer(name) for name in peers.PEERS if peers.unavailable(name) is None)


@pytest.mark.parametrize("method", list(everything()), ids=lambda method: method.name)
def test_no_method_sees_a_hidden_label(blobs, method):
    seen = []

    def watched(X, y):
        seen.append((X.copy(), y.copy(), method.predict(X, y)))
        return seen[-1][2]

    for labels, split in ((6, 0), (6, 1), (12, 1)):
        hidden = np.setdiff1d(np.arange(60), blobs.splits[labels][split])
        scrambled = blobs.y.copy()
        scrambled[hidden] = np.random.default_rng(1).permutation(blobs.y[hidden])
        assert (scrambled != blobs.y).any()
        other = datasets.Dataset("other", blobs.X, scrambled, blobs.splits)
        found = [
            runner.measure(
                runner.Measurement(data, labels, split, method._replace(predict=watched)), "auto"
            )
            for data in (blobs, other)
        ]
        assert [row.error for row in found] == ["", ""]
        for first, second in zip(*seen, strict=True):
            np.testing.assert_array_equal(first, second)
        assert set(seen[0][1][hidden]) == {settings.HIDDEN}
        # What differs is only what the predictions are compared with.
        assert found[0].accuracy != found[1].accuracy
        seen.clear()


# ---- runs ----


def test_rows_do_not_depend_on_jobs(folder, tmp_path):
    one = scoreboard.run(folder, tmp_path / "one", jobs=1, own=[NearestLabeled], **QUICK)
    two = scoreboard.run(folder, tmp_path / "two", jobs=2, own=[NearestLabeled], **QUICK)
    assert [row.key for row in one] == [row.key for row in two]
    assert outcomes(one) == outcomes(two)
    assert outcomes(rows.read(tmp_path / "two" / "rows.csv")) == outcomes(two)
    tables = [(tmp_path / name / "table.md").read_text().splitlines() for name in ("one", "two")]
    timeless = [[line for line in table if "seconds" not in line] for table in tables]
    assert timeless[0] == timeless[1]


def test_a_method_of_ones_own(folder):
    found = scoreboard.run(folder, own=[NearestLabeled], **QUICK)
    accuracy = {row.key: row.accuracy for row in found}
    for *task, name in accuracy:
        if name == "NearestLabeled":
            assert accuracy[*task, name] == accuracy[*task, "raw-1nn"]
    assert methods.own_method("sklearn.svm:SVC").name == "SVC"
    with pytest.raises(ValueError, match="module:factory"):
        methods.own_method("sklearn.svm")
    with pytest.raises(ValueError, match="cannot be imported"):
        methods.own_method("sklearn.svm:Nothing")


def test_a_method_that_fails_does_not_end_the_run(folder, tmp_path):
    found = scoreboard.run(folder, tmp_path / "out", own=[Failing], **QUICK)
    failed = [row for row in rows.read(tmp_path / "out" / "rows.csv") if row.method == "Failing"]
    assert len(found) == 4 * 5 and len(failed) == 4
    assert all(row.accuracy is None for row in failed)
    assert failed[0].error == "RuntimeError: two lines, and a comma"
    table = (tmp_path / "out" / "table.md").read_text()
    assert "–" in table and "Failing" in table


def test_resume_goes_on_where_a_run_was_stopped(folder, tmp_path):
    whole = scoreboard.run(folder, tmp_path / "whole", **QUICK)
    said = []

    def stop(words):
        said.append(words)
        if words.startswith("[5/"):
            raise KeyboardInterrupt

    quick = QUICK | {"say": stop}
    with pytest.raises(KeyboardInterrupt):
        scoreboard.run(folder, tmp_path / "out", **quick)
    file = tmp_path / "out" / "rows.csv"
    finished = rows.read(file)
    assert len(finished) == 5
    # As left by a power cut.
    with file.open("a") as out:
        out.write("blobs,6,1,pc")

    with pytest.raises(ValueError, match="--resume"):
        scoreboard.run(folder, tmp_path / "out", **QUICK)
    said = []
    again = scoreboard.run(folder, tmp_path / "out", **QUICK | {"say": said.append, "resume": True})
    assert said[0].startswith("[1/11]")
    assert outcomes(again) == outcomes(whole)
    assert file.read_text().count("\n") == 1 + 16
    assert rows.read(file)[:5] == finished


def test_resume_refuses_other_data_and_settings(blobs, tmp_path):
    scoreboard.run(blobs, tmp_path, **QUICK | {"splits": 1})
    with pytest.raises(ValueError, match="--standardize auto"):
        scoreboard.run(blobs, tmp_path, resume=True, standardize="never", **QUICK)
    other = datasets.Dataset("blobs", blobs.X + 1, blobs.y, blobs.splits)
    with pytest.raises(ValueError, match="other data"):
        scoreboard.run(other, tmp_path, resume=True, **QUICK)
    other = datasets.Dataset("blobs", blobs.X, blobs.y, {6: blobs.splits[6][::-1]})
    with pytest.raises(ValueError, match="other data or splits"):
        scoreboard.run(other, tmp_path, resume=True, **QUICK)


def test_resume_adds_splits_and_methods(blobs, tmp_path):
    scoreboard.run(blobs, tmp_path, **QUICK | {"splits": 1})
    more = scoreboard.run(blobs, tmp_path, resume=True, **QUICK | {"methods": ["fda"], "peers": []})
    assert {row.method for row in more} == {"fda"} and len(more) == 4
    assert len(rows.read(tmp_path / "rows.csv")) == 2 * 4 + 4
    table = (tmp_path / "table.md").read_text().splitlines()
    assert table[0] == "| task | splits | fda | lda | pca | raw-1nn | ss-lfda |"
    assert table[2].count("–") == 4
    # Back to one split, which all of them have.
    scoreboard.run(blobs, tmp_path, resume=True, **QUICK | {"splits": 1})
    assert "–" not in "".join((tmp_path / "table.md").read_text().splitlines()[:8])


def test_the_command(folder, tmp_path, capsys):
    out = tmp_path / "out"
    given = [
        "--methods",
        "auto,SS_LFDA",
        "--peers",
        "raw-1nn",
        "--splits",
        "1",
        "--output",
        str(out),
    ]
    assert __main__.main([str(folder), "sklearn:iris", *given]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("| task | splits | auto | ss-lfda | raw-1nn |")
    assert re.search(r"\[12/12\] iris, 60 labels, split 0, raw-1nn: \d+\.\d %", said.err)
    record = json.loads((out / "run.json").read_text())
    assert {"numpy", "scikit-learn", "halflit"} <= set(record["machine"]["packages"])
    assert set(record["datasets"]) == {"blobs", "iris"}
    for picture in ("overall.png", "tasks.png"):
        assert (out / picture).read_bytes().startswith(b"\x89PNG")
    assert __main__.main([str(folder), *given]) == 2
    assert "--resume" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"methods": ["sslfdaa"]}, "there are"),
        ({"peers": ["forest"]}, "there are raw-1nn"),
        ({"methods": [], "peers": []}, "no method"),
        ({"peers": ["lda", "lda"]}, "same name"),
        ({"standardize": "perhaps"}, "there are auto"),
    ],
)
def test_what_is_not_known_is_refused(blobs, given, message):
    with pytest.raises(ValueError, match=message):
        scoreboard.run(blobs, **QUICK | given)


# ---- data ----


def test_data_of_scikit_learn():
    (wine,) = datasets.load("sklearn:wine")
    assert {labels: table.shape for labels, table in wine.splits.items()} == {
        15: (10, 15),
        60: (10, 60),
    }
    assert all((np.bincount(wine.y[split]) == 5).all() for split in wine.splits[15])
    (first,) = datasets.load("sklearn:wine", splits=3)
    np.testing.assert_array_equal(first.splits[60], wine.splits[60][:3])


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"X": np.eye(4)}, "no array y"),
        ({"X": np.eye(4), "y": [0, 1, 0, 1]}, "splits_L"),
        ({"X": np.eye(4), "y": [0, 1, 0], "splits_2": [[0, 1]]}, "one label for each"),
        ({"X": np.eye(4), "y": [0, 1, 0, 1], "splits_2": [[0, 4]]}, "do not exist"),
        ({"X": np.eye(4), "y": [0, 1, 0, 1], "splits_2": [[0, 2]]}, "all the same"),
        ({"X": np.eye(4), "y": [0, 1, 0, 1], "splits_3": [[0, 1]]}, "one line of 3"),
        ({"X": np.eye(4), "y": [0, 1, 0, 1], "splits_2": [[1, 1]]}, "twice"),
        ({"X": np.full((4, 4), np.inf), "y": [0, 1, 0, 1], "splits_2": [[0, 1]]}, "finite"),
    ],
)
def test_files_that_cannot_be_used_say_why(tmp_path, arrays, message):
    np.savez(tmp_path / "bad.npz", **arrays)
    with pytest.raises(ValueError, match=message):
        datasets.load(tmp_path)


def test_folders_that_cannot_be_used_say_why(tmp_path):
    for source in (tmp_path, tmp_path / "absent", "sklearn:mnist"):
        with pytest.raises(ValueError):
            datasets.load(source)


def test_columns_in_different_units_are_standardized():
    generator = np.random.default_rng(0)
    X = generator.normal(size=(50, 3))
    assert settings.standardized(X, "auto") is X
    unlike = X * [1, 1, 20]
    assert settings.standardized(unlike, "never") is unlike
    scaled = settings.standardized(unlike, "auto")
    np.testing.assert_allclose(scaled.std(axis=0), 1)
    # Pixels at the rim are nearly constant, but not in other units.
    rim = np.where(np.arange(50) < 45, 0, 0.01)[:, None]
    assert not settings.unlike_columns(np.hstack([X, rim]))
    constant = settings.standardized(np.hstack([X, np.ones((50, 1))]), "always")
    assert constant.shape == (50, 3)


# ---- peers ----


def test_leave_one_out_of_label_spreading_is_what_it_says(blobs):
    """Against scikit-learn, with each label in turn really left out."""
    few = blobs.few_labels(12, 0)
    known = np.flatnonzero(few >= 0)
    for graph in peers._graphs(blobs.X)[::3]:
        right = []
        for row in known:
            left = few.copy()
            left[row] = settings.HIDDEN
            model = peers.LabelSpreading(**graph, alpha=0.9, max_iter=3000, tol=1e-9)
            right.append(model.fit(blobs.X, left).transduction_[row] == few[row])
        accuracy, _ = peers._leave_one_out(peers._step(blobs.X, graph), few, 0.9)
        assert accuracy == pytest.approx(np.mean(right))
