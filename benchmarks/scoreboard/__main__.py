"""The scoreboard at the shell: ``python -m scoreboard``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from scoreboard import methods, peers, runner, settings, tables, variants


def parser() -> argparse.ArgumentParser:
    """Describe the command."""
    found = argparse.ArgumentParser(
        "python -m scoreboard",
        description="Measure methods on datasets; no choice ever sees a hidden label.",
    )
    found.add_argument(
        "sources",
        nargs="+",
        metavar="FOLDER",
        help="folder of NPZ files (X, y, splits_10 ...), one such file, or sklearn:digits, "
        "sklearn:wine, sklearn:iris, sklearn:breast_cancer",
    )
    found.add_argument("--output", required=True, metavar="FOLDER", help="where results go")
    found.add_argument(
        "--methods",
        type=_list,
        metavar="A,B",
        help=f"of halflit, from auto, {', '.join(methods.names())}; "
        f"by default {','.join(methods.DEFAULT)}; '' for none",
    )
    found.add_argument(
        "--peers",
        type=_list,
        metavar="A,B",
        help=f"of others, from {', '.join(peers.PEERS)}; by default all; '' for none",
    )
    found.add_argument(
        "--own",
        action="append",
        default=[],
        metavar="MODULE:FACTORY",
        help="what makes an estimator of your own; may be given several times",
    )
    found.add_argument("--splits", type=_positive, help="of each task, the first ones; else all")
    found.add_argument(
        "--variants",
        type=_list,
        default=[variants.CLEAN],
        metavar="A,B",
        help=f"of every dataset, from {', '.join(variants.VARIANTS)}; by default {variants.CLEAN}",
    )
    found.add_argument("--jobs", type=_positive, default=1, help="measurements at a time")
    found.add_argument(
        "--standardize",
        choices=settings.STANDARDIZE,
        default="auto",
        help="columns; auto: where deviations differ by more than a factor of 10",
    )
    found.add_argument("--resume", action="store_true", help="go on with the rows in --output")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and give its exit status."""
    given = vars(parser().parse_args(arguments))
    try:
        found = runner.run(**given)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped; finished rows are kept, --resume goes on", file=sys.stderr)
        return 130
    print(tables.markdown(tables.summarize(found)), end="")
    return 0


def _list(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


if __name__ == "__main__":
    sys.exit(main())
