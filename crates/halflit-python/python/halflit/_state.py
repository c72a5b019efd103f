"""Estimators as plain values, for pickle, joblib, cloudpickle and skops."""

from __future__ import annotations

from typing import Any

from halflit import _core

#: Attributes that the core holds, and what they are there.
HELD = {"_model": _core.Model, "_statistics": _core.Statistics}


class PlainState:
    """A state of bytes, where the core holds something, and of values that any estimator has.

    So skops, which trusts no code of a file, writes and reads it.
    """

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())  # type: ignore[arg-type]
        return {name: _bytes(name, own) for name, own in state.items()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        held = {
            name: kind.from_bytes(state[name])
            for name, kind in HELD.items()
            if state.get(name) is not None
        }
        super().__setstate__({**state, **held})  # type: ignore[misc]


def _bytes(name: str, own: Any) -> Any:
    return own.to_bytes() if name in HELD and own is not None else own
