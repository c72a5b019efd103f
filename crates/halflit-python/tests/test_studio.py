"""Labeling on the map, from Python."""

import json
import re
import sys
import urllib.request
from pathlib import Path
from types import SimpleNamespace
from urllib.error import HTTPError, URLError

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_wine

import halflit
from halflit import _studio

PIXEL = "data:image/png;base64,iVBORw0KGgo="


@pytest.fixture
def frame():
    """Wine with the names of its columns, and the labels that nobody knows yet."""
    return load_wine(return_X_y=True, as_frame=True)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "labels.jsonl"


def test_label_what_is_suggested_and_take_the_model_home(
    page_of, frame, file, tmp_path, monkeypatch
):
    X, y = frame
    names = np.array(["red", "white", "rosé"])[y]
    with halflit.studio(X, labels=file, open=False) as studio:
        page = page_of(studio)
        assert (studio.labels_ == None).all()  # noqa: E711 -- of every row
        state = page.label_suggested(names, 24)
        assert state["data"]["name"] == "X" and state["data"]["rows"] == len(X)
        assert state["fit"]["method"] == "auto" and state["fit"]["labels"] < 24
        row = json.loads(page.get("/api/rows?rows=0"))[0]
        assert row["features"][0]["name"] in X.columns
        exported = {name: page.get(f"/api/export/{name}") for name in ("labels.csv", "map.csv")}
        model = page.get("/api/export/model.halflit")
        lines = json.loads(page.get("/api/export/commands"))
    labels = studio.labels_
    known = np.array([label is not None for label in labels])
    assert known.sum() == 24 and (labels[known] == names[known]).all()

    monkeypatch.chdir(tmp_path)
    for name, content in {**exported, "model.halflit": model}.items():
        Path(name).write_bytes(content)
    loaded = halflit.load("model.halflit")
    predicted = loaded.predict(X)
    assert (predicted == names).mean() > 0.85
    predictions = pd.read_csv("map.csv")["predicted"]
    assert set(predictions) == set(names)

    X.to_csv("wine.csv", index=False)
    scope = {"X": pd.read_csv("wine.csv")}
    exec(lines["python"], scope)
    assert type(scope["model"]) is halflit.AutoDR and "# X is the table" in lines["python"]
    assert (scope["model"].predict(X) == predicted).all()
    np.testing.assert_allclose(scope["model"].transform(X), loaded.transform(X), atol=1e-9)
    again = halflit.AutoDR().fit(X, labels)
    assert (again.predict(X) == predicted).all()


METHODS = (
    "auto pca lpp lpp* fda mmc dne mfa lde snle lfda "
    "self ss-fda ss-mmc ss-dne ss-mfa ss-lde ss-snle ss-lfda"
)
#: Those that are looked at with parameters too.
CHOSEN = ("auto", "lpp*", "fda", "ss-lfda")


def test_the_exported_lines_of_every_method(page_of, frame, file, tmp_path, monkeypatch):
    X, y = frame
    X = (X - X.mean()) / X.std()
    monkeypatch.chdir(tmp_path)
    few = np.where(np.arange(len(y)) % 8 == 0, y, -1)
    with halflit.studio(X, few, labels=file, open=False, random_state=3) as studio:
        page = page_of(studio)
        Path("labels.csv").write_bytes(page.get("/api/export/labels.csv"))
        methods = page.state()["methods"]
        assert [own["name"] for own in methods] == METHODS.split()
        for method in methods:
            given = {name: 2.0 for name in ("gamma", "alpha") if method[name]}
            votes = {} if method["name"] == "auto" else {"votes": 3}
            chosen = [{"dimension": 2, **votes, **given}] if method["name"] in CHOSEN else []
            for settings in ({}, *chosen):
                page.act(do="settings", method=method["name"], **settings)
                Path("model.halflit").write_bytes(page.get("/api/export/model.halflit"))
                lines = json.loads(page.get("/api/export/commands"))["python"]
                scope = {"X": X}
                exec(lines, scope)
                model, loaded = scope["model"], halflit.load("model.halflit")
                assert type(model) is type(loaded), lines
                places = model.transform(X)
                np.testing.assert_allclose(places, loaded.transform(X), atol=1e-7, err_msg=lines)


def test_minus_one_can_be_a_class_of_the_exported_lines(page_of, wine, file, tmp_path, monkeypatch):
    X, y, few = wine
    monkeypatch.chdir(tmp_path)
    given = [None if own < 0 else int(own) - 1 for own in few]
    with halflit.studio(X, given, unlabeled=None, labels=file, open=False) as studio:
        page = page_of(studio)
        Path("labels.csv").write_bytes(page.get("/api/export/labels.csv"))
        scope = {"X": X}
        exec(json.loads(page.get("/api/export/commands"))["python"], scope)
    assert sorted(scope["model"].classes_) == ["-1", "0", "1"]
    assert studio.labels_.tolist() == given


def test_labels_are_classes_as_they_were_given(page_of, wine, file):
    X, _, few = wine
    with halflit.studio(X, few, labels=file, open=False) as studio:
        page = page_of(studio)
        labels = studio.labels_
        assert labels.dtype == few.dtype and (labels == few).all()
        page.act(do="label", rows=[1, 2], **{"class": "2"})
        labels = studio.labels_
        assert labels[1:3].tolist() == [2, 2] and (labels == -1).sum() == (few == -1).sum() - 2
        page.act(do="label", rows=[4], **{"class": "7"})
        assert studio.labels_[[0, 4, 5]].tolist() == [few[0], 7, -1]
        page.act(do="label", rows=[5], **{"class": "cork"})
        assert studio.labels_[[0, 5, 7]].tolist() == [str(few[0]), "cork", None]
        with pytest.raises(HTTPError, match="400"):
            page.act(do="label", rows=[7], **{"class": "-1"})
    # The same call goes on, and what was done is still there.
    with halflit.studio(X, few, labels=file, open=False) as studio:
        assert studio.labels_[[0, 5, 7]].tolist() == [str(few[0]), "cork", None]


@pytest.mark.parametrize(
    ("y", "unlabeled", "labels"),
    [
        ([True, False, None], "auto", [True, False, None]),
        ([1.0, 2.0, np.nan], "auto", [1.0, 2.0, -1.0]),
        (np.array([1, 2, 2], dtype=np.uint8), "auto", [1, 2, 2]),
        ([-1, 1, None], None, [-1, 1, None]),
        ([5, 9, 0], 9, [5, None, 0]),
        (["a", "b", ""], "auto", ["a", "b", None]),
        ([-1, -1, -1], "auto", [None, None, None]),
    ],
)
def test_labels_of_every_kind_come_back(y, unlabeled, labels, file):
    X = [[0.0, 1.0], [1.0, 0.0], [2.0, 2.0]]
    with halflit.studio(X, y, unlabeled=unlabeled, labels=file, open=False) as studio:
        assert studio.labels_.tolist() == labels


def test_a_file_is_one_studio_s_until_it_stops(page_of, wine, file):
    X = wine[0]
    studio = halflit.studio(X.astype(np.float32), labels=file, open=False)
    port = int(re.search(r":(\d+)/", studio.url)[1])
    with pytest.raises(OSError, match="labels.jsonl: another studio keeps its labels there"):
        halflit.studio(X.astype(np.float32), labels=file, open=False)
    with pytest.raises(OSError, match=f"port {port} of this machine is taken"):
        halflit.studio(X, labels=file.with_name("other.jsonl"), port=port, open=False)
    page_of(studio).act(do="label", rows=[3], **{"class": "red"})
    studio.stop()
    studio.stop()
    assert studio.labels_[3] == "red"
    with pytest.raises(URLError):
        urllib.request.urlopen(studio.url, timeout=5)
    with pytest.raises(ValueError, match="holds labels of other rows than X has"):
        halflit.studio(X + 1, labels=file, open=False)
    with halflit.studio(X.astype(np.float32), labels=file, port=port, open=False) as studio:
        assert f":{port}/" in studio.url and studio.labels_[3] == "red"


def test_texts_pictures_and_ids_are_shown(page_of, wine, file, tmp_path):
    X = wine[0]
    picture = bytes.fromhex("89504e470d0a1a0a") + b"rest"
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "one.png").write_bytes(picture)
    (tmp_path / "secret.png").write_bytes(picture)
    images = [Path("one.png"), PIXEL, None, "../secret.png", *[""] * (len(X) - 4)]
    text = pd.Series(["a dry one", None] + ["another"] * (len(X) - 2))
    given = {"text": text, "ids": range(100, 100 + len(X)), "images": images}
    folder = tmp_path / "pictures"
    with halflit.studio(X, **given, image_folder=folder, labels=file, open=False) as studio:
        page = page_of(studio)
        rows = json.loads(page.get("/api/rows?rows=0,1,2"))
        assert [row["id"] for row in rows] == ["100", "101", "102"]
        assert [row["text"] for row in rows] == ["a dry one", None, "another"]
        assert [row["image"] for row in rows] == ["/api/image?row=0", PIXEL, None]
        assert page.get("/api/image?row=0") == picture
        with pytest.raises(HTTPError, match="403"):
            page.get("/api/image?row=3")
        assert json.loads(page.get("/api/search?text=DRY"))["rows"] == [0]


def test_the_browser_is_opened_outside_of_notebooks(wine, tmp_path, monkeypatch, capsys):
    seen = []
    monkeypatch.setattr(_studio.webbrowser, "open", seen.append)
    monkeypatch.chdir(tmp_path)
    with halflit.studio(wine[0]) as studio:
        assert seen == [studio.url]
        (file,) = tmp_path.glob("*.jsonl")
        assert capsys.readouterr().out == f"labels are kept in {file.name}\n"
        assert re.fullmatch(r"halflit-178x13-[0-9a-f]{8}\.labels\.jsonl", file.name)
        assert studio.url in repr(studio) and file.name in repr(studio)
    # Other labels to begin with are another file.
    shell = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=None))
    monkeypatch.setitem(sys.modules, "IPython", shell)
    with halflit.studio(*wine[:2], where="browser") as studio:
        assert len(seen) == 1 and len(list(tmp_path.glob("*.jsonl"))) == 2
        assert f'<iframe src="{studio.url}"' in studio._repr_html_()
        # A notebook frames the page: it comes from another place of this machine.
        headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
        request = urllib.request.Request(
            studio.url, headers={**headers, "Sec-Fetch-Dest": "iframe"}
        )
        with urllib.request.urlopen(request, timeout=10) as page:
            policy = page.headers["content-security-policy"]
            assert "frame-ancestors 'self' http://127.0.0.1:* http://localhost:*" in policy


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"y": [1, 2]}, "2 labels for 178 rows"),
        ({"y": [" a"] * 178}, "blanks around a name"),
        ({"text": ["a"]}, "text has 1 entries for 178 rows"),
        ({"ids": "number"}, "ids = 'number' is one text"),
        ({"images": ["a.png"] * 178}, r"images\[0\] is a file.*image_folder"),
        ({"image_folder": "nowhere"}, "image_folder = 'nowhere' is no folder"),
        ({"port": 65536}, "port = 65536 is out of range"),
        ({"open": "no"}, "open = 'no' is out of range"),
        ({"where": "here"}, "where = 'here' is out of range"),
        ({"where": "notebook", "port": 5}, "port = 5 is for a server"),
    ],
)
def test_what_makes_no_sense_is_refused(wine, file, given, words):
    with pytest.raises(ValueError, match=words):
        halflit.studio(wine[0], **{"labels": file, "open": False, **given})
    assert not file.exists()


def test_bad_cells_are_refused_by_name(frame, file):
    X = frame[0].copy()
    X.iloc[4, 2] = np.nan
    with pytest.raises(ValueError, match=r"column 'ash' \(2\)"):
        halflit.studio(X, labels=file, open=False)
    assert not file.exists()
