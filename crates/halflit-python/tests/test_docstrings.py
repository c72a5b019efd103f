"""What editors and readers of the source see."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import halflit
from halflit import datasets, onnx, text

SCRIPTS = Path(__file__).resolve().parents[1] / "scripts"
PUBLIC = [(halflit, name) for name in halflit.__all__ if name != "__version__"]
PUBLIC += [(module, name) for module in (datasets, onnx, text) for name in module.__all__]


def test_sources_hold_the_descriptions_of_all_parameters():
    command = [sys.executable, SCRIPTS / "docstrings.py", "--check"]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize(("module", "name"), PUBLIC)
def test_every_public_object_has_an_example(module, name):
    assert "Examples\n--------" in inspect.getdoc(getattr(module, name))


@pytest.mark.parametrize(("module", "name"), PUBLIC)
def test_every_parameter_is_described_in_the_source(module, name):
    public = getattr(module, name)
    if name in ("AccuracyWarning", "SemiSupervisedGridSearchCV"):
        pytest.skip("its parameters are those of its parent, which is not ours")
    constructor = public.__init__ if inspect.isclass(public) else public
    text = inspect.getdoc(public)
    for parameter in inspect.signature(constructor).parameters:
        assert parameter == "self" or f"{parameter} : " in text, parameter
