"""The library's tables of names: what may be chosen, and what it means."""

from __future__ import annotations

from typing import NamedTuple

from halflit import _core


class Learner(NamedTuple):
    """A learner: what it does, what it looks at, of SS-X the name of X, and its parts in symbols."""

    name: str
    about: str
    kind: str
    base: str | None
    parts: list[str]


class Parameter(NamedTuple):
    """A parameter of a kernel."""

    name: str
    range: str
    default: str


class Kernel(NamedTuple):
    """A kernel: its name, another one, its formula and its parameters."""

    name: str
    alias: str | None
    formula: str
    parameters: list[Parameter]

    @property
    def names(self) -> list[str]:
        """All that it is called."""
        return [self.name] if self.alias is None else [self.name, self.alias]


class Choice(NamedTuple):
    """One of a few values."""

    name: str
    about: str


LEARNERS = {entry[0]: Learner(*entry) for entry in _core.learners()}
KERNELS = {
    name: Kernel(name, alias, formula, [Parameter(*parameter) for parameter in parameters])
    for name, alias, formula, parameters in _core.kernels()
}
#: By the parameter that they are values of, the default first.
CHOICES = {what: [Choice(*entry) for entry in table] for what, table in _core.choices().items()}
