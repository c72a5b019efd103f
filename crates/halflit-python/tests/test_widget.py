"""The studio in a cell of a notebook."""

import asyncio
import json
import queue
import sys
from pathlib import Path

import numpy as np
import pytest

import halflit
from halflit import _studio

pytest.importorskip("anywidget", reason="a studio in a notebook needs anywidget")
sys.path.insert(0, str(Path(__file__).parent))

WAIT = 60


class Page:
    """What a page of a widget hears and says, without a browser."""

    def __init__(self, widget, view="one"):
        self.widget, self.view = widget, view
        self.heard = queue.Queue()
        self.last = 0
        widget.send = lambda content, buffers=None: self.heard.put((content, buffers or []))

    def say(self, **content):
        self.widget._take(None, {"view": self.view, **content}, [])

    def hear(self, is_it):
        """Wait for a message; others are passed over."""
        while True:
            content, buffers = self.heard.get(timeout=WAIT)
            if is_it(content):
                return content, buffers

    def ask(self, path, body=""):
        self.last += 1
        number = self.last
        self.say(id=number, method="POST" if body else "GET", path=path, body=body)
        answer, (data,) = self.hear(lambda content: content.get("id") == number)
        assert answer["view"] == self.view
        return answer["status"], answer["kind"], bytes(data)

    def label(self, rows, name):
        action = json.dumps({"do": "label", "rows": rows, "class": name})
        assert self.ask("/api/actions", action)[0] == 200


@pytest.fixture
def page(wine, tmp_path):
    widget = halflit.studio(wine[0], labels=tmp_path / "labels.jsonl", where="notebook")
    yield Page(widget)
    widget.close()


def test_a_request_is_answered_with_its_number_and_bytes(page):
    status, kind, data = page.ask("/api/state")
    assert (status, kind) == (200, "application/json")
    assert json.loads(data)["data"]["rows"] == 178
    status, _, data = page.ask("/api/labels?since=0")
    assert status == 200 and data[:4] == b"HLL1"
    status, kind, data = page.ask("/api/rows?rows=999")
    assert status == 400 and "no row '999'" in json.loads(data)["what"]
    assert page.ask("/no/such")[0] == 404


def test_labels_are_an_array_as_y_is(page):
    page.label([3, 5], "red")
    labels = page.widget.labels_
    assert labels[[3, 4, 5]].tolist() == ["red", None, "red"]
    assert str(page.widget.file) in repr(page.widget)


def test_a_page_that_is_open_is_told_of_changes(page):
    page.say(open=True)
    news, _ = page.hear(lambda content: content.get("event") == "state")
    assert news["view"] == "one" and json.loads(news["data"])["labeled"] == 0
    page.label([7], "red")
    page.hear(lambda own: own.get("event") == "state" and json.loads(own["data"])["labeled"] == 1)
    page.say(open=False)
    assert not page.widget._views


def test_pictures_and_files_travel_as_bytes(wine, tmp_path):
    picture = b"\x89PNG\r\n\x1a\n and so on"
    (tmp_path / "one.png").write_bytes(picture)
    shown = {"images": ["one.png"] * len(wine[0]), "image_folder": tmp_path}
    file = tmp_path / "labels.jsonl"
    with halflit.studio(wine[0], labels=file, where="notebook", **shown) as widget:
        page = Page(widget)
        assert page.ask("/api/image?row=3") == (200, "image/png", picture)
        page.label([3], "red")
        status, _, table = page.ask("/api/export/labels.csv")
        assert status == 200 and b"red" in table


def test_old_views_make_room(page):
    for number in range(12):
        page.widget._take(None, {"view": str(number), "open": True}, [])
    assert list(page.widget._views) == [str(number) for number in range(4, 12)]


def test_labels_survive_the_end_of_a_kernel(wine, tmp_path):
    X, file = wine[0], tmp_path / "labels.jsonl"
    with halflit.studio(X, labels=file, where="notebook") as first:
        Page(first).label([1], "red")
    with halflit.studio(X, labels=file, where="notebook") as second:
        assert second.labels_[1] == "red" and second.labels_[0] is None
        page = Page(second)
    # What comes after the end is not answered, and breaks nothing.
    page.say(id=1, method="GET", path="/api/state", body="")


def test_a_cell_that_is_run_again_shows_the_studio_anew(page, wine):
    page.say(open=True)
    page.label([1], "red")
    file = page.widget.file
    with halflit.studio(wine[0], labels=file, where="notebook") as again:
        assert again.labels_[1] == "red"
        page.hear(lambda content: content.get("event") == "lost")
        with pytest.raises(OSError, match="another studio keeps its labels there"):
            halflit.studio(wine[0], labels=file, where="browser", open=False)


def test_a_hundred_thousand_rows_travel_as_bytes(tmp_path):
    X = np.random.RandomState(0).normal(size=(100_000, 4))
    with halflit.studio(X, labels=tmp_path / "labels.jsonl", where="notebook") as widget:
        page = Page(widget)
        page.say(open=True)
        page.hear(lambda own: own.get("event") == "state" and json.loads(own["data"])["fit"])
        status, kind, data = page.ask("/api/map?since=0&show=axes")
        assert (status, kind, data[:4]) == (200, "application/octet-stream", b"HLM1")
        assert np.frombuffer(data, dtype="<u4", count=4)[2] == len(X)
        places = np.frombuffer(data, dtype="<f4", count=2 * len(X), offset=16)
        assert np.isfinite(places).all() and len(data) == 16 + (4 + 4 + 2 + 1) * len(X)


def test_without_anywidget_the_extra_is_named(wine, monkeypatch):
    monkeypatch.setattr(_studio.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(ImportError, match=r"pip install 'halflit\[widget\]'"):
        halflit.studio(wine[0], where="notebook")


CELL = """
import numpy as np, halflit
X = np.random.RandomState(0).normal(size=(300, 5)) + np.arange(300)[:, None] % 3 * 4
first = halflit.studio(X, labels="first.jsonl")
second = halflit.studio(X[:60], labels="second.jsonl")
"""
COUNT = "print(*((own.labels_ != None).sum() for own in (first, second)))"
#: What tells how the studio in an output is.
ROOT = "document.querySelectorAll('#outputs > div')[{}].firstChild.shadowRoot.querySelector('.halflit')"


async def _labeled_in_a_notebook(host, folder):
    async with host.Notebook() as notebook, host.Browser(folder) as browser:
        assert await notebook.run(CELL) == ""
        assert len(notebook.opened) == 2
        with host.served(notebook) as address:
            await browser.open(address)
            looks = "JSON.stringify([document.body, document.querySelector('h2')].map((one) => "
            looks += (
                "['font', 'color', 'letterSpacing'].map((name) => getComputedStyle(one)[name])))"
            )
            await browser.until("document.querySelector('h2')")
            plain = await browser.evaluate(looks)
            for root in (ROOT.format(0), ROOT.format(1)):
                await browser.until(f"Number({root}.dataset.mapVersion) > 0")
                await browser.until(f"{root}.halflitStudio.target() !== null")
            assert await browser.evaluate(looks) == plain, "the notebook looks as before"
            # A key outside of the studios is none of theirs.
            await browser.evaluate("document.getElementById('cell').focus()")
            await browser.press("x")
            first = ROOT.format(0)
            box = f"{first}.querySelector('.status').getBoundingClientRect()"
            x, y = await browser.evaluate(f"[{box}.left + 60, {box}.top + 8]")
            await browser.click(x, y)
            for key in ("r", "e", "d", "Enter", "Enter"):
                await browser.press(key)
            for labels in (1, 2, 3):
                await browser.until(f"Number({first}.dataset.unsaved) === 0")
                await browser.until(f"{first}.querySelectorAll('.chip').length === 1")
                await browser.until(f"{first}.halflitStudio.target() !== null")
                if labels < 3:
                    await browser.press("1")
            assert await browser.evaluate("document.getElementById('cell').value") == "x"
            assert await browser.evaluate(f"{first}.dataset.errors") == "0"
            assert (await notebook.run(COUNT)).split() == ["3", "0"]
        await notebook.restart()
        assert (await notebook.run(CELL + COUNT)).split() == ["3", "0"]


def test_three_labels_in_a_real_notebook(tmp_path, monkeypatch):
    pytest.importorskip("ipykernel", reason="a kernel is ipykernel's")
    import notebook_host as host

    if host.chromium() is None:
        pytest.skip("no Chromium on this machine: CHROMIUM names one")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "jupyter"))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    monkeypatch.chdir(tmp_path)
    asyncio.run(_labeled_in_a_notebook(host, tmp_path / "browser"))
