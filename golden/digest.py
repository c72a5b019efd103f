"""What the golden files were made of: digest.txt has the sha256 of every script and of every golden file.

`python3 golden/digest.py` fails where one of them is another now; `cargo xtask golden` makes the files
again and keeps the new digest. No package is needed, so that every test run can afford to look.
"""

import hashlib
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
FILES = ROOT / "crates/halflit-tests/tests/golden"
DIGEST = HERE / "digest.txt"


def sources():
    """What the files are made of, and the files."""
    return sorted([*HERE.glob("*.py"), HERE / "requirements.txt", *FILES.glob("*.json")])


def line(path):
    """As sha256sum writes it; line ends do not count, because git may change them."""
    text = path.read_text(encoding="utf-8")
    return f"{hashlib.sha256(text.encode()).hexdigest()}  {path.relative_to(ROOT).as_posix()}"


def keep():
    """Write the digest."""
    DIGEST.write_text("".join(f"{line(path)}\n" for path in sources()))


def check():
    """End with the names of what has changed since, if anything has."""
    kept = DIGEST.read_text().splitlines() if DIGEST.exists() else []
    changed = {entry.split("  ")[1] for entry in {*kept} ^ {line(path) for path in sources()}}
    if changed:
        names = "\n  ".join(sorted(changed))
        sys.exit(f"changed since the golden files were made, see `cargo xtask golden`:\n  {names}")
    print(f"as they were made: {len(kept)} files and scripts, so none is made again")


if __name__ == "__main__":
    check()
