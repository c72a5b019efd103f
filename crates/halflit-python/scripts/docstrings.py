"""Write the sections on parameters and attributes into the docstrings: `python docstrings.py [--check]`.

The descriptions are in descriptions.py. Values and meanings come from the tables of the installed library.
With `--check` nothing is written, and a docstring that differs is an error: a test calls it so.
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
from pathlib import Path

from descriptions import ATTRIBUTES, CHOICES, PARAMETERS

SOURCES = Path(__file__).resolve().parents[1] / "python" / "halflit"
MODULES = ("_auto.py", "_unsupervised.py", "_supervised.py", "_semi_supervised.py", "_spectral.py")
WIDTH = 100
#: Attributes that few estimators have.
RARE = {"views_", "column_relevance_", "gamma_", "alpha_", "cv_results_"}
#: What the map of `AutoDR` does not have.
LINEAR = {"components_", "mean_", "gamma_", "alpha_", "cv_results_"}


def described(name: str, kind: str, about: str) -> list[str]:
    """Give the lines of one entry: paragraphs are wrapped, items of a list hang."""
    lines = [f"{name} : {kind}"]
    for paragraph in about.split("\n"):
        hang = "  " if paragraph.startswith("- ") else ""
        lines += textwrap.wrap(
            paragraph,
            WIDTH,
            initial_indent="    ",
            subsequent_indent=f"    {hang}",
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]
    return lines


def section(title: str, entries: list[list[str]]) -> list[str]:
    """Give a section of a docstring."""
    return [title, "-" * len(title), *(line for entry in entries for line in entry), ""]


def parameters(init: ast.FunctionDef) -> dict[str, tuple[str, str]]:
    """Give the parameters of a constructor with their types and defaults."""
    arguments = [*init.args.args[1:], *init.args.kwonlyargs]
    defaults = [*init.args.defaults, *init.args.kw_defaults]
    written = [repr(ast.literal_eval(value)).replace("'", '"') for value in defaults]
    hints = [ast.unparse(argument.annotation) for argument in arguments]
    names = [argument.arg for argument in arguments]
    return dict(zip(names, zip(hints, written, strict=True), strict=True))


def wording(estimator: str, parameter: str, hint: str) -> tuple[str, str]:
    """Give the type of a parameter in words, and what it does there."""
    if parameter == "n_neighbors":
        return CHOICES[parameter]["pair" if "tuple" in hint else "single"]
    if parameter == "constraint":
        return CHOICES[parameter]["any" if estimator == "SpectralDR" else "semi"]
    if (estimator, parameter) == ("AutoDR", "n_components"):
        return CHOICES[parameter]["classes"]
    return PARAMETERS[parameter]


def sections(name: str, given: dict[str, tuple[str, str]]) -> list[str]:
    """Give the sections on parameters and attributes of an estimator."""
    entries = []
    for parameter, (hint, default) in given.items():
        kind, about = wording(name, parameter, hint)
        entries.append(described(parameter, f"{kind}, default={default}", about))
    tuned = {f"{known}_" for known in ("gamma", "alpha") if known in given}
    hidden = LINEAR if name == "AutoDR" else RARE - tuned - ({"cv_results_"} if tuned else set())
    shown = [known for known in ATTRIBUTES if known not in hidden]
    return section("Parameters", entries) + section(
        "Attributes", [described(known, *ATTRIBUTES[known]) for known in shown]
    )


def documented(text: str, name: str, given: dict[str, tuple[str, str]]) -> str:
    """Give a docstring with its sections made anew."""
    text = re.sub(r"Parameters\n-+\n.*?(?=See Also\n-)", "", text, flags=re.DOTALL)
    about, mark, rest = text.partition("See Also\n")
    return about + "\n".join(sections(name, given)) + "\n" + mark + rest


def renewed(source: str) -> str:
    """Give a module with the docstrings of its estimators made anew."""
    lines = source.split("\n")
    # From the end, so that numbers of lines stay right.
    for item in reversed(ast.parse(source).body):
        init = next(
            (f for f in getattr(item, "body", []) if getattr(f, "name", "") == "__init__"), None
        )
        if not isinstance(item, ast.ClassDef) or init is None:
            continue
        place = item.body[0]
        old = ast.get_docstring(item)
        new = documented(f"{old}\n", item.name, parameters(init)).rstrip()
        text = textwrap.indent(f'"""{new}\n"""', "    ", lambda line: bool(line.strip()))
        lines[place.lineno - 1 : place.end_lineno] = text.split("\n")
    return "\n".join(lines)


def main(check: bool) -> None:
    """Renew every module, or compare."""
    for name in MODULES:
        path = SOURCES / name
        old = path.read_text(encoding="utf-8")
        new = renewed(old)
        if check and new != old:
            sys.exit(
                f"error: {path}: docstrings differ; run crates/halflit-python/scripts/docstrings.py"
            )
        path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main("--check" in sys.argv[1:])
