"""The command ``halflit``, also as ``python -m halflit``: the same as cargo's."""

import sys

from halflit._core import run_command


def main() -> int:
    """Run the command with the arguments of this process, and give its exit code."""
    return run_command(["halflit", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
