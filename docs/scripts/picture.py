"""Draw the picture of README.md anew, from its gallery example: `python docs/scripts/picture.py`."""

import runpy
from pathlib import Path

import matplotlib as mpl

DOCS = Path(__file__).resolve().parents[1]

if __name__ == "__main__":
    mpl.use("agg")
    drawn = runpy.run_path(str(DOCS / "gallery" / "plot_b_truth_and_errors.py"))
    drawn["figure"].savefig(DOCS / "images" / "digits-truth.png", dpi=110)
