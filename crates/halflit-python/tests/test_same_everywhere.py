"""Odd inputs come out as the table says that every front end reads: the command is compared with it too."""

import inspect
import json
import warnings
from pathlib import Path

import numpy as np
import pytest

from halflit._registry import OF_FILES

TABLE = Path(__file__).parents[2] / "halflit-tests" / "tests" / "odd_inputs.json"
ENTRIES = {entry["name"]: entry for entry in json.loads(TABLE.read_text("utf-8"))["entries"]}
#: What no estimator can be asked for, and why.
NOT_IN_PYTHON = {
    "gamma given to pca": "PCA has no such parameter: Python refuses it by its signature",
    "gamma given to auto": "AutoDR has no such parameter",
    "a kernel given to auto": "AutoDR has no such parameter",
}


def estimator_of(plan):
    """The estimator that says what a plan says."""
    cls = OF_FILES[plan["method"]["name"]]
    given = dict(plan["method"].get("parameters", {}))
    search = plan.get("search", "fixed")
    if "auto" in search:
        own = [name for name in search["auto"] if name in inspect.signature(cls).parameters]
        given |= {name: "auto" for name in own if search["auto"][name]}
    if "dimension" in plan:
        given["n_components"] = plan["dimension"]
    space = plan.get("space", {})
    if "scaling" in space:
        given["scaling"] = space["scaling"]
    if "kernel" in space:
        given["kernel"] = space["kernel"]["name"]
    # In the table -1 is a class.
    return cls(**given, unlabeled=None)


def found(entry):
    """What Python makes of an entry."""
    rows, labels = np.array(entry["rows"]), entry["labels"]
    with warnings.catch_warnings(record=True) as met:
        warnings.simplefilter("always")
        try:
            model = estimator_of(entry["plan"]).fit(rows, labels, sample_weight=entry["weights"])
        except ValueError as error:
            return {"error": str(error)}
    searched = hasattr(model, "cv_results_")
    settings = {name: getattr(model, f"{name}_", None) for name in ("gamma", "alpha")}
    return {
        "accuracy": None if model.check_ is None else model.check_["accuracy"],
        "dimension": model.transform(rows).shape[1],
        "predictions": predictions(model, labels),
        "settings": settings if searched else None,
        "warnings": [str(one.message) for one in met],
    }


def predictions(model, labels):
    """The classes of the rows without a label; nothing where no row has one."""
    if not hasattr(model, "transduction_"):
        return None
    marked = [label is None or label.strip() in ("", "?", "NaN", "nan") for label in labels]
    return model.transduction_[np.array(marked)].tolist()


@pytest.mark.parametrize("name", [name for name in ENTRIES if name not in NOT_IN_PYTHON])
def test_odd_inputs_come_out_as_the_table_says(name):
    expected, ours = ENTRIES[name]["expected"], found(ENTRIES[name])
    if "error" in expected:
        # The library's words, then what to do.
        assert ours["error"].startswith(expected["error"])
        return
    assert ours["settings"] == pytest.approx(expected.pop("settings"))
    ours.pop("settings")
    assert ours == expected


def test_what_python_cannot_say_is_refused_by_signatures():
    assert set(NOT_IN_PYTHON) <= set(ENTRIES) and len(ENTRIES) > 30
    for name in NOT_IN_PYTHON:
        with pytest.raises(TypeError, match="unexpected keyword argument"):
            estimator_of(ENTRIES[name]["plan"])
