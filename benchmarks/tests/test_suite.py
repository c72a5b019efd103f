"""What is read from measurements: no time is measured here."""

import json
import tempfile
import unittest
from pathlib import Path

import numpy as np
from suite import cases, page, peers, rows, straight, tables
from suite.data import Data, make


def row(side, seconds, ours=False, recall=None, varies="", rows_=100, peak=10**6, case="case"):
    """A row with little in it."""
    sizes = (rows_, 10, 0, 5, "float64", seconds, 1, peak)
    return rows.Row(
        case, "a case", side, ours, "", *sizes, None, recall, None, not varies, varies, None, ""
    )


class Reading(unittest.TestCase):
    """Ratios, exponents, floors."""

    def test_exponents_are_slopes(self):
        sizes = [10.0, 20.0, 40.0]
        self.assertAlmostEqual(rows.exponent(sizes, [3 * size**1.5 for size in sizes]), 1.5)
        self.assertIsNone(rows.exponent([10.0, 10.0], [1.0, 2.0]))

    def test_a_ratio_is_their_time_over_our_best(self):
        text = tables.table(
            [row("halflit", 2.0, True), row("halflit in Python", 4.0, True), row("peer", 3.0)], 0.9
        )
        self.assertIn("| peer | 3 | 1.50 |", text)

    def test_the_fastest_with_enough_recall_counts(self):
        own = [
            row("peer", 1.0, recall=0.8),
            row("peer", 3.0, recall=0.96),
            row("peer", 2.0, recall=0.95),
        ]
        rows.mark(own, 0.95)
        self.assertEqual([one.counts for one in own], [False, False, True])
        rows.mark(own[:1], 0.95)
        self.assertIn("too low", tables.beside(own[0], 0.95))

    def test_memory_grows_beyond_what_a_process_needs_anyway(self):
        base = row("halflit", 0.1, True, varies="base", peak=1000)
        series = [
            row("halflit", n / 10, True, varies="rows", rows_=n, peak=1000 + n * n)
            for n in (10, 20, 40)
        ]
        self.assertIn("| n^1.00 | n^2.00 |", tables.growth([base, *series]))

    def test_floors_take_the_slower_of_both(self):
        rates = {"float64, all threads": 10.0, "copied bytes": 2.0}
        self.assertEqual(rows.floor(20.0, 2.0, rates, "float64"), 2.0)
        self.assertEqual(rows.floor(20.0, 8.0, rates, "float64"), 4.0)

    def test_rows_can_be_read_again(self):
        with tempfile.TemporaryDirectory() as folder:
            rows.write(Path(folder) / "rows.csv", [row("halflit", 2.0, True)])
            self.assertEqual(rows.read(Path(folder) / "rows.csv"), [row("halflit", 2.0, True)])
            self.assertEqual(rows.read(Path(folder) / "none.csv"), [])

    def test_cases_that_are_run_again_take_the_place_of_their_rows(self):
        known = [row("halflit", 1.0, case="b"), row("halflit", 2.0, case="c")]
        new = [row("halflit", 3.0, case="a"), row("halflit", 4.0, case="b")]
        found = rows.renewed(known, new, ["a", "b", "c"])
        self.assertEqual([(own.case, own.seconds) for own in found], [("a", 3), ("b", 4), ("c", 2)])

    def test_a_page_changes_between_its_markers_only(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "page.md"
            file.write_text(f"before\n{page.BEGIN}\nold\n{page.END}\nafter\n")
            page.renew(file, "new")
            self.assertEqual(
                file.read_text(), f"before\n{page.BEGIN}\n\nnew\n\n{page.END}\nafter\n"
            )


class Running(unittest.TestCase):
    """Cases, data and the straight version."""

    def test_cases_have_names_of_their_own_and_peers_that_there_are(self):
        names = [case.name for case in cases.CASES]
        self.assertEqual(len(names), len(set(names)))
        for side in [side for case in cases.CASES for side in case.sides] + [
            own.side for own in cases.GROWTH
        ]:
            self.assertTrue(side.language == "rust" or hasattr(peers, side.task), side)
            json.dumps(side.options)
        with self.assertRaises(SystemExit):
            cases.chosen(["no-such-case"], False)

    def test_data_are_the_same_every_time(self):
        with tempfile.TemporaryDirectory() as folder:
            data = Data("surface", 30, 5, 10, "float32", 4)
            make(data, Path(folder))
            files = data.files(Path(folder))
            first = Path(files["samples"]).read_bytes()
            make(data, Path(folder))
            self.assertEqual(first, Path(files["samples"]).read_bytes())
            self.assertEqual(np.load(files["queries"]).shape, (4, 5))
            self.assertEqual((np.load(files["labels"]) >= 0).sum(), 10)

    def test_topics_are_triples_in_order(self):
        with tempfile.TemporaryDirectory() as folder:
            data = Data("topics", 40, 2_000, 10)
            make(data, Path(folder))
            row_, column, values = np.load(data.files(Path(folder))["samples"]).T
            self.assertTrue((np.diff(row_ * 2_000 + column) > 0).all())
            np.testing.assert_allclose(np.bincount(row_.astype(int), values**2), np.ones(40))

    def test_the_row_itself_is_no_neighbour(self):
        with tempfile.TemporaryDirectory() as folder:
            found = np.array([[0, 1, 2], [2, 1, 0], [0, 1, 3]])
            peers.kept({"sample": 3, "k": 2, "output": f"{folder}/found.npy"}, found)
            self.assertEqual(np.load(f"{folder}/found.npy").tolist(), [[1, 2], [2, 0], [0, 1]])

    def test_scatters_are_sums_over_pairs(self):
        generator = np.random.default_rng(1)
        x, cost = generator.standard_normal((6, 3)), generator.random((6, 6))
        cost += cost.T
        pairs = sum(
            0.5 * cost[i, j] * np.outer(x[i] - x[j], x[i] - x[j])
            for i in range(6)
            for j in range(6)
        )
        np.testing.assert_allclose(straight.scatter(x, cost), pairs)


if __name__ == "__main__":
    unittest.main()
