"""A scoreboard: halflit's methods beside those of others, on data and splits of one's choice.

``python -m halflit.scoreboard FOLDER --output results`` measures everything and writes every row, a table,
plots and what it ran on. ``run`` is the same for programs. How it is measured is in docs/accuracy.md.
"""

from halflit.scoreboard.datasets import Dataset
from halflit.scoreboard.rows import Row
from halflit.scoreboard.runner import run
from halflit.scoreboard.tables import markdown, summarize

__all__ = ["Dataset", "Row", "markdown", "run", "summarize"]
