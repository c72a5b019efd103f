"""Run the examples and put what they print into README.md: `python render.py [example ...]`.

Needs halflit, scikit-learn, pandas, matplotlib and umap-learn.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXAMPLES = ("digits", "wine", "wide")


def render(example: str) -> None:
    """Replace one block of the guide by what its example prints now."""
    environment = {**os.environ, "MPLBACKEND": "Agg", "PYTHONWARNINGS": "ignore"}
    result = subprocess.run(
        [sys.executable, f"{example}.py"],
        cwd=HERE,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
    )
    result.check_returncode()
    guide = HERE / "README.md"
    block = rf"(<!-- begin {example} -->\n).*?(<!-- end {example} -->)"
    output = result.stdout.strip()
    text = re.sub(
        block,
        lambda found: f"{found[1]}\n{output}\n\n{found[2]}",
        guide.read_text(),
        flags=re.DOTALL,
    )
    guide.write_text(text)
    print(f"{example}: done")


if __name__ == "__main__":
    for example in sys.argv[1:] or EXAMPLES:
        render(example)
