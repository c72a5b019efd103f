"""The reliability curve."""

import numpy as np

from scoreboard import reliability


def test_bins_by_hand():
    confidence = np.array([0.45, 0.45, 0.92, 0.94, 0.99])
    right = np.array([True, False, True, True, True])
    found = reliability.bins(confidence, right)
    assert [own.rows for own in found] == [2, 2, 1]
    assert np.allclose([own.right for own in found], [0.5, 1.0, 1.0])
    assert np.allclose([own.confidence for own in found], [0.45, 0.93, 0.99])


def test_predictions_of_wine_are_as_right_as_they_are_confident(tmp_path, capsys):
    arguments = ["sklearn:wine", "--splits", "1", "--output", str(tmp_path)]
    assert reliability.main(arguments) == 0
    assert {file.name for file in tmp_path.iterdir()} == {"reliability.csv", "reliability.png"}
    rows = [line.split("|")[1:4] for line in capsys.readouterr().out.splitlines()[2:]]
    counts, confidence, right = np.array(rows, dtype=float).T
    assert counts.sum() == 2 * 178 - 15 - 60
    assert np.average(np.abs(confidence - right), weights=counts) < 5
