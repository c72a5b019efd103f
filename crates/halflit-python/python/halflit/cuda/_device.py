"""Where tensors live: devices by name, what is missing said plainly."""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Callable, Iterator
from typing import Any, ParamSpec, TypeAlias, TypeVar

import numpy as np
import torch

# Called after every launch with what is done and what there is to do; may raise to stop.
Progress: TypeAlias = Callable[[int, int], None]

# Bytes of what is kept for one launch at most.
SCRATCH = 1 << 30

P = ParamSpec("P")
T = TypeVar("T")


def resolve(device: str | torch.device) -> torch.device:
    """Find a device by its name.

    Raises
    ------
    RuntimeError
        Where no GPU is visible, or not this one.
    ValueError
        Where torch knows no such name, or the engine no such device.
    """
    try:
        found = torch.device(device)
    except RuntimeError as error:
        raise ValueError(f"device={device!r} is unknown: use 'cuda', 'cuda:0' or 'cpu'") from error
    if found.type not in ("cuda", "cpu"):
        raise ValueError(f"device={device!r} is unknown: use 'cuda', 'cuda:0' or 'cpu'")
    if found.type == "cuda":
        if not torch.cuda.is_available():
            built = "" if torch.version.cuda else " (this torch is built without CUDA)"
            raise RuntimeError(f"device={device!r}: torch sees no GPU{built}; use device='cpu'")
        count = torch.cuda.device_count()
        if found.index is not None and found.index >= count:
            raise RuntimeError(f"device={device!r}: torch sees {count} GPU(s), numbered from 0")
    return found


def name_of(device: str | torch.device) -> str:
    """Say what made a result, such as 'cuda: NVIDIA H200'."""
    found = resolve(device)
    if found.type == "cpu":
        return "torch: cpu"
    return f"cuda: {torch.cuda.get_device_name(found)}"


def has_kernels(device: torch.device) -> bool:
    """Whether the Triton kernels run there; else the same sums are made of plain tensor operations."""
    if device.type != "cuda" or importlib.util.find_spec("triton") is None:
        return False
    return torch.cuda.get_device_capability(device) >= (8, 0)


def on_device(
    values: Any, device: torch.device, what: str, bytes_per_number: int, first: int = 0
) -> torch.Tensor:
    """Bring a matrix to the device as it is stored, f32 or f64.

    Parameters
    ----------
    values : array-like or Tensor of shape (rows, columns)
        The matrix.
    device : torch.device
        Where to.
    what : str
        What the matrix is called in errors.
    bytes_per_number : int
        How many bytes the work will take for each of its numbers, itself included.
    first : int, default=0
        The number of its first row, for errors.

    Raises
    ------
    MemoryError
        Where the device has less memory than that.
    ValueError
        Where it is no matrix, or holds a number that is not finite.
    """
    if not isinstance(values, torch.Tensor):
        values = np.asarray(values)
        if values.dtype not in (np.float32, np.float64):
            values = values.astype(np.float64)
        values = torch.from_numpy(np.ascontiguousarray(values))
    if values.ndim != 2:
        raise ValueError(f"{what} has {values.ndim} dimensions; rows and columns are needed")
    if values.dtype not in (torch.float32, torch.float64):
        values = values.double()
    check_memory(values.numel() * bytes_per_number, device, f"{what} of {tuple(values.shape)}")
    values = values.to(device).contiguous()
    finite = torch.isfinite(values)
    if not bool(finite.all()):
        row, column = (~finite).nonzero()[0].tolist()
        raise ValueError(
            f"{what}: row {first + row}, column {column} is {float(values[row, column])}; "
            "fill such values or leave their rows out"
        )
    return values


def check_memory(needed: int, device: torch.device, what: str) -> None:
    """Refuse what does not fit on a GPU."""
    if device.type == "cuda":
        free = torch.cuda.mem_get_info(device)[0]
        # What torch holds but does not use is free too.
        free += torch.cuda.memory_reserved(device) - torch.cuda.memory_allocated(device)
        if needed + SCRATCH > free:
            raise MemoryError(
                f"{what} needs {(needed + SCRATCH) / 1e9:.1f} GB on {device}, of which "
                f"{free / 1e9:.1f} GB are free; give fewer rows, or use device='cpu'"
            )


def report(progress: Progress | None, done: int, total: int, device: torch.device) -> None:
    """Wait until what was launched is done, so that it can be told and stopped, and tell it."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    if progress is not None:
        progress(done, total)


def plain_memory(function: Callable[P, T]) -> Callable[P, T]:
    """Say plainly when a device runs out of memory all the same."""

    @functools.wraps(function)
    def run(*arguments: P.args, **options: P.kwargs) -> T:
        try:
            return function(*arguments, **options)
        except torch.OutOfMemoryError as error:
            words = str(error).splitlines()[0]
            raise MemoryError(
                f"the device has too little memory; give fewer rows, or use device='cpu' ({words})"
            ) from error

    return run


def slices(rows: int, size: int) -> Iterator[slice]:
    """Cut rows into blocks."""
    for start in range(0, rows, size):
        yield slice(start, min(start + size, rows))


def rows_within(budget: int, bytes_per_row: int) -> int:
    """How many rows fit a budget of bytes, at least one."""
    return max(1, budget // max(1, bytes_per_row))
