"""The Python code of README.md and of the first pages of the site runs, block after block."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGES = [
    "README.md",
    "crates/halflit-python/README.md",
    "docs/start/first-map.md",
    "docs/coming-from/umap.md",
    "docs/coming-from/lda-pca.md",
    "docs/coming-from/label-spreading.md",
    "docs/coming-from/metric-learn.md",
]
#: Packages of the peers, without which what needs them is left out.
PEERS = ("umap", "metric_learn")


def blocks(page):
    return re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.DOTALL | re.MULTILINE)


def needs_a_peer(code):
    named = [peer for peer in PEERS if re.search(rf"(import|from) {peer}\b", code)]
    return any(importlib.util.find_spec(peer) is None for peer in named)


@pytest.mark.parametrize("page", PAGES)
def test_python_code_of_documents_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    known, ran = {}, 0
    for code in blocks(page):
        if not needs_a_peer(code):
            exec(compile(code, page, "exec"), known)
            ran += 1
    assert ran > 0
