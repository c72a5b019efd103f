"""The arithmetic of the scoreboard's table."""

import numpy as np
import pytest

from scoreboard import Row, markdown, summarize


def made(table):
    """Rows of {(dataset, labels): {method: accuracies}}."""
    return [
        Row(*task, split, method, accuracy, 2.0)
        for task, methods in table.items()
        for method, accuracies in methods.items()
        for split, accuracy in enumerate(accuracies)
    ]


TABLE = {
    ("one", 10): {"a": [0.5, 0.7, 0.9], "b": [0.7, 0.7, 0.7], "c": [0.1, 0.2, 0.3]},
    ("one", 5): {"a": [0.9, 0.9, 0.9], "b": [0.8, 0.8, 0.8], "c": [0.8, 0.7, 0.9]},
}


def test_means_and_standard_errors():
    summary = summarize(made(TABLE))
    assert summary.tasks == [("one", 5), ("one", 10)]
    cell = summary.cells[("one", 10), "a"]
    assert cell.mean == pytest.approx(0.7)
    # The deviation with n - 1 is 0.2.
    assert cell.standard_error == pytest.approx(0.2 / np.sqrt(3))
    assert summary.cells[("one", 10), "b"].standard_error == pytest.approx(0)
    assert summary.n_splits == {("one", 5): 3, ("one", 10): 3}


def test_ranks_and_wins_with_ties():
    overall = summarize(made(TABLE)).overall
    # a and b share ranks 1 and 2 with ten labels; b and c share ranks 2 and 3 with five.
    assert overall["a"].mean_rank == pytest.approx((1.5 + 1) / 2)
    assert overall["b"].mean_rank == pytest.approx((1.5 + 2.5) / 2)
    assert overall["c"].mean_rank == pytest.approx((3 + 2.5) / 2)
    assert [overall[name].wins for name in "abc"] == [2, 1, 0]
    assert overall["a"].mean == pytest.approx(0.8)
    assert overall["c"].mean == pytest.approx(0.5)
    assert overall["a"].mean_seconds == 2


def test_a_method_that_is_not_complete_has_no_part_in_the_overall_figures():
    table = {**TABLE, ("two", 5): {"a": [0.5, 0.5], "b": [0.6, 0.6], "c": [0.9, None]}}
    summary = summarize(made(table))
    assert (("two", 5), "c") not in summary.cells
    assert set(summary.overall) == {"a", "b"}
    assert summary.overall["a"].mean_rank == pytest.approx((1 + 1.5 + 2) / 3)


def test_markdown():
    lines = markdown(summarize(made(TABLE))).splitlines()
    assert lines[0] == "| task | splits | a | b | c |"
    assert lines[2] == "| one, 5 labels | 3 | **90.0 ± 0.0** | 80.0 ± 0.0 | 80.0 ± 5.8 |"
    assert lines[3] == "| one, 10 labels | 3 | **70.0 ± 11.5** | **70.0 ± 0.0** | 20.0 ± 5.8 |"
    assert lines[4] == "| mean |  | **80.0** | 75.0 | 50.0 |"
    assert lines[5] == "| mean rank |  | **1.25** | 2.00 | 2.75 |"
    assert lines[6] == "| wins |  | **2** | 1 | 0 |"
    assert lines[7] == "| mean seconds |  | 2.00 | 2.00 | 2.00 |"


def test_one_split_has_no_standard_error():
    summary = summarize(made({("one", 5): {"a": [0.5], "b": [None]}}))
    lines = markdown(summary).splitlines()
    assert lines[2] == "| one, 5 labels | 1 | **50.0** | – |"
    assert lines[3] == "| mean |  | **50.0** | – |"


def test_no_method_is_complete():
    summary = summarize(made({("one", 5): {"a": [None]}}))
    assert summary.overall == {}
    assert markdown(summary).splitlines()[2] == "| one, 5 labels | 1 | – |"
