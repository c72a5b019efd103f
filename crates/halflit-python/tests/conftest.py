"""What the tests share."""

import json
import re
import time
import urllib.request
import warnings

import numpy as np
import pytest
from sklearn.datasets import load_wine


@pytest.fixture
def wine():
    """Rows, labels, and labels of which two thirds are hidden."""
    X, y = load_wine(return_X_y=True)
    return X, y, np.where(np.arange(len(y)) % 3 == 0, y, -1)


@pytest.fixture(scope="session")
def rows():
    """Two clusters of each of three classes, two thirds of whose labels are hidden."""
    draw = np.random.default_rng(0)
    y = draw.integers(3, size=300)
    X = draw.normal(size=(300, 6)) * [1, 2, 3, 1, 1, 1]
    X[:, 0] += 4 * y
    X[:, 1] += 6 * draw.integers(2, size=300)
    return X, np.where(draw.random(300) < 0.35, y, -1)


#: Lengths of the blocks that 300 rows are cut into.
BLOCKS = {"equal": (100,) * 3, "unequal": (7, 200, 93), "empty": (0, 150, 0, 149, 1, 0)}


@pytest.fixture
def array():
    """Cuts 300 rows of six columns into blocks of dask's."""
    da = pytest.importorskip("dask.array", reason="dask is not installed")
    return lambda X, layout="unequal": da.from_array(X, chunks=(BLOCKS[layout], (2, 4)))


@pytest.fixture
def one_thread():
    """Dask computes in this thread, and nothing is warned of."""
    dask = pytest.importorskip("dask", reason="dask is not installed")
    with dask.config.set(scheduler="synchronous"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.fixture
def page_of():
    """What the page of a studio does."""
    return Page


class Page:
    """What the page does, over HTTP."""

    def __init__(self, studio):
        self.root, self.token = re.fullmatch(r"(http://.*)/\?token=(\w+)", studio.url).groups()

    def get(self, path, body=None):
        headers = {"x-halflit-token": self.token, "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.root + path, data, headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read()

    def state(self):
        return json.loads(self.get("/api/state"))

    def act(self, **action):
        return json.loads(self.get("/api/actions", action))

    def wait(self, what):
        """The first state of which something is true."""
        for _ in range(600):
            state = self.state()
            if what(state):
                return state
            time.sleep(0.05)
        raise AssertionError(f"it never came: {state}")

    def label_suggested(self, truth, count):
        """Answers what is asked for, row by row, until so many rows have a label."""
        while (state := self.wait(lambda own: own["suggestions"]))["labeled"] < count:
            row = state["suggestions"][0]["row"]
            self.act(do="label", rows=[row], **{"class": str(truth[row])})
        return self.wait(lambda own: own["fit"] and own["fit"]["line"] and not own["working"])
