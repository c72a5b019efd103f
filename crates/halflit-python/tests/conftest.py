"""What the tests share."""

import json
import re
import time
import urllib.request

import numpy as np
import pytest
from sklearn.datasets import load_wine


@pytest.fixture
def wine():
    """Rows, labels, and labels of which two thirds are hidden."""
    X, y = load_wine(return_X_y=True)
    return X, y, np.where(np.arange(len(y)) % 3 == 0, y, -1)


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
