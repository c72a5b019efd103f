"""A scoreboard: halflit's methods beside those of others, on data and splits of one's choice.

``PYTHONPATH=benchmarks python -m scoreboard FOLDER --output results`` measures everything and writes every
row, a table, plots and what it ran on; ``run`` does so for programs. How it is measured is in
docs/accuracy.md, and what it needs beside halflit in benchmarks/requirements.txt.
"""

from scoreboard.datasets import Dataset
from scoreboard.rows import Row
from scoreboard.runner import run
from scoreboard.tables import markdown, summarize

__all__ = ["Dataset", "Row", "markdown", "run", "summarize"]
